#!/usr/bin/env python3
"""Packs a folder so that equal folders produce equal bytes: names are sorted, times are equal, and owners are left out.

Usage: archive.py FOLDER NAME

Writes NAME.tar.gz, or NAME.zip if NAME is for Windows, next to the folder, with everything below NAME. The time of
all files is SOURCE_DATE_EPOCH.
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def members(folder: Path) -> list[Path]:
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


def mode(path: Path) -> int:
    return 0o755 if path.parent.name == "bin" else 0o644


def write_tar(folder: Path, name: str, file: Path, when: int) -> None:
    # The file's header contains the compression level and the time; it must not contain the file's name.
    with open(file, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=when) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path in members(folder):
                member = tarfile.TarInfo(f"{name}/{path.relative_to(folder).as_posix()}")
                member.size, member.mtime, member.mode = path.stat().st_size, when, mode(path)
                with open(path, "rb") as content:
                    tar.addfile(member, content)


def write_zip(folder: Path, name: str, file: Path, when: int) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in members(folder):
            member = zipfile.ZipInfo(
                f"{name}/{path.relative_to(folder).as_posix()}", time.gmtime(when)[:6]
            )
            member.external_attr, member.compress_type = mode(path) << 16, zipfile.ZIP_DEFLATED
            archive.writestr(member, path.read_bytes())


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, name = Path(sys.argv[1]), sys.argv[2]
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    write, ending = (write_zip, "zip") if "-windows-" in name else (write_tar, "tar.gz")
    file = folder.parent / f"{name}.{ending}"
    part = file.with_name(file.name + ".part")
    write(folder, name, part, when)
    part.replace(file)
    print(file)


if __name__ == "__main__":
    main()
