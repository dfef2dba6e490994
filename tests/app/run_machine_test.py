"""Runs on a machine that misbehaves, seen from outside: signals, streams that cannot be written, too many threads, and
long series in constant memory.

Usage: run_machine_test.py PATH_OF_SCREE [unittest arguments]
"""
import csv
import os
import resource
import signal
import subprocess
import sys
import unittest

from grid_case import PROGRESS, WARNS, GridCase, grid

GridCase.scree = sys.argv.pop(1)

# The address sanitizer reserves more addresses than any limit allows, and keeps memory that was given back.
without_sanitizer = unittest.skipIf(os.environ.get("SCREE_SANITIZE"), "memory is not that of the program alone")


class StreamsFail(GridCase):
    def setUp(self):
        super().setUp()
        self.scene = self.write("grid.toml", grid(end=0.02))

    def test_text_that_cannot_be_written_to_standard_output_is_an_error(self):
        for words in (["check", self.scene], ["laws"], ["shapes"], ["schema"]):
            with self.subTest(words[0]), open("/dev/full", "w") as full:
                printed = subprocess.run(self.command(*words), stdout=full, stderr=subprocess.PIPE, text=True,
                                         env=self.environment, timeout=60)
                self.assertEqual(printed.returncode, 4)
                self.assertIn("No space left on device", printed.stderr)

    def test_a_run_whose_messages_cannot_be_written_is_complete(self):
        with open("/dev/full", "w") as full:
            for name, more in (("full", dict(stderr=full)),
                               ("closed", dict(stderr=None, preexec_fn=lambda: os.close(2))),
                               ("all-closed", dict(stderr=None, stdout=None, preexec_fn=lambda: os.closerange(0, 3)))):
                with self.subTest(name):
                    more = {**dict(stdout=subprocess.DEVNULL, env=self.environment, timeout=300), **more}
                    result = subprocess.run(self.command("run", self.scene, "--out", self.path(name)), **more)
                    self.assertEqual(result.returncode, 0)
                    self.assertEqual(self.json(name, "run.json")["state"], "finished")
                    # A file may have taken the number of the closed stream.
                    for file in ("series.csv", ".lock", "bodies.csv", "run.json"):
                        self.assertNotIn(PROGRESS, self.text(name, file))
                    self.assertEqual(self.text(name, ".lock"), "")

    def test_an_error_that_cannot_be_written_keeps_its_exit_code(self):
        with open("/dev/full", "w") as full:
            for code, words in ((3, ["run", self.path("nowhere.toml"), "--out", self.path("run")]), (2, ["run"]),
                                (2, ["chek"]), (6, ["run", "--resume", self.path("nowhere")])):
                with self.subTest(words):
                    result = subprocess.run(self.command(*words), stderr=full, stdout=subprocess.DEVNULL,
                                            env=self.environment, timeout=60)
                    self.assertEqual(result.returncode, code)


