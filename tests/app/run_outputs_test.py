"""What a run leaves in its folder and what it finds there, seen from outside: warnings after a kill, outputs that are
missing, files that are no files, a full disk, a folder that is removed.

Usage: run_outputs_test.py PATH_OF_SCREE [unittest arguments]
"""
import os
import resource
import shutil
import signal
import sys
import unittest

from grid_case import FRAME_EVERY, FRAMES, ROW_EVERY, WARNS, GridCase, grid

GridCase.scree = sys.argv.pop(1)


class Warned(GridCase):
    def test_warnings_of_a_killed_run_are_reported_by_doctor_and_kept_by_its_resumed_part(self):
        scene = self.write("grid.toml", grid(end=1000, extra=WARNS))
        running = self.start("run", scene, "--out", self.path("run"), "--quiet", "--checkpoint-every", 0.02)
        for line in running.stderr:
            if "warning:" in line:
                break
        self.wait_for_checkpoints("run", running, 2)
        running.kill()
        running.wait()
        report = self.run_scree("doctor", self.path("run")).stdout
        self.assertIn("energy ledger", report)
        self.assertIn("killed", report)
        first = self.json("run", "run.json")["warnings"]
        again = self.start("run", "--resume", self.path("run"), "--quiet", "--checkpoint-every", 0.02)
        self.wait_for_checkpoints("run", again, 2)
        again.kill()
        again.wait()
        self.assertEqual(self.json("run", "run.json")["warnings"][: len(first)], first)

    def test_a_warning_after_the_last_checkpoint_is_not_listed_twice_when_the_resumed_run_repeats_it(self):
        scene = self.write("grid.toml", grid(end=0.2, extra=WARNS))
        self.assertEqual(self.run_scree("run", scene, "--out", self.path("whole"), "--quiet").returncode, 0)
        expected = self.json("whole", "run.json")["warnings"]
        self.assertEqual(len(expected), 1)
        self.assertGreater(expected[0]["step"], 0)
        # The checkpoint of the start is the only one of a run that is killed early.
        scene = self.write("long.toml", grid(end=1000, extra=WARNS))
        running = self.start("run", scene, "--out", self.path("run"), "--quiet")
        for line in running.stderr:
            if "warning:" in line:
                break
        running.kill()
        running.wait()
        self.assertEqual(self.json("run", "run.json")["warnings"], expected)
        again = self.start("run", "--resume", self.path("run"), "--quiet")
        for line in again.stderr:
            if "warning:" in line:
                break
        again.terminate()
        again.stderr.read()
        self.assertEqual(again.wait(), 7)
        self.assertEqual(self.json("run", "run.json")["warnings"], expected)


