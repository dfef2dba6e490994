"""Files that a command must neither destroy nor follow, and what it writes into them: exit codes, files and messages.

Usage: files_test.py PATH_OF_SCREE [unittest arguments]
"""
import csv
import os
import unittest

from scree_case import SANITIZED, ScreeCase

RIGID = """
stepper = "nonsmooth"
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "20 ms"
step = "5 ms"
[output]
picture = false
[[material]]
name = "stone"
density = "2500 kg/m^3"
[[contact]]
between = ["stone", "stone"]
normal = { law = "rigid" }
slide = { law = "coulomb", coefficient = 0.6 }
[[plane]]
name = "floor"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "stone"
[[sphere]]
position = [0, 0, "5 mm"]
radius = "5 mm"
material = "stone"
"""


class Tables(ScreeCase):
    def test_names_of_materials_are_quoted_in_bodies_csv(self):
        for name, written in (('"glass, 3 mm"', "glass, 3 mm"), ("'the \"old\" one'", 'the "old" one'),
                              ('"two\\nlines"', "two\nlines"), ('"glass"', "glass")):
            with self.subTest(name):
                scene = self.spheres(name=name)
                self.assert_done(self.run_scree("run", scene, "--out", "run", "--quiet", "--overwrite"))
                with open(self.path("run", "bodies.csv"), newline="") as file:
                    rows = list(csv.DictReader(file))
                self.assertEqual([row["material"] for row in rows], [written])
                self.assertEqual([float(row["radius [m]"]) for row in rows], [0.25])
                self.assertEqual([float(row["vx [m/s]"]) for row in rows], [1.0])
                self.assertTrue(all(None not in row for row in rows))


class Bounds(ScreeCase):
    def test_an_open_axis_has_the_bounds_of_the_bodies_in_dumps_and_data_files(self):
        self.assert_done(self.run_into("run", "--data"))
        x = 0.4 + 1e-3  # after 1 ms at 1 m/s
        with open(self.path("run", "final.data")) as file:
            lines = [line.split() for line in file if "lo " in line]
        self.assert_bounds(lines, x)
        self.assert_done(self.run_scree("convert", "run/checkpoint.h5", "last.dump"))
        with open(self.path("last.dump")) as file:
            lines = file.read().split("\n")
        at = lines.index("ITEM: BOX BOUNDS ff ff ff")
        self.assert_bounds([line.split() for line in lines[at + 1:at + 4]], x)
        for steps in (("run/frames/bodies_000000100.vtp", "b.dump"), ("last.dump", "c.vtp"), ("c.vtp", "d.dump")):
            self.assert_done(self.run_scree("convert", *steps))
        self.assertEqual(self.bytes_of("last.dump"), self.bytes_of("b.dump"))
        self.assertEqual(self.bytes_of("last.dump"), self.bytes_of("d.dump"))

    def assert_bounds(self, lines, x):
        for (low, high), centre in zip((line[:2] for line in lines), (x, 0.5, 0.6)):
            self.assertAlmostEqual(float(low), centre - 0.25, places=12)
            self.assertAlmostEqual(float(high), centre + 0.25, places=12)


class RunFolders(ScreeCase):
    def test_a_folder_that_holds_only_frames_is_left_alone(self):
        self.assert_done(self.run_into("run"))
        os.makedirs(self.path("other"))
        os.rename(self.path("run", "frames"), self.path("other", "frames"))
        before = sorted(os.listdir(self.path("other", "frames")))
        self.assertEqual(len(before), 6)
        self.assert_refused(self.run_into("other"), 4, "frames/", "--overwrite")
        self.assertEqual(os.listdir(self.path("other")), ["frames"])
        self.assertEqual(sorted(os.listdir(self.path("other", "frames"))), before)
        self.assert_done(self.run_into("other", "--overwrite"))

    def test_frames_of_others_behind_a_link_are_never_removed(self):
        os.makedirs(self.path("elsewhere"))
        precious = self.write("elsewhere/bodies_000000100.vtp", "precious")
        os.makedirs(self.path("run"))
        os.symlink(self.path("elsewhere"), self.path("run", "frames"))
        for words in ((), ("--overwrite",)):
            self.assert_refused(self.run_into("run", *words), 4, "frames")
            self.assertEqual(os.listdir(self.path("elsewhere")), ["bodies_000000100.vtp"])
            self.assertEqual(self.bytes_of(precious), b"precious")

    def test_a_resumed_run_does_not_follow_a_link_to_frames(self):
        self.assert_done(self.run_into("run"))
        os.remove(self.path("run", "run.json"))  # so that it is not finished
        os.rename(self.path("run", "frames.dump"), self.path("frames.dump"))
        os.symlink(self.path("frames.dump"), self.path("run", "frames.dump"))
        before = self.bytes_of("frames.dump")
        self.assert_refused(self.run_scree("run", "--resume", "run", "--quiet"), 4, "frames.dump", "symbolic link")
        self.assertEqual(self.bytes_of("frames.dump"), before)

    def test_no_file_of_a_run_is_written_through_a_link(self):
        precious = self.write("precious", "precious")
        names = ["run.json.partial", "summary.json.partial", "checkpoint.h5.partial", "checkpoint.previous.h5.partial",
                 "bodies.pvd.partial", "energy.png.part", "energy.png.partial", "final.data.partial"]
        os.makedirs(self.path("run", "frames"))
        for name in [*names, "frames/bodies_000000000.vtp.partial"]:
            os.symlink(precious, self.path("run", name))
        self.assert_done(self.run_into("run", "--data", "--overwrite"))
        self.assertEqual(self.bytes_of("precious"), b"precious")
        for name in ("run.json", "summary.json", "checkpoint.h5", "bodies.pvd", "energy.png", "final.data",
                     "frames/bodies_000000000.vtp"):
            self.assertFalse(os.path.islink(self.path("run", name)), name)
            self.assertGreater(os.path.getsize(self.path("run", name)), 8, name)

    def test_a_lock_that_is_a_link_is_refused(self):
        os.makedirs(self.path("run"))
        os.symlink(self.path("elsewhere"), self.path("run", ".lock"))
        self.assert_refused(self.run_into("run"), 4, ".lock", "symbolic link")
        self.assertFalse(os.path.exists(self.path("elsewhere")))

    def test_links_that_lead_nowhere_are_in_the_way_of_a_new_run(self):
        os.makedirs(self.path("run"))
        os.symlink(self.path("elsewhere"), self.path("run", "series.csv"))
        self.assert_refused(self.run_into("run"), 4, "series.csv", "--overwrite")
        self.assertTrue(os.path.islink(self.path("run", "series.csv")))

    @unittest.skipIf(SANITIZED, "a sanitizer has memory of its own")
    def test_a_file_named_checkpoint_in_the_working_directory_is_not_read(self):
        with open(self.path("checkpoint"), "wb") as file:
            file.truncate(600 << 20)
        result, memory = self.measured("run", self.spheres(), "--out", "run", "--quiet")
        self.assert_done(result)
        self.assertLess(memory, 300 << 20)


