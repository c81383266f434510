#!/usr/bin/env bash
# Builds a commit, once, in a separate working tree, and prints the path of its engine.
# Usage: build-commit.sh COMMIT
set -euo pipefail
cd "$(dirname "$0")/.."

commit=$(git rev-parse --verify --short=10 "${1:?usage: $0 COMMIT}^{commit}")
engines=$PWD/target/engines
engine=$engines/chuhe-$commit
if [[ ! -x $engine ]]; then
    tree=$(mktemp -d)
    trap 'git worktree remove --force "$tree"' EXIT
    git worktree add --quiet --detach "$tree" "$commit" >&2
    # All commits share a target folder, so dependencies are built only once.
    (cd "$tree" && cargo build --locked --release --target-dir "$engines/build" >&2)
    cp "$engines/build/release/chuhe" "$engine"
fi
echo "$engine"
