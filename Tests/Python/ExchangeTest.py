# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes in and out of the Python package: files, arrays, pickles, other threads, Ctrl-C."""
import copy
import json
import math
import os
import pickle
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import wave

import numpy as np

import kolophon

TOOL = os.environ["KOLOPHON_TOOL"]


class Threads(unittest.TestCase):
    def test_events_that_are_sent_during_a_block_belong_to_the_next_one(self):
        synth = kolophon.Synth()
        begun, sent = threading.Event(), threading.Event()

        class Engine:  # the engine's place: a block that lasts until another thread has sent its events
            seen = []

            def render(self, now, count, probes):
                self.seen.append(list(now))
                begun.set()
                assert sent.wait(30)
                return np.zeros((2, count)), None
        synth._synth = Engine()
        synth.note_on("A3", at=100)
        synth.note_on("B3", at=600)
        block = threading.Thread(target=lambda: synth.render(512))
        block.start()
        begun.wait(30)
        synth.note_off("A3", at=7)
        sent.set()
        block.join()
        synth.render(512)
        self.assertEqual([[(event.index, event.time) for event in block] for block in Engine.seen], [[(57, 100)], [(57, 7), (59, 88)]])

    def test_others_are_answered_during_a_block(self):
        synth = kolophon.Synth(kolophon.Patch().set({"voice.mode": "Poly"}))
        for key in range(40, 56):
            synth.note_on(key)
        block = threading.Thread(target=lambda: synth.render(48000 * 10))
        block.start()
        answers = 0
        while block.is_alive():
            synth.get("hand.speed")
            answers += block.is_alive()
        block.join()
        self.assertGreater(answers, 10)

    def test_interrupt_ends_a_long_block(self):
        script = ("import kolophon\n"
                  "synth = kolophon.Synth()\n"
                  "synth.note_on('A2')\n"
                  "synth.render(10)\n"
                  "print('begun', flush=True)\n"
                  "try:\n"
                  "    while True:\n"
                  "        synth.render(2**26)\n"
                  "except KeyboardInterrupt:\n"
                  "    print('interrupted', synth.render(10).shape)\n")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "begun\n")
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate()
        self.assertEqual(rest, "interrupted (2, 10)\n")


class Events(unittest.TestCase):
    def test_events_that_mean_nothing_are_refused(self):
        good = kolophon.note_on("A3")
        synth = kolophon.Synth()
        for change in ({"time": math.nan}, {"time": -1}, {"time": math.inf}, {"value": math.nan}, {"channel": 16}, {"index": 128}, {"type": 99},
                       {"note": -1}, {"time": None}):
            with self.assertRaises(ValueError, msg=change):
                synth.send(good._replace(**change))
            with self.assertRaises(ValueError, msg=change):
                kolophon.render(events=[good._replace(**change)])
        synth.send(good)


class Sounds(unittest.TestCase):
    def test_a_sound_keeps_all_that_is_known_of_it(self):
        sound = kolophon.render("A3", seconds=0.2, tail=0.1, rate=44100, probes=True)
        for other in (pickle.loads(pickle.dumps(sound, 2)), pickle.loads(pickle.dumps(sound, 5)), copy.copy(sound), copy.deepcopy(sound)):
            np.testing.assert_array_equal(other, sound)
            self.assertEqual((other.rate, other.hash, other.loudness, other.peak), (44100, sound.hash, sound.loudness, sound.peak))
            self.assertEqual(other.ledger.work_in, sound.ledger.work_in)
            np.testing.assert_array_equal(other.probes["work_in"], sound.probes["work_in"])
        taken = kolophon.take("A3", count=1, seconds=0.2)[0]
        back = pickle.loads(pickle.dumps(taken))
        np.testing.assert_array_equal(back.sound, taken.sound)
        self.assertEqual(back.patch, taken.patch)
        document = kolophon.Patch().to_json().replace('"hand.speed"', '"hand.new_knob"')
        patch = kolophon.Patch.from_json(document)
        self.assertTrue(patch.warnings)
        self.assertEqual(pickle.loads(pickle.dumps(patch)).warnings, patch.warnings)

    def test_a_drive_of_any_shape_is_what_the_tool_makes_of_it(self):
        t = np.arange(24000) / 48000
        left, right = (np.round(16384 * np.sin(2 * np.pi * f * t)) / 32768 for f in (3, 5))
        patch = kolophon.Patch("Plain String").copy().set({"hand.drive": "Audio speed"})

        def of(drive):
            return kolophon.render("D4", patch, seconds=0.5, tail=0.1, drive=drive).hash
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "drive.wav")
            with wave.open(name, "wb") as file:
                file.setnchannels(2), file.setsampwidth(2), file.setframerate(48000)
                file.writeframes(np.ascontiguousarray(np.stack([left, right], axis=1) * 32768).astype("<i2").tobytes())
            report = subprocess.run([TOOL, "render", "--note", "D4", "--seconds", "0.5", "--tail", "0.1", "-p", "Plain String", "--set",
                                     "hand.drive=Audio speed", "--drive", name, "-o", os.path.join(folder, "out.wav"), "--json"],
                                    check=True, capture_output=True, text=True).stdout
        self.assertIn(of(np.stack([left, right])), report)
        self.assertIn(of(np.stack([left, right], axis=1)), report)
        one = of(left)
        for drive in (left[None], left[:, None], (left * 32768).astype(np.int16), (left * 2**31).astype(np.int32), left.tolist()):
            self.assertEqual(of(drive), one)
        for drive in (np.zeros((3, 100, 2)), np.zeros((3, 3)), [math.nan], "wave", kolophon.render("D4", seconds=0.1, rate=44100)):
            with self.assertRaises(ValueError):
                of(drive)

    def test_every_reader_of_sounds_takes_the_same_shapes(self):
        t = np.arange(2 * 48000) / 48000
        saw = sum(np.sin(2 * np.pi * 220 * n * t) / n for n in range(1, 40)) * np.minimum(1, t / 0.05) * 0.2
        wanted = kolophon.measure(saw, 48000)["partial 2"]
        for sound in (np.stack([saw, saw], axis=1), (saw * 32768).astype(np.int16)):
            self.assertAlmostEqual(kolophon.measure(sound, 48000)["partial 2"], wanted, delta=0.01)
        decay = np.exp(-t[:4800] / 0.005) * np.cos(2 * np.pi * 470 * t[:4800])
        boxes = []
        for response in (decay, decay[:, None]):
            patch = kolophon.Patch()
            patch.set_box(response, 48000)
            boxes.append(patch.box()[0])
        np.testing.assert_array_equal(*boxes)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_files_are_written_through_links_whole_and_with_their_permissions(self):
        patch, body = kolophon.Patch("Gut Cello"), kolophon.body.from_modes([200, 400], 1.0)
        for thing, load in ((patch, kolophon.Patch.load), (body, kolophon.body.load)):
            real, link = self.path("real.json"), self.path("link.json")
            with open(real, "w", encoding="utf-8") as file:
                file.write("{}")
            os.chmod(real, 0o640)
            os.symlink(real, link)
            thing.save(link)
            self.assertTrue(os.path.islink(link))
            self.assertEqual(load(real).to_json(), thing.to_json())
            self.assertEqual(stat.S_IMODE(os.stat(real).st_mode), 0o640)
            os.unlink(link)
            long = self.path("n" * 250 + ".json")
            thing.save(long)
            os.unlink(long)
            with self.assertRaises(OSError):
                thing.save(self.path("no such folder/x.json"))
            self.assertEqual(os.listdir(self.folder.name), ["real.json"])

    def test_a_full_disk_is_an_error_and_the_old_file_stays(self):
        target = self.path("patch.json")
        kolophon.Patch("Gut Cello").save(target)
        before = kolophon.Patch.load(target)
        script = ("import kolophon, resource, signal, sys\n"
                  "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
                  "patch = kolophon.Patch('Dark Cello')\n"
                  "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
                  "try:\n"
                  "    patch.save(sys.argv[1])\n"
                  "except OSError as reason:\n"
                  "    print(reason)\n")
        said = subprocess.run([sys.executable, "-c", script, target], capture_output=True, text=True, check=True).stdout
        self.assertIn("File too large", said)
        self.assertEqual(kolophon.Patch.load(target), before)
        self.assertEqual(os.listdir(self.folder.name), ["patch.json"])

    def test_two_threads_save_the_same_file(self):
        target, errors = self.path("both.json"), []

        def often(patch):
            for _ in range(30):
                try:
                    patch.save(target)
                except OSError as reason:
                    errors.append(reason)
        threads = [threading.Thread(target=often, args=(kolophon.Patch(name),)) for name in ("Gut Cello", "Dark Cello")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])
        self.assertIn(kolophon.Patch.load(target).name, ("Gut Cello", "Dark Cello"))
        self.assertEqual(os.listdir(self.folder.name), ["both.json"])

    def test_names_need_not_be_utf8(self):
        odd = os.fsdecode(b"caf\xe9")
        patch = kolophon.Patch("Gut Cello")
        for path in (self.path(odd + ".json"), os.fsencode(self.path(odd + " 2.json"))):
            patch.save(path)
            self.assertEqual(kolophon.Patch.load(os.fsdecode(path)), patch)
        song = self.path(odd + ".mid")
        track = bytes([0, 0x90, 57, 80, 0x60, 0x80, 57, 64, 0, 0xFF, 0x2F, 0])
        with open(song, "wb") as file:
            file.write(b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60]) + b"MTrk" + len(track).to_bytes(4, "big") + track)
        self.assertEqual(len(kolophon.read_midi(song)[0]), 2)
        with self.assertRaisesRegex(ValueError, "caf"):
            kolophon.read_midi(self.path(odd + " 3.mid"))
        with self.assertRaises(ValueError):
            patch.set_box(song)
        swept = kolophon.sweep(len_of, {"x": [1, 2]}, folder=self.path(odd))
        self.assertEqual(swept["value"].tolist(), [1, 2])
        scenario = next(s for s in kolophon.lab.experiments().values() if "study" not in s)
        with open(self.path(odd + ".json"), "w", encoding="utf-8") as file:
            json.dump({**scenario, "run": {**scenario["run"], "seconds": -1}}, file)
        with self.assertRaisesRegex(ValueError, "run.seconds"):
            kolophon.lab.run(self.path(odd + ".json"))

    def test_line_ends_and_marks_are_those_of_any_system(self):
        for ends, mark in (("\n", ""), ("\r\n", ""), ("\r", ""), ("\n", "\ufeff")):
            with open(self.path("t.scl"), "wb") as file:
                file.write((mark + ends.join(["! t", "third", " 2", "!", " 5/4", " 2/1", ""])).encode())
            patch = kolophon.Patch()
            patch.set_tuning(kolophon.Tuning.load(self.path("t.scl")))
            frequencies = patch.key_frequencies()
            self.assertAlmostEqual(frequencies[61] / frequencies[60], 5 / 4, places=12)
            with open(self.path("p.json"), "wb") as file:
                file.write((mark + kolophon.Patch("Gut Cello").to_json().replace("\n", ends)).encode())
            self.assertEqual(kolophon.Patch.load(self.path("p.json")), kolophon.Patch("Gut Cello"))


def len_of(x):
    return x


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
