#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lv2DescriptionTest.py <bundle>: whether lv2_validate finds anything in the description of an LV2 that isn't known, and whether
the bundle keeps the rules that lv2lint asks for: symbols, names, ranges, licence, versions, presets, and no function visible but the
entries. An address for mail is missing, because the project has none.

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


def visible_functions(library):
    said = subprocess.run(["nm", "--dynamic", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in said.splitlines()}


def subjects(text, kind):
    """Texts of the subjects of a kind, by name."""
    return {name: rest for name, rest in re.findall(r"^(\S+)\n\ta ([^\n]*(?:\n\t[^\n]*|\n})*)", text, re.M) if rest.startswith(kind)}


def numbers_of(text):
    found = {key: re.search(rf"lv2:{key} (\S+)", text) for key in ("minimum", "default", "maximum")}
    return [float(found[key].group(1)) for key in ("minimum", "default", "maximum")] if all(found.values()) else []


def lint(bundle):
    """What lv2lint would have to say."""
    manifest, plugin, editor, presets = ((bundle / f"{name}.ttl").read_text(encoding="utf-8")
                                         for name in ("manifest", "dsp", "ui", "presets"))
    faults = []

    def check(condition, text):
        if not condition:
            faults.append(text)

    named = set(re.findall(r"(?:lv2:binary|rdfs:seeAlso) <([^>]*)>", manifest)) | {"manifest.ttl"}
    check(named == {path.name for path in bundle.iterdir()}, f"files of the bundle, and those that the manifest names: {named}")
    library = re.search(r"lv2:binary <([^>]*)>", manifest).group(1)
    check(visible_functions(bundle / library) == {"lv2_descriptor", "lv2ui_descriptor"}, "the library shows more than its entries")

    for key in ("doap:name", "doap:license", "lv2:project", "lv2:minorVersion", "lv2:microVersion", "foaf:name", "foaf:homepage",
                "lv2:InstrumentPlugin", "lv2:hardRTCapable", "pg:mainOutput", "rdfs:comment"):
        check(key in plugin, f"dsp.ttl: no {key}")
    minor, micro = (int(re.search(rf"lv2:{part}Version (\d+)", plugin).group(1)) for part in ("minor", "micro"))
    check(minor + micro > 0, "a plugin of version 0.0 is one that is not released")
    ports = re.findall(r"lv2:(?:symbol|name) \"([^\"]*)\"", plugin[plugin.index("lv2:port ["):])
    check(len(set(ports[::2])) == len(ports) // 2 and all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in ports[::2]),
          f"symbols of ports: {ports[::2]}")
    parameters = subjects(plugin, "lv2:Parameter")
    check(len(parameters) > 100, "parameters")
    labels = []
    for name, text in parameters.items():
        range_of = numbers_of(text)
        check(len(range_of) == 3 and range_of == sorted(range_of) and range_of[0] < range_of[2], f"{name}: range {range_of}")
        labels.append(re.search(r'rdfs:label "(.*)" ;', text).group(1))
        if "lv2:enumeration" in text:
            check(text.count("rdf:value") >= 2, f"{name}: an enumeration of one")
        if "pprop:logarithmic" in text:
            check(len(range_of) == 3 and range_of[0] > 0.0, f"{name}: logarithmic from {range_of}")
    check(len(set(labels)) == len(labels), "two parameters of one name")

    listed = set(re.findall(r"^(plug:preset_\w+)\n\ta pset:Preset ;\n\tlv2:appliesTo <\S+> ;\n\trdfs:seeAlso <presets.ttl> \.", manifest, re.M))
    told = subjects(presets, "pset:Preset")
    check(listed == set(told) and listed, "presets of the manifest, and of presets.ttl")
    banks = set(subjects(presets, "pset:Bank"))
    for name, text in told.items():
        check(all(re.search(key, text) for key in (r'rdfs:label ".+"', r'rdfs:comment ".+"', r"state:state \[ \S+ \S+ \]")), f"{name}: {text}")
        check(set(re.findall(r"pset:bank (\S+)", text)) <= banks, f"{name}: its bank")
    check("ui:idleInterface" in editor and "ui:parent" in editor, "ui.ttl: no idle interface, or no parent")
    return faults


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
    faults = lint(bundle)
    print("\n".join([f"{len(findings)} findings, {len(unknown)} of them unknown", *faults]))
    sys.exit(1 if unknown or faults else 0)


main()