class Signals(GridCase):
    def setUp(self):
        super().setUp()
        self.scene = self.write("grid.toml", grid(end=1000))

    def assert_stopped_well(self, running, name):
        error = running.stderr.read()
        self.assertEqual(running.wait(), 7, error)
        report = self.run_scree("doctor", self.path("run"))
        self.assertEqual(report.returncode, 0, report.stdout)
        self.assertIn(f"was stopped by a signal ({name})", report.stdout)
        self.assertEqual(self.run_scree("inspect", self.path("run")).returncode, 0)

    def test_each_one_that_asks_a_program_to_end_ends_the_run_with_a_checkpoint(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXCPU):
            with self.subTest(number.name):
                running = self.start("run", self.scene, "--out", self.path("run"), "--quiet", "--overwrite")
                self.wait_for_checkpoints("run", running)
                running.send_signal(number)
                self.assert_stopped_well(running, number.name)
                os.remove(self.path("run", "checkpoint.h5"))

    def test_those_that_the_system_repeats_do_not_end_the_program_before_it_has_saved(self):
        for number in (signal.SIGHUP, signal.SIGPIPE, signal.SIGXCPU):
            with self.subTest(number.name):
                running = self.start("run", self.scene, "--out", self.path("run"), "--quiet", "--overwrite")
                self.wait_for_checkpoints("run", running)
                running.send_signal(signal.SIGSTOP)
                for _ in range(20):
                    running.send_signal(number)
                    running.send_signal(signal.SIGCONT)
                self.assert_stopped_well(running, number.name)
                os.remove(self.path("run", "checkpoint.h5"))

    def test_a_limit_on_processor_time_ends_the_run_with_a_checkpoint(self):
        running = self.start("run", self.scene, "--out", self.path("run"), "--quiet",
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 60)))
        self.assert_stopped_well(running, "SIGXCPU")

    def test_a_reader_of_progress_that_goes_away_ends_the_run_with_a_checkpoint(self):
        running = self.start("run", self.write("warns.toml", grid(end=1000, extra=WARNS)), "--out", self.path("run"))
        running.stderr.close()  # before the warning comes
        self.assertEqual(running.wait(), 7)
        self.assertIn("was stopped by a signal (SIGPIPE)", self.run_scree("doctor", self.path("run")).stdout)

    def test_a_hangup_that_nohup_ignores_stays_ignored(self):
        running = self.start("run", self.scene, "--out", self.path("run"), "--quiet",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_for_checkpoints("run", running)
        running.send_signal(signal.SIGHUP)
        running.send_signal(signal.SIGTERM)
        self.assert_stopped_well(running, "SIGTERM")


class Threads(GridCase):
    def test_more_than_there_are_blocks_of_bodies_are_not_started_and_the_run_says_so(self):
        scene = self.write("grid.toml", grid(count=30, end=0.005))  # 900 bodies are two blocks
        one = self.run_scree("run", scene, "--out", self.path("one"), "--quiet")
        self.assertEqual(one.returncode, 0, one.stderr)
        self.assertNotIn("threads", one.stderr)
        spinning = {name: value for name, value in self.environment.items() if name != "OMP_WAIT_POLICY"}
        many = self.run_scree("run", scene, "--out", self.path("many"), "--quiet", "--threads", 1024, timeout=120,
                              env=spinning)
        self.assertEqual(many.returncode, 0, many.stderr)
        self.assertIn("warning: --threads 1024", many.stderr)
        self.assertIn("2 threads", many.stderr)
        one, many = self.json("one", "summary.json"), self.json("many", "summary.json")
        self.assertEqual(many["threads"], 2)
        self.assertEqual(many["state_hash"], one["state_hash"])

    @without_sanitizer
    def test_those_that_the_machine_cannot_start_end_the_run_with_a_sentence(self):
        scene = self.write("grid.toml", grid(count=30, end=0.005))
        limited = dict(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30)),
                       env=dict(self.environment, OMP_STACKSIZE="8G"))
        result = self.run_scree("run", scene, "--out", self.path("run"), "--quiet", "--threads", 2, **limited)
        self.assertEqual(result.returncode, 4, result.stderr)
        for part in ("scree: ", "2 threads", "--threads"):
            self.assertIn(part, result.stderr)
        alone = self.run_scree("run", scene, "--out", self.path("run"), "--quiet", "--overwrite", **limited)
        self.assertEqual(alone.returncode, 0, alone.stderr)


@without_sanitizer
class Memory(GridCase):
    """A row of the series costs no memory. Before: 43 bytes a row in a run and 350 in a resumed one."""
    FEW, MANY = 20000, 200000  # rows
    ALLOWED = 3 << 20          # bytes; of 43 bytes a row it would be 7.7 MB

    def peak(self, *words):
        running = subprocess.Popen(self.command(*words), env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        with running.stderr:
            error = running.stderr.read()
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(running.returncode, 0, error)
        return usage.ru_maxrss * 1024

    def test_neither_a_run_nor_a_resumed_one_needs_more_for_ten_times_as_many_rows(self):
        peaks = {}
        for rows in (self.FEW, self.MANY):
            text = grid(count=1, end=5e-5 * rows).replace('every = "0.005 s"', 'every = "5e-5 s"')
            scene = self.write(f"{rows}.toml", text)
            run = str(rows)
            started = self.peak("run", scene, "--out", self.path(run), "--quiet")
            with open(self.path(run, "series.csv")) as file:
                self.assertEqual(sum(1 for _ in csv.reader(file)), rows + 2)
            self.declare_stopped(run)
            peaks[rows] = (started, self.peak("run", "--resume", self.path(run), "--quiet"))
        for few, many in zip(peaks[self.FEW], peaks[self.MANY]):
            self.assertLess(many - few, self.ALLOWED, peaks)


if __name__ == "__main__":
    unittest.main()
