#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""LibraryAbiTest.py HEADER SYMBOLS DESCRIPTION [--renew]: whether programs that were compiled for the last release still run.

DESCRIPTION is what abidw says of the last release's interface: its functions and their types. It is made from the header alone, by
a library of functions that do nothing, so that it is the same on every 64-bit machine and of every build. abidiff compares: what
was added is well, what was changed or removed is not. --renew writes the description anew: with a release, and no other time.
That the real library has exactly these functions is LibraryTest.py's to see."""

import pathlib
import re
import subprocess
import sys
import tempfile

header, symbols, description = map(pathlib.Path, sys.argv[1:4])


def describe(folder, output):
    text = header.read_text(encoding="utf-8")
    lines = [f'#include "{header.resolve()}"']
    for returned, name, arguments in re.findall(r"KOLOPHON_API ([^;{]*?)(kolophon_\w+) (\([^;]*?\));", text, re.S):
        lines.append(f"{returned}{name} {arguments} {{ {'' if returned.strip() == 'void' else 'return 0;'} }}")
    source, library = folder / "interface.c", folder / "interface.so"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run(["cc", "-std=c99", "-g", "-gdwarf-4", "-shared", "-fPIC", source, "-o", library, f"-Wl,--version-script={symbols}"],
                   check=True)
    subprocess.run(["abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-elf-needed", "--no-architecture",
                    "--type-id-style", "hash", "--out-file", output, library], check=True)
    # A compiler signs what it makes.
    return re.sub(r" (address-size|path|comp-dir-path|language)='[^']*'", "", output.read_text(encoding="utf-8"))


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    now = folder / "now.abi"
    now.write_text(describe(folder, now), encoding="utf-8")
    if "--renew" in sys.argv:
        description.write_text(now.read_text(encoding="utf-8"), encoding="utf-8")
        sys.exit(0)
    done = subprocess.run(["abidiff", "--no-show-locs", "--no-architecture", "--no-added-syms", description, now], capture_output=True, text=True)
    print(done.stdout + done.stderr)
    sys.exit(1 if done.returncode else 0)
