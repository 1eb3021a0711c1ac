# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the module kolophon._engine with CMake. KOLOPHON_BUILD names the folder of a build that exists."""
import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

root = pathlib.Path(__file__).resolve().parent
version = re.search(r"project \(Kolophon VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        given = os.environ.get("KOLOPHON_BUILD")
        folder = pathlib.Path(given or pathlib.Path(self.build_temp).resolve() / "cmake")
        if not given:
            subprocess.run(["cmake", "-S", str(root), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DKOLOPHON_JOINED=ON",
                            "-DKOLOPHON_PLUGIN=OFF", "-DKOLOPHON_TESTS=OFF", "-DKOLOPHON_BENCHMARKS=OFF",
                            f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "kolophon_python"], check=True)
        built = [path for path in (folder / "Python" / "kolophon").iterdir() if path.name.startswith("_engine.")]
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(built[0]), str(target))


setup(version=version, ext_modules=[Extension("kolophon._engine", [])], cmdclass={"build_ext": CMakeBuild})
