# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps and fits: borders that are known, workers and notebooks that are killed, parameters that are found again."""
import functools
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import numpy as np

import kolophon

try:
    import distributed
except ImportError:
    distributed = None

TOOL = os.environ["KOLOPHON_TOOL"]
BETA = np.geomspace(0.02, 0.3, 129)
FORCE = np.geomspace(0.02, 50, 129)


def schelleng(force, beta):
    """Between two limits of force that fall with the bow's place, as Schelleng's do: 1/beta and 1/beta^2."""
    return {"regime": "multiple" if force < 4e-4 / beta**2 else "raucous" if force > 0.4 / beta else "Helmholtz", "force": force}


def product(a, b):
    return {"product": a * b, "name": f"{a}x{b}", "even": a % 2 == 0}


GLOBAL = None


def total(drive, x):
    return float(drive.sum() * x)


def of_global(x):
    return total(GLOBAL, x)


def named(names, x):
    return x if x in {1, 2, 3} and "a" in names else 0


def counted(a, log):
    with open(log, "a", encoding="utf-8") as file:
        file.write(f"{a}\n")
    return a * a


def deadly(a, marker):
    """The square; its worker is killed in the middle of cell 23, once."""
    if a == 23 and not os.path.exists(marker):
        pathlib.Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return a * a


