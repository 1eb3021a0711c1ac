#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo songs in Resources/Demos from the notes below. Same script, same bytes.

    Scripts/make-demos.py [FOLDER]

The pieces of Bach, Beethoven and Pachelbel are in the public domain, the phrases of violin and glass were written for Kolophon;
notes, tempo and expression were entered here by hand."""

import math
import os
import struct
import sys

TICKS = 480  # per quarter note

# J. S. Bach, Suite No. 1 in G major for violoncello, BWV 1007: Prelude, bars 1 to 10. Sixteenth notes, one bar a line.
# The last note is held.
PRELUDE = """
G2 D3 B3 A3 B3 D3 B3 D3  G2 D3 B3 A3 B3 D3 B3 D3
G2 E3 C4 B3 C4 E3 C4 E3  G2 E3 C4 B3 C4 E3 C4 E3
G2 F#3 C4 B3 C4 F#3 C4 F#3  G2 F#3 C4 B3 C4 F#3 C4 F#3
G2 G3 B3 A3 B3 G3 B3 G3  G2 G3 B3 A3 B3 G3 B3 F#3
G2 E3 B3 A3 B3 G3 F#3 G3  E3 G3 F#3 G3 B2 D3 C#3 B2
C#3 G3 A3 G3 A3 G3 A3 G3  C#3 G3 A3 G3 A3 G3 A3 G3
F#3 A3 D4 C#4 D4 A3 G3 A3  F#3 A3 G3 A3 D3 F#3 E3 D3
E2 B2 G3 F#3 G3 B2 G3 B2  E2 B2 G3 F#3 G3 B2 G3 B2
E2 C#3 D3 E3 D3 C#3 B2 A2  G3 F#3 E3 D4 C#4 B3 A3 G3
F#3 E3 D3 D4 A3 D4 F#3 A3  D3 E3 F#3 A3 G3 F#3 E3 D3
"""

# How loud each bar begins (CC11); the last number is where the piece ends.
PRELUDE_DYNAMICS = [72, 78, 86, 94, 88, 92, 104, 84, 92, 108, 60]

# J. Pachelbel, Canon in D: the ground and the first variations, quarter notes ("8" marks a run of eighths). The three
# upper parts, an octave below the violins', enter two bars after one another with the same music, and close on a chord
# of D when the third has played its first variation.
GROUND = "D3 A2 B2 F#2 G2 D2 G2 A2"
CANON = ["F#4 E4 D4 C#4 B3 A3 B3 C#4", "D4 C#4 B3 A3 G3 F#3 G3 E3", "8 D3 F#3 A3 G3 F#3 D3 F#3 E3 D3 B2 D3 A3 G3 B3 A3 G3"]
CANON_END = "D2 A2 F#3 A3 D4"


# A phrase in A minor for a violin: note and quarter notes; "|" ends a stroke of the bow.
VIOLIN = "E5 1.5 D5 0.5 | C5 0.5 B4 0.5 A4 1 | B4 0.5 C5 0.5 D5 0.5 E5 0.5 | F5 1.5 E5 0.5 | D5 0.5 C5 0.5 B4 1 | A4 3"

# L. van Beethoven, Symphony No. 9, finale: the theme as cellos and basses begin it. Note and quarter notes; "-" slurs into
# the next, "|" ends a bar.
JOY = """
F#3 1 F#3 1 G3 1- A3 1 | A3 1- G3 1- F#3 1 E3 1 | D3 1 D3 1 E3 1- F#3 1 | F#3 1.5- E3 0.5 E3 2
F#3 1 F#3 1 G3 1- A3 1 | A3 1- G3 1- F#3 1 E3 1 | D3 1 D3 1 E3 1- F#3 1 | E3 1.5- D3 0.5 D3 2
E3 1 E3 1 F#3 1- D3 1 | E3 1 F#3 0.5- G3 0.5 F#3 1- D3 1 | E3 1 F#3 0.5- G3 0.5 F#3 1- E3 1 | D3 1- E3 1 A2 2
F#3 1 F#3 1 G3 1- A3 1 | A3 1- G3 1- F#3 1 E3 1 | D3 1 D3 1 E3 1- F#3 1 | E3 1.5- D3 0.5 D3 2
"""

# J. S. Bach, Suite No. 3 in D major, BWV 1068: Air, bars 1 to 6, arranged for string orchestra: ornaments are left out, and
# the inner parts follow the harmony. First and second violins, violas, cellos, basses; note and quarter notes, a bar a line.
AIR = [
    """F#5 4
