# SPDX-License-Identifier: GPL-3.0-or-later
"""EnginesTest.py ROOT parallel | slurm | snakemake: what the page about sweeps tells its readers to save runs a map in parts, smaller
here, and gives the table of one run. Ends with 77 where the engine is missing."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import Cluster

ROOT, ENGINE = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
PAGE = (ROOT / "Resources/Docs/Guide/Sweeps.md").read_text(encoding="utf-8")
TOOL = pathlib.Path(os.environ["KOLOPHON_TOOL"])
SMALLER = [(":log:400", ":log:4"), ("--no-sounds", "--no-sounds --seconds 0.2"), ("--array=1-1000", "--array=1-4"), ("seq 100", "seq 4"),
           ("{}/100", "{}/4"), ("PARTS = 100", "PARTS = 4")]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def save(folder, name):
    found = re.search(rf"Save this as `{re.escape(name)}`:\n\n```[a-z]*\n(.*?)```", PAGE, re.S)
    assert found, f"the page has no {name}"
    text = found.group(1)
    for large, small in SMALLER:
        text = text.replace(large, small)
    (folder / name).write_text(text)


def run(*words, **more):
    ended = subprocess.run(words, capture_output=True, text=True, check=False, **more)
    assert ended.returncode == 0, f"{words}: {ended.stdout}{ended.stderr}"
    return ended.stdout


def parallel(folder):
    if shutil.which("parallel") is None:
        skip("GNU parallel is not installed")
    save(folder, "parallel.sh")
    run("bash", "parallel.sh", cwd=folder)
    assert len(list((folder / "big/parts").glob("map-*-of-4.csv"))) == 4


def slurm(folder):
    if Cluster.missing():
        skip(Cluster.missing())
    for name in ("map.sbatch", "merge.sbatch"):
        save(folder, name)
    with Cluster.Cluster(folder / "slurm", array=5) as cluster:  # 1 to 4 are the largest array
        large = (folder / "map.sbatch").read_text().replace("1-4", "1-5")
        (folder / "large.sbatch").write_text(large)
        refused = cluster.run("sbatch", "large.sbatch", cwd=folder, check=False)
        assert refused.returncode != 0 and "Invalid job array specification" in refused.stderr, refused.stderr
        submit = re.search(r"```bash\n(merge=.*?)```", PAGE, re.S).group(1)
        cluster.run("bash", "-c", submit, cwd=folder)
        cluster.run("scancel", "1_2", cwd=folder, check=False)  # wherever it is: the merge computes what it owes
        cluster.wait()
        assert (folder / "big/map.csv").exists(), (folder / "merge.log").read_text()


def snakemake(folder):
    if shutil.which("snakemake") is None:
        skip("Snakemake is not installed")
    save(folder, "Snakefile")
    run("snakemake", "--cores", "2", cwd=folder)
    assert len(list((folder / "big/parts").glob("map-*-of-4.csv"))) == 4


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    folder.chmod(0o755)
    (folder / "bin").mkdir()
    (folder / "bin/kolophon").symlink_to(TOOL)
    os.environ["PATH"] = f"{folder / 'bin'}:{os.environ['PATH']}"
    os.environ["HOME"] = name
    {"parallel": parallel, "slurm": slurm, "snakemake": snakemake}[ENGINE](folder)
    line = re.search(r"^kolophon map .* -o big$", PAGE, re.M).group(0)
    for large, small in SMALLER:
        line = line.replace(large, small)
    run("bash", "-c", line.replace("-o big", "-o whole"), cwd=folder)
    assert (folder / "big/map.csv").read_bytes() == (folder / "whole/map.csv").read_bytes()
    assert (folder / "big/index.html").exists()
print(f"{ENGINE}: the table of one run")
