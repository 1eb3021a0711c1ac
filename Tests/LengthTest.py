#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""LengthTest.py <tree>: files of Source over 450 lines, and functions over 60 between their braces.

Each wants to be divided, or a reason, written as a comment "// Long: ..." right above the function (over its documentation or
under it), or among the first lines of the file. Those without one are listed, and are faults."""

import pathlib
import re
import sys

MOST_OF_FILE, MOST_OF_FUNCTION = 450, 60


def has_reason(lines, signature):
    at = signature - 1
    while at >= 0 and re.match(r"\s*(//|/\*\*|\*|.*\*/$|template\b|    \S.*)", lines[at]) and lines[at].strip() not in ("", "}"):
        if "// Long: " in lines[at]:
            return True
        at -= 1
    return False


def functions(lines):
    """(first line, length, signature) of each; braces stand alone, as .clang-format has them."""
    for begin, line in enumerate(lines):
        brace = re.match(r"^( *)\{$", line)
        if not brace or begin == 0:
            continue
        first, signature = begin - 1, lines[begin - 1].strip()
        while first > 0 and lines[first - 1].strip() and not re.search(r"([;{}]|\*/)$|^\s*(//|#)|:$", lines[first - 1]):
            first -= 1
            signature = lines[first].strip() + " " + signature
        plain = re.sub(r"^template <[^{]*?> (?=(struct|class|union)\b)", "", signature)
        if "(" not in plain or re.match(r"(struct|class|union|enum|namespace|extern|for|if|else|while|switch|do)\b", plain):
            continue
        end = next((i for i in range(begin + 1, len(lines)) if lines[i].startswith(brace.group(1) + "}")), len(lines))
        yield first, end - begin - 1, signature


def main():
    root, faults = pathlib.Path(sys.argv[1]), []
    for path in sorted((root / "Source").rglob("*")):
        if path.suffix not in (".h", ".cpp", ".mm"):
            continue
        name, lines = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8").splitlines()
        if len(lines) > MOST_OF_FILE and not any("// Long: " in line for line in lines[:20]):
            faults.append(f"{name}: {len(lines)} lines")
        faults += [f"{name}:{first + 1}: {length} lines: {signature[:80]}" for first, length, signature in functions(lines)
                   if length > MOST_OF_FUNCTION and not has_reason(lines, first)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
