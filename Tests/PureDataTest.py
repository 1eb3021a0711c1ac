#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PureDataTest.py PD BUILD SOURCE TOOL SHIM [TEST…]: the external kolophon~ in Pure Data, without a window and without a sound card.

Patches are written, played flat out by `pd -nogui -batch` with a time limit, and their samples compared with those of the library's
functions at the same samples, rounded to float: so a message is played at its sample, in blocks of any length, and the rest is the
library's. Sentences on the console, answers, files, several instances, other sample rates, subpatches that are switched off; and
every message of the help patch is clicked. The tests "soak MINUTES" are one that nothing else runs."""

import array
import cmath
import ctypes
import json
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

pd, build, source, tool, shim, *chosen = sys.argv[1:]
TIME_LIMIT = 240  # [s] for one patch, on a busy machine
faults = []


def check(condition, text):
    if not condition:
        faults.append(text)


# ---- A patch, and what it played


class Patch:
    def __init__(self):
        self.lines, self.count, self.cords = [], 0, []

    def add(self, kind, text):
        self.lines.append(f"#X {kind} {10 + 90 * self.count} 10 {text};")  # inlets and outlets are ordered by their places
        self.count += 1
        return self.count - 1

    def sub(self, patch):
        self.lines += ["#N canvas 0 0 300 300 part 0;", *patch.lines, *patch.cords, "#X restore 10 10 pd part;"]
        self.count += 1
        return self.count - 1

    def cord(self, start, outlet, end, inlet=0):
        self.cords.append(f"#X connect {start} {outlet} {end} {inlet};")

    def text(self):
        return "\n".join(["#N canvas 0 0 400 400 12;", *self.lines, *self.cords]) + "\n"


def record(patch, start, sources, milliseconds, rate, path):
    """Lets what is connected to `start` begin with DSP on, records the two outlets `sources`, and ends Pd."""
    samples = round(milliseconds * rate / 1000)
    for name, (object_, outlet) in zip(("left", "right"), sources):
        patch.add("obj", f"array define {name} {samples}")
        writer = patch.add("obj", f"tabwrite~ {name}")
        patch.cord(object_, outlet, writer)
        patch.cord(start, 0, writer)
    on = patch.add("msg", "\\; pd dsp 1")
    patch.cord(start, 0, on)
    end = patch.add("obj", f"del {milliseconds + 100}")
    patch.cord(start, 0, end)
    save = patch.add("msg", f"write -wave -bytes 4 {path} left right")
    filer, leave = patch.add("obj", "soundfiler"), patch.add("msg", "\\; pd quit")
    patch.cord(end, 0, save)
    patch.cord(save, 0, filer)
    patch.cord(filer, 0, leave)


def run(patch, folder, rate, environment=None, options=()):
    file = folder / "patch.pd"
    file.write_text(patch if isinstance(patch, str) else patch.text(), encoding="utf-8")
    done = subprocess.run([pd, "-nogui", "-noprefs", "-batch", "-nosound", "-r", str(rate), "-path", f"{build}/PureData", *options, str(file)],
                          capture_output=True, text=True, timeout=TIME_LIMIT, cwd=folder, env=environment)
    said = done.stdout + done.stderr
    check(done.returncode == 0, f"pd ends with {done.returncode}: {said}")
    check("couldn't create" not in said, f"pd: {said}")
    return said


def wave(path):
    data = path.read_bytes()
    place = data.index(b"data")
    (size,) = struct.unpack_from("<I", data, place + 4)
    values = array.array("f", data[place + 8:place + 8 + size])
    return values[0::2], values[1::2]


def external(patch, block="", creation=""):
    """The object, or a subpatch of other blocks round it; its inlet, its outlets."""
    if not block:
        return patch.add("obj", f"kolophon~ {creation}")
    inner = Patch()
    inlet, synth = inner.add("obj", "inlet"), inner.add("obj", f"kolophon~ {creation}")
    switch = inner.add("obj", "inlet")
    inner.cord(inlet, 0, synth)
    for i in range(2):
        inner.cord(synth, i, inner.add("obj", "outlet~"))
    inner.cord(synth, 2, inner.add("obj", "outlet"))
    inner.cord(switch, 0, inner.add("obj", block))
    return patch.sub(inner)


def play(events, milliseconds=1000, rate=48000, block="", creation=""):
    """Plays [(ms, message)]: left, right, what the console said. A message "> …" goes to the block~ or switch~."""
    with tempfile.TemporaryDirectory() as name:
        folder, patch = pathlib.Path(name), Patch()
        start = patch.add("obj", "loadbang")
        synth = external(patch, block, creation)
        answers = patch.add("obj", "print answer")
        patch.cord(synth, 2, answers)
        record(patch, start, [(synth, 0), (synth, 1)], milliseconds, rate, folder / "out.wav")
        for at, message in events:
            text = patch.add("msg", message.removeprefix("> "))
            delay = patch.add("obj", f"del {at}")
            patch.cord(start, 0, delay)
            patch.cord(delay, 0, text)
            patch.cord(text, 0, synth, 1 if message.startswith("> ") else 0)
        said = run(patch, folder, rate)
        if not (folder / "out.wav").is_file():
            sys.exit(f"pd wrote no sound: {said}")
        return *wave(folder / "out.wav"), said


# ---- The same by the library


class Library:
    def __init__(self):
        self.c = ctypes.CDLL(f"{build}/Source/Library/libkolophon.so")
        self.c.kolophon_create.restype = ctypes.c_void_p
        self.c.kolophon_error.restype = ctypes.c_char_p

    def play(self, events, milliseconds=1000, rate=48000, double=False):
        """[(sample, function, arguments…)]: the samples, as floats or doubles. Functions of events have an offset; others act at once."""
        synth = ctypes.c_void_p(self.c.kolophon_create(ctypes.c_double(rate)))
        count, done = round(milliseconds * rate / 1000), 0
        left, right = (ctypes.c_double * count)(), (ctypes.c_double * count)()

        def render(until):
            nonlocal done
            at = [ctypes.byref(channel, 8 * done) for channel in (left, right)]
            check(self.c.kolophon_render(synth, *at, ctypes.c_size_t(until - done)) == 0, "render")
            done = until

        for sample, function, *values in events:
            if sample > done:
                render(sample)
            at = [0] if function in ("note_on", "note_off", "begin_note", "release_note", "choke_note", "express_note", "modulate",
                                     "automate", "controller", "pitch_bend", "channel_pressure", "note_pressure", "tempo") else []
            values = [ctypes.c_double(v) if isinstance(v, float) else v.encode() if isinstance(v, str) else v for v in values]
            status = getattr(self.c, f"kolophon_{function}")(synth, *at, *values)
            check(status == 0, f"{function} {values}: {self.c.kolophon_error(synth)}")
        render(count)
        self.c.kolophon_destroy(synth)
        return (left, right) if double else (array.array("f", left), array.array("f", right))

    def parameter(self, name):
        return self.c.kolophon_parameter_index(name.encode())


library = Library()


def same(what, got, expected, late=0):
    """Samples are equal to the bit; `late`: of blocks longer than Pd's."""
    for channel, mine, theirs in zip(("left", "right"), got, expected):
        mine = mine[late:]
        size = min(len(mine), len(theirs))
        first = next((i for i in range(size) if mine[i] != theirs[i]), None)
        check(first is None and size > 1000, f"{what}: {channel} differs from sample {first} on: {first and (mine[first], theirs[first])}")
        check(max(map(abs, mine[:size])) > 0.01, f"{what}: {channel} is silent")


