"""Runs that are stopped, killed, starved of disk or fed with bad physics, seen from outside: exit codes, files and sentences.

Usage: run_test.py PATH_OF_SCREE [unittest arguments]
"""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import unittest

from folder_case import FolderCase

SCREE = sys.argv.pop(1)

HEAP = """
title = "a small pour"
gravity = [0, 0, "-9.81 m/s^2"]
stepper = "{stepper}"
[time]
end = "{end} s"
step = "5e-5 s"
[output]
every = "0.005 s"
frames_every = "0.03 s"
frames = ["vtp", "dump"]
picture = false
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = {{ law = "hooke", stiffness = "3 kN/m", restitution = 0.6 }}
slide = {{ law = "coulomb-spring", stiffness = "1 kN/m", coefficient = 0.5, damping_of_normal = 0.25 }}
roll = {{ law = "spring", stiffness = "1 kN/m", damping = "0.05 kg/s", coefficient = 0.4, arm = "effective-radius" }}
spin = {{ law = "spring", stiffness = "3e-3 N m", damping = "1e-7 N m s", coefficient = 0.2, arm = "effective-radius" }}
[[plane]]
name = "floor"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[stream]]
low = ["-30 mm", "-30 mm", "60 mm"]
high = ["30 mm", "30 mm", "90 mm"]
velocity = [0, 0, "-1 m/s"]
radius = ["2.7 mm", "3.3 mm"]
rate = "3000 1/s"
batch = 20
count = 900
seed = 7
material = "glass"
"""

# Numbers of the packing in every row.
PACKING = "\n[measure.packing]\nseries = true\n"

# One body that falls on a floor; {extra} makes it go wrong.
BALL = """
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "0.5 s"
step = "{step}"
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = {{ law = "hooke", stiffness = "{stiffness}", damping = "0 kg/s" }}
[[plane]]
name = "floor"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[sphere]]
position = [0, 0, "20 mm"]
radius = "5 mm"
material = "glass"
{extra}
"""


# Rigid spheres poured on a paddle that a motor turns, between two walls, along a periodic axis.
RIGID = """
stepper = "nonsmooth"
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "{end} s"
step = "5 ms"
[nonsmooth]
tolerance = "0.1 mm/s"
iterations = {iterations}
[output]
every = "0.02 s"
frames_every = "0.1 s"
frames = ["vtp", "dump"]
picture = false
[cell]
periodic = ["x"]
low = ["-20 cm", 0, 0]
high = ["20 cm", 0, 0]
[[material]]
name = "stone"
density = "2500 kg/m^3"
[[contact]]
between = ["stone", "stone"]
normal = {{ law = "rigid" }}
slide = {{ law = "coulomb", coefficient = 0.6 }}
roll = {{ law = "coulomb", length = "1 mm" }}
spin = {{ law = "coulomb", length = "1 mm" }}
[[plane]]
name = "floor"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "stone"
[[plane]]
name = "left"
point = [0, "-15 cm", 0]
normal = [0, 1, 0]
material = "stone"
[[plane]]
name = "right"
point = [0, "15 cm", 0]
normal = [0, -1, 0]
material = "stone"
[[box]]
name = "paddle"
position = [0, 0, "15 cm"]
size = ["20 cm", "10 cm", "2 cm"]
material = "stone"
[[joint]]
kind = "revolute"
between = ["paddle"]
point = [0, 0, "15 cm"]
axis = [0, 1, 0]
[[motor]]
between = ["paddle"]
about = [0, 1, 0]
spin = "3 rad/s"
[[stream]]
low = ["-15 cm", "-10 cm", "40 cm"]
high = ["15 cm", "10 cm", "50 cm"]
velocity = [0, 0, "-1 m/s"]
radius = ["14 mm", "18 mm"]
rate = "300 1/s"
batch = 3
count = 250
seed = 7
material = "stone"
"""


class Case(FolderCase):
    def command(self, *words):
        return [SCREE, *map(str, words)]

    def run_scree(self, *words, **more):
        return subprocess.run(self.command(*words), capture_output=True, text=True, env=self.environment, timeout=300, **more)

    def summary(self, run):
        with open(self.path(run, "summary.json")) as file:
            return json.load(file)

    def assert_same_run(self, one, other):
        """The same state to the last bit, and the same files of results."""
        self.assertEqual(self.summary(one)["state_hash"], self.summary(other)["state_hash"])
        self.assertEqual(self.summary(one)["energy"], self.summary(other)["energy"])
        names = ["series.csv", "bodies.csv", "frames.dump", "bodies.pvd", "contacts.pvd"]
        names += ["frames/" + name for name in sorted(os.listdir(self.path(one, "frames")))]
        self.assertEqual(sorted(os.listdir(self.path(one, "frames"))), sorted(os.listdir(self.path(other, "frames"))))
        for name in names:
            with open(self.path(one, name), "rb") as p, open(self.path(other, name), "rb") as q:
                self.assertEqual(p.read(), q.read(), name)


