"""The angle of repose of a heap that still moves: the printed line, the warning, summary.json and doctor.

Usage: heap_rest_test.py PATH_OF_SCREE [unittest arguments]
"""
import json
import subprocess
import sys
import unittest

from folder_case import FolderCase

SCREE = sys.argv.pop(1)

POUR = """
gravity = [0, 0, "-9.81 m/s^2"]
stepper = "nonsmooth"
[time]
end = "{end} s"
step = "5 ms"
[output]
picture = false
[[material]]
name = "ball"
density = "2028 kg/m^3"
[[contact]]
between = ["ball", "ball"]
normal = {{ law = "rigid" }}
slide = {{ law = "coulomb", coefficient = 0.6 }}
roll = {{ law = "coulomb", length = "5 mm" }}
spin = {{ law = "coulomb", length = "5 mm" }}
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "ball"
[[stream]]
low = ["-10 cm", "-10 cm", "30 cm"]
high = ["10 cm", "10 cm", "50 cm"]
velocity = [0, 0, "-1 m/s"]
radius = "22.5 mm"
rate = "200 1/s"
batch = 2
count = 100
material = "ball"
[measure.repose]
centre = [0, 0, 0]
radius = "40 cm"
"""


class HeapRest(FolderCase):
    def scree(self, *words):
        return subprocess.run([SCREE, *words], env=self.environment, capture_output=True, text=True)

    def pour(self, end):
        scene = self.write("pour.toml", POUR.format(end=end))
        run = self.scree("run", scene, "--out", self.path("run"), "--overwrite", "--quiet", "--threads", "1")
        self.assertEqual(run.returncode, 0, run.stderr)
        with open(self.path("run", "summary.json")) as file:
            return run, json.load(file)["repose"]

    def doctor(self):
        return self.scree("doctor", self.path("run")).stdout

    def test_a_heap_that_is_still_being_poured_is_reported_as_not_at_rest(self):
        run, repose = self.pour(0.4)
        self.assertFalse(repose["at_rest"])
        self.assertGreater(repose["moving"], 10)
        self.assertEqual(repose["to_come"], 100 - 2 * (0.4 / 0.01 + 1))
        said = repose["why_not_at_rest"]
        self.assertRegex(said, r"^the heap is not at rest: \d+ of \d+ bodies in the region move, "
                               r"18 bodies of streams are still to come$")
        self.assertIn("angle of repose", run.stdout)
        self.assertNotIn("nan", run.stdout)
        self.assertIn(said, run.stdout)
        self.assertIn("warning", run.stderr)
        self.assertIn(said, run.stderr)
        self.assertIn(said, self.doctor())

    def test_a_heap_that_has_come_to_rest_is_reported_as_such(self):
        run, repose = self.pour(2)
        self.assertEqual((repose["at_rest"], repose["to_come"], repose["why_not_at_rest"]), (True, 0, ""))
        self.assertNotIn("not at rest", run.stdout + run.stderr + self.doctor())


if __name__ == "__main__":
    unittest.main()
