"""Small runs for tests of the program from outside: a scene, and a case that starts runs and looks at their folders."""
import json
import os
import subprocess
import time

from folder_case import FolderCase

# A lattice of {count} x {count} spheres over a floor. Rows, frames and the end are chosen by each test.
GRID = """
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "{end} s"
step = "5e-5 s"
[output]
every = "0.005 s"
{output}
picture = false
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = {{ law = "hooke", stiffness = "3 kN/m", restitution = 0.6 }}
slide = {{ law = "coulomb-spring", stiffness = "1 kN/m", coefficient = 0.5, damping_of_normal = 0.25 }}
[[plane]]
name = "floor"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"
[[lattice]]
low = ["3 mm", "3 mm", "6 mm"]
high = ["{high} mm", "{high} mm", "6 mm"]
spacing = "6 mm"
radius = "3 mm"
material = "glass"
{extra}
"""
FRAMES = 'frames_every = "0.02 s"\nframes = ["vtp", "dump", "csv"]'
FRAME_EVERY, ROW_EVERY = 400, 100  # steps, of 5e-5 s
WARNS = '[guard]\nresidual = "warn"\nresidual_limit = 1e-9\noverlap = "ignore"\n'
PROGRESS = "particle-steps/s"  # in every line of progress


def grid(count=4, end=0.1, output="", extra=""):
    return GRID.format(end=end, output=output, high=3 + 6 * (count - 1), extra=extra)


class GridCase(FolderCase):
    scree = ""  # path of the program

    def command(self, *words):
        return [self.scree, *map(str, words)]

    def run_scree(self, *words, timeout=300, **more):
        options = dict(capture_output=True, text=True, env=self.environment, timeout=timeout)
        return subprocess.run(self.command(*words), **{**options, **more})

    def start(self, *words, **more):
        options = dict(env=self.environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        running = subprocess.Popen(self.command(*words), **{**options, **more})
        self.addCleanup(self.end, running)
        return running

    def end(self, running):
        running.kill()
        running.wait()
        running.stderr.close()

    def wait_for_checkpoints(self, run, running, count=1):
        """Until so many checkpoints were written from now on."""
        seen = set()
        if count > 1 and os.path.exists(self.path(run, "checkpoint.h5")):
            seen.add(os.stat(self.path(run, "checkpoint.h5")).st_mtime_ns)
            count += 1
        while len(seen) < count:
            self.assertIsNone(running.poll(), "the run ended before its checkpoint")
            if os.path.exists(self.path(run, "checkpoint.h5")):
                seen.add(os.stat(self.path(run, "checkpoint.h5")).st_mtime_ns)
            time.sleep(0.005)

    def json(self, *parts):
        with open(self.path(*parts)) as file:
            return json.load(file)

    def text(self, *parts):
        with open(self.path(*parts)) as file:
            return file.read()

    def declare_stopped(self, run):
        """As if the run had been stopped after its last checkpoint."""
        record = self.json(run, "run.json")
        with open(self.path(run, "run.json"), "w") as file:
            json.dump(dict(record, state="stopped"), file)
