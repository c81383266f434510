#!/usr/bin/env bash
# Builds the page that works without `chuhe serve`, as a folder for any static web host. Replaces an existing folder.
# Usage: scripts/site.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-dist/site}

if [[ -n $(ls -A "$folder" 2>/dev/null) ]] && ! compgen -G "$folder/assets/*/npm/src/chuhe-page.wasm" >/dev/null; then
    echo "site.sh: $folder contains other files; use an empty or new folder" >&2
    exit 1
fi
web/npm/build.sh page
mkdir -p "$folder"
rm -rf "$folder/assets"
cargo run --locked --quiet -p chuhe-serve --example site -- "$folder"
echo "the page is in $folder; to try it: python3 -m http.server --directory $folder"
