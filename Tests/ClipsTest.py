#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""ClipsTest.py ROOT KOLOPHON : Scripts/clips still renders the clips that the README links, and they sound as the files do: the
level of every tenth of a second is the same within 3 dB, wherever it is within 30 dB of the loudest. A clip is as loud as the script
asks (ITU-R BS.1770-4), its peak keeps away from full scale, and it begins and ends in silence but not with seconds of it."""

import array
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import wave

root, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
largest = 300_000  # [bytes] of a clip


def decoded(ogg, folder):
    """Samples of all channels in turn, their rate and number."""
    wav = folder / "decoded.wav"
    subprocess.run(["sndfile-convert", "-pcm16", ogg, wav], check=True)
    with wave.open(str(wav)) as file:
        return array.array("h", file.readframes(file.getnframes())), file.getframerate(), file.getnchannels()


def levels(ogg, folder):
    samples, rate, channels = decoded(ogg, folder)
    step = rate * channels // 10
    parts = (samples[at:at + step] for at in range(0, len(samples) - step, step))
    return [10 * math.log10(sum(x * x for x in part[::7]) / len(part[::7]) + 1e-3) for part in parts]


def filtered(signal, b, a):
    x1 = x2 = y1 = y2 = 0.0
    for x in signal:
        y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
        x1, x2, y1, y2 = x, x1, y, y1
        yield y


def loudness(samples, rate, channels):
    """ITU-R BS.1770-4 [LUFS]; its filters are given for 48 kHz."""
    assert rate == 48000
    step = rate // 10
    steps = [0.0] * (len(samples) // channels // step)  # mean squares of every 0.1 s, all channels together
    for channel in range(channels):
        head = filtered((x / 32768 for x in samples[channel::channels]), (1.53512485958697, -2.69169618940638, 1.19839281085285),
                        (-1.69065929318241, 0.73248077421585))
        weighted = list(filtered(head, (1.0, -2.0, 1.0), (-1.99004745483398, 0.99007225036621)))
        for i in range(len(steps)):
            steps[i] += sum(y * y for y in weighted[i * step:(i + 1) * step]) / step
    blocks = [sum(steps[i:i + 4]) / 4 for i in range(len(steps) - 3)]

    def mean_above(gate):
        loud = [block for block in blocks if -0.691 + 10 * math.log10(block + 1e-30) > gate]
        return -0.691 + 10 * math.log10(sum(loud) / len(loud))

    return mean_above(mean_above(-70.0) - 10.0)


def examine(clip, asked, folder):
    """`asked`: level and unit of --normalise."""
    samples, rate, channels = decoded(clip, folder)
    peak = 20 * math.log10(max(abs(x) for x in samples) / 32768)
    if peak > -0.5:  # Vorbis adds some tenths of a decibel to what is at most -1 dBFS
        faults.append(f"{clip.name} has a peak at {peak:.1f} dBFS.")
    found = loudness(samples, rate, channels) if asked[1] == "LUFS" else peak
    if abs(found - float(asked[0])) > 0.5:
        faults.append(f"{clip.name} has {found:.1f} {asked[1]}, where the script asks for {asked[0]}.")
    heard = [i for i, x in enumerate(samples) if abs(x) > 33]  # -60 dBFS
    if heard[0] > 0.5 * rate * channels or not 0.05 < (len(samples) - heard[-1]) / (rate * channels) < 3.0:
        faults.append(f"{clip.name} does not begin and end in a little silence.")
    if abs(sum(samples) / len(samples)) > 33:
        faults.append(f"{clip.name} has an offset.")


faults = []
asked = dict((name, level) for name, *level in
             re.findall(r"^clip (\w+) .* --normalise (-?[\d.]+)(LUFS|dBFS)$", (root / "Scripts/clips").read_text("utf-8"), re.M))
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
        examine(clip, asked[clip.stem], folder)
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
