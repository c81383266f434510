#!/usr/bin/env bash
# Installs Debian packages and a Python environment for the outside clients. Can be repeated safely. Prints the folder
# of the environment; E2E_VENV selects another folder.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
venv=${E2E_VENV:-$root/target/e2e-venv}
packages=(xboard uci2wb xvfb fairy-stockfish python3-venv chromium chromium-driver)
command -v npm >/dev/null || packages+=(npm)

missing=()
for package in "${packages[@]}"; do
    dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null |
        grep -qx installed || missing+=("$package")
done
if ((${#missing[@]})); then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2
    apt-get install -qq --yes --no-install-recommends "${missing[@]}" >&2
fi

if ! "$venv/bin/python" -c 'import cchess, codespell_lib, PIL, proselint, pyffish, schemathesis, selenium, websockets' 2>/dev/null; then
    python3 -m venv --clear "$venv" >&2
    "$venv/bin/pip" install --quiet --disable-pip-version-check \
        -r "$root/tests/outside/requirements.txt" >&2
fi
echo "$venv"
