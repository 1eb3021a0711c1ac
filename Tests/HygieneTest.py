#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""HygieneTest.py ROOT : no file of the tree knows where somebody's checkout lies, or sends a reader to a page that is not in
the tree, and no source asks the locale: a host may have chosen one with a comma for a decimal point."""

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
# What the C library, streams and JUCE do by the locale of the process. Numbers go through Core/Text/NumberText.h, letters through
# Core/Text/AsciiText.h, errors through Files/Bytes/SystemReason.h; Core/Text/ClassicLocale.h is for calls into other libraries.
by_locale = re.compile(rb"\b(?:sto(?:d|f|ld)|strto(?:d|f|ld)|ato(?:f|i|l)|is(?:alnum|alpha|digit|lower|print|punct|space|upper|xdigit)|"
                       rb"to(?:lower|upper)|str(?:error|coll|casecmp)|setlocale|localeconv|stringstream|[io]stringstream|"
                       rb"to(?:Lower|Upper)Case|containsIgnoreCase|get(?:Double|Float)Value)\s*\(|"
                       rb"\b[io]?stringstream\b|\bstd::c(?:out|err)\b|"
                       rb"\b[a-z]*(?:printf|scanf)\s*\([^;]*\"[^\";]*%[-+ #0-9.*]*(?:l|L)?[efgEFG]\b|"
                       rb"\bjuce::String \((?:[^;\"()]|\([^;\"()]*\))*, [0-9]+(?:, true)?\)|"
                       rb"\bfrom_chars\b")
# A length that may be negative: undefined, and not a number with libc++. Multiply by std::polar (1.0, angle) instead.
polar = re.compile(rb"\bstd::polar\s*\((?!1\.0,)")
one_place = ("Core/Text/NumberText.h", "Core/Text/NumberText.cpp", "Core/Text/ClassicLocale.cpp", "Files/Bytes/SystemReason.h")


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
                            (page if name != "Resources/Packaging/copyright" else None, # licences have such words
                             "A page that readers don't have: cite Resources/Docs/Physics.md or ReferenceNumbers.md."),
                            (semicolon if path.match("Tests/*.cpp") else None, "A semicolon in the name of a test."),
                            (by_locale if re.fullmatch(r"Source/.*[.](?:h|cpp)", name) and not name.endswith(one_place) else None,
                             "This asks the locale: see Core/Text/NumberText.h, Core/Text/AsciiText.h."),
                            (polar if re.fullmatch(r"Source/.*[.](?:h|cpp)", name) else None,
                             "std::polar of a length other than 1.0, which may be negative.")):
        for found in pattern.finditer(data) if pattern else ():
            line = data[data.rfind(b"\n", 0, found.end() - 1) + 1:].split(b"\n", 1)[0].decode(errors="replace")
            faults.append(f"{name}: {line}\n{reason}")

print("\n".join(faults) if faults else f"{files} files.")
sys.exit(1 if faults or not files else 0)
