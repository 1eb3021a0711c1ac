# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python package, against physics, the command line, and the sentences of errors."""
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np

import kolophon

TOOL = os.environ["KOLOPHON_TOOL"]


def tool(*arguments):
    return subprocess.run([TOOL, *arguments], check=True, capture_output=True, text=True).stdout


def hash_of(sound):
    """FNV-1a of the samples, left and right by turns, as bytes of doubles: the definition of the command line's hash."""
    value = 0xCBF29CE484222325
    for byte in np.ascontiguousarray(np.asarray(sound).T).tobytes():
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return f"{value:016x}"


class Patches(unittest.TestCase):
    def test_values_in_units_and_texts(self):
        patch = kolophon.Patch()
        patch.hand.speed = 0.25
        self.assertEqual(patch.hand.speed, 0.25)
        patch.hand.speed = "35 mm/s"
        self.assertAlmostEqual(patch["hand.speed"], 0.035, places=15)
        patch["contact.law"] = "LuGre"
        self.assertEqual(patch.contact.law, "LuGre")
        patch.quality.ledger = True
        self.assertIs(patch.quality.ledger, True)

    def test_help_is_the_docstring(self):
        by_id = {p.id: p for p in kolophon.parameters()}
        doc = type(kolophon.Patch().hand).speed.__doc__
        self.assertIn(by_id["hand.speed"].help, doc)
        self.assertIn("m/s", doc)

    def test_every_parameter_is_an_attribute_with_its_default(self):
        patch = kolophon.Patch()
        for p in kolophon.parameters():
            group, name = p.id.split(".", 1)
            value = getattr(getattr(patch, group), name.replace(".", "_"))
            self.assertEqual(p.choices.index(value) if p.kind == "menu" else value, p.default, p.id)

    def test_errors_name_field_value_and_range(self):
        patch = kolophon.Patch()
        for change, parts in (
                (lambda: setattr(patch.hand, "speed", 99), ("hand.speed", "99", "3 m/s")),
                (lambda: setattr(patch.hand, "speed", "3 kg"), ("hand.speed", "kg")),
                (lambda: setattr(patch.hand, "speed", None), ("hand.speed", "None")),
                (lambda: setattr(patch.hand, "speed", math.nan), ("hand.speed",)),
                (lambda: patch.__setitem__("contact.law", "Nobody's"), ("contact.law", "Nobody's")),
                (lambda: patch.__setitem__("hand.spede", 1), ("hand.spede", "hand.speed")),
                (lambda: kolophon.Patch("No such preset"), ("No such preset",)),
                (lambda: kolophon.key_number("H3"), ("key", "H3")),
                (lambda: kolophon.note_on("C4", 300), ("velocity", "300", "127")),
                (lambda: kolophon.render("C4", rate=100), ("rate", "100", "8000")),
                (lambda: kolophon.render("C4", midi="x.mid"), ("notes", "midi", "one")),
                (lambda: kolophon.Patch.from_json("{"), ("",)),
        ):
            with self.assertRaises(ValueError) as caught:
                change()
            for part in parts:
                self.assertIn(part, str(caught.exception))
        with self.assertRaises(AttributeError) as caught:
            patch.hand.spede = 1
        self.assertIn("hand.speed", str(caught.exception))

    def test_set_is_all_or_nothing(self):
        patch = kolophon.Patch()
        before = patch.to_json()
        with self.assertRaises(ValueError):
            patch.set({"hand.speed": 0.3, "hand.position": 99})
        self.assertEqual(patch.to_json(), before)
        self.assertEqual(patch.set(hand__speed=0.3).hand.speed, 0.3)

    def test_copy_diff_json_and_pickle(self):
        patch = kolophon.Patch("Gut Cello")
        other = patch.copy()
        other.hand.force = 1.25
        self.assertEqual(patch.diff(other), {"hand.force": (patch.hand.force, 1.25)})
        self.assertEqual(kolophon.Patch.from_json(other.to_json()), other)
        self.assertEqual(pickle.loads(pickle.dumps(other)), other)
        with tempfile.TemporaryDirectory() as folder:
            other.save(os.path.join(folder, "é 1.json"))
            self.assertEqual(kolophon.Patch.load(os.path.join(folder, "é 1.json")).fingerprint, other.fingerprint)
            self.assertEqual(os.listdir(folder), ["é 1.json"])

    def test_unusable_parts_are_warnings(self):
        document = json.loads(kolophon.Patch().to_json())
        document["parameters"]["hand.new_knob"] = 1
        patch = kolophon.Patch.from_json(json.dumps(document))
        self.assertIn("hand.new_knob", patch.warnings[0])

    def test_tuning(self):
        patch = kolophon.Patch()
        patch.set_tuning(kolophon.Tuning(scale="! t\nthird\n 2\n!\n 5/4\n 2/1\n", a4=415.0))
        frequencies = patch.key_frequencies()
        self.assertAlmostEqual(frequencies[61] / frequencies[60], 5 / 4, places=12)
        self.assertAlmostEqual(frequencies[62] / frequencies[60], 2, places=12)
        with self.assertRaises(ValueError):
            patch.set_tuning(kolophon.Tuning(a4=1000))


