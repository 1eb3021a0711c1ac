#!/usr/bin/env python3
"""HygieneTest.py ROOT : no file of the tree knows where somebody's checkout lies, or sends a reader to a page that is not in
the tree."""

import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
machine = re.compile(rb"(?:/(?<![A-Za-z0-9_.~}$]/)(?:home|root|work|Users)|"
                     rb":(?<=[A-Z]:)(?<![A-Za-z0-9_.~}$][A-Z]:)[/\\]Users[/\\])/?[A-Za-z0-9_.-]")
# Pages of notes by which the project was planned: Physics.md and ReferenceNumbers.md hold what they said.
page = re.compile(rb"(?<![A-Za-z0-9_])(?:PHYSIC[S]|THEOR[Y]|FIDELIT[Y]|REALIS[M]|INSTRUMEN[T]|SEED[S]|"
                  rb"(?:SPEE[D]|STYL[E]|BUIL[D]|HOST[S])[.]md)(?![A-Za-z0-9_])")
# CMake splits a test's name at a semicolon, and Catch finds no test under either half: both would pass without running.
semicolon = re.compile(rb'^TEST_CASE.*"[^"\n]*;[^"\n]*"', re.M)


def names():
    if (root / ".git").exists():
        said = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=root, check=True, capture_output=True)
        return sorted(filter(None, os.fsdecode(said.stdout).split("\0")))
    # a tree without its history
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.relative_to(root).parts[0] != "Build")


files, faults = 0, []
for name in names():
    path = root / name
    if not path.is_file():
        continue
    files += 1
    data = path.read_bytes()
    for pattern, reason in ((machine, "A path of one machine."),
                            (page, "A page that readers don't have: cite Resources/Docs/Physics.md or ReferenceNumbers.md."),
                            (semicolon if path.match("Tests/*.cpp") else None, "A semicolon in the name of a test.")):
        for found in pattern.finditer(data) if pattern else ():
            line = data[data.rfind(b"\n", 0, found.end() - 1) + 1:].split(b"\n", 1)[0].decode(errors="replace")
            faults.append(f"{name}: {line}\n{reason}")

print("\n".join(faults) if faults else f"{files} files.")
sys.exit(1 if faults or not files else 0)
