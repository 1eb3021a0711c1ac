#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""LibraryTest.py BUILD SOURCE TOOL VERSION: libkolophon as another project finds it, after an installation in a folder.

The C examples of Resources/Docs/Library.md compile as C99 and as C++ without a warning, by pkg-config and by find_package, and
run; the Python example runs; a performance has the hash that the tool prints; and nothing but kolophon_* is visible."""

import ctypes
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

build, source, tool, version = sys.argv[1:]
FNV_START, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def examples():
    page = (pathlib.Path(source) / "Resources/Docs/Library.md").read_text(encoding="utf-8")
    return {language: re.findall(rf"```{language}\n(.*?)```", page, re.S) for language in ("c", "cmake", "python")}


def check(condition, text):
    if not condition:
        sys.exit(text)


def compiled_by_pkg_config(folder, prefix, environment):
    flags = run("pkg-config", "--cflags", "--libs", "kolophon", env=environment).split()
    check(run("pkg-config", "--modversion", "kolophon", env=environment).strip() == version, "kolophon.pc has another version")
    for source, expected in ((folder / "example.c", r"peak 0\.\d+, 1 voice\n"), (folder / "notes.c", r"1 and 1 play\n")):
        said = set()
        for compiler in (["cc", "-std=c99"], ["c++", "-x", "c++", "-std=c++11"]):
            program = folder / f"{source.stem}-{compiler[0]}"
            run(*compiler, "-pedantic", "-Wall", "-Wextra", "-Werror", source, *flags, "-o", program)
            said.add(run(program, env=environment))
        check(len(said) == 1 and re.fullmatch(expected, *said), f"{source.name} said {said}")
    # The header by itself, and its types in a translation unit of nothing else.
    (folder / "header.c").write_text("#include <kolophon.h>\nint main (void) { return sizeof (kolophon_probe) != 120; }\n")
    run("cc", "-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Wstrict-prototypes", "-Werror", folder / "header.c", *flags,
        "-o", folder / "header")
    run(folder / "header", env=environment)


def compiled_by_cmake(folder, prefix, environment, lines):
    (folder / "CMakeLists.txt").write_text("cmake_minimum_required (VERSION 3.16)\nproject (example LANGUAGES C)\n"
                                           "add_executable (example example.c)\n" + lines)
    run("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", folder / "build")
    run(folder / "build/example", env=environment)
    wrong = folder / "wrong"
    wrong.mkdir()
    (wrong / "CMakeLists.txt").write_text("cmake_minimum_required (VERSION 3.16)\nproject (wrong LANGUAGES C)\n"
                                          "find_package (Kolophon 99 REQUIRED)\n")
    failed = subprocess.run(["cmake", "-S", wrong, "-B", wrong / "build", f"-DCMAKE_PREFIX_PATH={prefix}"], capture_output=True)
    check(failed.returncode != 0, "find_package takes a version that is not there")


def hash_of_library(path):
    """A3 for four seconds: the performance of kolophon render --note A3 --seconds 4 --tail 0."""
    library = ctypes.CDLL(str(path))
    library.kolophon_create.restype = ctypes.c_void_p
    double, synth = ctypes.c_double, ctypes.c_void_p(library.kolophon_create(ctypes.c_double(48000)))
    count = 4 * 48000
    left, right = (double * count)(), (double * count)()
    check(library.kolophon_note_on(synth, 0, 0, 57, double(96 / 127)) == 0, "note on")
    check(library.kolophon_note_off(synth, count, 0, 57, double(0.5)) == 0, "note off")
    done = 0
    for block in (1, 4000, 37, count):
        at = [ctypes.byref(channel, 8 * done) for channel in (left, right)]
        check(library.kolophon_render(synth, *at, ctypes.c_size_t(min(block, count - done))) == 0, "render")
        done += block
    library.kolophon_destroy(synth)
    value = FNV_START
    for pair in zip(left, right):
        for byte in struct.pack("<dd", *pair):
            value = ((value ^ byte) * FNV_PRIME) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def only_its_own_symbols(path):
    names = [line.split()[-1].split("@")[0] for line in run("nm", "-D", "--defined-only", path).splitlines()]
    foreign = [name for name in names if not re.fullmatch(r"kolophon_[a-z_]+|KOLOPHON_0", name)]
    check(not foreign, f"Visible: {foreign}")
    header = (pathlib.Path(source) / "Source/Library/kolophon.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"KOLOPHON_API [^(]*?(kolophon_\w+) \(", header))
    check(declared == set(names) - {"KOLOPHON_0"}, f"Declared, or visible, alone: {declared ^ set(names)}")
    needed = re.findall(r"NEEDED.*\[(.*?)\]", run("readelf", "-d", path))
    known = r"lib(hwy|stdc\+\+|c\+\+|c\+\+abi|unwind|m|gcc_s|c)\.so.*|ld-linux.*|lib[atu].*san.*"
    check(all(re.fullmatch(known, name) for name in needed), f"Needs more than it should: {needed}")
    return re.search(r"SONAME.*\[(.*?)\]", run("readelf", "-d", path)).group(1)


def main():
    written = examples()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        for component in ("library", "dev"):
            run("cmake", "--install", build, "--component", component, "--prefix", prefix)
        path = next(prefix.rglob("libkolophon.so"))
        environment = dict(os.environ, LD_LIBRARY_PATH=str(path.parent), PKG_CONFIG_PATH=str(path.parent / "pkgconfig"))
        soname = only_its_own_symbols(path)
        check(soname == f"libkolophon.so.{version.split('.')[0]}", f"The soname is {soname}")
        for file, text in zip(("example.c", "notes.c"), written["c"]):
            (folder / file).write_text(text)
        compiled_by_pkg_config(folder, prefix, environment)
        compiled_by_cmake(folder, prefix, environment, written["cmake"][0])
        said = run(sys.executable, "-c", written["python"][0], env=environment)
        check(re.fullmatch(r"peak 0\.\d+\n", said), f"The Python example said {said}")
        report = json.loads(run(tool, "render", "--note", "A3", "--seconds", "4", "--tail", "0", "-o", folder / "a3.wav", "--json",
                                "--quiet"))
        check(hash_of_library(path) == report["hash"], f"Another hash than the tool's {report['hash']}")


main()
