#!/usr/bin/env bash
# The checks that a change must pass before it is proposed: format, lints, tests, documentation.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/check-text.sh
cargo fmt --check
for apart in fuzz models; do
    cargo fmt --check --manifest-path "$apart/Cargo.toml"
done
cargo clippy --workspace --all-targets -- -D warnings
cargo test
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps
