# SPDX-License-Identifier: GPL-3.0-or-later
"""The benches that the figures of the documentation are drawn from, and Scripts/figures itself."""
import importlib.machinery
import importlib.util
import json
import math
import pathlib
import sys
import unittest

import numpy as np

import kolophon

root = pathlib.Path(sys.argv.pop(1)).resolve()


def script():
    loader = importlib.machinery.SourceFileLoader("figures", str(root / "Scripts/figures"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("figures", loader))
    loader.exec_module(module)
    return module


class Figures(unittest.TestCase):
    def test_every_figure_of_the_pages_can_be_drawn_and_has_words(self):
        figures = script()
        listed = {entry["name"] for entry in json.loads((root / "Resources/Docs/Figures/figures.json").read_text("utf-8"))}
        presets = {name for name in figures.figures() if name.startswith("preset-")}
        self.assertEqual(len(presets), len(kolophon.presets()))
        self.assertEqual(listed | presets | {"lab-drill-string", "map-regime"}, set(figures.figures()))
        for name in figures.figures():
            self.assertTrue(all(len(words.split()) > 1 for words in figures.words_of(name)), name)
            self.assertTrue((root / f"Resources/Docs/Figures/{name}.svg").is_file(), name)
        drawn = figures.svg_of(figures.breakaway_figure(), "A title", "A <caption>")
        self.assertIn('<title id="title">A title</title><desc id="description">A &lt;caption&gt;</desc>', drawn)

    def test_bristles_are_as_soft_as_they_say(self):
        # A bristle that slides at F_c N under the stiffness F_c N/travel, drawn back by d, at low speed: F = N F_c (2 exp (-d/travel) - 1),
        # both for Dahl's law (exponent 1, F_c = mu_k) and for LuGre's (F_c = mu_s): zero after ln 2 of the travel of 80 um.
        for law in ("dahl", "lugre"):
            loop = script().bristle_loops(law, (400e-6,))[400e-6]
            place, force = 1e6 * loop["displacement"], loop["force"]
            self.assertAlmostEqual(place.max(), 400, delta=1)
            turned = [i for i in range(1, len(force)) if force[i - 1] > 0 >= force[i]]
            self.assertEqual(len(turned), 1)
            i = turned[0]
            at = place[i - 1] + force[i - 1] / (force[i - 1] - force[i]) * (place[i] - place[i - 1])
            self.assertAlmostEqual((400 - at) / (80 * math.log(2)), 1, delta=0.02)

    def test_a_block_on_a_table_obeys_newton(self):
        # Coulomb friction mu = 0.3 under 2 N on 20 g: from 1 m/s it stops after m v/(mu N) = 1/30 s, and the heat is m v^2/2 = 10 mJ.
        patch = kolophon.Patch().set({"contact.law": "Coulomb", "contact.mu_static": 0.3, "contact.mu_kinetic": 0.3})
        law = kolophon.bench.Law(patch, 2.0)
        law.slide(1.0)
        found = law.push(0.02, np.zeros(40000), 1e-6)
        stopped = 1e-6 * np.argmax(np.abs(found["velocity"]) < 1e-9)
        self.assertAlmostEqual(stopped, 1 / 30, delta=1e-5)
        self.assertAlmostEqual(found["heat"].sum(), 0.01, delta=1e-6)

    def test_a_note_is_its_contact(self):
        # A tapped bar loses its first mode's energy at twice the decay rate that body.modes() gives.
        patch = kolophon.Patch().set({"body.type": "Free bar"})
        mode = kolophon.body.modes(patch, "C4", 48000)[0]
        tap = kolophon.bench.Note(patch, "C4").tap(1e-3, 1.0, 480, 1)
        energy = tap["modes"][0]
        slope = math.log(energy[10] / energy[60]) / (tap["time"][60] - tap["time"][10])
        self.assertAlmostEqual(slope / (2 * mode["decay_rate"]), 1, delta=1e-3)
        held = kolophon.bench.Note(patch, "C4").play(0.5)
        self.assertEqual(len(held["time"]), 24000)
        self.assertTrue(np.all(np.abs(held["force"]) <= 3 * held["normal_force"] + 1e-9))
        for wrong in (lambda: kolophon.bench.Note(patch, "C4", 100), lambda: kolophon.bench.Law(patch, -1), lambda: kolophon.bench.Law(patch).drive([math.nan], 1e-5)):
            with self.assertRaises(ValueError):
                wrong()


unittest.main()