F#5 0.5 B5 0.25 G5 0.25 E5 0.25 D5 0.25 C#5 0.25 D5 0.25 C#5 0.75 B4 0.25 A4 1
A5 2.25 F#5 0.25 C5 0.25 B4 0.25 E5 0.25 D#5 0.25 A5 0.25 G5 0.25
G5 2.25 E5 0.25 B4 0.25 A4 0.25 D5 0.25 C#5 0.25 G5 0.25 F#5 0.25
F#5 1.5 G#5 0.25 A5 0.25 D5 1 C#5 0.5 B4 0.5
E5 0.5 D5 0.25 C#5 0.25 B4 0.75 A4 0.25 A4 2""",
    """A4 2 B4 1 A4 1
B4 1 B4 1 A4 2
D5 1 C#5 1 B4 1 A4 1
B4 2 A4 2
A4 2 B4 1 G#4 1
A4 1 G#4 1 E4 2""",
    """D4 1 C#4 1 D4 1 F#4 1
D4 1 E4 1 E4 2
F#4 1 A4 1 F#4 2
G4 1 E4 1 E4 2
F#4 2 F#4 1 E4 1
E4 1 D4 1 C#4 2""",
    """D3 0.5 D4 0.5 C#4 0.5 C#3 0.5 B2 0.5 B3 0.5 A3 0.5 A2 0.5
G2 0.5 G3 0.5 G#3 0.5 G#2 0.5 A2 0.5 A3 0.5 G3 0.5 G2 0.5
F#2 0.5 F#3 0.5 E3 0.5 E2 0.5 D#2 0.5 D#3 0.5 B2 0.5 B2 0.5
E2 0.5 E3 0.5 D3 0.5 D2 0.5 C#2 0.5 C#3 0.5 A2 0.5 A2 0.5
D2 0.5 D3 0.5 C#3 0.5 C#2 0.5 B2 0.5 B2 0.5 E2 0.5 E3 0.5
C#3 0.5 D3 0.5 E3 0.5 E2 0.5 A2 2""",
    """D2 1 C#2 1 B1 1 A1 1
G1 1 G#1 1 A1 1 G1 1
F#1 1 E1 1 B1 2
E1 1 G1 1 A1 2
D2 1 C#2 1 B1 1 E1 1
A1 1 E1 1 A1 2""",
]

# Three glasses that are rubbed one after the other: note, where it begins and how long it lasts, in quarter notes.
GLASSES = [("D5", 0, 9), ("A5", 2.5, 6.5), ("F5", 5, 4)]


def key(name):
    """C4 is middle C, key 60."""
    letter = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[name[0]]
    return letter + name.count("#") - name.count("b") + 12 * (int(name.strip("ABCDEFG#b")) + 1)


class Track:
    def __init__(self, name):
        self.events = []  # (tick, rank, bytes): rank puts note-offs first and note-ons last
        self.meta(0, 0x03, name.encode())

    def add(self, tick, rank, *data):
        self.events.append((round(tick), rank, bytes(data)))

    def meta(self, tick, kind, body):
        self.events.append((round(tick), 0, bytes([0xFF, kind]) + number(len(body)) + body))

    def tempo(self, tick, quarters_per_minute):
        self.meta(tick, 0x51, round(60e6 / quarters_per_minute).to_bytes(3, "big"))

    def note(self, start, end, channel, pitch, velocity, release=64):
        self.add(start, 9, 0x90 | channel, pitch, limited(velocity, 1))
        self.add(end, 1, 0x80 | channel, pitch, release)

    def control(self, tick, channel, controller, value):
        self.add(tick, 5, 0xB0 | channel, controller, limited(value))

    def pressure(self, tick, channel, value):
        self.add(tick, 5, 0xD0 | channel, limited(value))

    def bend(self, tick, channel, semitones, bend_range):
        value = min(16383, max(0, 8192 + round(semitones / bend_range * 8192)))
        self.add(tick, 5, 0xE0 | channel, value & 0x7F, value >> 7)

    def registered(self, tick, channel, parameter, value):
        for controller, data in ((101, parameter >> 7), (100, parameter & 0x7F), (6, value), (101, 127), (100, 127)):
            self.add(tick, 4, 0xB0 | channel, controller, data)

    def chunk(self):
        body, now = b"", 0
        for tick, _, data in sorted(self.events, key=lambda e: e[:2]):
            body += number(tick - now) + data
            now = tick
        body += number(TICKS) + b"\xff\x2f\x00"
        return b"MTrk" + struct.pack(">I", len(body)) + body


