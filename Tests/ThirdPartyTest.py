#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ThirdPartyTest.py ROOT : THIRD-PARTY.md names, with a licence, every library that CMake looks for, and no other; and its packages
are those that Scripts/setup installs."""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
tools = {"PkgConfig", "Python3", "Threads"} # no library that somebody wrote
rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in (root / "THIRD-PARTY.md").read_text("utf-8").splitlines() if line.startswith("|") and "---" not in line]
rows = [row for row in rows if row[0] != "CMake"]
named = {row[0].strip("`"): row for row in rows if row[0]}

if (root / ".git").exists():
    said = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=root, check=True, capture_output=True)
    names = said.stdout.decode().split("\0")
else:
    names = [str(path.relative_to(root)) for path in root.rglob("*") if path.relative_to(root).parts[0] != "Build"]
wanted = set()
for name in names:
    if pathlib.Path(name).name == "CMakeLists.txt" or name.endswith(".cmake"):
        text = (root / name).read_text("utf-8") if (root / name).is_file() else ""
        wanted |= set(re.findall(r"^\s*(?:find_package|pkg_check_modules) \(([A-Za-z0-9_-]+)", text, re.M))
wanted -= tools

faults = [f"{name}: CMake looks for it, and THIRD-PARTY.md does not name it." for name in sorted(wanted - set(named))]
faults += [f"{name}: THIRD-PARTY.md names it, and CMake does not look for it." for name in sorted(set(named) - wanted)]
faults += [f"{row[1]}: no licence." for row in rows if not row[-2]]
if (root / "Scripts/setup").is_file():
    setup = (root / "Scripts/setup").read_text("utf-8")
    faults += [f"{package}: Scripts/setup does not install it." for row in rows for package in re.findall(r"`([^`]+)`", row[-1])
               if not re.search(rf"(?<![\w-]){re.escape(package)}(?![\w-])", setup)]
print("\n".join(faults) if faults else f"{len(wanted)} libraries.")
sys.exit(1 if faults or not wanted else 0)
