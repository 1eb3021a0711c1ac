#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""LocaleSymbolsTest.py ARCHIVE… : no object of ours calls what writes a number as the locale has it and looks, in a source, as if
it did not: std::to_string of a double, a double into a stream, JUCE's strings made of one. HygieneTest.py sees the rest."""

import re
import subprocess
import sys

forbidden = re.compile(r"__gnu_cxx::__to_xstring|std::ostream& std::ostream::_M_insert<(?:long )?double>|"
                       r"std::istream& std::istream::_M_extract<(?:long double|double|float)>|"
                       r"\bjuce::String::String\((?:double|float)|juce::operator<<\(juce::String&, (?:double|float)\)")
# Functions of JUCE's headers that nothing of ours calls stand in every object that has read them.
theirs = re.compile(r"juce::AccessibilityTextValueInterface::setValue")
faults, count = [], 0
for archive in sys.argv[1:]:
    listing = subprocess.run(["objdump", "-drC", "--no-show-raw-insn", archive], check=True, capture_output=True,
                             text=True, errors="replace").stdout
    member = function = ""
    for line in listing.splitlines():
        if ":     file format " in line:
            member, count = line.split(":")[0], count + 1
        elif line.endswith(">:"):
            function = line.split("<", 1)[1]
        elif "\tR_" in line or " R_" in line:
            if forbidden.search(line) and "juce_" not in member and not theirs.search(function):
                faults.append(f"{member}: {function} {line.split('R_', 1)[1]}")
print("\n".join(sorted(set(faults))) if faults else f"{count} objects.")
sys.exit(1 if faults or not count else 0)
