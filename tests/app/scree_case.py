"""A test case that runs the program whose path is the first argument, in a folder of its own, and a small scene."""
import os
import subprocess
import sys

from folder_case import FolderCase

SCREE = os.path.abspath(sys.argv.pop(1))
SANITIZED = bool(os.environ.get("SCREE_SANITIZED"))  # a sanitizer has memory of its own

SPHERES = """
[time]
end = "1 ms"
step = "1e-5 s"
[output]
every = "0.5 ms"
frames_every = "0.5 ms"
frames = ["vtp", "dump"]
picture = false
[[material]]
name = {name}
density = "2500 kg/m^3"
[[contact]]
between = [{name}, {name}]
normal = {{ law = "hooke", stiffness = "3 kN/m", restitution = 0.3 }}
"""
ONE_SPHERE = """
[[sphere]]
position = ["0.4 m", "0.5 m", "0.6 m"]
radius = "0.25 m"
velocity = ["1 m/s", 0, 0]
material = {name}
"""
GLASS = '"glass"'


class ScreeCase(FolderCase):
    def run_scree(self, *words, **more):
        more.setdefault("cwd", self.folder)
        return subprocess.run([SCREE, *map(str, words)], capture_output=True, text=True, env=self.environment,
                              timeout=300, **more)

    def run_into(self, folder, *words):
        """The small scene into a folder."""
        return self.run_scree("run", self.spheres(), "--out", folder, "--quiet", *words)

    def measured(self, *words):
        """What a command did, and the most memory it had [bytes]."""
        with open(self.path("stdout"), "w+") as out, open(self.path("stderr"), "w+") as err:
            process = subprocess.Popen([SCREE, *map(str, words)], stdout=out, stderr=err, env=self.environment,
                                       cwd=self.folder)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0), err.seek(0)
            return subprocess.CompletedProcess(words, process.returncode, out.read(), err.read()), usage.ru_maxrss << 10

    def assert_refused(self, result, code, *parts):
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)

    def assert_done(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)

    def write_bytes(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def bytes_of(self, *parts):
        with open(self.path(*parts), "rb") as file:
            return file.read()

    def spheres(self, extra=ONE_SPHERE, name=GLASS, head=""):
        return self.write("scene.toml", head + (SPHERES + extra).format(name=name))
