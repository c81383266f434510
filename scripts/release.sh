#!/usr/bin/env bash
# Builds the release files of this commit for this machine's platform, in the folder dist. People and the release
# workflow run the same steps; docs/inside/releasing.md describes them.
# Usage: release.sh STEP…
#   programs    builds chuhe, chuhe-gomoku and chuhe-draughts, free of this machine's paths
#   files       adds manual pages, completions, documents, licences and an SBOM to each program: dist/NAME
#   archives    packs these folders: dist/NAME-VERSION-TARGET.tar.gz, .zip on Windows
#   debs        builds Debian packages from them: dist/NAME_VERSION_ARCHITECTURE.deb
#   package     packs the npm package with the licences of its parts: dist/chuhe-VERSION.tgz
#   sums        writes dist/SHA256SUMS
#   manifests   fills in the package managers' files from packaging; URL is where the archives will be
#   notes       prints the changelog section of this version; TAG, if set, must be the tag of this version
# `files` needs cargo-about and cargo-cyclonedx, `debs` cargo-deb, and `package` cargo-about and npm; all steps need
# Python 3.
set -euo pipefail
cd "$(dirname "$0")/.."
# These would override .cargo/config.toml.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH CARGO_TERM_COLOR=never

python=$(command -v python3 || command -v python)
target=$(rustc -vV | sed -n 's/^host: //p')
target_folder=$(cargo metadata --locked --no-deps --format-version 1 |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
suffix=
[[ $target != *windows* ]] || suffix=.exe
programs=(chuhe chuhe-gomoku chuhe-draughts)

fail() { echo "release.sh: $1" >&2; exit 1; }
version() { cargo pkgid --locked --package "$1" | sed 's/.*[#@]//'; }
folder() { case $1 in chuhe) echo . ;; *) echo "games/${1#chuhe-}" ;; esac; }
native() { cygpath -m "$1" 2>/dev/null || echo "$1"; }

