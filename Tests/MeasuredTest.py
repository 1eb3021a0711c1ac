#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MeasuredTest.py ROOT TOOL [renew [FOLDER]] : every prediction of the group "measured" is the one of Tests/Reference/measured.csv, and
Resources/Docs/Measured.md names its experiment. With "renew" the file is written, from the finished results in FOLDER if given."""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

root, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
reference = root / "Tests/Reference/measured.csv"
relative = 0.02  # predictions are the same bits on one kind of processor; a map's edge moves by a cell on another


def predictions(folder):
    done = subprocess.run([tool, "lab", "measured", "-o", folder, "--quiet", "--resume"], stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"kolophon lab measured: exit code {done.returncode}")
    for name in sorted(path.stem for path in (root / "Resources/Experiments").glob("measured-*.json")):
        for check in json.loads(pathlib.Path(folder, f"{name}.json").read_text("utf-8"))["checks"]:
            if check["name"].startswith("coefficient") and check["unit"]:
                sys.exit(f"{name}: {check['name']}: a pure number in {check['unit']}")  # "unit": "1" of an analysis
            yield name, check["name"], check["expected"], check["obtained"]


def text(number):
    return "" if number is None else f"{number:.6g}"


renews = sys.argv[3:4] == ["renew"]
with tempfile.TemporaryDirectory() as empty:
    folder = sys.argv[4] if renews and len(sys.argv) > 4 else empty
    found = {(experiment, name): (measured, obtained) for experiment, name, measured, obtained in predictions(folder)}
if renews:
    with reference.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["experiment", "number", "measured", "predicted", "tolerance"])
        for (experiment, name), (measured, obtained) in found.items():
            size = max(abs(obtained or 0.0), abs(measured or 0.0))
            rows.writerow([experiment, name, text(measured), text(obtained), text(max(relative * size, 1e-5))])
    sys.exit()

faults = []
with reference.open(encoding="utf-8") as file:
    expected = {(row["experiment"], row["number"]): row for row in csv.DictReader(file)}
for key in sorted(expected.keys() | found.keys()):
    if key not in expected or key not in found:
        faults.append(f"{key}: only in {'the file' if key in expected else 'the results'}")
        continue
    wanted, obtained = expected[key]["predicted"], found[key][1]
    if (wanted == "") != (obtained is None) or wanted and abs(obtained - float(wanted)) > float(expected[key]["tolerance"]):
        faults.append(f"{key}: {obtained}, was {wanted}")
experiments = {experiment for experiment, _ in found}
if len(experiments) < 20:
    faults.append(f"only {len(experiments)} experiments")
page = (root / "Resources/Docs/Measured.md").read_text("utf-8")
faults += [f"{experiment}: not in Measured.md" for experiment in sorted(experiments) if f"| [`{experiment}`](#{experiment}) |" not in page]
sys.exit("\n".join(faults) if faults else 0)