def limited(value, low=0):
    return max(low, min(127, round(value)))


def number(value):
    text = bytes([value & 0x7F])
    while value > 0x7F:
        value >>= 7
        text = bytes([0x80 | (value & 0x7F)]) + text
    return text


def write(path, kind, tracks):
    with open(path, "wb") as file:
        file.write(b"MThd" + struct.pack(">IHHH", 6, kind, len(tracks), TICKS))
        file.write(b"".join(track.chunk() for track in tracks))


def prelude():
    conductor = Track("Bach: Prelude, Suite No. 1 in G major BWV 1007, bars 1-10")
    cello = Track("Violoncello")
    names = PRELUDE.split()
    step = TICKS // 4
    breath = [0.84, 0.97, 1.03, 1.06, 1.06, 1.04, 1.02, 0.98]  # the bow lingers where each half bar begins
    conductor.meta(0, 0x58, bytes([4, 2, 24, 8]))
    for i, name in enumerate(names):
        start, place, bar = i * step, i % 8, i // 16
        last = i == len(names) - 1
        slowing = max(0, i - (len(names) - 9)) / 8
        conductor.tempo(start, 66 * breath[place] * (1 - 0.38 * slowing) * (0.55 if last else 1))

        pitch = key(name)
        accent = 20 if place == 0 else (8 if place in (2, 4) else 0)
        velocity = 62 + accent + 3 * math.sin(1.7 * i) - 10 * slowing
        slurred = place < 2
        cello.note(start, start + (6 * step if last else step * (1.0 if slurred else 0.93)), 0, pitch, velocity)

        low, high = PRELUDE_DYNAMICS[bar], PRELUDE_DYNAMICS[bar + 1]
        for part in range(2):
            share = (i % 16 + part / 2) / 16
            arch = 7 * math.sin(math.pi * ((i % 8) + part / 2) / 8)
            cello.control(start + part * step / 2, 0, 11, low + (high - low) * share + arch)
        cello.control(start, 0, 1, 24 if place == 0 else 0)
        if last:
            for k in range(1, 48):
                at = k / 48
                cello.control(start + at * 6 * step, 0, 1, 78 * min(1, 2.2 * at))
                cello.control(start + at * 6 * step, 0, 11, 60 + 34 * math.sin(math.pi * min(1, 0.15 + 0.85 * at)) - 30 * at)
    return [conductor, cello]


class MpePart:
    """Lower zone: channel 1 is the manager, channels 2 to 16 carry one note each."""

    RANGE = 48  # semitones

    def __init__(self, track, members=15):
        self.track = track
        self.free = [(0, 1 + i) for i in range(members)]  # (since when, channel)
        self.notes = []
        track.registered(0, 0, 6, members)
        track.registered(0, 1, 0, self.RANGE)

    def note(self, *description, **more):
        self.notes.append((description, more))

    def play(self):
        """Writes the notes in the order of time, each on the channel that has rested longest."""
        for description, more in sorted(self.notes, key=lambda note: note[0][:3]):
            start, length = description[:2]
            channel = min(self.free)[1]
            self.free = [(start + length, c) if c == channel else (since, c) for since, c in self.free]
            self.write(channel, *description, **more)

    def write(self, channel, start, length, pitch, loud, slide=0.0, vibrato=0.0, curve=0.5):
        """`loud` 0..1 drives strike and press; `slide` in semitones from where the pitch comes; `curve` 0..1 is where the
        swell peaks."""
        track, step = self.track, TICKS / 48
        for k in range(int(length / step)):
            at = k * step
            tick, way = start + at, at / length
            quarter = at / TICKS
            glide = slide * max(0.0, 1.0 - quarter / 0.22) ** 2
            shake = vibrato * min(1.0, max(0.0, (quarter - 0.3) / 0.4)) * math.sin(2 * math.pi * 5.0 * quarter)
            swell = way / curve if way < curve else (1 - way) / (1 - curve)
            track.bend(tick, channel, glide + shake, self.RANGE)
            track.pressure(tick, channel, 127 * loud * (0.15 + 0.6 * math.sin(0.5 * math.pi * swell)))
            track.control(tick, channel, 74, 64 + 26 * (loud - 0.4) * swell)
        track.note(start, start + length, channel, pitch, 40 + 60 * loud, 40)


