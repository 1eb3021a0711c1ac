#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ClipsTest.py ROOT KOLOPHON : Scripts/clips still renders the clips that the README links, and they sound as the files do: the
level of every tenth of a second is the same within 3 dB, wherever it is within 30 dB of the loudest."""

import array
import math
import pathlib
import subprocess
import sys
import tempfile
import wave

root, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
largest = 300_000  # [bytes] of a clip


def levels(ogg, folder):
    wav = folder / "decoded.wav"
    subprocess.run(["sndfile-convert", "-pcm16", ogg, wav], check=True)
    with wave.open(str(wav)) as file:
        samples = array.array("h", file.readframes(file.getnframes()))
        step = file.getframerate() * file.getnchannels() // 10
    parts = (samples[at:at + step] for at in range(0, len(samples) - step, step))
    return [10 * math.log10(sum(x * x for x in part[::7]) / len(part[::7]) + 1e-3) for part in parts]


faults = []
readme = (root / "README.md").read_text("utf-8")
committed = sorted((root / "Resources/Docs/Clips").glob("*.ogg"))
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    subprocess.run([root / "Scripts/clips", tool, folder], check=True)
    rendered = sorted(path.name for path in folder.glob("*.ogg"))
    if rendered != [path.name for path in committed]:
        faults.append(f"Scripts/clips renders {rendered}, Resources/Docs/Clips holds {[path.name for path in committed]}.")
    for clip in committed:
        if f"(Resources/Docs/Clips/{clip.name})" not in readme:
            faults.append(f"The README has no link to {clip.name}.")
        if clip.stat().st_size > largest:
            faults.append(f"{clip.name} is larger than {largest} bytes.")
        if (folder / clip.name).exists():
            there, now = levels(clip, folder), levels(folder / clip.name, folder)
            top = max(there)
            apart = [i for i, (a, b) in enumerate(zip(there, now)) if max(a, b) > top - 30 and abs(a - b) > 3]
            if len(there) != len(now) or apart:
                faults.append(f"{clip.name} sounds otherwise than what Scripts/clips renders: at {[i / 10 for i in apart][:8]} s.")
print("\n".join(faults) if faults else f"{len(committed)} clips.")
sys.exit(1 if faults or not committed else 0)
