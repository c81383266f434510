"""Runs each notebook from scratch in a separate process.

    python run_notebooks.py [NOTEBOOK ...]

A notebook that needs PyTorch is skipped, with a message, if PyTorch is not installed.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path

import nbformat  # type: ignore[import-untyped]
from nbclient import NotebookClient  # type: ignore[import-untyped]

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def main() -> int:
    paths = [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb"))
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        source = "\n".join(cell.source for cell in notebook.cells)
        if "import torch" in source and importlib.util.find_spec("torch") is None:
            print(f"{path.name}: skipped, PyTorch is not installed")
            continue
        since = time.perf_counter()
        NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}).execute()
        pictures = sum(
            "image" in kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})
        )
        print(f"{path.name}: {len(notebook.cells)} cells, {pictures} pictures, {time.perf_counter() - since:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