class Rendering(unittest.TestCase):
    def test_samples_are_those_of_the_tool(self):
        sound = kolophon.render("A3", seconds=1.0, rate=44100)
        report = json.loads(tool("render", "--note", "A3", "--seconds", "1", "--rate", "44100", "--json", "-o",
                                 os.path.join(tempfile.mkdtemp(), "a.wav")))
        self.assertEqual(sound.hash, report["hash"])
        self.assertEqual(sound.shape, (2, report["frames"]) if "frames" in report else sound.shape)
        self.assertEqual(hash_of(sound), sound.hash)

    def test_blocks_give_the_same_samples(self):
        whole = kolophon.render([(0.0, "A3", 0.3), (0.1, "E4", 0.1, 100)], seconds=1, tail=0.2)
        events = [(0, "A3", 96), (4800, "E4", 100)]
        synth = kolophon.Synth()
        for at, key, velocity in events:
            synth.note_on(key, velocity, at=at)
        synth.note_off("E4", at=9600)
        synth.note_off("A3", at=14400)
        parts, done = [], 0
        for size in [1, 31, 480, 7, 4096] * 10:
            size = min(size, whole.shape[1] - done)
            parts.append(synth.render(size))
            done += size
        np.testing.assert_array_equal(np.concatenate(parts, axis=1), np.asarray(whole)[:, :done])

    def test_pitch(self):
        sound = kolophon.render("A3", seconds=2.0)
        steady = np.asarray(sound)[0, 48000:96000] * np.hanning(48000)
        spectrum = np.abs(np.fft.rfft(steady, 8 * 48000))
        low, high = int(8 * 200), int(8 * 240)
        peak = low + int(np.argmax(spectrum[low:high]))
        left, mid, right = np.log(spectrum[peak - 1:peak + 2])
        frequency = (peak + 0.5 * (left - right) / (left - 2 * mid + right)) / 8
        self.assertLess(abs(1200 * math.log2(frequency / 220.0)), 5)

    def test_probes_are_a_view_and_balance(self):
        synth = kolophon.Synth(kolophon.Patch().set({"quality.ledger": True}))
        synth.note_on("G3")
        _, probes = synth.render(4800, probes=True)
        self.assertFalse(probes.flags.owndata)
        self.assertGreaterEqual(len(probes), 4800)
        heat = probes["friction_loss"]
        self.assertGreater(heat.sum(), 0)
        self.assertGreaterEqual(heat.min(), -1e-15)
        gained = probes["stored_energy"][-1] - probes["stored_energy"][0]
        booked = (probes["work_in"] - probes["friction_loss"] - probes["body_loss"])[1:].sum()
        self.assertAlmostEqual(gained, booked, delta=1e-12 * probes["stored_energy"].max())
        self.assertLess(synth.ledger.relative_residual, 1e-13)
        self.assertEqual(synth.ledger.generator_steps, 0)

    def test_parameters_move_while_it_sounds(self):
        synth = kolophon.Synth()
        synth.set("hand.speed", "0.4 m/s", at=10)
        synth.render(480)
        synth.render(4800)
        self.assertAlmostEqual(synth.get("hand.speed"), 0.4, places=3)

    def test_midi_and_events(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "one.mid")
            track = bytes([0, 0x90, 57, 80, 0x83, 0x60, 0x80, 57, 64, 0, 0xFF, 0x2F, 0])
            with open(path, "wb") as file:  # 480 ticks at 480 per quarter note: half a second
                file.write(b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0]) + b"MTrk" + len(track).to_bytes(4, "big") + track)
            sound = kolophon.render(midi=path, tail=0.1)
        events = [kolophon.note_on("A3", 80), kolophon.note_off("A3", at=0.5, velocity=64)]
        np.testing.assert_array_equal(sound, kolophon.render(events=events, tail=0.1)[:, :sound.shape[1]])

    def test_takes_depend_on_seed_and_number_alone(self):
        few = kolophon.take("A3", count=2, vary="hand.speed=±20%", seconds=0.2, tail=0.1, seed=5)
        more = kolophon.take("A3", count=3, vary="hand.speed=±20%", seconds=0.2, tail=0.1, seed=5, jobs=2)
        for one, same in zip(few, more):
            np.testing.assert_array_equal(one.sound, same.sound)
        middle = kolophon.Patch().hand.speed
        speeds = [take.patch.hand.speed for take in more]
        self.assertEqual(len(set(speeds)), 3)
        self.assertTrue(all(0.8 * middle <= speed <= 1.2 * middle for speed in speeds))

    def test_other_threads_run_meanwhile(self):
        counted, ended = [0], threading.Event()

        def count():
            while not ended.is_set():
                counted[0] += 1
        thread = threading.Thread(target=count)
        synth = kolophon.Synth()
        synth.note_on("A2")
        thread.start()
        before = counted[0]
        synth.render(480000)
        after = counted[0]
        ended.set()
        thread.join()
        self.assertGreater(after, before)

    def test_interrupt_ends_long_work(self):
        script = ("import kolophon, sys\n"
                  "def told(fraction):\n"
                  "    print('begun', flush=True)\n"
                  "try:\n"
                  "    kolophon.panels(count=10**6, progress=told)\n"
                  "except KeyboardInterrupt:\n"
                  "    print('interrupted')\n")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "begun\n")
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate()
        self.assertEqual(rest.splitlines()[-1], "interrupted")

    def test_an_exception_of_progress_is_raised(self):
        def told(fraction):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            kolophon.panels(count=10**6, progress=told)


