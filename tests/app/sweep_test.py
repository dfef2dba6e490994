"""Sweeps seen from outside: tables, kills, failures, exit codes, exports.

Usage: sweep_test.py PATH_OF_SCREE [unittest arguments]
"""
import csv
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest

from folder_case import FolderCase

SCREE = os.path.abspath(sys.argv.pop(1))

# Grains that fall into a box: a few tenths of a second a run.
SCENE = """
include = ["glass.toml"]
title = "beads in a box"
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "{end} s"
step = "4e-5 s"
[output]
picture = false
[container]
low = [0, 0, 0]
high = ["40 mm", "40 mm", "60 mm"]
open = ["z-high"]
material = "glass"
[[random]]
low = ["3 mm", "3 mm", "5 mm"]
high = ["37 mm", "37 mm", "60 mm"]
count = 120
radius = "2.5 mm"
seed = 4
material = "glass"
"""

GLASS = """
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "3 kN/m", restitution = 0.3 }
slide = { law = "coulomb-spring", stiffness = "1 kN/m", coefficient = 0.5, damping_of_normal = 0.25 }
roll = { law = "spring", stiffness = "1 kN/m", damping = "0.3 kg/s", coefficient = 0.4, arm = "effective-radius" }
"""

STUDY = """
scene = "box.toml"
[[vary]]
key = "contact.slide.coefficient"
values = [0.1, 0.6]
together = "friction"
[[vary]]
key = "contact[0].roll.coefficient"
values = [0.02, 0.3]
together = "friction"
[[vary]]
key = "random.seed"
seeds = {seeds}
"""


