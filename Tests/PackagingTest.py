#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PackagingTest.py ROOT BUILD VERSION : what is installed, by components, is where other programs look for it and says what it
should; the version is everywhere that of CMakeLists.txt; and files of desktops and manual pages are valid for the programs that
check them, where those are installed."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root, build, version = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
packaging = root / "Resources/Packaging"
faults = []


def check(condition, text):
    if not condition:
        faults.append(text)


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    check(done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def installed(component, folder):
    prefix = folder / component
    run("cmake", "--install", build, "--component", component, "--prefix", prefix)
    return prefix, {path.relative_to(prefix).as_posix() for path in prefix.rglob("*") if path.is_file()}


def check_tool(folder):
    prefix, files = installed("tool", folder)
    for name in ("bin/kolophon", "share/bash-completion/completions/kolophon", "share/zsh/site-functions/_kolophon",
                 "share/fish/vendor_completions.d/kolophon.fish", "share/man/man1/kolophon.1", "share/man/man1/kolophon-render.1"):
        check(name in files, f"tool: no {name}, but {sorted(files)}")
    # Nothing of the tree or of the build is needed, and nothing is read outside: the schemas, too, are inside.
    tool = prefix / "bin/kolophon"
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}
    for kind in ("preset", "body", "gesture", "scenario"):
        said = run(tool, "schema", kind, cwd=folder, env=environment)
        check(json.loads(said)["$schema"].endswith("2020-12/schema"), f"schema {kind}")
    check(run(tool, "--version", env=environment).strip() == f"kolophon {version}", "kolophon --version")
    # Every command has a page, and every page names every option that --help does.
    help_text = run(tool, "--help", env=environment)
    commands = re.findall(r"^  (\w+) {2,}", help_text.split("Subcommands:")[1], re.M)
    check(len(commands) > 10, f"commands: {commands}")
    for command in commands:
        page = prefix / f"share/man/man1/kolophon-{command}.1"
        check(page.is_file(), f"no page of {command}")
        if not page.is_file():
            continue
        text = page.read_text(encoding="utf-8").replace("\\-", "-")
        check(f".TH KOLOPHON-{command.upper()} " in text and f"Kolophon {version}" in text, f"{page.name} has another title or version")
        for option in re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", run(tool, command, "--help", env=environment), re.M):
            check(option in text, f"{page.name} does not have {option}")
    if shutil.which("groff"):
        for page in sorted(prefix.rglob("*.1")):
            said = subprocess.run(["groff", "-wall", "-man", "-Tutf8", "-K", "utf8", "-z", str(page)], capture_output=True, text=True)
            said = said.stderr
            check(not said, f"{page.name}: {said}")


def check_app(folder):
    if not (pathlib.Path(build) / "Source/Plugin").is_dir():
        return
    prefix, files = installed("app", folder)
    plugins, formats = installed("plugins", folder)
    for name in ("bin/kolophon-app", "share/applications/org.kolophon.kolophon.desktop",
                 "share/icons/hicolor/scalable/apps/org.kolophon.kolophon.svg", "share/man/man1/kolophon-app.1"):
        check(name in files, f"app: no {name}, but {sorted(files)}")
    for pattern in (r"lib/vst3/Kolophon\.vst3/Contents/[^/]*/Kolophon\.so", r"lib/vst3/Kolophon\.vst3/Contents/Resources/moduleinfo\.json",
                    r"lib/vst3/Kolophon\.vst3/Contents/Resources/Snapshots/[0-9A-F]{32}_snapshot\.png",
                    r"lib/lv2/Kolophon\.lv2/manifest\.ttl", r"lib/lv2/Kolophon\.lv2/presets\.ttl"):
        check(any(re.fullmatch(pattern, name) for name in formats), f"plugins: no {pattern}, but {sorted(formats)}")
    metainfo = [*prefix.rglob("*.metainfo.xml"), *plugins.rglob("*.metainfo.xml")]
    check(len(metainfo) == 2, f"metainfo: {metainfo}")
    for path in metainfo:
        check(f'version="{version}"' in path.read_text(), f"{path.name} has another version")
        if shutil.which("appstreamcli"):
            run("appstreamcli", "validate", "--no-net", "--pedantic", path)
    if shutil.which("desktop-file-validate"):
        said = run("desktop-file-validate", prefix / "share/applications/org.kolophon.kolophon.desktop")
        check(not said, said)


