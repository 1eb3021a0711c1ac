#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""CitationsTest.py ROOT [FEWEST] : what a comment, a page or an experiment cites of Resources/Docs/Physics.md and
ReferenceNumbers.md stands there, and what was not looked up says so in one form, "(unverified)".

FEWEST is the number of citations that there must be at least: a pattern that matches nothing would find no fault."""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
fewest = int(sys.argv[2]) if len(sys.argv) > 2 else 0
kinds = {".h", ".cpp", ".cmake", ".txt", ".md", ".json", ".py", ".kolophon", ".csv", ""}
generated = {"Resources/Docs/Laboratory.md", "Resources/Docs/Experiments.md", "Resources/Docs/Bodies.md", "Resources/Docs/Laws.md"}
gap = r"(?:\s|//|\*)"


def names():
    if (root / ".git").exists():
        listed = subprocess.run(["git", "-c", "safe.directory=*", "-c", "core.quotePath=off", "ls-files", "-z"], cwd=root,
                                check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
        return [name for name in listed if name and (root / name).is_file()]
    return [str(p.relative_to(root)) for p in root.rglob("*") if p.is_file() and "Build" not in p.relative_to(root).parts]


def headings(page, pattern):
    return dict.fromkeys(re.findall(pattern, page, re.M))


physics = (root / "Resources/Docs/Physics.md").read_text("utf-8")
numbers = (root / "Resources/Docs/ReferenceNumbers.md").read_text("utf-8")
sections = headings(physics, r"^##+ (\d+(?:\.\d+)?)\.? ")
tables = headings(numbers, r"^## R\.(\d+) ")
rows = {n: set(re.findall(r"^\| \*\*([A-Z])\*\*", body, re.M))
        for n, body in re.findall(r"^## R\.(\d+) (.*?)(?=^## |\Z)", numbers, re.M | re.S)}

# "Physics.md 3.2", "Physics.md 3.2 and 4", "Physics.md, section 6"; "R.6", "R.1 F" (of ReferenceNumbers.md)
of_physics = re.compile(rf"Physics\.md\)?,?{gap}+(?:section )?(\d+(?:\.\d+)?)(?:(?:,| and|, and){gap}+(\d+(?:\.\d+)?)(?![\d.]*[%A-Za-z]))*")
of_numbers = re.compile(r"(?<![\w.*])R\.(\d+)(?: ([A-F])\b)?")
in_physics = re.compile(r"\bsections? (\d+(?:\.\d+)?)")
forbidden = re.compile(rf"\bfrom{gap}+memory\b", re.I)

found, faults = 0, []
for name in names():
    path = root / name
    if path.suffix not in kinds or name == "Tests/CitationsTest.py":
        continue
    text = path.read_text("utf-8", errors="replace")

    def fault(match, message):
        line = text.count("\n", 0, match.start()) + 1
        faults.append(f"{name}:{line}: {' '.join(match.group(0).split())}\n{message}")

    for match in of_physics.finditer(text):
        found += name not in generated
        for section in re.findall(r"\d+(?:\.\d+)?", match.group(0)):
            if section not in sections:
                fault(match, f"Resources/Docs/Physics.md has no section {section}.")
    if name.startswith(("Source/", "Tests/", "Resources/")):
        for match in of_numbers.finditer(text):
            found += name not in generated and name != "Resources/Docs/ReferenceNumbers.md"
            table, row = match.groups()
            if table not in tables:
                fault(match, f"Resources/Docs/ReferenceNumbers.md has no heading R.{table}.")
            elif row and rows[table] and row not in rows[table]:
                fault(match, f"R.{table} of Resources/Docs/ReferenceNumbers.md has no row {row}.")
    if name == "Resources/Docs/Physics.md":
        for match in in_physics.finditer(text):
            if match.group(1) not in sections:
                fault(match, f"This page has no section {match.group(1)}.")
    for match in forbidden.finditer(text):
        fault(match, 'Say where it was looked up, or "(unverified)".')

if found < fewest:
    faults.append(f"Only {found} citations of Physics.md and ReferenceNumbers.md; {fewest} are the least.")
print("\n".join(faults) if faults else f"{found} citations, {len(sections)} sections, {len(tables)} tables.")
sys.exit(1 if faults else 0)
