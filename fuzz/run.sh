#!/usr/bin/env bash
# Runs the fuzz targets, each for some time, and prints the results as a table. Findings stay in fuzz/artifacts, the
# inputs worth keeping in fuzz/corpus; both are outside git. docs/inside/trust.md describes what the targets check.
#
# Usage: fuzz/run.sh [SECONDS [TARGET...]]      default: a minute for each target
# Environment: SANITIZER (none; or address, which is half as fast and sees wrong accesses to memory),
#              FAST (1: no comparison is traced, and code counts as reached, not how often: two to four times as many
#              executions, of which each teaches less; for long runs, when a first one has found what there is to reach),
#              TOOLCHAIN (nightly), WORKERS (1), MEGABYTES (2048: a target that needs more has found something),
#              TARGET_DIR (fuzz/target/SANITIZER, with -fast if it is so)
# Needs: a nightly toolchain, a C++ compiler, cargo-fuzz (`cargo install cargo-fuzz`).
# Exit code: 0 if nothing was found, 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "'$seconds': expected a number of seconds" >&2; exit 2; }
toolchain=${TOOLCHAIN:-nightly}
sanitizer=${SANITIZER:-none}
command -v cargo-fuzz >/dev/null || { echo "cargo-fuzz is missing: cargo install cargo-fuzz" >&2; exit 2; }

mapfile -t all < <(cargo "+$toolchain" fuzz list)
targets=("$@")
((${#targets[@]})) || targets=("${all[@]}")
for target in "${targets[@]}"; do
    [[ " ${all[*]} " == *" $target "* ]] || { echo "no target '$target'; there are: ${all[*]}" >&2; exit 2; }
done

kind=$sanitizer
[[ ${FAST:-0} != 1 ]] || kind+=-fast
build=${TARGET_DIR:-fuzz/target/$kind}
flags=(--sanitizer "$sanitizer" --target-dir "$build")
[[ ${FAST:-0} != 1 ]] || flags+=(--no-trace-compares)
only=()
((${#targets[@]} > 1)) || only=("${targets[0]}")
cargo "+$toolchain" fuzz build "${flags[@]}" "${only[@]}"
host=$(rustc "+$toolchain" -vV | sed -n 's/^host: //p')

# Readers that need a path get their files in memory.
[[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm
found=0
echo "| target | executions | executions a second | findings |"
echo "|---|---|---|---|"
for target in "${targets[@]}"; do
    program=$build/$host/release/$target
    # Not part of a lean build.
    [[ -x $program ]] || continue
    corpus=fuzz/corpus/$target
    artifacts=fuzz/artifacts/$target
    mkdir -p "$corpus" "$artifacts"
    before=$(find "$artifacts" -type f | wc -l)
    log=fuzz/artifacts/$target.log
    dictionary=fuzz/dictionaries/$target.dict
    arguments=(-max_total_time="$seconds" -print_final_stats=1 -timeout=20 -rss_limit_mb="${MEGABYTES:-2048}"
        -artifact_prefix="$artifacts/")
    [[ ! -f $dictionary ]] || arguments+=(-dict="$dictionary")
    [[ ${FAST:-0} != 1 ]] || arguments+=(-use_counters=0)
    # Several workers share the corpus; one that finds something does not end the others.
    ((${WORKERS:-1} == 1)) || arguments+=(-fork="$WORKERS" -ignore_crashes=1)
    code=0
    "$program" "${arguments[@]}" "$corpus" "fuzz/seeds/$target" >"$log" 2>&1 || code=$?
    executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    # With several workers the last line of progress has the number.
    executed=${executed:-$(sed -nE 's/^#([0-9]+): cov.*/\1/p' "$log" | tail -n 1)}
    new=$(($(find "$artifacts" -type f | wc -l) - before))
    if ((code != 0 && new == 0)); then
        new="failed, see $log"
    fi
    [[ $new == 0 ]] || found=1
    echo "| \`$target\` | ${executed:-0} | $((${executed:-0} / seconds)) | $new |"
done
exit "$found"