def frequency(samples, rate, near):
    """[Hz] from the phase of two windows of half a second, half a second apart."""
    window = rate // 2
    phases = []
    for begin in (len(samples) - 2 * window, len(samples) - window):
        total = 0j
        for i in range(window):
            hann = 0.5 - 0.5 * math.cos(2 * math.pi * i / window)
            total += samples[begin + i] * hann * cmath.exp(-2j * math.pi * near * i / rate)
        phases.append(cmath.phase(total))
    turn = phases[1] - phases[0] - 2 * math.pi * near * window / rate
    return near + math.remainder(turn, 2 * math.pi) / (2 * math.pi * window / rate) if turn else near


def note_on(sample, key=57, velocity=96, channel=0):
    return sample, "note_on", channel, key, velocity / 127


# ---- The tests


def test_a3():
    """The tool's A3: the library's doubles have the hash that the tool prints, and Pd's samples are those, as floats."""
    left, right, said = play([(0, "note 57 96")], 4000)
    expected = library.play([note_on(0)], 4000)
    same("A3", (left, right), expected)
    check("kolophon~:" not in said, f"A3: {said}")
    value = 0xCBF29CE484222325  # FNV-1a
    for byte in b"".join(struct.pack("<dd", *pair) for pair in zip(*library.play([note_on(0)], 4000, double=True))):
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    with tempfile.TemporaryDirectory() as folder:
        report = json.loads(subprocess.run([tool, "render", "--note", "A3", "--seconds", "4", "--tail", "0", "-o", f"{folder}/a3.wav", "--json", "--quiet"],
                                           check=True, capture_output=True, text=True).stdout)
    check(f"{value:016x}" == report["hash"], f"A3: hash {value:016x}, the tool's is {report['hash']}")


def test_pitch():
    """A3 is 220.0 Hz, under a hand that does not waver."""
    left, *_ = play([(0, "preset Plain String"), (0, "note 57 96")], 3000)
    hertz = frequency(left, 48000, 220.0)
    check(abs(hertz - 220.0) < 0.05, f"A3 has {hertz:.3f} Hz")


