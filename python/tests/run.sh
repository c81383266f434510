#!/usr/bin/env bash
# Tests the Python package: types, examples, tests, a short fuzz run, and notebooks.
#   run.sh         what CI runs
#   run.sh --ray   also the tests with a Ray cluster of two nodes, which take a minute
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=$PWD/target/python-venv
[[ -x $venv/bin/pip ]] || python3 -m venv "$venv"
export VIRTUAL_ENV=$venv PATH=$venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1
pip install --quiet --disable-pip-version-check -r python/requirements-dev.txt

cargo build --quiet --locked --example fault_engine
cd python
maturin develop --quiet --locked --profile dev
echo "-- types"
mypy
pyright
stubtest chuhe._native --concise
echo "-- examples"
python -m pytest -q --doctest-modules chuhe --ignore chuhe/cluster
echo "-- tests"
left_out=(--ignore tests/test_ray.py)
[[ ${1:-} == --ray ]] && left_out=()
python -m pytest "${left_out[@]}"
echo "-- fuzz"
python tests/fuzz_api.py 100
echo "-- notebooks"
python tests/run_notebooks.py