class Sweeps(unittest.TestCase):
    def test_every_cell_in_its_place(self):
        found = kolophon.sweep(product, {"a": [1, 2, 3], "b": np.array([10, 20])})
        np.testing.assert_array_equal(found["product"], [[10, 20], [20, 40], [30, 60]])
        np.testing.assert_array_equal(found["even"], [[False, False], [True, True], [False, False]])
        self.assertEqual(found["name"][2, 1], "3x20")
        self.assertTrue(found.computed.all())
        self.assertEqual(found.shape, (3, 2))
        plain = kolophon.sweep(lambda a: np.array(2.0 * a), {"a": [1, 2]})  # without a shape, as the largest sample of a Sound
        np.testing.assert_array_equal(plain["value"], [2, 4])

    def test_refinement_finds_the_border_with_a_tenth_of_the_cells(self):
        calls = []

        def called(force, beta):
            calls.append((force, beta))
            return schelleng(force, beta)
        found = kolophon.sweep(called, {"force": FORCE, "beta": BETA}, refine="regime")
        expected = np.array([[schelleng(force, beta)["regime"] for beta in BETA] for force in FORCE])
        np.testing.assert_array_equal(found["regime"], expected)
        self.assertLess(len(calls), 0.1 * expected.size)
        self.assertEqual(len(calls), len(set(calls)))
        self.assertEqual(len(calls), found.computed.sum())
        for axis in (0, 1):  # both sides of every border are results
            low, high = (np.delete(np.arange(129), -1), np.delete(np.arange(129), 0))
            differ = np.take(expected, low, axis) != np.take(expected, high, axis)
            self.assertTrue(np.take(found.computed, low, axis)[differ].all() and np.take(found.computed, high, axis)[differ].all())

    def test_refinement_of_any_shape_and_number_of_axes(self):
        for shape, stride in (((50,), 8), ((1, 37), 8), ((20, 3, 17), 4), ((31, 30), 7)):
            with self.subTest(shape=shape):
                grid = {f"x{i}": np.linspace(0, 1, size) for i, size in enumerate(shape)}
                found = kolophon.sweep(lambda **x: sum(x.values()) < 0.45 * len(x), grid, refine=lambda result: result["value"], stride=stride)
                total = sum(np.meshgrid(*grid.values(), indexing="ij"))
                np.testing.assert_array_equal(found["value"], total < 0.45 * len(shape))

    def test_a_thin_tongue_is_followed_from_where_it_is_met(self):
        grid = {"x": np.arange(65), "y": np.arange(65)}
        tongue = np.zeros((65, 65), dtype=bool)
        tongue[:, 40:42] = True  # two cells wide: met at 40, and at no other multiple of eight
        found = kolophon.sweep(lambda x, y: bool(tongue[x, y]), grid, refine="value")
        np.testing.assert_array_equal(found["value"], tongue)

    def test_a_folder_continues_and_refuses_other_work(self):
        with tempfile.TemporaryDirectory() as folder:
            log, parts = f"{folder}/log", f"{folder}/parts"
            cell = functools.partial(counted, log=log)
            whole = kolophon.sweep(cell, {"a": range(10)}, folder=parts)
            part = f"{parts}/sweep-1-of-1.csv"
            text = pathlib.Path(part).read_text(encoding="utf-8")
            self.assertEqual(text.count("\n"), 11)
            pathlib.Path(part).write_text(text[:-4], encoding="utf-8")  # killed while it wrote
            again = kolophon.sweep(cell, {"a": range(10)}, folder=parts)
            np.testing.assert_array_equal(again["value"], whole["value"])
            self.assertEqual(pathlib.Path(log).read_text(encoding="utf-8").count("\n"), 11)
            with self.assertRaisesRegex(ValueError, "other settings"):
                kolophon.sweep(cell, {"a": range(11)}, folder=parts)
            with self.assertRaisesRegex(ValueError, "other settings"):
                kolophon.sweep(cell, {"a": range(10)}, folder=parts, settings="another preset")
            with self.assertRaisesRegex(ValueError, "other settings"):
                kolophon.sweep(lambda a: a, {"a": range(10)}, folder=parts)
            pathlib.Path(part).write_text(text.replace("version ", "version 9"), encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "was written by version 9"):
                kolophon.sweep(cell, {"a": range(10)}, folder=parts)

    def test_results_of_anything_else_are_refused(self):
        """Everything that can be seen of a function makes another sweep: each number of an array, a default, a closure, a helper."""
        array, other = np.zeros(5000), np.zeros(5000)
        other[2500] = 1.0

        def around(drive):
            return lambda x: float(drive.sum() * x)

        def with_default(drive):
            def of(x, drive=drive):
                return float(drive.sum() * x)
            return of

        class Kept:
            def __init__(self, drive):
                self.drive = drive

            def of(self, x):
                return float(self.drive.sum() * x)
        module = sys.modules[__name__]
        for make in (lambda drive: functools.partial(total, drive), around, with_default, lambda drive: Kept(drive).of,
                     lambda drive: (setattr(module, "GLOBAL", drive), of_global)[1]):
            with tempfile.TemporaryDirectory() as folder:
                for again in range(2):
                    np.testing.assert_array_equal(kolophon.sweep(make(array), {"x": [1.0, 2.0]}, folder=folder)["value"], [0, 0])
                with self.assertRaises(ValueError):
                    kolophon.sweep(make(other), {"x": [1.0, 2.0]}, folder=folder)
        with tempfile.TemporaryDirectory() as folder:
            kolophon.sweep(total, {"drive": [array], "x": [1.0]}, folder=folder, settings={"name": {"b", "a"}, "patch": kolophon.Patch()})
            for grid, settings in (({"drive": [other], "x": [1.0]}, {"name": {"b", "a"}, "patch": kolophon.Patch()}),
                                   ({"drive": [array], "x": [1.0]}, {"name": {"b", "c"}, "patch": kolophon.Patch()}),
                                   ({"drive": [array], "x": [1.0]}, {"name": {"b", "a"}, "patch": kolophon.Patch("Gut Cello")}),
                                   ({"x": [1.0], "drive": [array]}, {"name": {"b", "a"}, "patch": kolophon.Patch()})):
                with self.assertRaises(ValueError):
                    kolophon.sweep(total, grid, folder=folder, settings=settings)

    def test_an_identity_is_the_same_in_another_process(self):
        script = ("import sys; sys.path.insert(0, sys.argv[1]); import SweepTest, kolophon, functools\n"
                  "print(kolophon.sweep(functools.partial(SweepTest.named, {'b', 'a', 'c'}), {'x': [1]}, folder=sys.argv[2],\n"
                  "                     settings={'x', 'y', 'z'})['value'])")
        with tempfile.TemporaryDirectory() as folder:
            for seed in ("1", "2", "3"):
                subprocess.run([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__)), folder], check=True,
                               env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True)

    def test_a_notebook_that_was_killed_continues(self):
        script = ("import sys, os, signal\nsys.path.insert(0, sys.argv[2])\nfrom SweepTest import counted\nimport functools, kolophon\n"
                  "def told(fraction):\n"
                  "    if fraction >= 0.3: os.kill(os.getpid(), signal.SIGKILL)\n"
                  "kolophon.sweep(functools.partial(counted, log=sys.argv[1] + '/log'), {'a': range(20)}, folder=sys.argv[1] + '/parts',\n"
                  "               progress=told, chunk=1)\n")
        with tempfile.TemporaryDirectory() as folder:
            ended = subprocess.run([sys.executable, "-c", script, folder, str(pathlib.Path(__file__).parent)], check=False)
            self.assertEqual(ended.returncode, -signal.SIGKILL)
            sys.path.insert(0, str(pathlib.Path(__file__).parent))
            from SweepTest import counted as same
            found = kolophon.sweep(functools.partial(same, log=f"{folder}/log"), {"a": range(20)}, folder=f"{folder}/parts", chunk=1)
            np.testing.assert_array_equal(found["value"], np.arange(20)**2)
            self.assertEqual(pathlib.Path(f"{folder}/log").read_text(encoding="utf-8").split(), [str(a) for a in range(20)])

    def test_a_command_in_parts(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [TOOL, "map", "--x", "hand.position=0.1:0.14:lin:2", "--y", "hand.force=0.01:3 N:log:3", "--seconds", "0.2",
                       "--no-sounds", "--quiet", "-o"]
            subprocess.run([*command, f"{folder}/whole"], check=True)
            kolophon.sweep([*command[1:], f"{folder}/parts"], parts=4)
            self.assertEqual(pathlib.Path(f"{folder}/parts/map.csv").read_bytes(), pathlib.Path(f"{folder}/whole/map.csv").read_bytes())
            self.assertEqual(len(list(pathlib.Path(f"{folder}/parts/parts").iterdir())), 4)
            with self.assertRaisesRegex(ValueError, "with other settings"):
                kolophon.sweep([*command[1:], f"{folder}/parts", "--velocity", "90"], parts=2)

    def test_errors_say_what_is_allowed(self):
        for change, words in (
                (lambda: kolophon.sweep(product, {}), "grid"), (lambda: kolophon.sweep(product, {"a": [], "b": [1]}), "a has no values"),
                (lambda: kolophon.sweep(lambda a: [1], {"a": [1]}), "result value"),
                (lambda: kolophon.sweep(product, {"a": [1], "b": [1]}, refine="regime"), "product, name, even"),
                (lambda: kolophon.sweep(product, {"a": [1], "b": [1]}, client=3), "distributed.Client|needs Dask"),
                (lambda: kolophon.sweep(["render"]), "allowed: map"),
                (lambda: kolophon.sweep(["map", "--part=1/2"]), "leave it out"),
        ):
            with self.assertRaisesRegex((ValueError, ImportError), words):
                change()
        with unittest.mock.patch.dict(sys.modules, {"distributed": None}):
            with self.assertRaisesRegex(ImportError, "python3-distributed"):
                kolophon.sweep(product, {"a": [1], "b": [1]}, client=3)


@unittest.skipIf(distributed is None, "Dask is not installed (Debian: python3-distributed)")
class Workers(unittest.TestCase):
    def test_a_worker_killed_in_the_middle_changes_nothing(self):
        sys.path.insert(0, str(pathlib.Path(__file__).parent))
        from SweepTest import deadly as cell  # a module that the workers import, too
        os.environ["PYTHONPATH"] = f"{pathlib.Path(__file__).parent}:{os.environ.get('PYTHONPATH', '')}"
        with tempfile.TemporaryDirectory() as folder:
            marker = f"{folder}/killed"
            with distributed.LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None, local_directory=folder) as cluster, \
                    distributed.Client(cluster) as client:
                found = kolophon.sweep(functools.partial(cell, marker=marker), {"a": range(60)}, client, folder=f"{folder}/parts", chunk=5)
                refined = kolophon.sweep(schelleng, {"force": FORCE[::4], "beta": BETA[::4]}, client, refine="regime")
                fits = [kolophon.fit({"loudness": -30}, {"out.level": (-40, 0)}, key="G3", seconds=0.6, trials=12, client=one)
                        for one in (client, None)]
            self.assertEqual(fits[0].trials, fits[1].trials)
            self.assertTrue(os.path.exists(marker))
            alone = kolophon.sweep(functools.partial(cell, marker=marker), {"a": range(60)})
            np.testing.assert_array_equal(found["value"], alone["value"])
            np.testing.assert_array_equal(found["value"], np.arange(60)**2)
            rows = pathlib.Path(f"{folder}/parts/sweep-1-of-1.csv").read_text(encoding="utf-8").splitlines()[1:]
            self.assertEqual(sorted(int(row.split(",")[0]) for row in rows), list(range(60)))
            np.testing.assert_array_equal(refined["regime"], kolophon.sweep(schelleng, {"force": FORCE[::4], "beta": BETA[::4]})["regime"])