PIECE = [(0, "preset Cello Gut"), (0, "hand.position 0.1"), (0, "note 45 90"), (10.5, "62 64"), (301, "hand.speed 120 mm/s"),
         (333.3, "contact.law LuGre"), (350, "contact.law 0"), (400, "bend 0.5"), (410, "touch 100"), (420, "polytouch 62 80"),
         (431, "cc 1 127"), (500, "off 62 20"), (600, "preset Glass Rim"), (601, "hand.position 0.2"), (601, "preset Cello Gut"), (601, "quality.ledger on"),
         (700, "note 45 0"), (740, "midi 225 0 32"), (750, "57 96 2")]


def of_library(piece, at=48):
    """What the messages of the piece mean."""
    numbers = library.parameter
    samples = lambda ms: round(ms * at)
    return [(0, "load_preset", "Cello Gut"), (0, "automate", numbers("hand.position"), 0.1), note_on(0, 45, 90),
            note_on(samples(10.5), 62, 64), (samples(301), "automate", numbers("hand.speed"), 0.12),
            (samples(333.3), "automate", numbers("contact.law"), float(law_index("LuGre"))),
            (samples(350), "automate", numbers("contact.law"), 0.0), (samples(400), "pitch_bend", 0, 0.5),
            (samples(410), "channel_pressure", 0, 100 / 127), (samples(420), "note_pressure", 0, 62, 80 / 127),
            (samples(431), "controller", 0, 1, 1.0), (samples(500), "note_off", 0, 62, 20 / 127),
            (samples(600), "load_preset", "Glass Rim"), (samples(601), "automate", numbers("hand.position"), 0.2),
            (samples(601) + 1, "load_preset", "Cello Gut"), (samples(601) + 1, "automate", numbers("quality.ledger"), 1.0),
            (samples(700), "note_off", 0, 45, 64 / 127), (samples(740), "pitch_bend", 1, -0.5), note_on(samples(750), 57, 96, 1)]


def law_index(name):
    listed = json.loads(subprocess.run([tool, "list", "parameters", "--json"], capture_output=True, text=True, check=True).stdout)
    rows = listed if isinstance(listed, list) else listed["parameters"]
    return next(row for row in rows if row["id"] == "contact.law")["choices"].index(name)


def test_messages_and_blocks():
    """All that plays, at its sample, in blocks of any length."""
    expected = library.play(of_library(PIECE))
    for block, late in (("", 0), ("block~ 16", 0), ("block~ 256", 192), ("block~ 2048", 1984)):
        *sound, said = play(PIECE, 1000 + 50, block=block)
        check("kolophon~:" not in said, f"{block}: {said}")
        same(f"the piece, {block or 'block of 64'}", sound, expected, late)


def test_numbered_notes():
    messages = [(0, "begin 7 57 96"), (0, "begin 8 57 80 3 tuning 0.5 pan 0.2"), (200, "express 7 tuning -0.5"),
                (250, "modulate 8 hand.speed 0.1"), (260, "modulate 0 hand.force -0.1"), (300, "begin 7 60 96"), (400, "release 8 10"),
                (500, "choke 7"), (600, "begin 7 64 100"), (800, "begin 7 64 0")]
    numbers = library.parameter
    usual = 64 / 127
    expected = [(0, "begin_note", 1, 0, 57, 96 / 127), (0, "express_note", 2, 0, 0.5), (0, "express_note", 2, 2, 0.2),
                (0, "begin_note", 2, 2, 57, 80 / 127), (9600, "express_note", 1, 0, -0.5),
                (12000, "modulate", 2, numbers("hand.speed"), 0.1), (12480, "modulate", 0, numbers("hand.force"), -0.1),
                (14400, "release_note", 1, 0, 57, usual), (14400, "begin_note", 3, 0, 60, 96 / 127),
                (19200, "release_note", 2, 2, 57, 10 / 127), (24000, "choke_note", 3, 0, 60),
                (28800, "begin_note", 4, 0, 64, 100 / 127), (38400, "release_note", 4, 0, 64, usual)]
    # Pd's floats reach the library as they are: 0.2 is 0.200000003, as a pan.
    single = lambda value: struct.unpack("f", struct.pack("f", value))[0] if isinstance(value, float) and value in (0.2, 0.1, -0.1) else value
    expected = [(at, name, *map(single, values)) for at, name, *values in expected]
    *sound, said = play(messages)
    check("kolophon~:" not in said, f"numbers: {said}")
    same("notes with numbers", sound, library.play(expected))


