#!/usr/bin/env bash
# Runs each fuzz target for some time and prints the results as a table. Findings are kept in fuzz/artifacts, inputs
# worth keeping in fuzz/corpus; git ignores both. docs/inside/trust.md describes what the targets check.
#
# Usage: fuzz/run.sh [SECONDS [TARGET...]]      default: 60 seconds for each target
# Environment:
#   MAX_LENGTH  maximum length of inputs in bytes, default: 4096; 1000000 finds what long files need in time and memory
#   SANITIZER   none (default), or address, which takes twice as long and detects invalid memory accesses
#   FAST        1: traces no comparisons and records which code is reached, not how often. Two to four times as many
#               executions, each of which finds less; for long runs after a complete first one
#   TOOLCHAIN   default: nightly
#   WORKERS     number of parallel workers, default: 1
#   MEGABYTES   memory limit, default: 2048; exceeding it counts as a finding
#   TARGET_DIR  default: fuzz/target/SANITIZER, with the suffix -fast if FAST is 1
# Requires a nightly toolchain, a C++ compiler and cargo-fuzz (`cargo install cargo-fuzz`).
# Exit code: 0 without findings, 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "'$seconds': expected a number of seconds" >&2; exit 2; }
toolchain=${TOOLCHAIN:-nightly}
sanitizer=${SANITIZER:-none}
command -v cargo-fuzz >/dev/null || { echo "cargo-fuzz is missing; run cargo install cargo-fuzz" >&2; exit 2; }

mapfile -t all < <(cargo "+$toolchain" fuzz list)
targets=("$@")
((${#targets[@]})) || targets=("${all[@]}")
for target in "${targets[@]}"; do
    [[ " ${all[*]} " == *" $target "* ]] || { echo "unknown target '$target'; expected one of ${all[*]}" >&2; exit 2; }
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

# Keeps temporary files in memory, for readers that need a path.
[[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm
found=0
echo "| target | executions | executions a second | findings |"
echo "|---|---|---|---|"
for target in "${targets[@]}"; do
    program=$build/$host/release/$target
    # If only one target was built, the other programs do not exist.
    [[ -x $program ]] || continue
    corpus=fuzz/corpus/$target
    artifacts=fuzz/artifacts/$target
    mkdir -p "$corpus" "$artifacts"
    before=$(find "$artifacts" -type f | wc -l)
    log=fuzz/artifacts/$target.log
    dictionary=fuzz/dictionaries/$target.dict
    arguments=(-max_total_time="$seconds" -max_len="${MAX_LENGTH:-4096}" -print_final_stats=1 -timeout=20 -rss_limit_mb="${MEGABYTES:-2048}"
        -artifact_prefix="$artifacts/")
    [[ ! -f $dictionary ]] || arguments+=(-dict="$dictionary")
    [[ ${FAST:-0} != 1 ]] || arguments+=(-use_counters=0)
    # Several workers share the corpus; a finding by one does not stop the others.
    ((${WORKERS:-1} == 1)) || arguments+=(-fork="$WORKERS" -ignore_crashes=1)
    code=0
    "$program" "${arguments[@]}" "$corpus" "fuzz/seeds/$target" >"$log" 2>&1 || code=$?
    executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    # With several workers, the last progress line contains the number of executions.
    executed=${executed:-$(sed -nE 's/^#([0-9]+): cov.*/\1/p' "$log" | tail -n 1)}
    new=$(($(find "$artifacts" -type f | wc -l) - before))
    if ((code != 0 && new == 0)); then
        new="failed, see $log"
    fi
    [[ $new == 0 ]] || found=1
    echo "| \`$target\` | ${executed:-0} | $((${executed:-0} / seconds)) | $new |"
done
exit "$found"