class Knowledge(unittest.TestCase):
    def test_string_modes(self):
        patch = kolophon.Patch().set({"body.type": "String"})
        modes = kolophon.body.modes(patch, "A3")
        n = np.arange(1, 6)
        ratio = modes["frequency"][:5] / modes["frequency"][0]
        stretch = (ratio / n) ** 2  # (1 + B n^2)/(1 + B)
        b = (stretch[1] - 1) / (4 - stretch[1])
        np.testing.assert_allclose(stretch, (1 + b * n**2) / (1 + b), rtol=1e-6)
        self.assertAlmostEqual(1200 * math.log2(modes["frequency"][0] / 220), 0, delta=30)

    def test_coulomb_is_constant(self):
        patch = kolophon.Patch().set({"contact.mu_kinetic": 0.3})
        curve = kolophon.laws()["coulomb"].steady_friction([0.01, 0.1, 1.0], patch)
        np.testing.assert_allclose(curve, 0.3, rtol=1e-9)

    def test_body_from_a_recording(self):
        t = np.arange(48000) / 48000
        tap = 0.5 * np.exp(-t / 0.2) * np.sin(2 * np.pi * 440 * t) + 0.25 * np.exp(-t / 0.1) * np.sin(2 * np.pi * 1000 * t)
        body = kolophon.body.from_recording(tap, 48000, modes=2)
        np.testing.assert_allclose(body.modes["frequency"], [440, 1000], rtol=1e-4)
        np.testing.assert_allclose(body.modes["t60"], [0.2 * math.log(1000), 0.1 * math.log(1000)], rtol=1e-2)
        patch = kolophon.Patch()
        patch.set_body(body)
        self.assertEqual(patch["body.type"], "Custom")

    def test_a_measured_box_is_a_convolution(self):
        t = np.arange(3000) / 48000
        response = np.exp(-t / 0.01) * np.cos(2 * np.pi * 470 * t)
        patch = kolophon.Patch()
        self.assertIsNone(patch.box())
        patch.set_box(response, 48000, "Mine")
        self.assertEqual(patch["out.box"], "Measured")
        samples, rate, name = patch.box()
        self.assertEqual((samples.shape[0], rate, name), (1, 48000.0, "Mine"))
        np.testing.assert_allclose(samples[0], response[:samples.shape[1]], atol=1e-6)
        patch.set({"out.box_mix": 100, "out.room": 0, "out.guard": False, "voice.response": "Direct"})
        bare = patch.copy()
        bare["out.box"] = "None"
        boxed, force = (kolophon.render("G3", p, seconds=0.2, tail=0)[0] for p in (patch, bare))
        expected = np.convolve(force, samples[0])[:len(force)]
        gain = boxed @ expected / (expected @ expected)  # the level of the response does not matter
        np.testing.assert_allclose(boxed, gain * expected, atol=1e-9)
        again = kolophon.Patch.from_json(patch.to_json())
        self.assertEqual(again, patch)
        with self.assertRaisesRegex(ValueError, "is not an impulse response"):
            patch.set_box(np.sin(0.1 * np.arange(48000)), 48000)
        with self.assertRaisesRegex(ValueError, "out of range"):
            patch.set_box(response, 1000)
        patch.set_box(None)
        self.assertIsNone(patch.box())

    def test_measures_of_a_known_sound(self):
        t = np.arange(2 * 48000) / 48000
        saw = sum(np.sin(2 * np.pi * 220 * n * t) / n for n in range(1, 40)) * np.minimum(1, t / 0.05) * 0.2
        note = kolophon.measure(saw, 48000)
        self.assertAlmostEqual(note["pitch"], 220, delta=0.01)
        self.assertAlmostEqual(note["partial 2"] - note["partial 1"], -6.02, delta=0.05)

    def test_map_is_that_of_the_tool(self):
        axes = ("hand.position=0.1:0.14:lin:2", "hand.force=0.01:3 N:log:3")
        found = kolophon.map(*axes, "G3", kolophon.Patch("First Light"), seconds=0.5)
        np.testing.assert_allclose(found.y, [0.01, math.sqrt(0.03), 3], rtol=1e-12)
        with tempfile.TemporaryDirectory() as folder:
            tool("map", "-p", "First Light", "--x", axes[0], "--y", axes[1], "--note", "G3", "--seconds", "0.5", "--no-sounds", "--quiet",
                 "-o", folder)
            with open(os.path.join(folder, "map.csv"), encoding="utf-8") as file:
                rows = [line.rstrip("\n").split(",") for line in file]
        heading = next(name for name in rows[0] if name.startswith("level"))
        levels = [float(row[rows[0].index(heading)]) for row in rows[1:]]
        np.testing.assert_array_equal(found["level"].ravel(), levels)
        self.assertEqual(found["regime"].shape, (3, 2))
        one = kolophon.cell({"hand.position": 0.14, "hand.force": "3 N"}, "G3", kolophon.Patch("First Light"), seconds=0.5)
        self.assertEqual(one["level"], found["level"][2, 1])
        self.assertEqual(rows[6][rows[0].index("regime")], one["regime"])
        with self.assertRaisesRegex(ValueError, "never used together"):
            kolophon.map("hand.force=0.1:1 N", "hand.pressure=10:50 %")

    def test_laboratory_against_a_closed_form(self):
        mass, stiffness, belt, largest, kinetic = 1.0, (2 * math.pi * 100) ** 2, 0.5e-3, 1.0, 0.6
        scenario = kolophon.lab.experiments()["mass-on-a-belt"]
        for field in ("variants", "analyses", "figures", "pictures"):
            scenario.pop(field, None)
        result = kolophon.lab.run(scenario, {"run.seconds": 0.06, "run.rate": 192000})
        a, omega = (largest - kinetic) / stiffness, math.sqrt(stiffness / mass)
        period = 2 * a / belt + 2 * (math.pi - math.atan(a * omega / belt)) / omega
        for solver, within in (("reference", 1e-6), ("realtime", 2e-3)):
            record = result.record(solver)
            releases = [event.time for event in record.events if event.before == record.events[0].before]
            self.assertAlmostEqual(np.diff(releases).mean() / period, 1, delta=within, msg=solver)
            self.assertEqual(len(record["t"]), len(record["x"]))
        result = kolophon.lab.run("presliding")
        self.assertTrue(result.passed)
        self.assertTrue(any(check["judged"] for check in result.checks))

    def test_laboratory_refuses_with_the_path(self):
        name, scenario = next((n, s) for n, s in kolophon.lab.experiments().items() if "study" not in s)
        scenario["run"]["seconds"] = -1
        with self.assertRaisesRegex(ValueError, "run.seconds"):
            kolophon.lab.run(scenario)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
