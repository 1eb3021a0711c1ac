#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PlacesTest.py <tree>: whether a knob of a friction law is added in the two places that Source/Architecture.md names.

A knob that a law reads as the player sets it is declared in Physics/Friction/ContactFields.h and has a row in
Synth/Parameters/ParameterRows.h; the laws that want it read it. Whoever carries knobs from one to the other visits all of them and names
none, or the next one would be forgotten there. Some decide something by a knob: they are listed here, with what for.

A knob that is a menu becomes an enumeration in one place, Synth/Parameters/PatchChoices.h, which knows the type of each.

What a law is prepared from is planned in one place, contactKnobs() in Synth/Hands/ContactPlan.h: nobody else fills knobs, or the
figures, studies and experiments would one day play another contact than the voices do."""

import pathlib
import re
import sys

DECLARED = "Source/Physics/Friction/ContactFields.h"
TABLE = "Source/Synth/Parameters/ParameterRows.h"
LAWS = "Source/Physics/Friction/"
PATCH = "Source/Synth/Parameters/Patch.h"
CHOICES = "Source/Synth/Parameters/PatchChoices.h"
PLAN = "Source/Synth/Hands/ContactPlan.h"
BODY = "residualCompliance"  # what the body leaves out: who solves for the body fills it

DECIDE = {
    ("Source/Synth/Hands/ContactPlan.h", "muStatic"): "the travel is given at the most that the law holds",
    ("Source/Synth/Hands/ContactPlan.h", "muKinetic"): "likewise, of a law without static friction",
    ("Source/Synth/VoiceParts/BowHand.cpp", "muKinetic"): "likewise",
    ("Source/Synth/VoiceParts/BowHand.cpp", "muStatic"): "what 100 % of Pressure means, and what holds a string that is plucked",
    ("Source/Synth/Hands/Guide.cpp", "muStatic"): "how far Slide may come near Grip",
    ("Source/Synth/Hands/Guide.cpp", "muKinetic"): "likewise",
    ("Source/Synth/Hands/Guide.cpp", "thermalVelocity"): "the speed over which friction falls by heat",
    ("Source/Synth/Hands/Guide.cpp", "thermalTime"): "how far friction may lag behind before a body doesn't speak",
    ("Source/Synth/Hands/Guide.cpp", "memoryTime"): "likewise",
    ("Source/Synth/Hands/Guide.cpp", "ageingTime"): "likewise, at rest",
    ("Source/Synth/Hands/Guide.cpp", "dahlExponent"): "how sharply a contact yields under which a body rings",
    ("Source/Synth/Hands/Guide.cpp", "viscosity"): "how much it may take from the fall of friction",
    ("Source/Synth/Hands/Guide.cpp", "stickBand"): "how wide a band of rest may be against the bow's speed",
    ("Source/Synth/Parameters/FrontPanels.h", "breakaway"): "the front pages show it",
    ("Source/Synth/Parameters/FrontPanels.h", "literal"): "likewise",
    ("Source/Synth/Parameters/ParameterTable.cpp", "muStatic"): "mu_k <= mu_s",
    ("Source/Synth/Parameters/ParameterTable.cpp", "muKinetic"): "likewise",
    ("Source/Synth/Strings/ContactWatch.h", "muStatic"): "how near the bristle is to letting go, as a source of modulation",
    ("Source/Synth/Bank/VoiceGroup.cpp", "stickBand"): "whether a contact rests, for a law that takes over",
}


def knobs_of(text):
    body = text.split("struct LawKnobs", 1)[1].split("};", 1)[0]
    return re.findall(r'\{ "(\w+)", &LawKnobs::', body)


def planned(text):
    """The knobs that contactKnobs() makes of several settings."""
    return set(re.findall(r'\{ "(\w+)", &ContactKnobs::', text)) - {BODY}


def filled_by_hand(root, knobs):
    """group.law.stiffness[lane] = …, knobs.damping = … anywhere but in the plan."""
    for path in sorted((root / "Source").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in (".h", ".cpp") or name in (PLAN, TABLE) or name.startswith(LAWS):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for knob in re.findall(r"\b(?:law|knobs)(?:\.|->)(\w+)(?:\[[^\]]*\])?(?: = |\.fill\b)", line):
                if knob in knobs:
                    yield f"{name}:{number}: fills the knob {knob} by hand, not by contactKnobs(): {line.strip()}"


def cast_by_hand(root):
    """static_cast<Lift> (static_cast<int> (patch.handLift)), == static_cast<int> (Lift::stop), or the way back."""
    menus = "|".join(re.findall(r"^enum class (\w+)", (root / PATCH).read_text(encoding="utf-8"), re.M))
    for path in sorted((root / "Source").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in (".h", ".cpp") or name == CHOICES:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(rf"static_cast<(?:{menus})> \(static_cast<int> |static_cast<int> \((?:{menus})::", line):
                yield f"{name}:{number}: converts a menu by hand, not by choiceOf() or choose(): {line.strip()}"


def main():
    root = pathlib.Path(sys.argv[1])
    declared = (root / DECLARED).read_text(encoding="utf-8")
    knobs = knobs_of(declared)
    faults = [] if len(knobs) > 5 else [f"{DECLARED}: no list of knobs"]
    table = (root / TABLE).read_text(encoding="utf-8")
    faults += [f"{TABLE}: no row of {knob}" for knob in knobs if f"&Contact::{knob})" not in table]
    used = set()
    for folder in ("Core", "Physics", "Synth"):
        for path in sorted((root / "Source" / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in (".h", ".cpp") or name in (DECLARED, TABLE) or name.startswith(LAWS):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                # block.muStatic and surface.ageingTime are others
                for knob in re.findall(r"(?:\b(?:law|contact|contactB|knobs)(?:\.|->)|\b(?:LawKnobs|ContactKnobs|Contact)::)(\w+)", line):
                    if knob not in knobs:
                        continue
                    if (name, knob) in DECIDE:
                        used.add((name, knob))
                    else:
                        faults.append(f"{name}:{number}: names the knob {knob}: {line.strip()}")
    faults += filled_by_hand(root, planned(declared) | set(knobs))
    faults += cast_by_hand(root)
    faults += [f"{name}: does not decide by {knob} any more" for name, knob in DECIDE if (name, knob) not in used]
    print("\n".join(faults) if faults else f"{len(knobs)} knobs, each in two places")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
