#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lv2DescriptionTest.py <bundle>: whether lv2_validate finds anything in the description of an LV2 that isn't known.

Known, and no fault: the vocabulary of LV2 1.18 lets parameters have ranges, units and scale points, but declares groups and
properties such as "logarithmic" for ports only. Hosts read both of parameters, and there is no other way to say so."""

import pathlib
import re
import subprocess
import sys

LV2 = "http://lv2plug.in/ns/"
PORT = "error: Subject not in domain <" + LV2 + "lv2core#Port>"
PROPERTIES = [LV2 + "lv2core#" + each for each in ("integer", "enumeration", "toggled")] + [LV2 + "ext/port-props#logarithmic"]


def is_known(finding, parameters, groups):
    """Findings take four lines: what is wrong, and subject, predicate and object."""
    if len(finding) != 4 or finding[0] != PORT or finding[1] not in parameters:
        return False
    what, its = finding[2:]
    return (what == LV2 + "ext/port-groups#group" and its in groups) or (what == LV2 + "lv2core#portProperty" and its in PROPERTIES)


def main():
    bundle = pathlib.Path(sys.argv[1])
    text = (bundle / "dsp.ttl").read_text(encoding="utf-8")
    plugin = re.search(r"@prefix plug:\s*<(.*)> \.", text).group(1)
    parameters = set(re.findall(r"^<(\S+)>\n\ta lv2:Parameter ;", text, re.M))
    groups = {plugin + name for name in re.findall(r"^plug:(\S+)\n\ta pg:Group ;", text, re.M)}
    if not parameters or not groups:
        sys.exit(f"{bundle}: no parameters or no groups in dsp.ttl")
    command = ["lv2_validate", *sorted(map(str, bundle.glob("*.ttl")))]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    total = re.search(r"Found (\d+) errors", run.stdout)
    if total is None:
        sys.exit("lv2_validate did not come to its end:\n" + run.stdout[-2000:] + run.stderr[-2000:])
    lines = [line.strip() for line in run.stderr.splitlines() if line.strip()]
    starts = [i for i, line in enumerate(lines) if line.startswith("error")]
    findings = [lines[i:j] for i, j in zip(starts, starts[1:] + [len(lines)])]
    if len(findings) != int(total.group(1)):
        sys.exit(f"lv2_validate counts {total.group(1)} findings, and names {len(findings)}")
    unknown = [finding for finding in findings if not is_known(finding, parameters, groups)]
    for finding in unknown:
        print("\n    ".join(finding))
    print(f"{len(findings)} findings, {len(unknown)} of them unknown")
    sys.exit(1 if unknown else 0)


main()
