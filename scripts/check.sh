#!/usr/bin/env bash
# What a change has to pass before it is proposed: form, lints, tests, documentation.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/check-text.sh
cargo fmt --check
cargo clippy --workspace --all-targets -- -D warnings
cargo test
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps
