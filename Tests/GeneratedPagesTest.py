# SPDX-License-Identifier: GPL-3.0-or-later
"""GeneratedPagesTest.py ROOT KOLOPHON : the pages that Scripts/pages writes are what the program says today (renew them by the targets
docs and experiments), and what they say of numbers is right."""
import csv
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

root, kolophon = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
loader = importlib.machinery.SourceFileLoader("pages", str(root / "Scripts/pages"))
pages = importlib.util.module_from_spec(importlib.util.spec_from_loader("pages", loader))
loader.exec_module(pages)


class Pages(unittest.TestCase):
    def test_pages_are_current(self):
        done = subprocess.run([root / "Scripts/pages", "--program", kolophon, "--check", "Parameters", "Laws", "Bodies", "Laboratory"],
                              stdout=subprocess.PIPE, encoding="utf-8")
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_the_page_of_results_has_what_an_experiment_obtains_today(self):
        page = (root / "Resources/Docs/Experiments.md").read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("brake", "dahl-closed-form"):
                subprocess.run([kolophon, "lab", name, "-o", folder, "--quiet"], check=True)
                one, = pages.experiments(lambda *_arguments: [{"name": name}], pathlib.Path(folder))["experiments"]
                self.assertGreater(len(one["rows"]), 0)
                section = page[page.index(f"\n## {name}\n"):].split("\n## ")[1]
                self.assertIn(pages.table(["number", "obtained", "expected", "allowed", "unit", "source"], one["rows"]) + "\n", section)
                self.assertIn(f"(#{name}) | {pages.plain(one['title'])} | {one['verdict']} |", page)

    def test_presets_are_counted_that_follow_velocity_and_are_as_loud_as_others(self):
        sounds = [dict(zip(("louder", "brighter", "loudness"), its)) for its in ((8.0, 3.0, -16.5), (7.9, 4.0, -19.6), (9.0, 2.9, -18.0))]
        self.assertEqual(pages.counted(sounds), ["2", "2", "1", "2"])

    def test_the_catalogue_has_what_a_preset_sounds_like_today(self):
        program = pages.Program(kolophon)
        page = pages.rendered("Presets", pages.presets(
            lambda *words, **more: [{"name": "Old Hinge"}] if words[0] == "list" else program(*words, **more), 1))
        section = page[page.index("### Old Hinge\n"):page.index("## Machines")]
        for words in ("(Figures/preset-old-hinge.svg)", "* **Keys.** C2 to A4, held 2.7 s", "LUFS, speaks in", "* **Claims.** loudest second -"):
            self.assertIn(words, section)
            self.assertIn(words, (root / "Resources/Docs/Presets.md").read_text("utf-8"))

    def test_a_measured_number_agrees_where_prediction_and_measurement_are_within_its_limits(self):
        def check(name, obtained, expected, lowest, highest, passed):
            return {"name": name, "obtained": obtained, "expected": expected, "lowest": lowest, "highest": highest, "passed": passed,
                    "unit": "N", "source": "somebody"}

        rows = list(pages.comparisons([check("force", 2.00001, 2.1, 1.9, 2.2, True), check("force, lower end of the band", 1.5, None, None, None, True),
                                       check("force, upper end of the band", 2.5, None, None, None, True), check("seen", 3.0, None, None, None, True),
                                       check("beside", 2.0, 2.5, 1.9, 2.2, True), check("off", 3.0, 2.0, None, 2.2, False),
                                       check("least", 3.0, None, 2.0, None, True)]))
        self.assertEqual(rows, [["force \\[N\\]", "2.1 (1.9 to 2.2)", "2 (1.5 to 2.5)", "agrees", "somebody"],
                                ["beside \\[N\\]", "2.5", "2", "**differs**", "somebody"],
                                ["off \\[N\\]", "2", "3", "**differs**", "somebody"],
                                ["least \\[N\\]", "at least 2", "3", "agrees", "somebody"]])

    def test_the_page_of_recorded_strings_has_medians_and_counts_of_notes(self):
        strings = dict.fromkeys([measure for _, measure, *_ in pages.COMPARED] + pages.LIVING, 30.0)
        with open(pages.root / "Resources/Measures/Before.csv", encoding="utf-8") as file:
            listed = [row["preset"] for row in csv.DictReader(file)]

        def program(*words):
            if words[:2] == ("list", "presets"):
                return [{"name": name, "loudnessMeasure": "loudness"} for name in listed]
            if "--sound=judder" in words: # half of the power above 2 kHz, and of hard keys ten elevenths: 10 dB more than the rest
                return {"loudness": -18.0, "loud loudness": -10.5, "above 2 kHz": 50.0, "loud above 2 kHz": 1000 / 11, "above 4 kHz": 10.0,
                        "beats": 3.0, "judder": 0.5, "slip glide": 1.0, "regular": 20.0}
            if "--line" in words:
                line = {"file": "slurred", "summary": {**{name: [1, 2, 3] for name in pages.LINES}, "fall_20": [None] * 3, "vibrato_spread": 0.5}}
                return {"lines": [line], "passages": [{"first": -1.0, "last": -2.0, "in_tune": 14}] * 2,
                        "starts": [{"spread": float(i), "noise": -20.0} for i in range(34)]}
            notes = [{**strings, "onset": 10.0 * i, "distance": 0.1, "outside: hnr": 0.2} for i in range(34)]
            return [*notes, notes[0]]

        made = pages.realism(program)
        self.assertEqual(made["distances"][-1], ["all nine", "**0.100**", "0.20"])
        # Of onsets from 0 to 330 ms those from 130 on lie within the basses' 123 … 645 ms; 30 dB within the violins' 24.3 … 35.6.
        self.assertEqual(made["starts"][0], ["Bass Steel", "160 (30 … 290), 21 within 123 … 645", "16 (3 … 29)", "-20 (-20 … -20)"])
        self.assertEqual(made["dynamics"][0][:2], ["First Light, soft", "30 (34)"])
        self.assertEqual(made["lines"][0], ["Bass Steel", "slurred", *["2 (1 … 3)"] * 4, "0.5", "2 (1 … 3)", "-"])
        self.assertEqual(made["passages"][1], ["Bass Steel", "middle", "-1.0", "-2.0", "14"])
        rows = {(row[0], row[1]): row[3:] for row in made["compared"]}
        for text, count in (("8 dB louder from velocity 80 to 127", "0"), ("3 dB brighter (above 2 kHz, over the rest)", "96"), ("both", "0")):
            self.assertEqual(rows[text, "of 96"], [count, "-"])
        self.assertEqual(rows["above 4 kHz, over all (dB)", "Old Hinge"], ["-10", "-11"])
        self.assertEqual(rows["level at 5 kHz (dB)", "Bass Steel"], ["30", "-89.8 … -22.4"])

    def test_numbers_are_as_short_as_they_can_be(self):
        self.assertEqual([pages.shortest(value) for value in (1e9, 1e-9, 100000.0, 123456.0, 0.001, 1e-05, -0.25, 0, 44100, True)],
                         ["1e9", "1e-09", "1e5", "123456", "0.001", "1e-05", "-0.25", "0", "44100", "true"])
        self.assertEqual([pages.digits(value) for value in (0.080712, 20000.0, None)], ["0.08071", "2e+04", ""])
        self.assertEqual([pages.whole_digits(*each) for each in ((1312.0, 2), (0.5012, 3), (None, 2))], ["1300", "0.501", "-"])

    def test_text_of_others_stays_text(self):
        self.assertEqual(pages.plain("`rm` *b* <i> [x](y) \\"), "\\`rm\\` \\*b\\* \\<i\\> \\[x\\](y) \\\\")
        self.assertEqual(pages.table(["a|b"], [["c|d"]]), "| a\\|b |\n|---|\n| c\\|d |")
        self.assertEqual(pages.anchor("H_DDS1 (printed)"), "h_dds1-printed")


unittest.main(argv=sys.argv[:1])
