#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""FormatTest.py ROOT CLANG_FORMAT [KNOWN] : every source looks as clang-format leaves it, and no line is longer than 120
characters, but those inside raw strings, which are pages. Exit code 1, and a line for each place, where that is not so. The
file KNOWN remembers the contents that clang-format had nothing against, under the same settings."""

import concurrent.futures
import hashlib
import pathlib
import re
import subprocess
import sys

root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
files = sorted(path for folder in ("Source", "Tests", "Benchmarks", "JuceLibraryCode") for ending in ("h", "cpp")
               for path in (root / folder).rglob("*." + ending))


def complaints(some):
    """Which of these files clang-format would change: one process for many of them, as starting it costs more than reading
    a file."""
    said = subprocess.run([program, "--style=file", "--dry-run", *map(str, some)], check=True, capture_output=True,
                          text=True).stderr
    return {pathlib.Path(name) for name in re.findall(r"^(.*?):\d+:\d+: ", said, flags=re.M)}


def faults(path, misshapen):
    text = path.read_text(encoding="utf-8")
    found = []
    formatted = text
    if misshapen:
        formatted = subprocess.run([program, "--style=file", str(path)], check=True, capture_output=True, text=True).stdout
    for number, (is_so, should) in enumerate(zip(text.split("\n"), formatted.split("\n")), 1):
        if is_so != should:
            found.append(f"{path.relative_to(root)}:{number}: clang-format writes it another way: {should.strip()}")
            break
    if not found and text != formatted:
        found.append(f"{path.relative_to(root)}: clang-format ends it another way")
    outside = re.sub(r'R"(\w*)\(.*?\)\1"', lambda match: re.sub(r"[^\n]", "", match[0]), text, flags=re.S)
    for number, line in enumerate(outside.split("\n"), 1):
        if len(line) > 120:
            found.append(f"{path.relative_to(root)}:{number}: {len(line)} characters; at most 120")
    return found


known = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
remembered = set(known.read_text().split()) if known and known.exists() else set()
settings = (root / ".clang-format").read_bytes() + subprocess.run([program, "--version"], check=True, capture_output=True).stdout
keys = {path: hashlib.sha256(settings + path.read_bytes()).hexdigest() for path in files}
unknown = [path for path in files if keys[path] not in remembered]
groups = filter(None, (unknown[i::8] for i in range(8)))
with concurrent.futures.ThreadPoolExecutor() as pool:
    wrong = set().union(*pool.map(complaints, groups))
if known:
    known.write_text("\n".join(keys[path] for path in files if path not in wrong))
problems = [problem for path in files for problem in faults(path, path in wrong)]
print(*problems, f"{len(files)} files, {len(problems)} faults", sep="\n")
sys.exit(1 if problems or not files else 0)