def canon():
    track = Track("Pachelbel: Canon in D, opening (MPE)")
    track.meta(0, 0x58, bytes([4, 2, 24, 8]))
    part = MpePart(track)
    bars = 2 * (len(CANON) + 1)  # two bars of ground alone, then a voice more every two bars
    begin = TICKS // 4  # a pause in which the zone is set up
    track.tempo(0, 58)
    for i in range(4 * bars):
        part.note(begin + i * TICKS, TICKS * 0.97, key(GROUND.split()[i % 8]), 0.35 + 0.15 * min(1, i / 24), vibrato=0.04)
    for voice in range(3):
        before = None
        for verse, line in enumerate(CANON[: len(CANON) - voice]):
            names = line.split()
            length = TICKS // 2 if names[0] == "8" else TICKS
            names = names[1:] if names[0] == "8" else names
            start = begin + (8 + 8 * (voice + verse)) * TICKS
            for i, name in enumerate(names):
                pitch = key(name)
                # Steps are slurred by a small slide; the first note of a voice swells out of nothing.
                slide = 0.0 if before is None else max(-1.0, min(1.0, 0.5 * (before - pitch)))
                loud = 0.42 + 0.06 * verse + 0.12 * math.sin(math.pi * i / len(names))
                part.note(start + i * length, length * 0.98, pitch, loud, slide, 0.14 if length == TICKS else 0.0,
                          0.7 if before is None else 0.45)
                before = pitch
    end = begin + 4 * bars * TICKS
    track.tempo(end - 2 * TICKS, 52)
    track.tempo(end - TICKS, 44)
    for i, name in enumerate(CANON_END.split()):
        part.note(end, 5 * TICKS, key(name), 0.6, -1.0 if i == 4 else 0.0, 0.12, 0.3)
    part.play()
    return [track]


def violin():
    track = Track("A phrase for a violin")
    now, length = 0.0, sum(float(word) for word in VIOLIN.split() if word[0].isdigit())
    for stroke in VIOLIN.split("|"):
        words = stroke.split()
        notes = list(zip(words[::2], map(float, words[1::2])))
        for i, (name, quarters) in enumerate(notes):
            way = now / length
            track.tempo(now * TICKS, 76 - 14 * max(0.0, way - 0.7) / 0.3)
            last = i == len(notes) - 1
            end = now + (quarters * 0.97 if last else quarters + 0.06)  # keys that overlap slur
            track.note(now * TICKS, end * TICKS, 0, key(name), 84 - 12 * way)
            for k in range(int(quarters * 12)):
                at = k / 12
                here = (now + at) / length
                arch = math.sin(math.pi * min(1.0, 0.18 + 0.9 * here))
                swell = math.sin(math.pi * at / quarters) if quarters >= 1.5 else 0.0
                fade = 40 * max(0.0, at / quarters - 0.45) if now + quarters >= length else 0.0
                track.control((now + at) * TICKS, 0, 11, 66 + 34 * arch + 10 * swell - fade)
                track.control((now + at) * TICKS, 0, 1, 90 * min(1.0, max(0.0, at - 0.2) / 0.5) if quarters >= 1 else 12)
            now += quarters
    return [track]