class Inputs(ScreeCase):
    def test_convert_does_not_write_over_its_input(self):
        self.assert_done(self.run_into("run"))
        os.rename(self.path("run", "frames.dump"), self.path("a.dump"))
        before = self.bytes_of("a.dump")
        os.link(self.path("a.dump"), self.path("hard.dump"))
        os.symlink("a.dump", self.path("soft.dump"))
        for words in (("a.dump", "a.dump"), ("a.dump", "./run/../a.dump"), (self.path("a.dump"), "a.dump"),
                      ("a.dump", "hard.dump"), ("a.dump", "soft.dump"), ("soft.dump", "a.dump"),
                      ("hard.dump", "soft.dump")):
            with self.subTest(words):
                self.assert_refused(self.run_scree("convert", *words), 2, words[1], "is the file that is read")
                self.assertEqual(self.bytes_of("a.dump"), before)
                self.assertTrue(os.path.islink(self.path("soft.dump")))
                self.assertEqual(os.stat(self.path("a.dump")).st_nlink, 2)

    def test_contact_does_not_write_over_its_path(self):
        path = self.write("walton.csv", "time [s],overlap [um],slide_x [um]\n1,1,0\n2,1,1\n")
        before = self.bytes_of(path)
        result = self.run_scree("contact", "--path", "walton.csv", "--laws", "walton", "--out", ".")
        self.assert_refused(result, 2, "walton.csv", "--out")
        self.assertEqual(self.bytes_of(path), before)

    def test_a_saved_problem_replaces_nothing_but_a_saved_problem(self):
        scene = self.write("rigid.toml", RIGID)
        before = self.bytes_of(scene)
        words = ("run", scene, "--out", "run", "--quiet", "--save-problem", 2, "--overwrite", "--problem")
        self.write("notes.txt", "precious")
        os.symlink(scene, self.path("link.h5"))
        for name in ("rigid.toml", "./rigid.toml", "link.h5", "notes.txt"):
            self.assert_refused(self.run_scree(*words, name), 2, name, "not a contact problem")
            self.assertEqual(self.bytes_of(scene), before)
        self.assertEqual(self.bytes_of("notes.txt"), b"precious")
        self.assertTrue(os.path.islink(self.path("link.h5")))
        self.assertFalse(os.path.exists(self.path("run")))
        for _ in range(2):
            self.assert_done(self.run_scree(*words, "problem.h5"))
        self.assert_refused(self.run_scree(*words, "run/checkpoint.h5"), 2, "checkpoint.h5")
        self.assert_done(self.run_scree("inspect", "run"))

    def test_a_saved_problem_does_not_take_the_name_of_another_result(self):
        scene = self.write("rigid.toml", RIGID)
        words = ("run", scene, "--out", "run", "--quiet", "--save-problem", 2, "--problem")
        for name in ("run/series.csv", "run/summary.json", "run/../run/checkpoint.h5", "run/.lock", "run/frames.dump",
                     "run/run.json.partial", "run/frames/bodies_000000001.vtp"):
            with self.subTest(name):
                self.assert_refused(self.run_scree(*words, name), 2, name, "a run")
        self.assert_done(self.run_scree(*words, "run/mine.h5"))


if __name__ == "__main__":
    unittest.main()