# Compiler flags in addition to .cargo/config.toml, as a TOML array. They replace the paths of this machine's folders.
compiler_flags() {
    local crates home=${CARGO_HOME:-$HOME/.cargo}
    home=$(cygpath -u "$home" 2>/dev/null || echo "$home")
    printf "['--remap-path-prefix=%s=/target'" "$(native "$target_folder")"
    printf ", '--remap-path-prefix=%s=/chuhe'" "$(native "$PWD")"
    for crates in "$home"/registry/src/*; do
        printf ", '--remap-path-prefix=%s=/crates'" "$(native "$crates")"
    done
    # Makes the Windows program independent of other installed libraries.
    [[ $target != *windows-msvc ]] || printf ", '-Ctarget-feature=+crt-static'"
    printf ']'
}

programs() {
    cargo fetch --locked
    local flags
    flags="target.'cfg(all())'.rustflags=$(compiler_flags)"
    # The build has two steps, because a single step would also link chuhe with the command lines of the games.
    cargo build --locked --profile dist --config "$flags" --package chuhe --bin chuhe
    cargo build --locked --profile dist --config "$flags" --package chuhe-gomoku --package chuhe-draughts --bins
}

manual() {
    local name=$1 program=$2 pages=$3 command
    mkdir -p "$pages/man1"
    if [[ $name == chuhe ]]; then
        "$program" --lang en man --out "$pages/man1"
        "$program" --lang zh man --out "$pages/zh_CN/man1"
        return
    fi
    "$program" man >"$pages/man1/$name.1"
    # The main page lists the pages of the commands.
    sed -n "s/\\\\//g; s/^$name-\([a-z]*\)(1)\$/\1/p" "$pages/man1/$name.1" | while read -r command; do
        "$program" man "$command" >"$pages/man1/$name-$command.1"
    done
}

# Copies a file and replaces the path of this folder with file:///chuhe.
without_place() {
    "$python" -c '
import pathlib, sys
text = pathlib.Path(sys.argv[1]).read_text("utf-8")
pathlib.Path(sys.argv[2]).write_text(text.replace(pathlib.Path.cwd().as_uri(), "file:///chuhe"), "utf-8")
' "$1" "$2"
}

# Creates the file tree of a program, as installed below /usr on Unix systems.
files_of() {
    local name=$1 root=dist/$1 program documents licences
    program=$target_folder/dist/$name$suffix
    documents=$root/share/doc/$name
    [[ -x $program ]] || fail "$program does not exist; run the step programs first"
    rm -rf "$root"
    mkdir -p "$root/bin" "$documents"
    cp "$program" "$root/bin/"
    manual "$name" "$root/bin/$name$suffix" "$root/share/man"
    local completions=$root/share
    mkdir -p "$completions"/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
    LC_ALL=C "$program" completions bash >"$completions/bash-completion/completions/$name"
    LC_ALL=C "$program" completions zsh >"$completions/zsh/site-functions/_$name"
    LC_ALL=C "$program" completions fish >"$completions/fish/vendor_completions.d/$name.fish"
    if [[ $target == *windows* ]]; then
        LC_ALL=C "$program" completions powershell >"$root/$name.ps1"
    fi
    if [[ $name == chuhe && $target == *linux* ]]; then
        install -D -m 644 packaging/desktop/chuhe.desktop "$root/share/applications/chuhe.desktop"
        install -D -m 644 web/page/icon.svg "$root/share/icons/hicolor/scalable/apps/chuhe.svg"
    fi
    licences=$root/share/licenses/$name
    mkdir -p "$licences"
    cp LICENSE LICENSE-MIT LICENSE-APACHE "$licences/"
    cp SECURITY.md "$documents/"
    cp "$(folder "$name")/README.md" "$documents/"
    cp "$documents/README.md" "$root/"
    if [[ $name == chuhe ]]; then
        cp CHANGELOG.md "$documents/"
        cp crates/review/src/picture/OFL.txt "$licences/LICENSE-OFL"
        cp -R docs "$documents/"
    fi
    cargo about generate --locked --offline --fail --target "$target" --manifest-path "$(folder "$name")/Cargo.toml" \
        --config about.toml --output-file "$licences/THIRD-PARTY-LICENSES.html" packaging/licenses.hbs
    cargo cyclonedx --quiet --format json --spec-version 1.5 --no-build-deps --target "$target" \
        --override-filename sbom --manifest-path "$(folder "$name")/Cargo.toml"
    without_place "$(folder "$name")/sbom.json" "$documents/$name.cdx.json"
    # cargo-cyclonedx writes a file for each member of the workspace, but only the program's own is needed.
    rm -f sbom.json ./*/sbom.json games/*/sbom.json
}

files() {
    local name
    for name in "${programs[@]}"; do files_of "$name"; done
}

archives() {
    local name archive
    for name in "${programs[@]}"; do
        [[ -d dist/$name ]] || fail "dist/$name does not exist; run the step files first"
        archive=$name-$(version "$name")-$target
        "$python" scripts/release/archive.py "dist/$name" "$archive"
        cp "dist/$name/share/doc/$name/$name.cdx.json" "dist/$archive.cdx.json"
    done
}

# Writes the licences in Debian's format.
copyright() {
    cat <<'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: chuhe
Comment: Parts of other crates are in the program; THIRD-PARTY-LICENSES.html next to this file has their licences.

Files: *
Copyright: 2026 the chuhe authors
License: Expat or Apache-2.0

END
    if [[ $1 == chuhe ]]; then
        cat <<'END'
Files: crates/review/src/picture/outlines.rs
Copyright: 2021-2022 lxgw
License: OFL-1.1

License: OFL-1.1
END
        sed '1,/^----/d; /^----/d; s/^[[:space:]]*$/./; s/^/ /' crates/review/src/picture/OFL.txt
        echo
    fi
    echo "License: Expat"
    sed '1,/^Copyright/d' LICENSE-MIT | sed '1d; s/^$/./; s/^/ /'
    cat <<'END'

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
END
}

debs() {
    local name who
    who="${DEBFULLNAME:-the chuhe authors} <${DEBEMAIL:-chuhe@localhost}>"
    for name in "${programs[@]}"; do
        [[ -d dist/$name ]] || fail "dist/$name does not exist; run the step files first"
        copyright "$name" >"dist/$name.copyright"
        # Writes a changelog in Debian's format; the project's changelog is installed as well.
        cat >"dist/$name.changelog" <<END
$name ($(version "$name")-1) unstable; urgency=medium

  * Version $(version "$name"), as its authors build it.

 -- $who  $(date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")
END
        cargo deb --locked --no-build --no-strip --package "$name" --maintainer "$who" --output dist
        rm "dist/$name.changelog" "dist/$name.copyright"
    done
}

package() {
    local wasm=wasm32-unknown-unknown
    web/npm/build.sh package
    cargo about generate --locked --offline --fail --target "$wasm" --manifest-path crates/wasm/Cargo.toml \
        --no-default-features --features files --config about.toml \
        --output-file web/npm/THIRD-PARTY-LICENSES.html packaging/licenses.hbs
    mkdir -p dist
    (cd web/npm && npm pack --silent --pack-destination ../../dist)
}

sums() {
    (cd dist && LC_ALL=C && for file in *.tar.gz *.tgz *.zip *.deb *.cdx.json; do
        [[ ! -f $file ]] || sha256sum "$file"
    done) >SHA256SUMS.part
    mv SHA256SUMS.part dist/SHA256SUMS
    cat dist/SHA256SUMS
}

manifests() {
    "$python" scripts/release/manifests.py --version "$(version chuhe)" --url "${URL:?the address of the archives}" dist
}

notes() {
    local number text
    number=$(version chuhe)
    [[ -z ${TAG:-} || $TAG == "v$number" ]] || fail "the tag $TAG does not match version $number in Cargo.toml"
    text=$(sed -n "/^## \\[$number\\]/,/^## \\[/p" CHANGELOG.md | sed '/^## \[/d')
    [[ -n $text ]] || fail "CHANGELOG.md has no section for version $number"
    echo "$text"
}

(($#)) || { sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2; }
for step in "$@"; do
    case $step in
    programs | files | archives | debs | package | sums | manifests | notes) "$step" ;;
    *) fail "unknown step $step" ;;
    esac
done