class Fits(unittest.TestCase):
    def test_the_parameters_of_a_rendered_note_are_found_again(self):
        wanted = {"hand.position": 0.14, "hand.speed": 0.32}
        patch = kolophon.Patch("First Light").set({"voice.vibrato": 0, "voice.phrasing": 0})
        sound = kolophon.render("G3", patch.copy().set(wanted), seconds=0.6, velocity=80, tail=0.1)
        found = kolophon.fit(sound, {"hand.position": (0.05, 0.3), "hand.speed": (0.08, 0.8)}, patch, "G3", seconds=0.6, trials=120)
        self.assertAlmostEqual(found.values["hand.position"] / 0.14, 1, delta=0.02)
        self.assertAlmostEqual(found.values["hand.speed"] / 0.32, 1, delta=0.05)
        self.assertEqual(found.patch.hand.position, found.values["hand.position"])
        self.assertEqual(found.trials[0][1], found.distance)
        self.assertLess(len(found.trials), 150)
        self.assertLess(found.distance, 0.25 * np.median([distance for _, distance in found.trials]))

    def test_a_measure_is_reached(self):
        patch = kolophon.Patch("First Light")
        found = kolophon.fit({"loudness": (-30.0, 0.5)}, {"out.level": (-40, 0)}, patch, "G3", seconds=0.8, trials=16)
        self.assertLess(found.distance, 1)
        self.assertAlmostEqual(kolophon.measure(kolophon.render("G3", found.patch, seconds=0.8, velocity=80, tail=0.1)).loudness, -30, delta=0.5)

    def test_a_measured_curve_is_followed(self):
        law, speeds = kolophon.laws()["stribeck"], np.geomspace(0.01, 1, 12)
        truth = kolophon.Patch().set({"contact.mu_static": 1.1, "contact.mu_kinetic": 0.4, "contact.stribeck_speed": 0.13})
        curve = 0.4 + 0.7 * np.exp(-(speeds / 0.13) ** truth["contact.stribeck_exponent"])  # closed form of the law
        found = kolophon.fit(lambda patch: np.abs(law.steady_friction(speeds, patch) - curve).max(),
                             {"contact.mu_static": (0.6, 1.6), "contact.mu_kinetic": (0.2, 0.6), "contact.stribeck_speed": (0.03, 0.5)}, trials=600)
        self.assertLess(found.distance, 0.01)
        self.assertAlmostEqual(found.values["contact.stribeck_speed"] / 0.13, 1, delta=0.05)
        lost = kolophon.fit(lambda patch: float("nan"), {"contact.mu_static": (0.6, 1.6)}, trials=10)
        self.assertEqual(lost.distance, 1e300)

    def test_errors_name_the_field(self):
        noise = np.random.default_rng(1).normal(size=9600)
        for change, words in (
                (lambda: kolophon.fit(np.zeros(100), {"hand.speed": None}), "silent"),
                (lambda: kolophon.fit(noise, {}), "no parameters"),
                (lambda: kolophon.fit(noise, {"contact.law": None}), "contact.law is a menu"),
                (lambda: kolophon.fit(noise, {"hand.speed": (1, 0.5)}), "must rise"),
                (lambda: kolophon.fit(noise, {"hand.spede": (1, 2)}), "hand.speed"),
                (lambda: kolophon.fit(noise, {"hand.speed": (0.1, 1)}, trials=2), "trials"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                change()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