class OutputsAreMissing(GridCase):
    def setUp(self):
        super().setUp()
        scene = self.write("grid.toml", grid(end=0.1, output=FRAMES))
        self.assertEqual(self.run_scree("run", scene, "--out", self.path("run"), "--quiet").returncode, 0)
        self.declare_stopped("run")

    def resume(self):
        result = self.run_scree("run", "--resume", self.path("run"), "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def assert_reported(self, *parts):
        for text in (self.resume(), self.run_scree("doctor", self.path("run")).stdout):
            for part in (*parts, "what to change"):
                self.assertIn(part, text)

    def test_nothing_is_reported_if_nothing_is_missing(self):
        self.assertNotIn("warning", self.resume())

    def test_rows_that_are_missing_are_counted_and_those_that_are_there_stay(self):
        lines = self.text("run", "series.csv").splitlines(keepends=True)
        kept = lines[:4] + lines[6:9] + lines[10:]  # without the rows 3, 4 and 8, counted from 0
        self.write("run/series.csv", "".join(kept))
        self.assert_reported("series.csv", "3 of 21 rows", f"step {3 * ROW_EVERY}", f"step {8 * ROW_EVERY}")
        self.assertEqual(self.text("run", "series.csv"), "".join(kept))

    def test_rows_that_were_cut_off_at_the_end_are_missing_too(self):
        lines = self.text("run", "series.csv").splitlines(keepends=True)
        self.write("run/series.csv", "".join(lines[:-5]))
        self.assert_reported("series.csv", "5 of 21 rows")

    def test_a_line_that_is_no_row_stays_and_is_counted(self):
        lines = self.text("run", "series.csv").splitlines(keepends=True)
        lines[7] = "spilt coffee\n"
        self.write("run/series.csv", "".join(lines))
        self.assert_reported("series.csv", "1 of 21 rows", f"step {6 * ROW_EVERY}")
        self.assertEqual(self.text("run", "series.csv"), "".join(lines))

    def test_a_series_that_is_gone_is_begun_again_and_all_its_rows_are_counted(self):
        header = self.text("run", "series.csv").splitlines()[0]
        os.remove(self.path("run", "series.csv"))
        self.assert_reported("series.csv", "21 of 21 rows")
        self.assertEqual(self.text("run", "series.csv"), header + "\n")

    def test_a_series_with_other_columns_is_refused_and_left_as_it_is(self):
        self.write("run/series.csv", "a,b\n1,2\n")
        result = self.run_scree("run", "--resume", self.path("run"), "--quiet")
        self.assertEqual(result.returncode, 4, result.stderr)
        for part in ("series.csv", "other columns", "move it away"):
            self.assertIn(part, result.stderr)
        self.assertEqual(self.text("run", "series.csv"), "a,b\n1,2\n")

    def test_files_of_frames_that_are_missing_or_empty_are_counted(self):
        os.remove(self.path("run", "frames", f"bodies_{FRAME_EVERY:09}.vtp"))
        self.write(f"run/frames/contacts_{3 * FRAME_EVERY:09}.vtp", "")
        os.remove(self.path("run", "frames", f"bodies_{5 * FRAME_EVERY:09}.csv"))
        self.assert_reported("3 of 18 files of frames", f"bodies_{FRAME_EVERY:09}.vtp",
                             f"bodies_{5 * FRAME_EVERY:09}.csv")

    def test_frames_that_the_dump_lacks_are_counted(self):
        text = self.text("run", "frames.dump")
        begins = [i for i in range(len(text)) if text.startswith("ITEM: UNITS", i)]
        self.assertEqual(len(begins), 6)
        self.write("run/frames.dump", text[: begins[2]] + text[begins[4]:])
        self.assert_reported("frames.dump", "2 of 6 frames", f"step {2 * FRAME_EVERY}")

    def test_frames_that_the_list_for_paraview_lacks_are_counted(self):
        os.remove(self.path("run", "bodies.pvd"))
        self.assert_reported("bodies.pvd", "6 of 6 frames")


class NoFiles(GridCase):
    def setUp(self):
        super().setUp()
        scene = self.write("grid.toml", grid(end=0.1, output=FRAMES))
        self.assertEqual(self.run_scree("run", scene, "--out", self.path("run"), "--quiet").returncode, 0)
        self.declare_stopped("run")

    def put_pipe(self, name):
        os.remove(self.path("run", name))
        os.mkfifo(self.path("run", name))

    def test_a_pipe_as_the_record_of_a_run_is_refused(self):
        self.put_pipe("run.json")
        for words in (["doctor", self.path("run")], ["run", "--resume", self.path("run"), "--quiet"]):
            with self.subTest(words):
                result = self.run_scree(*words, timeout=60)
                self.assertEqual(result.returncode, 3, result.stderr)
                for part in ("run.json", "is a pipe", "only regular files"):
                    self.assertIn(part, result.stderr)

    def test_a_pipe_as_the_series_or_the_dump_is_refused_by_resume(self):
        for name in ("series.csv", "frames.dump"):
            with self.subTest(name):
                self.put_pipe(name)
                result = self.run_scree("run", "--resume", self.path("run"), "--quiet", timeout=60)
                self.assertEqual(result.returncode, 4, result.stderr)
                self.assertIn(name, result.stderr)
                self.assertIn("regular file", result.stderr)
                self.assertEqual(self.run_scree("doctor", self.path("run"), timeout=60).returncode, 0)
                os.remove(self.path("run", name))


class FullDisk(GridCase):
    def test_doctor_names_the_cause_even_if_no_new_file_could_be_made(self):
        # A limit on the size of files fails the checkpoint; the folder in the place of the new record fails that.
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000000, 2000000))

        scene = self.write("grid.toml", grid(count=30, end=1000, output=FRAMES))
        running = self.start("run", scene, "--out", self.path("run"), "--quiet", "--checkpoint-every", 1e9,
                             preexec_fn=small_files)
        self.wait_for_checkpoints("run", running)
        os.makedirs(self.path("run", "run.json.partial", "x"))
        error = running.stderr.read()
        self.assertEqual(running.wait(), 4, error)
        report = self.run_scree("doctor", self.path("run")).stdout
        self.assertIn("was ended by the machine", report)
        self.assertIn("the file exceeds the size limit", report)


class FolderIsRemoved(GridCase):
    def run_and_remove(self, remove, name):
        scene = self.write("grid.toml", grid(count=10, end=0.3))
        running = self.start("run", scene, "--out", self.path("run"), "--quiet")
        self.wait_for_checkpoints("run", running)
        running.send_signal(signal.SIGSTOP)
        remove()
        running.send_signal(signal.SIGCONT)
        error = running.stderr.read()
        self.assertEqual(running.wait(), 4, error)
        self.assertIn(f"{name} was removed or replaced", error)

    def test_a_run_whose_folder_is_gone_fails(self):
        self.run_and_remove(lambda: shutil.rmtree(self.path("run")), "the folder " + self.path("run"))

    def test_so_does_one_whose_folder_is_replaced_by_another(self):
        def replace():
            shutil.rmtree(self.path("run"))
            os.makedirs(self.path("run"))
        self.run_and_remove(replace, "the folder " + self.path("run"))
        self.assertEqual(os.listdir(self.path("run")), [])

    def test_so_does_one_whose_series_was_removed(self):
        self.run_and_remove(lambda: os.remove(self.path("run", "series.csv")), "series.csv")
        self.assertIn("was ended by the machine", self.run_scree("doctor", self.path("run")).stdout)


if __name__ == "__main__":
    unittest.main()
