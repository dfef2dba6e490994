"""A test case that has a folder of its own, which is gone afterwards."""
import os
import shutil
import subprocess
import tempfile
import unittest


class FolderCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.environment = dict(os.environ, OMP_WAIT_POLICY="passive")

    def tearDown(self):
        subprocess.run(["chmod", "-R", "u+w", self.folder])
        shutil.rmtree(self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)