def test_sentences():
    """What is wrong, is said, and changes nothing."""
    tool_says = subprocess.run([tool, "render", "--note", "A3", "--set", "hand.force=9000", "-o", "/dev/null"], capture_output=True, text=True)
    force = re.search(r"hand\.force.*", tool_says.stderr + tool_says.stdout).group(0).strip()
    wrong = {"note": "note: key is missing", "note 57": "note: velocity is missing", "note 57.5 96": "key: 57.5 is not a whole number; allowed: 0 to 127",
             "note 128 96": "key: 128 is not in its range; allowed: 0 to 127", "note 57 -1": "velocity: -1 is not in its range; allowed: 0 to 127",
             "note 57 96 17": "channel: 17 is not in its range; allowed: 1 to 16", "note A3 96": 'key: "A3" is not a number',
             "note 57 96 1 5": 'note: unexpected value "5"', "hand.forse 1": 'id: parameter not found: "hand.forse"',
             "hand.force": "hand.force: value is missing", "hand.force 9000": force, "hand.force 1 kg": 'hand.force: "1 kg" has the wrong unit',
             "contact.law Velcro": 'contact.law: "Velcro" is not a valid choice', "contact.law 1.5": "contact.law: 1.5 is not a whole number",
             "contact.law 900": "contact.law: 900 is not in its range", "bang": "note: key is missing", "symbol A3": 'key: "A3" is not a number', "set 1": 'id: parameter not found: "set"',
             "preset": "preset: name is missing", "preset Nobody": 'name: preset not found: "Nobody"', "open": "open: file is missing",
             "open nowhere.json": "nowhere.json: file not found", "body nowhere.json": "nowhere.json: file not found",
             "tuning 300": "a4: 300 is not in its range; allowed: 400 to 480 Hz", "tuning 440 5": 'tuning: unexpected value "5"',
             "release 3": "note: 3 has not begun", "choke 3": "note: 3 has not begun", "express 3 pan 1": "note: 3 has not begun",
             "begin 0 57 96": "note: 0 is not in its range; allowed: 1 to 16777215", "begin 1 57 96 colour 1": 'expression: "colour" not found; allowed: tuning,',
             "begin 1 57 96 2 pan": "begin: pan is missing", "modulate 0 hand.forse 1": 'id: parameter not found: "hand.forse"',
             "modulate 0 hand.force 2": "travel: 2 is not in its range; allowed: -1 to 1", "cc 128 1": "number: 128 is not in its range; allowed: 0 to 127",
             "bend 2": "bend: 2 is not in its range; allowed: -1 to 1", "touch 128": "pressure: 128 is not in its range; allowed: 0 to 127",
             "midi 57": "bytes: a MIDI message begins with a status byte", "midi 256": "byte: 256 is not in its range; allowed: 0 to 255",
             "tempo 0": "tempo: 0 is not in its range; allowed: 1 to 1000 quarter notes per minute", "get": "get: parameter is missing",
             "panic 1": 'panic: unexpected value "1"'}
    events = [(0, "note 57 96"), *((100 + i, message) for i, message in enumerate(wrong))]
    *sound, said = play(events, creation="No Such Preset")
    sentences = [line for line in said.splitlines() if "kolophon~:" in line]
    expected = ['name: preset not found: "No Such Preset"', *wrong.values()]
    check(len(sentences) == len(expected), f"{len(sentences)} sentences for {len(expected)} faults: {said}")
    for line, sentence in zip(sentences, expected):
        check(sentence in line, f"expected: {sentence}\nsaid:     {line}")
    same("A3 after many faults", sound, library.play([note_on(0)]))


def test_answers():
    """get knows what was set at the same instant; lists are whole; and a value that was got can be set again."""
    *_, said = play([(0, "get hand.force"), (0, "hand.force 0.4"), (0, "get hand.force"), (100, "hand.force 0.5"), (100, "get hand.force"),
                     (100, "contact.law LuGre"), (100, "get contact.law"), (100, "hand.drive Audio speed"), (200, "get hand.drive"),
                     (200, "preset Cello Gut"), (200, "get contact.law"), (300, "parameters hand."), (300, "presets"),
                     (300, "choices contact.law"), (300, "describe hand.force"), (300, "voices"), (310, "quality.ledger on"),
                     (320, "note 57 96"), (900, "voices"), (900, "energy")])
    answers = re.findall(r"answer: (.*)", said)
    listed = json.loads(subprocess.run([tool, "list", "parameters", "--json"], capture_output=True, text=True, check=True).stdout)
    rows = listed if isinstance(listed, list) else listed["parameters"]
    ids = [row["id"] for row in rows if row["id"].startswith("hand.")]
    presets = json.loads(subprocess.run([tool, "list", "presets", "--json"], capture_output=True, text=True, check=True).stdout)
    start = ["hand.force 0.4", "hand.force 0.5", "contact.law LuGre", "hand.drive Audio\\ speed"]  # one symbol
    check(answers[1:6] == [*start, "contact.law Kolophon"], f"answers: {answers[:6]}")
    check(f"parameters {len(ids)}" in answers, f"parameters: {answers}")
    said_ids = [answer.split()[1] for answer in answers if answer.startswith("parameter ")]
    check(said_ids == ids, f"parameters: {said_ids}")
    row = next((answer for answer in answers if answer.startswith("parameter hand.speed ")), "")
    check(row.split()[2:4] == ["0.0005", "3"] and row.split()[5] == "m/s", f"hand.speed: {row}")
    check(f"presets {len(presets)}" in answers and "preset Cello\\ Gut" in answers, f"presets: {answers}")
    choices = next((answer for answer in answers if answer.startswith("choices contact.law ")), "")
    check("LuGre" in choices, f"choices: {choices}")
    check(re.search(r"hand\.force: Hand Force, .* N\. ", said), f"describe: {said}")
    check([answer for answer in answers if answer.startswith("voices")] == ["voices 0", "voices 1"], f"voices: {answers}")
    energy = [float(value) for value in next(answer for answer in answers if answer.startswith("energy ")).split()[1:]]
    stored, work, friction, body, residual = energy
    check(stored > 0 and abs(work - friction - body - stored) < 1e-5 * work and residual < 1e-12, f"energy: {energy}")


