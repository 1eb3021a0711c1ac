#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""FiguresTest.py ROOT [KOLOPHON] : pictures can be read, and say in words what they show. Every SVG of the documentation has a title and
a description of its own for screen readers; its smallest letters have 10 pixels where a page shows it; every picture of a page has an
alternative text. Figures of the pages that KOLOPHON writes have titles, captions and labelled axes, letters of 10 pixels and more, and,
where there is a browser, a canvas for each panel, named for screen readers."""

import json
import pathlib
import re
import shutil
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
    if any(len(text.split()) < 2 for text in words):
        fault(where, f"says {words} instead of what it shows.")
    ids = {element.get("id") for element in (title, description) if element is not None}
    if svg.get("role") != "img" or set((svg.get("aria-labelledby") or "").split()) != ids:
        fault(where, f"is no picture to a screen reader: {svg.get('role')}, {svg.get('aria-labelledby')}, {ids}.")


def letters(element, size, scale):
    """Sizes of all texts [pixels]."""
    size = float(re.match(r"[\d.]+", element.get("font-size", str(size))).group())
    said = re.search(r"\bfont(?:-size)?: (?:[a-z]+ )*([\d.]+)px", element.get("style", ""))
    size = float(said.group(1)) if said else size
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


def data_of(page, text, name):
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.S)
    return json.loads(found.group(1)) if found else fault(page, f"has no {name}.") or {}


def examine_page(page):
    """The figures of a page of the tool: their words, the letters of its styles and of its plots, and what a browser makes of them."""
    global counted
    text = page.read_text("utf-8")
    figures = data_of(page, text, "figures")
    places = re.findall(r'<figure data-figure="([^"]*)"', text)
    counted += len(places)
    if not places or sorted(places) != sorted(figures):
        fault(page, f"has figures {sorted(figures)} and places for {sorted(places)}.")
    for name, figure in figures.items():
        if len(figure["title"].split()) < 2 or (name in places and not figure["caption"].strip()):
            fault(page, f"has the figure {name} without words.")
        for panel in figure["panels"]:
            if not panel["x"]["label"] or not (panel["y"]["label"] or panel["y"]["names"]):
                fault(page, f"has the figure {name} with an axis without a label.")
    style, plots = re.search(r"<style>(.*?)</style>", text, re.S).group(1), re.search(r'letters = "([\d.]+)px', text)
    sizes = [float(size) * (16 if unit == "rem" else 1) for size, unit in re.findall(r"font(?:-size)?: ([\d.]*\d)(px|rem)", style)]
    sizes.append(float(plots.group(1)) if plots else 0.0)
    if min(sizes) < smallest:
        fault(page, f"has letters of {min(sizes):.1f} pixels.")
    if browser:
        examine_drawn(page, figures)


def examine_drawn(page, figures):
    drawn = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000", "--dump-dom", page.as_uri()],
                           check=True, capture_output=True, text=True, timeout=120).stdout
    panels = sum(len(figure["panels"]) for figure in figures.values())
    if len(re.findall(r"<canvas", drawn)) != panels:
        fault(page, f"draws {len(re.findall('<canvas', drawn))} panels of {panels}.")
    named = re.findall(r'class="chart" tabindex="0" role="(?:img|group)" aria-label="([^"]+)"', drawn)
    if len(named) != panels:
        fault(page, f"names {len(named)} panels of {panels}.")


browser = shutil.which("chromium") if tool else None

for picture in sorted((root / "Resources/Docs").rglob("*.svg")):
    examine(picture, picture.read_text("utf-8"), in_docs)

for page in [root / "README.md", *sorted((root / "Resources/Docs").rglob("*.md"))]:
    for words, target in re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", page.read_text("utf-8") if page.is_file() else ""):
        if len(words.split()) < 2:
            fault(page, f"shows {target} with the alternative text \"{words}\".")

if tool:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for order in (["lab", "breakaway", "static-curves", "-o", folder / "lab", "--quiet"],
                      ["map", "--x", "hand.position=0.05:0.2:log:3", "--y", "hand.force=0.1:5:log:3", "--metric", "regime,pitch",
                       "-p", "Lab: Helmholtz D4", "--no-sounds", "-o", folder / "map", "--quiet"]):
            subprocess.run([tool, *order], check=True, stdout=subprocess.DEVNULL)
        pages = sorted(folder.rglob("*.html"))
        for page in pages:
            examine_page(page)
        if len(pages) != 2:
            fault(folder, f"holds the pages {pages}.")

print("\n".join(faults) if faults else f"{counted} pictures.")
sys.exit(1 if faults or not counted else 0)
