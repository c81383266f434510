#!/usr/bin/env bash
# Checks that the bytes of a release depend on the commit alone: builds it twice, in two clones in differently named
# folders, and compares everything in dist. Exit code 1 if anything differs.
# Usage: scripts/release/reproduce.sh [FOLDER [STEP…]]
# Without STEPs, the steps are programs, files and archives. A given FOLDER is kept, with both clones and their builds.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
commit=$(git rev-parse HEAD)

if (($#)); then
    mkdir -p "$1"
    work=$(cd "$1" && pwd)
    shift
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
steps=("$@")
((${#steps[@]})) || steps=(programs files archives)
# Each clone has its own target folder.
unset CARGO_TARGET_DIR CARGO_BUILD_TARGET_DIR

clones=("$work/one" "$work/another folder/with a longer name")
for clone in "${clones[@]}"; do
    [[ -d $clone ]] || git clone --quiet --no-checkout "$here" "$clone"
    git -C "$clone" cat-file -e "$commit^{commit}" 2>/dev/null || git -C "$clone" fetch --quiet origin "$commit"
    git -C "$clone" checkout --quiet --force "$commit"
    (cd "$clone" && scripts/release.sh "${steps[@]}")
done

made() { (cd "$1" && find target/dist dist -maxdepth 1 -type f ! -name '*.d' ! -name .cargo-lock 2>/dev/null | sort); }
status=0
while read -r file; do
    if cmp --silent "${clones[0]}/$file" "${clones[1]}/$file"; then
        echo "same   $(cd "${clones[0]}" && sha256sum "$file")"
    else
        echo "DIFFER $file"
        status=1
    fi
done < <(made "${clones[0]}")
if [[ -z $(made "${clones[0]}") || $(made "${clones[0]}") != "$(made "${clones[1]}")" ]]; then
    echo "DIFFER lists of files"
    status=1
fi
exit "$status"