def test_files():
    """Presets, bodies, gestures and tunings out of files beside the patch; what is wrong with one is said with its name."""
    resources = pathlib.Path(source) / "Resources"
    preset = (resources / "Presets/GlassRim.json").read_text(encoding="utf-8")
    body = json.dumps({"kolophonBody": 1, "name": "Bell", "reference": "A3", "modes": [{"ratio": 1, "t60": 2}, {"ratio": 2.7, "t60": 1}]})
    with tempfile.TemporaryDirectory() as name:
        folder, patch = pathlib.Path(name), Patch()
        (folder / "my glass.json").write_text(preset, encoding="utf-8")
        (folder / "partly.json").write_text(preset.replace('"parameters": {', '"parameters": {\n    "something.new": 1,'), encoding="utf-8")
        (folder / "damaged.json").write_text('{ "format": ', encoding="utf-8")
        (folder / "zero.json").write_bytes(b'{ "a": "\0" }')
        (folder / "meantone.scl").write_text("! q\nquarter tones up\n 12\n!\n" + "".join(f" {100.0 * i + (50 if i == 9 else 0)}\n" for i in range(1, 12)) + " 2/1\n")
        start, synth = patch.add("obj", "loadbang"), patch.add("obj", "kolophon~ my glass.json")
        patch.add("obj", "kolophon~ partly.json")
        record(patch, start, [(synth, 0), (synth, 1)], 1000, 48000, folder / "out.wav")
        for at, message in ((0, "tuning meantone.scl 442"), (0, "note 57 96"), (500, "open damaged.json"), (510, "body damaged.json"),
                            (520, "open zero.json"), (530, "gesture damaged.json"), (540, "tuning damaged.json")):
            text, delay = patch.add("msg", message), patch.add("obj", f"del {at}")
            patch.cord(start, 0, delay)
            patch.cord(delay, 0, text)
            patch.cord(text, 0, synth)
        said = run(patch, folder, 48000)
        sentences = [line.split("kolophon~: ")[1] for line in said.splitlines() if "kolophon~: " in line]
        check(len(sentences) == 6 and "something.new" in sentences[0] and all(sentence.startswith(file) for sentence, file in
              zip(sentences, ("partly.json: ", "damaged.json: ", "damaged.json: ", "zero.json: is not a text", "damaged.json: ", "damaged.json: line 2: "))), f"files: {said}")
        expected = [(0, "load_json", preset), (0, "set_tuning", (folder / "meantone.scl").read_text(), None, 442.0), note_on(0)]
        same("a sound out of files", wave(folder / "out.wav"), library.play(expected))
    *sound, said = play([(0, "body"), (0, "gesture"), (0, "tuning"), (0, "note 57 96")])
    same("without files", sound, library.play([note_on(0)]))
    check("kolophon~:" not in said, f"without files: {said}")


def test_instances():
    """Two objects in a patch know nothing of each other."""
    with tempfile.TemporaryDirectory() as name:
        folder, patch = pathlib.Path(name), Patch()
        start = patch.add("obj", "loadbang")
        first, second = patch.add("obj", "kolophon~ Cello Gut"), patch.add("obj", "kolophon~ Glass Rim")
        record(patch, start, [(first, 0), (second, 1)], 1000, 48000, folder / "out.wav")
        for synth, message in ((first, "note 45 90"), (second, "note 72 100")):
            text = patch.add("msg", message)
            patch.cord(start, 0, text)
            patch.cord(text, 0, synth)
        run(patch, folder, 48000)
        one = library.play([(0, "load_preset", "Cello Gut"), note_on(0, 45, 90)])
        other = library.play([(0, "load_preset", "Glass Rim"), note_on(0, 72, 100)])
        same("two objects", wave(folder / "out.wav"), (one[0], other[1]))