class Stopped(Case):
    def test_killed_at_twenty_random_moments_and_resumed_it_has_the_bits_of_an_undisturbed_run(self):
        scene = self.write("heap.toml", HEAP.format(stepper="velocity-verlet", end=0.45) + PACKING)
        begun = time.monotonic()
        self.assertEqual(self.run_scree("run", scene, "--out", self.path("whole"), "--quiet").returncode, 0)
        whole = time.monotonic() - begun
        luck = random.Random(5)
        words = ["run", scene, "--out", self.path("killed")]
        kills, unsaved = 0, 0
        while kills < 20:
            running = subprocess.Popen(self.command(*words, "--quiet", "--checkpoint-every", 0.02, "--threads", luck.choice([1, 2])),
                                       env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                running.wait(timeout=luck.uniform(0.02, 0.25 * whole))
            except subprocess.TimeoutExpired:
                pass
            running.kill()
            error = running.communicate()[1]
            if running.returncode == 0:  # done before all kills were spent: kill it some more from the start
                words = ["run", scene, "--out", self.path("killed"), "--overwrite"]
                continue
            self.assertEqual(running.returncode, -signal.SIGKILL, error)
            kills += 1
            if os.path.exists(self.path("killed", "checkpoint.h5")):
                words = ["run", "--resume", self.path("killed")]
            else:
                unsaved += 1  # killed before the first checkpoint: there is nothing to go on from
                words = ["run", scene, "--out", self.path("killed"), "--overwrite"]
        self.assertLess(unsaved, 15)
        last = self.run_scree(*words, "--quiet", "--threads", 2)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assert_same_run("whole", "killed")

    def test_stopped_by_a_signal_it_saves_and_says_how_to_go_on_for_every_stepper(self):
        for stepper, number in (("velocity-verlet", signal.SIGINT), ("velocity-verlet-lammps", signal.SIGTERM), ("symplectic-euler", signal.SIGTERM)):
            with self.subTest(stepper):
                scene = self.write("heap.toml", HEAP.format(stepper=stepper, end=0.3))
                whole, part = stepper + "-whole", stepper + "-part"
                self.assertEqual(self.run_scree("run", scene, "--out", self.path(whole), "--quiet").returncode, 0)
                running = subprocess.Popen(self.command("run", scene, "--out", self.path(part), "--quiet"), env=self.environment, stderr=subprocess.PIPE, text=True)
                while not os.path.exists(self.path(part, "checkpoint.h5")):
                    time.sleep(0.01)
                running.send_signal(number)
                error = running.communicate()[1]
                self.assertEqual(running.returncode, 7, error)
                self.assertIn("scree run --resume " + self.path(part), error)
                self.assertIn("was stopped by a signal", self.run_scree("doctor", self.path(part)).stdout)
                again = self.run_scree("run", "--resume", self.path(part), "--quiet", "--threads", 2)
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assert_same_run(whole, part)

    def test_a_nonsmooth_run_with_joints_killed_and_resumed_has_the_bits_of_an_undisturbed_one(self):
        scene = self.write("rigid.toml", RIGID.format(end=1.5, iterations=200) + PACKING)
        begun = time.monotonic()
        self.assertEqual(self.run_scree("run", scene, "--out", self.path("whole"), "--quiet").returncode, 0)
        whole = time.monotonic() - begun
        luck = random.Random(3)
        words = ["run", scene, "--out", self.path("killed")]
        kills = 0
        for _ in range(6):
            running = subprocess.Popen(self.command(*words, "--quiet", "--checkpoint-every", 0.02, "--threads", luck.choice([1, 2])),
                                       env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                running.wait(timeout=luck.uniform(0.1, 0.3) * whole)
            except subprocess.TimeoutExpired:
                pass
            running.kill()
            error = running.communicate()[1]
            if running.returncode == 0:
                break
            self.assertEqual(running.returncode, -signal.SIGKILL, error)
            kills += 1
            if os.path.exists(self.path("killed", "checkpoint.h5")):
                words = ["run", "--resume", self.path("killed")]
            else:
                words = ["run", scene, "--out", self.path("killed"), "--overwrite"]
        self.assertGreater(kills, 1)
        last = self.run_scree(*words, "--quiet", "--threads", 2)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assert_same_run("whole", "killed")
        self.assertEqual(self.summary("whole")["solver"], self.summary("killed")["solver"])

    def test_looking_does_not_change_the_run(self):
        text = HEAP.format(stepper="velocity-verlet", end=0.2)
        seen = self.write("seen.toml", text + PACKING)
        unseen = self.write("unseen.toml", text.replace('frames_every = "0.03 s"\nframes = ["vtp", "dump"]\n', "").replace('every = "0.005 s"', 'every = "0.1 s"'))
        self.assertEqual(self.run_scree("run", seen, "--out", self.path("seen"), "--quiet", "--checkpoint-every", 0).returncode, 0)
        self.assertEqual(self.run_scree("run", unseen, "--out", self.path("unseen"), "--quiet").returncode, 0)
        self.assertEqual(self.summary("seen")["state_hash"], self.summary("unseen")["state_hash"])
        self.assertEqual(self.summary("seen")["energy"], self.summary("unseen")["energy"])


class Nonsmooth(Case):
    def test_says_what_the_solver_did_and_when_a_step_did_not_reach_its_tolerance(self):
        rigid = RIGID.replace("count = 250", "count = 90")  # all of which come before the end
        good = self.run_scree("run", self.write("good.toml", rigid.format(end=0.3, iterations=5000)), "--out", self.path("good"), "--quiet")
        self.assertEqual(good.returncode, 0, good.stderr)
        self.assertIn("every step reached the tolerance", good.stdout)
        self.assertNotIn("warning:", good.stderr)
        self.assertEqual(self.summary("good")["solver"]["unreached"], 0)
        few = self.run_scree("run", self.write("few.toml", rigid.format(end=0.3, iterations=2) + '[guard]\noverlap = "ignore"\nleaving = "ignore"\nresidual = "ignore"\n'), "--out", self.path("few"), "--quiet")
        self.assertEqual(few.returncode, 0, few.stderr)
        self.assertEqual(few.stderr.count("warning:"), 1)
        for part in ("did not reach its tolerance of 0.0001 m/s", "first in step", "nonsmooth.iterations"):
            self.assertIn(part, few.stderr)
        unreached = self.summary("few")["solver"]["unreached"]
        self.assertGreater(unreached, 10)
        self.assertIn("{} of 60 steps did not reach the tolerance".format(unreached), few.stdout)
        self.assertIn("did not reach its tolerance", self.run_scree("doctor", self.path("few")).stdout)
        self.assertIn("{} of which did not reach the tolerance".format(unreached), self.run_scree("inspect", self.path("few")).stdout)
        with open(self.path("few", "series.csv")) as file:
            header, *rows = [line.strip().split(",") for line in file]
        self.assertTrue(all(len(row) == len(header) for row in rows))
        self.assertEqual(int(rows[-1][header.index("solver_unreached")]), unreached)

    def test_the_problem_of_a_step_is_saved_and_all_solvers_agree_on_it(self):
        scene = self.write("rigid.toml", RIGID.format(end=0.5, iterations=5000))
        result = self.run_scree("run", scene, "--out", self.path("run"), "--quiet", "--save-problem", 100)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(self.path("run", "problem_100.h5"), result.stdout)
        told = self.run_scree("inspect", self.path("run", "problem_100.h5")).stdout
        self.assertIn("contact problem of Scree", told)
        self.assertIn("step 100, time 0.495", told)
        solved = json.loads(self.run_scree("solve", self.path("run", "problem_100.h5"), "--tolerance", 1e-7, "--iterations", 200000, "--json").stdout)
        self.assertGreater(solved["contacts"], 20)
        self.assertGreater(solved["rows"], 5)
        self.assertEqual(len(solved["solvers"]), 4)
        for solver in solved["solvers"]:
            self.assertTrue(solver["reached"], solver)
            self.assertLess(solver["velocity_difference"], 1e-3, solver)

    def test_a_problem_that_will_never_be_there_is_refused_before_the_run(self):
        rigid = self.write("rigid.toml", RIGID.format(end=0.5, iterations=200))
        smooth = self.write("heap.toml", HEAP.format(stepper="velocity-verlet", end=0.03))
        self.write("mine.h5", "precious")
        for part, words in (("the run ends with step 100", [rigid, "--save-problem", 101]), ("no contact problem", [smooth, "--save-problem", 3]),
                            ("the file exists", [rigid, "--save-problem", 3, "--problem", self.path("mine.h5")])):
            with self.subTest(part):
                result = self.run_scree("run", *words, "--out", self.path("run"), "--quiet")
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(part, result.stderr)
                self.assertFalse(os.path.exists(self.path("run")))
        self.assertEqual(self.run_scree("run", rigid, "--out", self.path("run"), "--problem", self.path("p.h5")).returncode, 2)


class MachineFails(Case):
    def setUp(self):
        super().setUp()
        self.scene = self.write("heap.toml", HEAP.format(stepper="velocity-verlet", end=0.3))

    def assert_one_sentence(self, result, code, *parts):
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)

    def test_a_full_disk_ends_the_run_and_leaves_the_last_checkpoint_whole(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))

        result = self.run_scree("run", self.scene, "--out", self.path("full"), "--quiet", "--checkpoint-every", 0.05, preexec_fn=small_files)
        self.assert_one_sentence(result, 4, "full")
        self.assertIn("was ended by the machine", self.run_scree("doctor", self.path("full")).stdout)
        self.assertEqual(self.run_scree("inspect", self.path("full")).returncode, 0)
        # With room again it goes on to the bits of an undisturbed run.
        again = self.run_scree("run", "--resume", self.path("full"), "--quiet")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.run_scree("run", self.scene, "--out", self.path("whole"), "--quiet").returncode, 0)
        self.assert_same_run("whole", "full")

    def test_a_folder_that_cannot_be_made(self):
        self.write("file", "")
        self.assert_one_sentence(self.run_scree("run", self.scene, "--out", self.path("file", "run"), "--quiet"), 4, "cannot make the folder")

    def test_a_folder_that_holds_another_run_is_left_alone(self):
        short = self.write("short.toml", HEAP.format(stepper="velocity-verlet", end=0.03))
        self.assertEqual(self.run_scree("run", short, "--out", self.path("run"), "--quiet").returncode, 0)
        before = {name: os.stat(self.path("run", name)).st_mtime_ns for name in os.listdir(self.path("run"))}
        self.assert_one_sentence(self.run_scree("run", short, "--out", self.path("run"), "--quiet"), 4, "contains another run", "--resume", "--overwrite")
        self.assertEqual(before, {name: os.stat(self.path("run", name)).st_mtime_ns for name in os.listdir(self.path("run"))})

    def test_files_of_somebody_else_are_left_alone(self):
        os.mkdir(self.path("mine"))
        for name in ("final.data", "frames.dump", "bodies.csv"):
            with self.subTest(name):
                mine = self.write("mine/" + name, "precious")
                self.assert_one_sentence(self.run_scree("run", self.scene, "--out", self.path("mine"), "--quiet"), 4, name, "--overwrite")
                with open(mine) as file:
                    self.assertEqual(file.read(), "precious")
                os.remove(mine)

    def test_a_scene_that_cannot_be_built_destroys_nothing(self):
        short = self.write("short.toml", HEAP.format(stepper="velocity-verlet", end=0.03))
        self.assertEqual(self.run_scree("run", short, "--out", self.path("run"), "--quiet").returncode, 0)
        before = sorted(os.listdir(self.path("run")))
        crowded = self.write("crowded.toml", HEAP.format(stepper="velocity-verlet", end=0.03) +
                             '[[random]]\nlow = [0, 0, 0]\nhigh = ["20 mm", "20 mm", "20 mm"]\ncount = 5000\nradius = "3 mm"\nseed = 1\nmaterial = "glass"\n')
        result = self.run_scree("run", crowded, "--out", self.path("run"), "--quiet", "--overwrite")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertEqual(before, sorted(os.listdir(self.path("run"))))

    def test_two_processes_cannot_run_in_one_folder(self):
        first = subprocess.Popen(self.command("run", self.scene, "--out", self.path("run"), "--quiet"), env=self.environment, stdout=subprocess.DEVNULL)
        while not os.path.exists(self.path("run", "checkpoint.h5")):
            time.sleep(0.01)
        first.send_signal(signal.SIGSTOP)
        self.assert_one_sentence(self.run_scree("run", "--resume", self.path("run"), "--quiet"), 4, "another process")
        self.assert_one_sentence(self.run_scree("run", self.scene, "--out", self.path("run"), "--quiet", "--overwrite"), 4, "another process")
        first.send_signal(signal.SIGCONT)
        self.assertEqual(first.wait(timeout=300), 0)

    def test_a_misspelt_subcommand_is_named_with_the_nearest(self):
        result = self.run_scree("chek", "scene.toml")
        self.assert_one_sentence(result, 2)
        self.assertIn('there is no subcommand "chek". Did you mean "check"?', result.stderr)
        self.assertIn("`scree --help` lists all", self.run_scree("zzzzzz").stderr)

    def test_checkpoints_that_are_of_no_use(self):
        short = self.write("short.toml", HEAP.format(stepper="velocity-verlet", end=0.05))
        self.assertEqual(self.run_scree("run", short, "--out", self.path("run"), "--quiet").returncode, 0)
        with open(self.path("run", "checkpoint.h5"), "rb") as file:
            good = file.read()
        os.remove(self.path("run", "checkpoint.previous.h5"))
        self.assert_one_sentence(self.run_scree("run", "--resume", self.path("run"), "--quiet"), 0, "is finished")
        with open(self.path("run", "run.json")) as file:
            record = json.load(file)
        with open(self.path("run", "run.json"), "w") as file:
            json.dump(dict(record, state="stopped"), file)
        inside = good.index(b"velocity-verlet")  # of the scene's text; between the arrays of the file there are bytes that say nothing
        for name, content in (("truncated", good[: len(good) // 2]), ("foreign", b"hello world" * 100), ("flipped", good[:inside] + bytes([good[inside] ^ 1]) + good[inside + 1:])):
            with self.subTest(name):
                with open(self.path("run", "checkpoint.h5"), "wb") as file:
                    file.write(content)
                self.assert_one_sentence(self.run_scree("run", "--resume", self.path("run"), "--quiet"), 6)
        self.assert_one_sentence(self.run_scree("run", "--resume", self.path("nowhere"), "--quiet"), 6)
        # One of a newer program is not passed over in favour of an older one, and stays as it is.
        newer = bytearray(good)
        at = good.index(b"version\0")
        self.assertEqual(newer[at + 24], 1)
        newer[at + 24] = 2
        for name, content in (("checkpoint.h5", newer), ("checkpoint.previous.h5", good)):
            with open(self.path("run", name), "wb") as file:
                file.write(content)
        self.assert_one_sentence(self.run_scree("run", "--resume", self.path("run"), "--quiet"), 6, "use a newer Scree")
        with open(self.path("run", "checkpoint.h5"), "rb") as file:
            self.assertEqual(file.read(), newer)
        # A whole former one is taken in place of a damaged one, which is named.
        with open(self.path("run", "checkpoint.h5"), "wb") as file:
            file.write(good[:1000])
        with open(self.path("run", "checkpoint.previous.h5"), "wb") as file:
            file.write(good)
        result = self.run_scree("run", "--resume", self.path("run"), "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("checkpoint.h5", result.stderr)


# Into a box that has no room for all of it, and that bodies leave slowly.
CLOG = """
[[stream]]
low = ["20 mm", 0, "20 mm"]
high = ["30 mm", "10 mm", "30 mm"]
count = 50
batch = 50
rate = "10000 1/s"
radius = "2 mm"
material = "glass"
"""


class Ends(Case):
    def test_a_stream_that_did_not_bring_all_of_its_bodies_is_told_by_run_doctor_and_summary(self):
        scene = self.write("clog.toml", BALL.format(extra=CLOG, step="1e-5 s", stiffness="3 kN/m").replace("0.5 s", "10 ms"))
        result = self.run_scree("run", scene, "--out", self.path("run"), "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        doctor = self.run_scree("doctor", self.path("run")).stdout
        stream = self.summary("run")["streams"][0]
        self.assertEqual(stream["asked"], 50)
        self.assertEqual(stream["delivered"] + stream["waiting"], 50)
        self.assertGreater(stream["waiting"], 0)
        for part in (f"stream 1 has inserted {stream['delivered']} of its 50 bodies", "the box of the stream is full", "what to change: use a larger box"):
            self.assertIn(part, result.stderr)
            self.assertIn(part, doctor)
        self.assertEqual(result.stderr.count("warning:"), 1)

    def test_a_run_that_its_time_ended_says_that_no_rule_of_stop_was_met_and_has_units(self):
        scene = self.write("ball.toml", BALL.format(extra='[stop]\nkinetic_energy = "1e-30 J"', step="1e-4 s", stiffness="3 kN/m").replace("0.5 s", "20 ms"))
        result = self.run_scree("run", scene, "--out", self.path("run"), "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("ended at time.end: no rule of [stop] was met\n", result.stdout)
        self.assertRegex(result.stdout, r"energy: kinetic [0-9.e-]+ J, in springs [0-9.e-]+ J, dissipated [0-9.e-]+ J ")
        self.assertEqual(self.summary("run")["ended_by"], "time")

    def test_a_run_that_its_guard_stopped_was_not_ended_by_its_time(self):
        scene = self.write("ball.toml", BALL.format(extra="", step="1e-5 s", stiffness="2 N/m"))
        result = self.run_scree("run", scene, "--out", self.path("run"), "--quiet")
        self.assertEqual(result.returncode, 5)
        self.assertRegex(result.stderr, r"step [0-9]+ \(t = [0-9.]+ s\): body 1")
        self.assertIsNone(self.summary("run")["ended_by"])


class PhysicsFails(Case):
    def ball(self, extra="", step="1e-5 s", stiffness="3 kN/m"):
        return self.write("ball.toml", BALL.format(extra=extra, step=step, stiffness=stiffness))

    def trouble(self, kind, *parts, scene=None, code=5, saved=True):
        result = self.run_scree("run", scene, "--out", self.path("run"), "--quiet")
        self.assertEqual(result.returncode, code, result.stderr)
        for part in ("step", "likely cause", "what to change", *parts):
            self.assertIn(part, result.stderr)
        with open(self.path("run", "run.json")) as file:
            self.assertEqual(json.load(file)["trouble"]["kind"], kind)
        doctor = self.run_scree("doctor", self.path("run"))
        for part in ("was stopped by its guard", *parts):
            self.assertIn(part, doctor.stdout)
        self.assertEqual(self.run_scree("inspect", self.path("run")).returncode, 0 if saved else 6)  # none if the start was bad
        self.assertFalse(os.path.exists(self.path("run", "bodies.csv")))

    def test_an_overlap_beyond_the_limit_names_the_contact_and_keeps_the_last_good_state(self):
        self.trouble("overlap", "body 1", 'plane "floor"', "overlap_limit", "stiffness", scene=self.ball(stiffness="2 N/m"))

    def test_a_step_beyond_the_critical_one_is_named_as_the_cause(self):
        self.trouble("overlap", "body 1", "times the critical step", scene=self.ball(step="10 ms", extra='[guard]\nleaving = "ignore"'))

    def test_a_body_behind_a_plane(self):  # of a lattice: of a single sphere the reader would tell
        self.trouble("leaving", "body 2", 'behind plane "floor"', scene=self.ball(
            extra='[[lattice]]\nlow = ["50 mm", 0, "-20 mm"]\nhigh = ["50 mm", 0, "-20 mm"]\nspacing = "10 mm"\nradius = "5 mm"\nmaterial = "glass"\n[guard]\noverlap = "ignore"'), saved=False)

    def test_a_body_that_leaves_the_region(self):
        self.trouble("leaving", "body 2", "guard.region", scene=self.ball(
            extra='[[sphere]]\nposition = ["50 mm", 0, "10 mm"]\nradius = "5 mm"\nvelocity = ["3 m/s", 0, 0]\nmaterial = "glass"\n'
                  '[guard]\nregion = { low = ["-1 m", "-1 m", "-1 m"], high = ["200 mm", "1 m", "1 m"] }'))

    def test_a_blow_up_stops_even_if_everything_is_ignored(self):
        self.trouble("not-finite", "blown up", scene=self.ball(step="5 ms", stiffness="1e60 N/m", extra='[[plane]]\nname = "lid"\npoint = [0, 0, "40 mm"]\nnormal = [0, 0, -1]\nmaterial = "glass"\n[guard]\noverlap = "ignore"\nleaving = "ignore"\nresidual = "ignore"'))

    def test_an_energy_residual_can_stop_or_warn(self):
        guard = '[guard]\noverlap = "ignore"\nleaving = "ignore"\nresidual = "{}"\nresidual_limit = 1e-9'
        self.trouble("residual", "energy ledger", scene=self.ball(step="1e-4 s", extra=guard.format("stop")))
        result = self.run_scree("run", self.ball(step="1e-4 s", extra=guard.format("warn")), "--out", self.path("warned"), "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("warning:"), 1)
        self.assertIn("energy ledger", self.run_scree("doctor", self.path("warned")).stdout)


if __name__ == "__main__":
    unittest.main()
