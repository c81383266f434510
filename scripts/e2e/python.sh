#!/usr/bin/env bash
# The Python package: types, examples, tests, a short fuzz of its calls, notebooks run from nothing.
#   python.sh [PROFILE]     a profile of Cargo; dev shares what cargo test has built
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=$PWD/target/python-venv
[[ -x $venv/bin/pip ]] || python3 -m venv "$venv"
export VIRTUAL_ENV=$venv PATH=$venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1
pip install --quiet --disable-pip-version-check -r python/requirements-dev.txt

cd python
maturin develop --quiet --locked --profile "${1:-dev}"
echo "-- types"
mypy
pyright
stubtest chuhe._native --concise
echo "-- examples"
python -m pytest -q --doctest-modules chuhe --ignore chuhe/cluster
echo "-- tests"
python -m pytest
echo "-- fuzz"
python tests/fuzz_api.py 100
echo "-- notebooks"
python tests/run_notebooks.py
