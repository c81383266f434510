#!/usr/bin/env bash
# The Python package: types, examples, tests, a short fuzz of its calls, notebooks run from nothing.
#   run.sh                  what CI runs
#   run.sh --ray            the tests with a Ray cluster of two nodes as well, a minute more
set -euo pipefail
cd "$(dirname "$0")/../.."
venv=$PWD/target/python-venv
[[ -x $venv/bin/pip ]] || python3 -m venv "$venv"
export VIRTUAL_ENV=$venv PATH=$venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1
pip install --quiet --disable-pip-version-check -r python/requirements-dev.txt

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
