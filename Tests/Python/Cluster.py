# SPDX-License-Identifier: GPL-3.0-or-later
"""A Slurm cluster of one node, this machine, in a folder of its own: for a test that starts and stops it. Needs root, as slurmd does."""
import os
import pathlib
import shutil
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo")
SETTINGS = """\
ClusterName=kolophon
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0
MaxArraySize={array}
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Why no cluster can be started; None if one can."""
    if os.geteuid() != 0:
        return "slurmd needs root"
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    return f"not installed: {', '.join(lacking)} (Debian: munge, slurmctld, slurmd, slurm-client)" if lacking else None


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """with Cluster(folder) as cluster: cluster.run("sbatch", ...)"""

    def __init__(self, folder, array=1001):
        self.folder, self.daemons = pathlib.Path(folder), []
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        self.folder.chmod(0o755)
        host = socket.gethostname().split(".")[0]
        (self.folder / "slurm.conf").write_text(SETTINGS.format(host=host, folder=self.folder, ports=_free_ports(2), array=array,
                                                                cores=os.cpu_count()))
        (self.folder / "munge.key").write_bytes(os.urandom(128))
        (self.folder / "munge.key").chmod(0o600)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        munge = ["munged", "--foreground", "--force", f"--socket={self.folder}/munge.socket", f"--key-file={self.folder}/munge.key",
                 f"--log-file={self.folder}/munged.log", f"--pid-file={self.folder}/munged.pid", f"--seed-file={self.folder}/munge.seed"]
        self._start(munge, lambda: (self.folder / "munge.socket").exists())
        self._start(["slurmctld", "-D"], lambda: self.run("sinfo", "-h", check=False).returncode == 0)
        self._start(["slurmd", "-D"], lambda: self.run("sinfo", "-h", "-o", "%t", check=False).stdout.strip() in ("idle", "mix", "alloc"))
        return self

    def _start(self, words, is_ready):
        with open(self.folder / f"{words[0]}.out", "wb") as output:
            daemon = subprocess.Popen(words, env=self.environment, stdout=output, stderr=output)
        self.daemons.append(daemon)
        for _ in range(600):
            if is_ready():
                return
            if daemon.poll() is not None:
                break
            time.sleep(0.1)
        logs = "\n".join(path.read_text(errors="replace")[-2000:] for path in [*self.folder.glob("*.out"), *self.folder.glob("*.log")])
        raise RuntimeError(f"{words[0]} did not start:\n{logs}")

    def run(self, *words, check=True, **more):
        return subprocess.run(words, env=self.environment, check=check, capture_output=True, text=True, **more)

    def wait(self):
        """Until no job is left."""
        while self.run("squeue", "-h").stdout.strip():
            time.sleep(0.2)

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
