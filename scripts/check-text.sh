#!/usr/bin/env bash
# Finds text that only makes sense on the machine where it was written: absolute paths of people's
# folders, and registries other than the public one.
set -euo pipefail
cd "$(dirname "$0")/.."

# Brackets keep the patterns from finding themselves.
folders='(^|[^[:alnum:]_.~/-])/([w]ork|[r]oot|[h]ome|[o]pt|[m]nt|[U]sers)/'
hosts='[a]rtifactory|[i]ndex\.crates\.io:'
status=0

if git grep --untracked -nIE "$folders|$hosts" -- . ':!*.lock'; then
    echo "machine paths or hosts are named above" >&2
    status=1
fi
if grep -n '^source = ' Cargo.lock |
    grep -vF 'registry+https://github.com/rust-lang/crates.io-index'; then
    echo "Cargo.lock names another registry" >&2
    status=1
fi
exit "$status"