class Case(FolderCase):
    def setUp(self):
        super().setUp()
        self.environment["SCREE"] = SCREE
        self.write("box.toml", SCENE.format(end=0.12))
        self.write("glass.toml", GLASS)

    def read(self, *parts):
        with open(self.path(*parts), "rb") as file:
            return file.read()

    def sweep(self, *words, **more):
        return subprocess.run([SCREE, "sweep", *map(str, words)], capture_output=True, text=True, env=self.environment, timeout=300, **more)

    def whole_sweep(self, study, out="whole"):
        result = self.sweep(study, "--out", self.path(out), "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)

    def rows(self, out):
        with open(self.path(out, "table.csv"), newline="") as file:
            return list(csv.DictReader(file))

    def assert_same_tables(self, one, other):
        for name in ("table.csv", "table.json"):
            self.assertEqual(self.read(one, name), self.read(other, name), name)


class Tables(Case):
    def test_a_product_of_keys_that_change_together_and_of_seeds(self):
        study = self.write("study.toml", 'measure = ["contacts", "energy.lost.slide", "state_hash"]\n' + STUDY.format(seeds=2))
        self.whole_sweep(study)
        rows = self.rows("whole")
        self.assertEqual([(r["run"], r["contact.slide.coefficient"], r["contact[0].roll.coefficient"], r["random.seed"]) for r in rows],
                         [("1", "0.1", "0.02", "1"), ("2", "0.1", "0.02", "2"), ("3", "0.6", "0.3", "1"), ("4", "0.6", "0.3", "2")])
        self.assertEqual(list(rows[0])[-3:], ["contacts", "energy.lost.slide", "state_hash"])
        self.assertEqual(len({r["state_hash"] for r in rows}), 4)
        table = json.loads(self.read("whole", "table.json"))
        for row, line in zip(table["rows"], rows):
            self.assertEqual((row["state"], row["measured"]["state_hash"]), ("finished", line["state_hash"]))
            self.assertEqual(row["measured"]["energy.lost.slide"], float(line["energy.lost.slide"]))

    def test_a_run_of_a_sweep_is_the_run_of_the_scene_with_these_values(self):
        study = self.write("study.toml", STUDY.format(seeds=1))
        self.whole_sweep(study)
        self.write("glass.toml", GLASS.replace("coefficient = 0.5", "coefficient = 0.6").replace("coefficient = 0.4", "coefficient = 0.3"))
        scene = self.write("alone.toml", SCENE.format(end=0.12).replace("seed = 4", "seed = 1"))
        self.assertEqual(subprocess.run([SCREE, "run", scene, "--out", self.path("alone"), "--quiet"], capture_output=True).returncode, 0)
        for name in ("series.csv", "bodies.csv"):
            self.assertEqual(self.read("alone", name), self.read("whole", "runs", "0002", name))

    def test_units_go_into_the_header_and_numbers_below(self):
        study = self.write("study.toml", 'scene = "box.toml"\nmeasure = ["bodies"]\n[[vary]]\nkey = "random.radius"\nfrom = "2 mm"\nto = "2.5 mm"\ncount = 3\n')
        self.whole_sweep(study)
        self.assertEqual([r["random.radius [mm]"] for r in self.rows("whole")], ["2.0", "2.25", "2.5"])

    def test_threads_and_jobs_leave_no_trace_in_the_table(self):
        study = self.write("study.toml", STUDY.format(seeds=2))
        self.whole_sweep(study)
        self.assertEqual(self.sweep(study, "--out", self.path("other"), "--quiet", "--threads", 2, "--jobs", 3).returncode, 0)
        self.assert_same_tables("whole", "other")
        self.assertNotIn(b"wall_seconds", self.read("whole", "table.csv"))

    def test_parts_by_hand_and_then_collected(self):
        study = self.write("study.toml", STUDY.format(seeds=2))
        self.whole_sweep(study)
        listed = self.sweep(study, "--list")
        self.assertEqual((listed.returncode, len(listed.stdout.splitlines())), (0, 4))
        self.assertEqual(self.sweep(study, "--out", self.path("parts"), "--only", "2,4", "--quiet").returncode, 0)
        self.assertFalse(os.path.exists(self.path("parts", "table.csv")))
        early = self.sweep("--resume", self.path("parts"), "--collect")
        self.assertEqual(early.returncode, 9)
        self.assertEqual([r["state"] for r in self.rows("parts")], ["waiting", "finished", "waiting", "finished"])
        self.assertIn("waiting", self.sweep("--resume", self.path("parts"), "--list").stdout)
        self.assertEqual(self.sweep("--resume", self.path("parts"), "--only", "1-3", "--quiet").returncode, 0)
        self.assertEqual(self.sweep("--resume", self.path("parts"), "--collect").returncode, 0)
        self.assert_same_tables("whole", "parts")


class Pages(Case):
    def test_the_study_of_the_manual_has_the_runs_that_it_says(self):
        docs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")
        for page, name in (("scene.md", "tray.toml"), ("sweeps.md", "study.toml")):
            with open(os.path.join(docs, page)) as file:
                self.write(name, file.read().split("```toml\n")[1].split("```")[0])
        listed = self.sweep(self.path("study.toml"), "--list")
        self.assertEqual((listed.returncode, len(listed.stdout.splitlines())), (0, 18), listed.stderr)


class Interrupted(Case):
    def test_killed_at_random_moments_and_resumed_it_has_the_table_of_an_undisturbed_sweep(self):
        study = self.write("study.toml", STUDY.format(seeds=2))
        begun = time.monotonic()
        self.whole_sweep(study)
        whole = time.monotonic() - begun
        luck = random.Random(3)
        words = [study, "--out", self.path("killed")]
        kills = 0
        while kills < 12:
            running = subprocess.Popen([SCREE, "sweep", *words, "--quiet", "--checkpoint-every", "0.02", "--jobs", "2"], env=self.environment,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                running.wait(timeout=luck.uniform(0.01, 0.3 * whole))
            except subprocess.TimeoutExpired:
                pass
            # Half of the time the whole group, as a power cut would; half of the time the sweep alone, whose runs then save themselves.
            if kills % 2 == 0:
                try:
                    os.killpg(running.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            running.kill()
            running.wait()
            kills += 1
            if running.returncode == 0:
                words = [study, "--out", self.path("killed"), "--overwrite"]
            else:
                words = ["--resume", self.path("killed")] if os.path.exists(self.path("killed", "sweep.json")) else [study, "--out", self.path("killed")]
        last = self.sweep(*words, "--quiet")
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assert_same_tables("whole", "killed")

    def test_the_table_does_not_depend_on_files_that_are_changed_meanwhile(self):
        study = self.write("study.toml", STUDY.format(seeds=1))
        self.whole_sweep(study)
        self.assertEqual(self.sweep(study, "--out", self.path("part"), "--only", "1", "--quiet").returncode, 0)
        for name in ("study.toml", "box.toml", "glass.toml"):
            self.write(name, "nonsense")
        self.assertEqual(self.sweep("--resume", self.path("part"), "--quiet").returncode, 0)
        self.assert_same_tables("whole", "part")

    def test_a_data_file_that_is_changed_meanwhile_is_noticed(self):
        shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "pack.data"), self.path("pack.data"))
        self.write("pack.toml", 'units = "reduced"\noutput.picture = false\ntime = { step = 1e-4, steps = 100 }\n[[material]]\nname = "a"\ndensity = 1.0\n'
                   '[[contact]]\nbetween = ["a", "a"]\nnormal = { law = "hooke", stiffness = 1e5, damping = 10.0 }\n[[data_file]]\npath = "pack.data"\nmaterials = ["a", "a"]\n')
        study = self.write("study.toml", 'scene = "pack.toml"\n[[vary]]\nkey = "contact.normal.damping"\nvalues = [1.0, 2.0]\n')
        self.whole_sweep(study)
        self.assertEqual(self.sweep(study, "--out", self.path("part"), "--only", "1", "--quiet").returncode, 0)
        data = self.read("pack.data").decode()
        self.write("pack.data", data + "\n")
        self.assertEqual(self.sweep("--resume", self.path("part"), "--quiet").returncode, 9)
        self.assertEqual([r["state"] for r in self.rows("part")], ["finished", "failed"])
        self.assertIn("pack.data has changed", self.rows("part")[1]["reason"])
        self.write("pack.data", data)
        self.assertEqual(self.sweep("--resume", self.path("part"), "--quiet").returncode, 0)
        self.assert_same_tables("whole", "part")

    def test_a_finished_run_whose_summary_is_gone_or_damaged_is_made_again(self):
        for measures in ("", 'measure = ["contacts", "state_hash"]\n'):
            study = self.write("study.toml", measures + STUDY.format(seeds=1))
            shutil.rmtree(self.path("whole"), ignore_errors=True)
            self.whole_sweep(study)
            tables = [self.read("whole", name) for name in ("table.csv", "table.json")]
            summary, outcome = (self.path("whole", "runs", "0002", name) for name in ("summary.json", "outcome.json"))
            for text, reason in ((None, "its summary.json is missing"), ("{}", "its summary.json is damaged: it does not contain"), ('{"contacts": 3', "its summary.json is damaged")):
                for without_outcome in (False, True):
                    with self.subTest(measures=measures, text=text, without_outcome=without_outcome):
                        os.remove(summary)
                        if text is not None:
                            self.write("whole/runs/0002/summary.json", text)
                        if without_outcome:
                            os.remove(outcome)
                        else:
                            collected = self.sweep("--resume", self.path("whole"), "--collect")
                            self.assertEqual((collected.returncode, [r["state"] for r in self.rows("whole")]), (9, ["finished", "waiting"]))
                            self.assertIn(reason, collected.stderr)
                        again = self.sweep("--resume", self.path("whole"))
                        self.assertEqual(again.returncode, 0, again.stderr)
                        self.assertIn("1 of 2 runs to execute", again.stderr)
                        self.assertEqual(tables, [self.read("whole", name) for name in ("table.csv", "table.json")])

    def test_a_measure_that_only_some_variants_have_is_an_empty_cell_of_a_finished_run(self):
        study = self.write("study.toml", 'scene = "box.toml"\nmeasure = ["contacts", "sweeps.halvings"]\n[[vary]]\nkey = "stepper"\nvalues = ["velocity-verlet", "trapezoid"]\n')
        self.write("box.toml", 'stepper = "velocity-verlet"\n' + SCENE.format(end=0.01))
        self.whole_sweep(study)
        self.assertEqual([(r["state"], r["sweeps.halvings"] == "") for r in self.rows("whole")], [("finished", True), ("finished", False)])
        again = self.sweep("--resume", self.path("whole"))
        self.assertEqual((again.returncode, again.stderr), (0, ""))

    def test_stopped_by_a_signal_it_says_how_to_go_on(self):
        self.write("box.toml", SCENE.format(end=2.0))
        study = self.write("study.toml", STUDY.format(seeds=1))
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                out = self.path(f"stopped{number}")
                running = subprocess.Popen([SCREE, "sweep", study, "--out", out, "--quiet", "--jobs", "2"], env=self.environment, stderr=subprocess.PIPE, text=True)
                while not all(os.path.exists(os.path.join(out, "runs", run, "checkpoint.h5")) for run in ("0001", "0002")):
                    time.sleep(0.01)
                running.send_signal(number)
                error = running.communicate(timeout=120)[1]
                self.assertEqual(running.returncode, 7, error)
                self.assertIn(f"scree sweep --resume {out}", error)
                for run in ("0001", "0002"):
                    with open(os.path.join(out, "runs", run, "run.json")) as file:
                        self.assertEqual(json.load(file)["state"], "stopped")

    def test_a_run_that_crashes_does_not_take_the_sweep_down_and_is_tried_again(self):
        self.write("box.toml", SCENE.format(end=0.3))
        study = self.write("study.toml", STUDY.format(seeds=1))
        self.whole_sweep(study)
        running = subprocess.Popen([SCREE, "sweep", study, "--out", self.path("crashed"), "--quiet", "--jobs", "1"], env=self.environment, stderr=subprocess.PIPE, text=True)
        while not os.path.exists(self.path("crashed", "runs", "0001", "checkpoint.h5")):
            time.sleep(0.005)
        with open(self.path("crashed", "runs", "0001", "run.json")) as file:
            os.kill(json.load(file)["process"], signal.SIGKILL)
        error = running.communicate(timeout=120)[1]
        self.assertEqual(running.returncode, 9, error)
        self.assertEqual([r["state"] for r in self.rows("crashed")], ["crashed", "finished"])
        self.assertIn("signal 9", self.rows("crashed")[0]["reason"])
        self.assertEqual(self.sweep("--resume", self.path("crashed"), "--quiet").returncode, 0)
        self.assert_same_tables("whole", "crashed")


class Failures(Case):
    def test_a_run_that_blows_up_and_one_that_cannot_be_built_are_listed_and_the_others_finish(self):
        # 5000 grains do not find room; a spring of 2 N/m lets them overlap.
        study = self.write("study.toml", 'scene = "box.toml"\nmeasure = ["bodies"]\n'
                           '[[vary]]\nkey = "contact.normal.stiffness"\nvalues = ["3 kN/m", "2 N/m", "3 kN/m"]\ntogether = "bad"\n'
                           '[[vary]]\nkey = "random.count"\nvalues = [20, 20, 5000]\ntogether = "bad"\n')
        result = self.sweep(study, "--out", self.path("bad"), "--quiet")
        self.assertEqual(result.returncode, 9, result.stderr)
        rows = self.rows("bad")
        self.assertEqual([r["state"] for r in rows], ["finished", "trouble", "refused"])
        self.assertIn("overlap", rows[1]["reason"])
        self.assertIn("no free position", rows[2]["reason"])
        for row in rows[1:]:
            self.assertIn(row["reason"], result.stderr)
            self.assertEqual(row["bodies"], "")
        table = self.read("bad", "table.csv")
        self.assertEqual(self.sweep("--resume", self.path("bad"), "--quiet").returncode, 9)
        self.assertEqual(table, self.read("bad", "table.csv"))

    def test_a_bad_end_comes_at_the_same_step_however_often_the_state_is_saved(self):
        # A ball flies out of the guard's region soon after the start, where a run looks at the clock, and may save, before the guard's first look at step 256.
        self.write("ball.toml", 'output = { picture = false, every = "0.1 s" }\n[time]\nend = "0.2 s"\nstep = "1e-5 s"\n[[material]]\nname = "glass"\ndensity = "2500 kg/m^3"\n'
                   '[[contact]]\nbetween = ["glass", "glass"]\nnormal = { law = "hooke", stiffness = "3 kN/m", damping = "0 kg/s" }\n'
                   '[[sphere]]\nposition = ["99.4 mm", 0, 0]\nradius = "5 mm"\nvelocity = ["3 m/s", 0, 0]\nmaterial = "glass"\n'
                   '[guard]\nregion = { low = ["-1 m", "-1 m", "-1 m"], high = ["100 mm", "1 m", "1 m"] }\n')
        study = self.write("study.toml", 'scene = "ball.toml"\n[[vary]]\nkey = "sphere.velocity[0]"\nvalues = ["1 m/s", "2.9 m/s"]\n')
        for out, every in (("seldom", "600"), ("often", "0")):
            self.assertEqual(self.sweep(study, "--out", self.path(out), "--quiet", "--checkpoint-every", every).returncode, 9)
        self.assertEqual([r["state"] for r in self.rows("often")], ["trouble", "trouble"])
        self.assert_same_tables("seldom", "often")

    def test_variants_that_the_reader_refuses_are_told_before_anything_starts(self):
        study = self.write("study.toml", 'scene = "box.toml"\n[[vary]]\nkey = "contact.slide.coefficient"\nvalues = [0.1, -0.3]\n[[vary]]\nkey = "random.seed"\nseeds = 2\n')
        result = self.sweep(study, "--out", self.path("refused"))
        self.assertEqual(result.returncode, 3)
        self.assertIn(self.path("glass.toml:8:71: contact.slide.coefficient = -0.3 is negative"), result.stderr)
        self.assertIn("in run 3 (contact.slide.coefficient = -0.3, random.seed = 1) and 1 more", result.stderr)
        self.assertFalse(os.path.exists(self.path("refused")))
        result = self.sweep(study, "--out", self.path("refused"), "--skip-refused", "--quiet")
        self.assertEqual(result.returncode, 9, result.stderr)
        self.assertEqual([r["state"] for r in self.rows("refused")], ["finished", "finished", "refused", "refused"])
        self.assertIn("is negative", self.rows("refused")[2]["reason"])

    def test_exit_codes(self):
        study = self.write("study.toml", STUDY.format(seeds=1))
        self.assertEqual(self.sweep().returncode, 2)
        self.assertEqual(self.sweep(study).returncode, 2)
        self.assertEqual(self.sweep(self.path("none.toml"), "--out", self.path("x")).returncode, 3)
        self.assertEqual(self.sweep("--resume", self.path("none")).returncode, 6)
        self.whole_sweep(study)
        self.assertEqual(self.sweep(study, "--out", self.path("whole")).returncode, 4)
        self.assertEqual(self.sweep("--resume", self.path("whole"), "--only", "1-3").returncode, 2)
        self.assertEqual(self.sweep("--resume", self.path("whole"), "--only", "nonsense").returncode, 2)
        self.assertEqual(self.sweep(study, "--out", self.path("whole"), "--overwrite", "--quiet").returncode, 0)
        self.write("whole/sweep.json", "{")
        self.assertEqual(self.sweep("--resume", self.path("whole")).returncode, 6)

    def test_a_measure_that_no_summary_has_is_told_with_the_nearest(self):
        study = self.write("study.toml", 'measure = ["energy.lost.slid"]\n' + STUDY.format(seeds=1))
        for words in (["--list"], ["--out", self.path("out"), "--quiet"]):
            result = self.sweep(study, *words)
            self.assertEqual(result.returncode, 3)
            self.assertIn('study.toml:1:12: measure "energy.lost.slid" is in no summary.json of this scene. Did you mean "energy.lost.slide"?', result.stderr)
        self.assertFalse(os.path.exists(self.path("out")))

    def test_all_that_is_wrong_with_the_measures_is_told_at_once(self):
        study = self.write("study.toml", 'measure = ["contacts", "energy.lost.slid", "wall_seconds", "a..b", "packing.rattler_share"]\n' + STUDY.format(seeds=1))
        result = self.sweep(study, "--list")
        self.assertEqual(result.returncode, 3)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 5, result.stderr)
        for line, part in zip(lines, ('study.toml:1:24: measure "energy.lost.slid" is in no summary.json', 'study.toml:1:44: measure "wall_seconds" depends on the machine',
                                      'study.toml:1:60: measure "a..b" is not a path', 'study.toml:1:68: measure "packing.rattler_share" is measured only if', "4 problems in ")):
            self.assertIn(part, line)


