#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""FiguresTest.py ROOT [KOLOPHON] : pictures can be read, and say in words what they show. Every SVG of the documentation, and those that
KOLOPHON draws now, has a title and a description of its own for screen readers; its smallest letters have 10 pixels where a page shows it;
every picture of a page has an alternative text."""

import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

root = pathlib.Path(sys.argv[1])
tool = sys.argv[2] if len(sys.argv) > 2 else None
smallest = 10.0  # [pixels] of letters
column = 830.0  # [pixels] that a page of the documentation gives to a picture; wider ones are made smaller
space = "{http://www.w3.org/2000/svg}"
faults = []
counted = 0


def fault(where, what):
    faults.append(f"{where}: {what}")


def examine_words(where, svg):
    title, description = svg.find(f"{space}title"), svg.find(f"{space}desc")
    words = [(element.text or "").strip() if element is not None else "" for element in (title, description)]
    if any(not text or "gnuplot" in text.lower() for text in words):
        fault(where, f"says {words} instead of what it shows.")
    ids = {element.get("id") for element in (title, description) if element is not None}
    if svg.get("role") != "img" or set((svg.get("aria-labelledby") or "").split()) != ids:
        fault(where, f"is no picture to a screen reader: {svg.get('role')}, {svg.get('aria-labelledby')}, {ids}.")


def letters(element, size, scale):
    """Sizes of all texts [pixels]; gnuplot's subscripts are <tspan>s with their own."""
    size = float(re.match(r"[\d.]+", element.get("font-size", str(size))).group())
    if "scale(" in element.get("transform", ""):
        scale *= float(re.search(r"scale\(([\d.]+)", element.get("transform")).group(1))
    if (element.text or "").strip() and element.tag in (f"{space}text", f"{space}tspan"):
        yield size * scale
    for child in element:
        yield from letters(child, size, scale)


def examine_letters(where, svg, shown, size=16.0):
    """`shown`: width [pixels] as which it is shown, given its own."""
    own = float(svg.get("viewBox").split()[2])
    found = sorted(letters(svg, size, shown(own) / own))
    if not found:
        fault(where, "has no letters: no axis, no scale.")
    elif found[0] < smallest - 1e-6:
        fault(where, f"has letters of {found[0]:.1f} pixels where it is shown.")


def examine(where, text, shown, size=16.0):
    global counted
    counted += 1
    try:
        svg = xml.fromstring(text)
    except xml.ParseError as problem:
        fault(where, str(problem))
        return
    examine_words(where, svg)
    examine_letters(where, svg, shown, size)


def in_docs(own):
    return min(own, column)


def examine_page(page):
    """Pictures inside a page of the tool: as wide as the style of the page lets them be, at its narrowest."""
    text = page.read_text("utf-8")
    style = re.search(r"<style>(.*?)</style>", text, re.S).group(1)
    own_width = re.search(r"(?:figure|\.picture) svg \{[^}]*width: auto", style) is not None
    least = re.search(r"svg\.map \{[^}]*min-width: ([\d.]+)rem", style)
    font = re.search(r"svg\.map \{[^}]*font: ([\d.]+)px", style)
    for svg in re.findall(r"<svg\b.*?</svg>", text, re.S):
        svg = re.sub(r"<svg (?![^>]*xmlns=)", f'<svg xmlns="{space[1:-1]}" ', svg)
        is_map = 'class="map"' in svg
        if not (least and font if is_map else own_width):
            fault(page, "makes its pictures smaller, by an unknown factor.")
            continue
        examine_part(page, svg, (lambda own: 16 * float(least.group(1))) if is_map else (lambda own: own),
                     float(font.group(1)) if is_map else 16.0)


def examine_part(page, svg, shown, size):
    global counted
    counted += 1
    svg = xml.fromstring(svg)
    if svg.get("role") != "group":
        examine_words(page, svg)
    elif not svg.get("aria-label") or not (svg.find(f"{space}desc").text or "").strip():
        fault(page, "has a map without words.")
    examine_letters(page, svg, shown, size)


for picture in sorted((root / "Resources/Docs").rglob("*.svg")):
    examine(picture, picture.read_text("utf-8"), in_docs)

for page in [root / "README.md", *sorted((root / "Resources/Docs").rglob("*.md"))]:
    for words, target in re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", page.read_text("utf-8") if page.is_file() else ""):
        if len(words.split()) < 2:
            fault(page, f"shows {target} with the alternative text \"{words}\".")

if tool:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for order in (["figures", "laws", "--law", "coulomb", "-o", folder / "figures"],
                      ["lab", "breakaway", "-o", folder / "lab", "--quiet"],
                      ["compare", "--note", "D4", "--laws", "kolophon,lugre", "-o", folder / "compare", "--quiet"],
                      ["map", "--x", "hand.position=0.05:0.2:log:3", "--y", "hand.force=0.1:5:log:3", "--metric", "regime,pitch",
                       "-p", "Lab: Helmholtz D4", "--no-sounds", "-o", folder / "map", "--quiet"]):
            subprocess.run([tool, *order], check=True, stdout=subprocess.DEVNULL)
        for picture in sorted((folder / "figures").glob("*.svg")) + sorted((folder / "map").glob("*.svg")):
            examine(picture, picture.read_text("utf-8"), in_docs)
        pages = sorted(folder.rglob("*.html"))
        for page in pages:
            examine_page(page)
        if len(pages) != 3:
            fault(folder, f"holds the pages {pages}.")

print("\n".join(faults) if faults else f"{counted} pictures.")
sys.exit(1 if faults or not counted else 0)
