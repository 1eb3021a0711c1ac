# SPDX-License-Identifier: GPL-3.0-or-later
"""Executes the notebooks; their own assertions judge the numbers. What is stored in them was made by the same cells."""
import pathlib
import sys

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor

folder = pathlib.Path(sys.argv[1]).resolve() / "Resources/Docs/Notebooks"
notebooks = sorted(folder.glob("*.ipynb"))
assert len(notebooks) == 3, notebooks
for path in notebooks:
    notebook = nbformat.read(path, as_version=4)
    stored = sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
    assert stored, f"{path.name} has no stored picture"
    ExecutePreprocessor(timeout=600, kernel_name="python3").preprocess(notebook, {"metadata": {"path": str(folder)}})
    drawn = sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
    assert drawn == stored, f"{path.name}: {drawn} pictures drawn, {stored} stored"
    print(f"{path.name}: {len(notebook.cells)} cells ran")