def test_rates():
    """Any sample rate; and one that changes while a patch plays."""
    for rate in (44100, 96000):
        *sound, said = play([(0, "note 57 96"), (500, "contact.law LuGre")], rate=rate)
        law = library.parameter("contact.law"), float(law_index("LuGre"))
        same(f"{rate} Hz", sound, library.play([note_on(0), (rate // 2, "automate", *law)], rate=rate))
        check("kolophon~:" not in said, f"{rate} Hz: {said}")
    # Twice as many samples in a subpatch, from a second on: what sounded ends; knobs stay; notes are in tune.
    left, _, said = play([(0, "hand.force 0.4"), (0, "note 57 96"), (1000.2, "hand.speed 0.3"), (1000.5, "> set 64 1 2"), (1100, "get hand.force"), (1100, "get hand.speed"), (1200, "preset Plain String"), (1500, "note 57 96")], 3500,
                         block="block~ 64")
    check("kolophon~:" not in said and "answer: hand.force 0.4" in said and "answer: hand.speed 0.3" in said, f"another rate: {said}")
    check(max(map(abs, left[60000:72000])) == 0.0, "another rate: the note of the first goes on")
    hertz = frequency(left, 48000, 220.0)
    check(abs(hertz - 220.0) < 0.1, f"another rate: A3 has {hertz:.3f} Hz")
    # A rate that the library refuses: a sentence, and silence.
    left, _, said = play([(0, "note 57 96"), (300, "> set 64 1 32")], block="block~ 64")
    check("sample_rate: 1536000 is not in its range; allowed: 8000 to 768000 Hz" in said, f"a rate too high: {said}")
    check(max(map(abs, left[24000:])) == 0.0, "a rate too high sounds")


def test_switched_off():
    """While a subpatch is off, time stands still: parameters are set, nothing is played late, and no queue is full."""
    many = [(300 + i * 0.02, f"hand.force {0.2 + 0.0001 * (i % 1000):g}") for i in range(400)]
    notes = [(320 + i * 0.05, f"note {40 + i % 40} {i % 2 * 90}") for i in range(60)]
    *sound, said = play([(0, "> 1"), (0, "note 57 96"), (200, "> 0"), (250, "note 57 0"), *many, *notes, (350, "panic"), (400, "get hand.force"),
                         (500, "> 1"), (500, "note 62 96")], block="switch~ 64")
    check("kolophon~:" not in said, f"switched off: {said}")
    check("answer: hand.force 0.2399" in said, f"switched off: {re.findall('answer.*', said)}")
    check(max(map(abs, sound[0][9700:23900])) == 0.0, "a subpatch that is off sounds")
    # What is sent before the first sound is there when it begins: at sample 9600, a whole number of blocks.
    before = [(0, "> 0"), (50, "hand.force 0.4"), (60, "contact.law LuGre"), (70, "note 57 96"), (100, "note 64 80"), (200, "> 1")]
    settings = [(0, "set", "hand.force", 0.4), (0, "set_text", "contact.law", "LuGre"), note_on(0), note_on(0, 64, 80)]
    *sound, said = play(before, 1200, block="switch~ 64")
    check(max(map(abs, sound[0][:9600])) == 0.0, "a subpatch sounds before it is switched on")
    same("notes sent before the first sound", sound, library.play(settings), 9600)
    # More than fit in the library's queue.
    *sound, said = play([(0, "> 0"), *((10 + i * 0.01, f"note 57 {i % 2 * 96}") for i in range(5000)), (200, "note 57 0"), (300, "> 1"), (300, "note 62 96")],
                        block="switch~ 64")
    check("kolophon~:" not in said, f"many notes: {said[:500]}")


def test_flood():
    """More messages at an instant than the library's queue holds: the last one is heard, and so is the note behind them."""
    flood = " \\, ".join(f"hand.force {0.1 + 0.0001 * i:.4f}" for i in range(5000))
    *sound, said = play([(0, "preset Plain String"), (100, flood + " \\, hand.force 0.3 \\, get hand.force \\, note 57 96")], 1500)
    check("kolophon~:" not in said and "answer: hand.force 0.3\n" in said, f"a flood: {said[:500]}")
    # One sample later than without: what was in the queue had to be rendered.
    settings = [(0, "load_preset", "Plain String"), (0, "set", "hand.force", 0.3), note_on(4801)]
    same("a note after a flood", sound, library.play(settings, 1500))


def test_tick_allocates_nothing():
    """The shim counts allocations inside the object's part of the tick; made to allocate itself, it says so."""
    for guilty in (0, 1):
        with tempfile.TemporaryDirectory() as name:
            folder, patch = pathlib.Path(name), Patch()
            start, begin = patch.add("obj", "loadbang"), patch.add("obj", f"begin~ {guilty}")
            synth, end = patch.add("obj", "kolophon~"), patch.add("obj", "end~")
            patch.cord(begin, 0, synth)
            patch.cord(synth, 0, end)
            record(patch, start, [(synth, 0), (synth, 1)], 1000, 48000, folder / "out.wav")
            for at, message in PIECE:
                text, delay = patch.add("msg", message), patch.add("obj", f"del {at}")
                patch.cord(start, 0, delay)
                patch.cord(delay, 0, text)
                patch.cord(text, 0, synth)
            said = run(patch, folder, 48000, dict(os.environ, LD_PRELOAD=shim), ("-path", str(pathlib.Path(shim).parent), "-lib", "watch"))
            found = re.search(r"(\d+) ticks, (\d+) allocations", said)
            check(found and int(found.group(1)) > 700 and int(found.group(2)) == guilty * int(found.group(1)),
                  f"allocations, guilty {guilty}: {found.group(0) if found else said}")


def test_signal():
    """A signal moves the bow where hand.drive wants one: another one is another sound, and none is silence."""
    sounds = []
    for amplitude in (0.0, 0.5, 1.0):
        with tempfile.TemporaryDirectory() as name:
            folder, patch = pathlib.Path(name), Patch()
            start, synth = patch.add("obj", "loadbang"), patch.add("obj", "kolophon~ Plain String")
            record(patch, start, [(synth, 0), (synth, 1)], 500, 48000, folder / "out.wav")
            patch.cord(patch.add("obj", f"sig~ {amplitude}"), 0, synth)
            for message in ("hand.drive Audio speed", "note 57 96"):
                text = patch.add("msg", message)
                patch.cord(start, 0, text)
                patch.cord(text, 0, synth)
            said = run(patch, folder, 48000)
            check("kolophon~:" not in said, f"signal: {said}")
            sounds.append(wave(folder / "out.wav")[0])
    levels = [math.sqrt(sum(value * value for value in sound[12000:]) / 12000) for sound in sounds]
    # In steady Helmholtz motion the velocity of the string is that of the bow: twice the signal is twice the sound.
    check(levels[0] < 1e-3 * levels[2] and 1.6 < levels[2] / levels[1] < 2.4, f"a signal as the bow: levels {levels}")


def test_help_patch():
    """Opens, and each of its messages is understood, except those for files that users have; a note sounds out of it."""
    text = (pathlib.Path(build) / "PureData/kolophon~/kolophon~-help.pd").read_text(encoding="utf-8")
    # Boxes of the window itself are numbered in order; what lies in a subpatch is clicked there.
    out, stack, clicked = [], [], 0
    pieces = re.findall(r"#.*?(?<!\\);\n", text, re.S)
    for piece in pieces:
        if piece.startswith("#N canvas"):
            stack.append([0, []])
        elif piece.startswith("#X restore") or piece.startswith("#X connect"):
            if piece.startswith("#X restore"):
                out += click(stack.pop())
                stack[-1][0] += 1
        elif piece.startswith("#X "):
            if piece.startswith("#X msg") and "\\$" not in piece and "pd dsp" not in piece and ".json" not in piece and ".scl" not in piece:
                stack[-1][1].append(stack[-1][0])
                clicked += 1
            stack[-1][0] += 1
        out.append(piece)
    number, boxes = stack.pop()
    check(clicked > 35, f"the help patch has {clicked} messages")
    synth = next(i for i, piece in enumerate(top_boxes(pieces)) if "kolophon~ First" in piece)
    with tempfile.TemporaryDirectory() as name:
        folder, more = pathlib.Path(name), Patch()
        more.count = number
        start = more.add("obj", "loadbang")
        record(more, start, [(synth, 0), (synth, 1)], 1000, 48000, folder / "out.wav")
        first = next(i for i, piece in enumerate(top_boxes(pieces)) if "note 57 96" in piece)
        later = more.add("obj", "del 200")  # behind all messages, among which are notes of a millisecond
        out += more.lines + click([more.count, boxes], 5) + more.cords
        out += [f"#X connect {start} 0 {later} 0;\n", f"#X connect {later} 0 {first} 0;\n"]
        said = run("\n".join(line.strip("\n") for line in out) + "\n", folder, 48000)
        check("error" not in said and "kolophon~: \"" not in said and not re.search(r"kolophon~: .*(allowed|missing|found)", said), f"help patch: {said}")
        check("kolophon~: hand.force" in said, f"the help patch prints no answer: {said}")
        left, _ = wave(folder / "out.wav")
        check(max(map(abs, left)) > 0.05, "the help patch is silent")


def top_boxes(pieces):
    boxes, depth = [], 0
    for piece in pieces:
        if piece.startswith("#N canvas"):
            depth += 1
        elif piece.startswith("#X restore"):
            depth -= 1
            boxes += [piece] if depth == 1 else []
        elif depth == 1 and piece.startswith("#X ") and not piece.startswith("#X connect"):
            boxes.append(piece)
    return boxes


def click(level, wait=0):
    """Lines that bang the boxes of a window when the patch opens; at its end."""
    number, boxes = level
    lines = ["#X obj 0 0 loadbang;\n", f"#X obj 0 0 del {wait};\n", f"#X connect {number} 0 {number + 1} 0;\n"]
    return lines + [f"#X connect {number + 1} 0 {box} 0;\n" for box in boxes]


def test_folder():
    """What is handed on: the meta patch has the version and the object's name, and the doubles of Pd64 have their own file."""
    folder = pathlib.Path(build) / "PureData/kolophon~"
    version = re.search(r"VERSION ([\d.]+)", (pathlib.Path(source) / "CMakeLists.txt").read_text().split("project (Kolophon", 1)[1]).group(1)
    meta = (folder / "kolophon~-meta.pd").read_text()
    check(f"VERSION {version};" in meta and "pd META;" in meta and "@" not in meta, f"meta: {meta}")
    for ending, symbol in ((".pd_*", "class_new"), (".*-64.so", "class_new64")):
        files = list(folder.glob(f"kolophon~{ending}"))
        check(len(files) == 1, f"kolophon~{ending}: {files}")
        for file in files:
            names = subprocess.run(["nm", "-D", file], capture_output=True, text=True, check=True).stdout
            check(re.search(rf"U {symbol}$", names, re.M), f"{file.name} has no {symbol}")
            defined = re.findall(r"^[0-9a-f]+ [TDBVW] (\w+)$", names, re.M)
            check("kolophon_tilde_setup" in defined, f"{file.name} defines {defined}")


def soak(minutes):
    """Eight notes a second, another preset every ten seconds, the books at the end: the memory of Pd stays what it was. By its name only."""
    patch = Patch()
    start, synth = patch.add("obj", "loadbang"), external(patch)
    library.c.kolophon_preset_name.restype = ctypes.c_char_p
    names = [library.c.kolophon_preset_name(i).decode() for i in range(library.c.kolophon_preset_count())]
    chain = lambda *boxes: [patch.cord(*pair) for pair in zip(boxes, [0] * len(boxes), boxes[1:])]  # noqa: E731
    ends = [patch.add("obj", f"del {minutes * 60000}"), patch.add("msg", "\\; pd quit")]
    chain(start, patch.add("msg", "\\; pd dsp 1"))
    chain(start, *ends)
    keys, pair = patch.add("obj", "makenote 90 400"), patch.add("obj", "pack")
    chain(start, patch.add("obj", "metro 125"), patch.add("obj", "random 60"), patch.add("obj", "+ 30"), keys, pair, patch.add("msg", "note \\$1 \\$2"), synth)
    patch.cord(keys, 1, pair, 1)
    which = patch.add("obj", f"sel {' '.join(map(str, range(len(names))))}")
    chain(start, patch.add("obj", "metro 10000"), patch.add("obj", f"random {len(names)}"), which)
    for i, name in enumerate(names):
        patch.cord(which, i, box := patch.add("msg", "preset " + name.replace(" ", "\\ ") + " \\, quality.ledger 1"))
        patch.cord(box, 0, synth)
    energy = patch.add("msg", "energy")
    chain(start, patch.add("obj", f"del {minutes * 60000 - 10}"), energy, synth)
    patch.cord(synth, 2, patch.add("obj", "print answer"))
    data = []  # [MB] that Pd has asked of the system; pages of it become resident when a section first plays
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "patch.pd"
        file.write_text(patch.text(), encoding="utf-8")
        program = subprocess.Popen([pd, "-nogui", "-noprefs", "-batch", "-nosound", "-path", f"{build}/PureData", str(file)])
        while program.poll() is None:
            data.append(int((pathlib.Path(f"/proc/{program.pid}/statm").read_text().split() + [0])[5]) * os.sysconf("SC_PAGESIZE") / 1e6)
            time.sleep(0.1)
    check(program.returncode == 0, f"pd ends with {program.returncode}")
    middle = len(data) // 2
    first, second = max(data[:middle]), max(data[middle:])
    print(f"{minutes} min: {first:.2f} MB in the first half, {second:.2f} in the second")
    check(second - first < 0.3 + 0.01 * first * minutes / 1440, "the memory of Pd grows")  # a percent a day, beside a step of the allocator


if chosen and chosen[0] == "soak":
    soak(float(chosen[1]))
for name, test in [(name, value) for name, value in list(globals().items()) if name.startswith("test_")]:
    if chosen and name[5:] not in chosen:
        continue
    before = len(faults)
    test()
    print(f"{name[5:]}: {'fails' if len(faults) > before else 'passes'}")
print("\n".join(faults))
sys.exit(1 if faults else 0)
