#!/usr/bin/env bash
# Makes the page without a server: a folder that any web server or file host can give out.
# Usage: scripts/site.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-dist/site}

packaging/npm/build.sh page
mkdir -p "$folder"
cargo run --locked --quiet -p chuhe-serve --example site -- "$folder"
echo "the page is in $folder; to try it: python3 -m http.server --directory $folder"
