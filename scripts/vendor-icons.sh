#!/usr/bin/env bash
# Regenerates web/page/icons.js, the icons of the served page, from Lucide (ISC licence).
set -euo pipefail
cd "$(dirname "$0")/.."

version=1.62.0
icons=(chevron-first chevron-left chevron-right chevron-last arrow-up-down settings x pencil trash message-square play
    graduation-cap share-2 ellipsis)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && npm pack --silent "lucide-static@$version" >/dev/null && tar -xzf ./*.tgz)

{
    echo "// Icons of Lucide $version, written by scripts/vendor-icons.sh."
    echo "//"
    fold -s -w 110 "$folder/package/LICENSE" | sed -e 's|^|// |' -e 's/[[:space:]]*$//'
    echo
    echo "/** @type {Record<string, string>} */"
    echo "const ICONS = {"
    for icon in "${icons[@]}"; do
        inner=$(sed -n '/^  </p' "$folder/package/icons/$icon.svg" | sed 's/^ *//; s/ \/>/\/>/' | tr -d '\n')
        printf "  \"%s\": '%s',\n" "$icon" "$inner"
    done
    echo "};"
    echo
    echo "// An icon as it stands in a button, which has a name of its own."
    # shellcheck disable=SC2016
    echo 'export const icon = (/** @type {string} */ name) => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`;'
} >web/page/icons.js