def check_module(folder):
    """The Python module lies where Debian's Python looks, has a version, and imports from there."""
    if not (pathlib.Path(build) / "Source/Python").is_dir():
        return
    prefix, files = installed("python", folder)
    modules = prefix / "lib/python3/dist-packages"
    sources = {f"lib/python3/dist-packages/kolophon/{path.name}" for pattern in ("*.py", "*.pyi", "py.typed")
               for path in (root / "Source/Python/kolophon").glob(pattern)}
    check(sources <= files and sources, f"python: no {sorted(sources - files)}")
    check(any(re.search(r"/kolophon/_engine\.cpython-\d+-.*\.so$", name) for name in files), f"python: no engine, but {sorted(files)}")
    said = run("/usr/bin/python3", "-c", "import importlib.metadata, kolophon; print(importlib.metadata.version('kolophon'), kolophon.__file__)",
               cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONPATH": str(modules)})
    check(said.split() == [version, f"{modules}/kolophon/__init__.py"], f"python: {said}")


def check_external(folder):
    """The external where Pure Data looks for it by its name; the library may lie beside it."""
    if not (pathlib.Path(build) / "Source/PureData").is_dir():
        return
    prefix, files = installed("puredata", folder)
    names = {name.removeprefix("lib/pd/extra/kolophon~/kolophon~") for name in files}
    check({"-help.pd", "-meta.pd", ".pd_linux"} < names and any(re.fullmatch(r"\.linux-\w+-64\.so", name) for name in names),
          f"puredata: {sorted(files)}")
    for path in (prefix / "lib/pd/extra/kolophon~").glob("*linux*"):
        check("$ORIGIN" in run("readelf", "-d", path), f"{path.name} does not look for the library beside it")


def check_documents(folder):
    """Guide, course, demos and notebooks come along, and every page that a page links lies where the link says."""
    prefix, files = installed("docs", folder)
    base = "share/doc/kolophon/Resources"
    for source in (*root.glob("Resources/Docs/Guide/*.md"), *root.glob("Resources/Docs/Guide/Course/*.json"),
                   *root.glob("Resources/Docs/Notebooks/*.ipynb"), *root.glob("Resources/Demos/*")):
        name = f"{base}/{source.relative_to(root / 'Resources').as_posix()}"
        check(name in files, f"docs: no {name}")
    pages = sorted((prefix / base / "Docs").rglob("*.html"))
    check(not shutil.which("cmark-gfm") or len(pages) == len(list(root.glob("Resources/Docs/**/*.md"))), f"docs: {len(pages)} pages")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src)="([^":]*)"', text):
            path, _, mark = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            known = target.is_relative_to((prefix / base).resolve())
            check(not known or target.exists(), f"{page.name}: there is no {link}")
            if known and mark and target.suffix == ".html" and target.exists():
                check(f'id="{mark}"' in target.read_text(encoding="utf-8"), f"{page.name}: there is no heading {link}")


def check_recipes():
    recipe = (packaging / "PKGBUILD").read_text()
    check(f"pkgver={version}\n" in recipe, "PKGBUILD has another version")
    run("bash", "-n", packaging / "PKGBUILD")
    nix = (packaging / "kolophon.nix").read_text()
    check(f'version = "{version}";' in nix, "kolophon.nix has another version")
    for opening, closing in ("{}", "[]", "()"):
        check(nix.count(opening) == nix.count(closing), f"kolophon.nix: {opening}{closing}")
    # The options of CMake that a recipe sets are options, and the components are components.
    lists = "".join(path.read_text() for path in (*root.glob("CMakeLists.txt"), *root.glob("Source/**/CMakeLists.txt"),
                                                   *root.glob("Source/**/*.cmake"), *root.glob("JuceLibraryCode/CMakeLists.txt")))
    for path in (packaging / "PKGBUILD", packaging / "kolophon.nix", *packaging.glob("*.yaml")):
        text = path.read_text()
        for option in set(re.findall(r"-D(KOLOPHON_\w+)", text)):
            check(re.search(rf"(option|set) \({option} ", lists), f"{path.name}: there is no option {option}")
        for component in re.findall(r"(?:_installed|--component) ([a-z ]+)$", text, re.M):
            for one in component.split():
                check(f"COMPONENT {one}" in lists, f"{path.name}: there is no component {one}")


def main():
    with tempfile.TemporaryDirectory() as name:
        check_tool(pathlib.Path(name))
        check_app(pathlib.Path(name))
        check_module(pathlib.Path(name))
        check_external(pathlib.Path(name))
        check_documents(pathlib.Path(name))
    check_recipes()
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
