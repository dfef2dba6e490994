"""Exported sweeps run by Snakemake and by a Slurm of one machine, which is started here and ended here. Part of `make validate`.

Usage: sweep_clusters.py PATH_OF_SCREE [unittest arguments]; tools/setup.sh clusters installs what it needs. Slurm's daemons want root.
"""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sweep_test import Case, SCENE, STUDY

SLURM_CONF = """
ClusterName=scree
SlurmctldHost={host}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
KillWait=60
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Slurm:
    """munged, slurmctld and slurmd with all their files in one folder."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        os.chmod(self.folder, 0o755)  # munged refuses a socket that others cannot reach
        for name in ("state", "spool"):
            os.mkdir(os.path.join(self.folder, name))
        with open(os.path.join(self.folder, "munge.key"), "wb", opener=lambda path, flags: os.open(path, flags, 0o400)) as file:
            file.write(os.urandom(1024))
        conf = os.path.join(self.folder, "slurm.conf")
        with open(conf, "w") as file:
            file.write(SLURM_CONF.format(host=socket.gethostname().split(".")[0], folder=self.folder, ports=free_ports(2), cpus=os.cpu_count()))
        self.environment = {"SLURM_CONF": conf}
        options = [f"--{word}={self.folder}/munge.{end}" for word, end in (("key-file", "key"), ("socket", "sock"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))]
        self.daemons = []
        for words in (["munged", "--foreground", "--force", *options], ["slurmctld", "-D"], ["slurmd", "-D"]):
            self.daemons.append(subprocess.Popen(words, env=dict(os.environ, **self.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            time.sleep(0.5)
        for _ in range(120):
            told = subprocess.run(["sinfo", "-h", "-o", "%T"], env=dict(os.environ, **self.environment), capture_output=True, text=True).stdout
            if told.strip() == "idle":
                return
            time.sleep(0.5)
        self.close()
        raise RuntimeError("Slurm did not come up on this machine")

    def close(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            daemon.wait(timeout=60)
        shutil.rmtree(self.folder)


class Clusters(Case):
    def setUp(self):
        super().setUp()
        self.study = self.write("study.toml", STUDY.format(seeds=2))

    def test_a_workflow_of_snakemake_gives_the_same_table(self):
        self.whole_sweep(self.study)
        self.assertEqual(self.sweep(self.study, "--out", self.path("flow"), "--export", "snakemake").returncode, 0)
        result = subprocess.run(["snakemake", "--cores", "2"], cwd=self.path("flow"), env=self.environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_same_tables("whole", "flow")

    def test_a_workflow_lists_runs_that_fail(self):
        study = self.write("study.toml", 'scene = "box.toml"\nmeasure = ["bodies"]\n[[vary]]\nkey = "contact.normal.stiffness"\nvalues = ["3 kN/m", "2 N/m"]\n')
        self.assertEqual(self.sweep(study, "--out", self.path("whole"), "--quiet").returncode, 9)
        self.assertEqual(self.sweep(study, "--out", self.path("flow"), "--export", "snakemake").returncode, 0)
        result = subprocess.run(["snakemake", "--cores", "2"], cwd=self.path("flow"), env=self.environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_same_tables("whole", "flow")
        self.assertEqual([r["state"] for r in self.rows("flow")], ["finished", "trouble"])


class SlurmClusters(Case):
    def setUp(self):
        super().setUp()
        self.slurm = Slurm()
        self.environment.update(self.slurm.environment)

    def tearDown(self):
        self.slurm.close()
        super().tearDown()

    def slurm_says(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=60, check=True).stdout

    def wait_for_all_jobs(self):
        while self.slurm_says("squeue", "-h").strip():
            time.sleep(0.3)

    def test_an_array_job_of_slurm_gives_the_same_table_also_after_it_was_cancelled(self):
        self.write("box.toml", SCENE.format(end=0.6))
        study = self.write("study.toml", STUDY.format(seeds=2))
        self.whole_sweep(study)
        self.assertEqual(self.sweep(study, "--out", self.path("job"), "--export", "slurm").returncode, 0)
        self.slurm_says(self.path("job", "submit.sh"))
        while not os.path.exists(self.path("job", "runs", "0001", "checkpoint.h5")):
            time.sleep(0.05)
        self.slurm_says("scancel", "--name=scree-sweep")
        self.wait_for_all_jobs()
        self.assertIn("waiting", [r["state"] for r in self.rows("job")])
        self.slurm_says(self.path("job", "submit.sh"))
        self.wait_for_all_jobs()
        self.assert_same_tables("whole", "job")


if __name__ == "__main__":
    unittest.main()