class Exports(Case):
    def test_tasks_of_the_array_job_by_hand_give_the_same_table(self):
        study = self.write("study.toml", STUDY.format(seeds=2))
        self.whole_sweep(study)
        result = self.sweep(study, "--out", self.path("job"), "--export", "slurm")
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ("sweep.sbatch", "submit.sh"):
            self.assertEqual(subprocess.run(["bash", "-n", self.path("job", name)]).returncode, 0)
        self.assertTrue(os.access(self.path("job", "submit.sh"), os.X_OK))
        self.assertIn("#SBATCH --array=1-4\n", self.read("job", "sweep.sbatch").decode())
        tasks = [subprocess.Popen(["bash", "sweep.sbatch"], cwd=self.path("job"), env=dict(self.environment, SLURM_ARRAY_TASK_ID=str(task))) for task in (3, 1, 4, 2)]
        self.assertEqual([task.wait(timeout=300) for task in tasks], [0, 0, 0, 0])
        self.assertEqual(self.sweep("--resume", ".", "--collect", cwd=self.path("job")).returncode, 0)
        self.assert_same_tables("whole", "job")

    def test_many_runs_share_the_tasks_that_an_array_may_have(self):
        self.write("box.toml", SCENE.format(end=0.12))
        study = self.write("study.toml", STUDY.format(seeds=1100))
        self.assertEqual(self.sweep(study, "--out", self.path("job"), "--export", "slurm").returncode, 0)
        text = self.read("job", "sweep.sbatch").decode()
        self.assertIn("#SBATCH --array=1-734\n", text)  # 2200 runs, three a task
        probe = text.replace('exec ${SLURM_JOB_ID:+srun} "${SCREE:-scree}" sweep', "echo")
        for task, words in ((1, "1-3"), (734, "2200-2200")):
            told = subprocess.run(["bash", "-c", probe], env=dict(self.environment, SLURM_ARRAY_TASK_ID=str(task)), cwd=self.path("job"), capture_output=True, text=True)
            self.assertIn(f"--only {words} ", told.stdout)


if __name__ == "__main__":
    unittest.main()
