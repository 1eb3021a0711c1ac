#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PagesTest.py ROOT : what pages say agrees with the tree. Links lead somewhere, versions and counts are those of the sources, user pages
name no source file and no test, and the README stays short."""

import json
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
largest_readme = 7000  # [bytes]
faults = []


def text(name):
    path = root / name
    return path.read_text("utf-8") if path.is_file() else ""


def fault(where, what):
    faults.append(f"{where}: {what}")


def anchors(page):
    """The parts behind "#" in links to a page's headings, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page, flags=re.M | re.S), re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", heading)
        found.add(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-"))
    return found


guide = sorted(path.relative_to(root).as_posix() for path in (root / "Resources/Docs/Guide").glob("*.md"))
pages = ["README.md", *guide, *sorted(path.relative_to(root).as_posix() for path in (root / "Resources/Docs").glob("*.md"))]

# Links of pages lead to files and headings that exist.
for name in [*pages, *filter(lambda page: (root / page).is_file(), ["CHANGELOG.md", "SECURITY.md", "Source/Architecture.md", "Source/Decisions.md"])]:
    page = re.sub(r"^ *```.*?^ *```", "", text(name), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", page)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, part = target.partition("#")
        path = (root / name).parent / file if file else root / name
        if not path.exists():
            fault(name, f"the link {target} leads nowhere.")
        elif part and path.suffix == ".md" and part not in anchors(path.read_text("utf-8")):
            fault(name, f"the link {target}: the page has no such heading.")

# Every page of the guide is in its list of contents.
for name in guide:
    if not name.endswith("/README.md") and f"({pathlib.Path(name).name})" not in text("Resources/Docs/Guide/README.md"):
        fault(name, "is missing in the guide's list of contents.")

# User pages name no source file and no test. (The README names the tests that keep its promises.)
inner = re.compile(r"[\w./-]+\.(?:cpp|h|hpp)\b|\bTests/|\btests?: `|\bctest\b")
for name in pages[1:]:
    for match in inner.finditer(re.sub(r"^ *```.*?^ *```", "", text(name), flags=re.M | re.S)):
        if match.group(0) == "kolophon.h":  # the header that users of the library include
            continue
        fault(name, f"names {match.group(0)}.")

# Sizes and counts.
readme = text("README.md")
for name in set(re.findall(r"`(\w+Tests)`", readme)):
    if not (root / f"Tests/{name}.cpp").is_file():
        fault("README.md", f"names {name}, which does not exist.")
if len(readme.encode()) > largest_readme:
    fault("README.md", f"has {len(readme.encode())} bytes; {largest_readme} are the most.")
laws = [row for row in re.findall(r"^\| `(\w+)` \|", text("Resources/Docs/Laws.md"), re.M)]
presets, experiments = (len(list((root / f"Resources/{kind}").glob("*.json"))) for kind in ("Presets", "Experiments"))
ours = {"kolophon", "thermal"}
for pattern, expected, what in ((r"(\d+) friction laws", len(laws), "laws"),
                                (r"(\d+) of them from the literature", len(set(laws) - ours), "laws from the literature"),
                                (r"\| (\d+) laws,", len(laws), "laws"),
                                (r"(\d+) presets\b", presets, "presets"),
                                (r"(\d+) experiments\b", experiments, "experiments")):
    said = re.findall(pattern, readme)
    if not said or any(int(number) != expected for number in said):
        fault("README.md", f"says {said or 'nothing'} about {what}; there are {expected}.")

# Versions: CMake has the number, everything else follows.
version = re.search(r"project \(Kolophon VERSION ([\d.]+)", text("CMakeLists.txt")).group(1)
first = re.search(r"^## ([\d.]+)", text("CHANGELOG.md"), re.M)
if not first or first.group(1) != version:
    fault("CHANGELOG.md", f"begins with version {first and first.group(1)}; CMakeLists.txt has {version}.")
since = re.findall(r"\| (\d+\.\d+) \|$", text("Resources/Docs/Parameters.md"), re.M)
newest = max((tuple(map(int, one.split("."))) for one in since), default=(0, 0))
if newest > tuple(map(int, version.split(".")[:2])):
    fault("Resources/Docs/Parameters.md", f"has parameters since {newest[0]}.{newest[1]}; CMakeLists.txt has {version}.")

# CITATION.cff: what the format 1.2.0 requires, in the simple YAML that the file keeps to.
citation = dict(re.findall(r"^([\w-]+): *(.*)$", text("CITATION.cff"), re.M))
for key in ("cff-version", "message", "title", "authors", "type", "version", "license"):
    if key not in citation:
        fault("CITATION.cff", f"has no {key}.")
if citation.get("cff-version", "").strip('"') != "1.2.0" or citation.get("type") != "software":
    fault("CITATION.cff", "is not of version 1.2.0, or not of software.")
if citation.get("version", "").strip('"') != version:
    fault("CITATION.cff", f"has version {citation.get('version')}; CMakeLists.txt has {version}.")
if citation.get("license") != "GPL-3.0-or-later" or "GPL-3.0-or-later" not in readme:
    fault("CITATION.cff", "and the README name different licences.")
if not re.search(r"^authors:\n  - (?:name|family-names|given-names): \S", text("CITATION.cff"), re.M):
    fault("CITATION.cff", "has no author.")

# Random front panels: the prose of Physics.md is its table's.
physics = text("Resources/Docs/Physics.md")
row = re.search(r"^\| String, Kolophon \(\d+\) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", physics, re.M)
prose = re.search(r"of a hundred random front panels .*?(\d+) sound at the key and (\d+) also", physics.replace("\n", " "), re.I)
if not row or not prose or (prose.group(1), prose.group(2)) != (row.group(4), row.group(3)):
    fault("Physics.md", f"prose {prose and prose.groups()} and table {row and row.groups()} of random panels disagree.")

# In tune: the promise is the test's bound.
bound = re.search(r"REQUIRE_THAT \(cents, WithinAbs \(0\.0, ([\d.]+)\)\)", text("Tests/StringTests.cpp"))
promise = re.search(r"within ([\d.]+) cents from A1 to A6", readme)
if not bound or not promise or float(bound.group(1)) != float(promise.group(1)):
    fault("README.md", "promises other cents than StringTests.cpp tests.")

# Processor load: the percentages are the benchmark's nanoseconds, at 48 kHz. Hosts and recordings: those of their pages.
bench = dict(re.findall(r"^\| AVX2 \| (\d+) \|(?: *\d+ \|){3} *(\d+) \|", text("Benchmarks/README.md"), re.M))
loads = re.findall(r"^\| (\d+) \| ([\d.]+) % \|$", text("Resources/Docs/Guide/Questions.md"), re.M)
loads += re.findall(r"(\d+) voices of 64 partials take ([\d.]+) %", readme)
for voices, percent in loads:
    measured = int(bench.get(voices, 0)) * int(voices) * 48000 * 1e-7
    if abs(measured - float(percent)) > 0.05:
        fault("Guide/Questions.md or README.md", f"{voices} voices take {measured:.2f} %, not {percent}.")
if len(loads) < 4:
    fault("Guide/Questions.md", "has no table of processor load.")
for pattern, page in ((r"(Ardour [\d.]+\d|jalv [\d.]+\d|pluginval [\d.]+\d)", "Hosts.md"), (r"(\d+) recorded notes", "Realism.md")):
    for said in re.findall(pattern, readme):
        if said not in text(f"Resources/Docs/{page}"):
            fault("README.md", f"says {said}; {page} does not.")

# Scenarios of the course are used by its page.
for path in (root / "Resources/Docs/Guide/Course").glob("*.json"):
    json.loads(path.read_text("utf-8"))
    if path.name not in text("Resources/Docs/Guide/Course.md"):
        fault(path.name, "is not used by the course.")

print("\n".join(faults) if faults else f"{len(pages)} pages.")
sys.exit(1 if faults else 0)
