"""Names and titles of any kind, seen from outside: what is printed cannot steer a terminal, and commands in messages
can be copied.

Usage: text_test.py PATH_OF_SCREE [unittest arguments]
"""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import unittest

from folder_case import FolderCase

SCREE = os.path.abspath(sys.argv.pop(1))

# Sets the title of the window, clears the screen, colours, and writes from right to left.
STEERING = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"
IN_TOML = "\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202e"

# One ball at rest on a floor, with a name of the test's choice wherever a scene has one.
SCENE = """
title = "a ball {name}"
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "{end} s"
step = "1e-5 s"
[output]
picture = false
[[material]]
name = "glass {name}"
density = "2500 kg/m^3"
[[contact]]
between = ["glass {name}", "glass {name}"]
normal = {{ law = "hooke", stiffness = "1e5 N/m", restitution = 0.5 }}
[[plane]]
name = "floor {name}"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass {name}"
[[sphere]]
name = "ball {name}"
position = [0, 0, "{height} mm"]
radius = "1 mm"
material = "glass {name}"
"""
STUDY = """
scene = "scene.toml"
[[vary]]
key = "contact.normal.restitution"
values = [0.4, 0.6]
"""


class Text(FolderCase):
    def scree(self, *words, cwd=None):
        return subprocess.run([SCREE, *words], capture_output=True, env=self.environment, cwd=cwd or self.folder,
                              timeout=120)

    def scene(self, name="", end=1e-3, height=1.0, file="scene.toml"):
        path = os.path.join(os.fsencode(self.folder), os.fsencode(file))
        with open(path, "w", encoding="utf-8") as out:
            out.write(SCENE.format(name=name, end=end, height=height))
        return path

    def assert_plain(self, result):
        for output in (result.stdout, result.stderr):
            text = output.decode("utf-8", "surrogateescape").replace("\n", "")
            found = re.search("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff]", text)
            self.assertIsNone(found, f"{found and hex(ord(found.group()))} in {output!r}")

    def stopped_run(self, folder, scene="scene.toml"):
        """A run that was stopped by a signal; returns what it said."""
        process = subprocess.Popen([SCREE, "run", scene, "--out", folder, "--quiet"], cwd=self.folder,
                                   env=self.environment, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60.0
        saved = os.path.join(os.fsencode(self.folder), os.fsencode(folder), b"checkpoint.h5")
        while not os.path.exists(saved) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 7, said)
        return said

    def test_one_contact_of_materials_with_such_names_is_printed_and_saved_under_harmless_names(self):
        self.scene(IN_TOML)
        driven = self.scree("contact", "scene.toml", "--out", "loops")
        self.assertEqual(driven.returncode, 0, driven.stderr)
        self.assert_plain(driven)
        for name in os.listdir(self.path("loops")):
            self.assertTrue(name.isascii() and name.isprintable(), repr(name))

    def test_arguments_of_the_command_line_are_printed_without_what_steers_a_terminal(self):
        self.scene()
        for words in (["run", "scene.toml", "--isa", STEERING], ["reproduce", STEERING], ["bench", STEERING],
                      ["solve", "problem.h5", "--solver", STEERING], ["analyse", "frame.vtp", "--modes", STEERING]):
            with self.subTest(words[0]):
                refused = self.scree(*words)
                self.assertNotEqual(refused.returncode, 0)
                self.assert_plain(refused)

    def test_names_and_titles_cannot_steer_the_terminal(self):
        self.scene(IN_TOML)
        for words in (["check", "scene.toml"], ["run", "scene.toml", "--out", "out", "--quiet"], ["doctor", "out"],
                      ["inspect", "out"], ["analyse", "out"]):
            result = self.scree(*words)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assert_plain(result)
        self.assertIn(b"a ball \\x1b]0;owned\\x07\\x1b[2J\\u009b31m\\u202e", self.scree("check", "scene.toml").stdout)

    def test_troubles_that_name_something_cannot_steer_the_terminal(self):
        self.scene(IN_TOML, height=0.7)  # it begins in the floor
        for words, code in ((["check", "scene.toml"], 3), (["run", "scene.toml", "--out", "out", "--quiet"], 3)):
            result = self.scree(*words)
            self.assertEqual(result.returncode, code, result.stderr)
            self.assert_plain(result)
        with open(self.path("scene.toml"), "a") as file:  # by a data file no reader finds it, but the guard
            file.write("\n[guard]\noverlap = \"warn\"\n")
        result = self.scree("run", "scene.toml", "--out", "warned", "--quiet")
        self.assertIn(b"warning: ", result.stderr)
        self.assert_plain(result)
        self.assert_plain(self.scree("doctor", "warned"))

    def test_names_of_files_and_folders_cannot_steer_the_terminal(self):
        self.scene(file=STEERING + ".toml")
        for words in (["check", STEERING + ".toml"], ["run", STEERING + ".toml", "--out", STEERING, "--quiet"],
                      ["doctor", STEERING], ["inspect", STEERING], ["doctor", STEERING + "none"],
                      ["run", "--resume", STEERING + "none"], ["check", STEERING + "none"],
                      ["convert", STEERING + "a.dump", "b.vtp"]):
            self.assert_plain(self.scree(*words))

    def test_a_forged_record_cannot_steer_the_terminal(self):
        self.scene()
        self.assertEqual(self.scree("run", "scene.toml", "--out", "out", "--quiet").returncode, 0)
        with open(self.path("out", "run.json")) as file:
            record = json.load(file)
        trouble = {"kind": STEERING, "step": 1, "time": 0.1, "bodies": [], "what": STEERING, "cause": STEERING,
                   "remedy": STEERING, "time_unit": STEERING}
        for state in ("finished", "stopped", "trouble", "failed", "running"):
            record.update(state=state, scene=STEERING, failure=STEERING, trouble=trouble, warnings=[trouble])
            with open(self.path("out", "run.json"), "w") as file:
                json.dump(record, file)
            self.assert_plain(self.scree("doctor", "out"))

    def test_the_hint_to_resume_can_be_copied_whatever_the_folder_is_called(self):
        self.scene(end=1000.0)
        for folder in ("plain", "with space", "it's", 'a "quoted" one', "back\\slash", "*", "a`touch owned`", "$HOME",
                       "~", "#x", "a;b|c&d", "new\nline", "-dash", "!history", "{a,b}", "\u00fcml\u00e4ut", b"\xff\xfe",
                       STEERING):
            name = folder if folder != "-dash" else "./-dash"
            said = self.stopped_run(name)
            hint = said.split(b"resume with\n  ")[1].split(b"\n")[0].decode("utf-8", "strict")
            command, rest = hint.split(" ", 1)
            self.assertEqual(command, "scree")
            shell = subprocess.run(["bash", "-c", "printf '%s\\0' " + rest], capture_output=True, cwd=self.folder)
            words = shell.stdout.split(b"\0")[:-1]
            self.assertEqual(words[:2], [b"run", b"--resume"])
            self.assertEqual(os.path.normpath(words[2]), os.path.normpath(os.fsencode(name)))
            self.assertEqual(len(words), 3, hint)
            doctor = self.scree("doctor", name)
            self.assert_plain(doctor)
            self.assertIn(hint.encode(), doctor.stdout)

    def test_a_scene_file_whose_name_is_not_utf8_runs_and_goes_on(self):
        name = b"sc\xe4ne.toml"  # in Latin-1
        self.scene(file=name, end=0.5)
        self.stopped_run("stopped", scene=name)
        result = self.scree("run", "--resume", "stopped", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.scene(file=name)
        for words in (["check", name], ["run", name, "--out", "out", "--quiet"]):
            result = self.scree(*words)
            self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.path("out", "run.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["scene"], "sc\\xe4ne.toml")
        for words in (["doctor", "out"], ["inspect", "out"], ["inspect", "out", "--json"]):
            result = self.scree(*words)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assert_plain(result)

    def test_a_sweep_of_a_scene_whose_name_is_not_utf8_is_refused_with_a_sentence(self):
        folder = os.path.join(os.fsencode(self.folder), b"b\xff")
        os.mkdir(folder)
        self.scene(file=b"b\xff/scene.toml")
        with open(os.path.join(folder, b"study.toml"), "w") as file:
            file.write(STUDY)
        result = self.scree("sweep", b"b\xff/study.toml", "--out", "sweep", "--quiet")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn(b"b\\xff", result.stderr)
        self.assertIn(b"is not UTF-8", result.stderr)

    def test_an_exported_sweep_keeps_the_instruction_set_and_the_checkpoints_that_were_asked_for(self):
        self.scene()
        self.write("study.toml", STUDY)
        for kind, file in (("slurm", "sweep.sbatch"), ("snakemake", "Snakefile")):
            result = self.scree("sweep", "study.toml", "--out", kind, "--export", kind, "--isa", "scalar",
                                "--checkpoint-every", "7.5", "--threads", "2")
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(self.path(kind, file)) as text:
                line = next(line for line in text if "--only" in line)
            words = shlex.split(line.strip().strip('"'))
            for option, value in (("--isa", "scalar"), ("--checkpoint-every", "7.5"), ("--threads", "2")):
                self.assertEqual(words[words.index(option) + 1], value)

    def test_what_to_do_with_an_export_can_be_copied(self):
        self.scene()
        self.write("study.toml", STUDY)
        for kind in ("slurm", "snakemake"):
            folder = kind + " it's here"
            said = self.scree("sweep", "study.toml", "--out", folder, "--export", kind).stdout.decode()
            words = shlex.split(said.splitlines()[-1])
            self.assertIn(folder + "/submit.sh" if kind == "slurm" else folder, words)


if __name__ == "__main__":
    unittest.main()
