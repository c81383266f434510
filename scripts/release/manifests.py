#!/usr/bin/env python3
"""Fills in the package managers' files in `packaging` for a release.

Usage: manifests.py --version VERSION --url URL FOLDER

FOLDER contains the archives and SHA256SUMS; URL is the address of the archives. The files are written to FOLDER/aur,
FOLDER/homebrew and FOLDER/scoop. Fails if a file names an archive that is not in FOLDER.
"""

import argparse
import re
import sys
from pathlib import Path

FILES = ["aur/PKGBUILD", "aur/.SRCINFO", "homebrew/chuhe.rb", "scoop/chuhe.json"]
PLACE = re.compile(r"@(?:(?P<what>SHA256|DIR):)?(?P<name>[A-Za-z0-9_-]+)@")


def fill(text: str, version: str, url: str, sums: dict[str, str]) -> str:
    def value(place: re.Match[str]) -> str:
        what, name = place["what"], place["name"]
        if not what and name in ("VERSION", "URL", "HOME"):
            # The address of the archives is HOME/releases/download/TAG.
            return {"VERSION": version, "URL": url, "HOME": url.split("/releases/")[0]}[name]
        program, target = re.fullmatch(r"(chuhe)-(.*)", name).groups()
        folder = f"{program}-{version}-{target}"
        archive = folder + (".zip" if "-windows-" in target else ".tar.gz")
        if archive not in sums:
            sys.exit(f"manifests.py: SHA256SUMS does not list {archive}")
        return {"SHA256": sums[archive], "DIR": folder, None: archive}[what]

    return PLACE.sub(value, text)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    lines = (arguments.folder / "SHA256SUMS").read_text().splitlines()
    sums = {name.lstrip("*"): digest for digest, name in (line.split(maxsplit=1) for line in lines)}
    templates = Path(__file__).parents[2] / "packaging"
    for name in FILES:
        text = fill((templates / name).read_text(), arguments.version, arguments.url.rstrip("/"), sums)
        file = arguments.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        print(file)


if __name__ == "__main__":
    main()