def joy(plain):
    """The theme for a cello. `plain`: keys alone, at one velocity, as a beginner's keyboard sends them."""
    track = Track("Beethoven: theme of the finale, Symphony No. 9, for a cello" + (" (keys alone)" if plain else ""))
    track.tempo(0, 84)
    words = JOY.replace("|", "").split()
    notes = [(key(name), float(quarters.strip("-")), quarters.endswith("-")) for name, quarters in zip(words[::2], words[1::2])]
    now, length = 0.0, sum(quarters for _, quarters, _ in notes)
    for i, (pitch, quarters, slurs) in enumerate(notes):
        next_is_same = i + 1 < len(notes) and notes[i + 1][0] == pitch
        end = now + (quarters + 0.06 if slurs and not next_is_same else 0.85 * quarters)
        arch = math.sin(math.pi * (now % 16) / 16)
        loud = 80 if plain else 62 + 22 * arch + (6 if now % 4 == 0 else 0)
        track.note(now * TICKS, end * TICKS, 0, pitch, loud)
        now += quarters
        if not plain and now > length - 4:
            track.tempo(now * TICKS, 84 - 8 * (now - length + 4))
    return [track]


def moto(plain):
    """The prelude of BWV 1007 a twelfth higher, on a violin: sixteenths across its strings. `plain`: as in joy()."""
    track = Track("Bach: Prelude BWV 1007 on a violin, bars 1-10" + (" (keys alone)" if plain else ""))
    names, step = PRELUDE.split(), TICKS // 4
    track.tempo(0, 104)
    for i, name in enumerate(names):
        last, slurred = i == len(names) - 1, i % 8 < 3 and not plain
        accent = 18 if i % 8 == 0 else 6 if i % 8 == 4 else 0
        loud = 80 if plain else 66 + accent + 10 * math.sin(math.pi * (i % 32) / 32)
        track.note(i * step, i * step + (5 * step if last else step * (1.05 if slurred else 0.85)), 0, key(name) + 19, loud)
    return [track]


def air(bars):
    """Five parts on five channels. Keys of the upper parts overlap, so that they slur."""
    conductor, length = Track(f"Bach: Air, Suite No. 3 BWV 1068, bars 1-{bars}, for string orchestra"), 4 * bars
    conductor.tempo(0, 38)
    conductor.tempo((length - 2) * TICKS, 30)
    tracks = [conductor]
    names = ["Violins I", "Violins II", "Violas", "Cellos", "Basses"]
    for channel, (name, part) in enumerate(zip(names, AIR)):
        track, now = Track(name), 0.0
        words = " ".join(part.splitlines()[:bars]).split()
        for pitch, quarters in zip(words[::2], map(float, words[1::2])):
            is_last = now + quarters >= length
            loud = (78 if channel == 0 else 60) + 10 * math.sin(math.pi * now / length)
            end = now + (quarters if is_last else 0.9 * quarters if channel > 2 else quarters + 0.04)
            track.note(now * TICKS, end * TICKS, channel, key(pitch), loud)
            now += quarters
        for k in range(length * 4):
            at = k / 4
            swell = math.sin(math.pi * (at % 8) / 8)
            fade = 40 * max(0.0, at - length + 1.5) / 1.5
            track.control(at * TICKS, channel, 11, (84 if channel == 0 else 72) + 26 * swell - fade)
        tracks.append(track)
    return tracks


def glass():
    track = Track("Three glasses")
    track.tempo(0, 60)
    for name, start, quarters in GLASSES:
        track.note(start * TICKS, (start + quarters) * TICKS, 0, key(name), 70)
    for k in range(9 * 8):
        at = k / 8
        track.control(at * TICKS, 0, 11, 58 + 46 * math.sin(math.pi * at / 9))
    return [track]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "Resources", "Demos")
    write(os.path.join(folder, "bach-prelude-bwv1007.mid"), 1, prelude())
    write(os.path.join(folder, "pachelbel-canon-mpe.mid"), 0, canon())
    write(os.path.join(folder, "violin-phrase.mid"), 0, violin())
    write(os.path.join(folder, "three-glasses.mid"), 0, glass())
    for name, bars in (("strings", 6), ("opening", 2)):
        write(os.path.join(folder, f"bach-air-{name}.mid"), 1, air(bars))
    for suffix, plain in (("", False), ("-keys-alone", True)):
        write(os.path.join(folder, f"beethoven-theme-cello{suffix}.mid"), 0, joy(plain))
        write(os.path.join(folder, f"bach-prelude-violin{suffix}.mid"), 0, moto(plain))


if __name__ == "__main__":
    main()
