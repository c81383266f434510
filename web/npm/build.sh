#!/usr/bin/env bash
# Builds the WebAssembly library in src/, and checks that the downloads stay within their budget.
# Usage: build.sh [package|page], to build only one of them.
set -euo pipefail
cd "$(dirname "$0")"
# The maximum size in bytes, after gzip, of the files that a page loads to play and analyse, including network and book.
readonly budget=800000
readonly target=wasm32-unknown-unknown

if [[ ! -d $(rustc --print sysroot)/lib/rustlib/$target ]]; then
    rustup target add "$target"
fi
[[ -x ../node_modules/.bin/wasm-opt ]] || npm --prefix .. ci --silent --no-audit --no-fund

built=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/$target/wasm/chuhe_wasm.wasm
build() { cargo build --locked --profile wasm --target "$target" -p chuhe-wasm --no-default-features "$@"; }
features=(--enable-bulk-memory --enable-bulk-memory-opt --enable-multivalue --enable-mutable-globals
    --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext --enable-simd)
opt() { ../node_modules/.bin/wasm-opt "${features[@]}" --strip-debug --strip-producers "$@"; }
# Only the code between the script and a pause in the search is made interruptible, which keeps the rest small and fast.
# Functions that are called through a pointer cannot be found automatically, and are named here.
asyncify=(--asyncify --pass-arg=asyncify-imports@host.pause --pass-arg=asyncify-ignore-indirect
    --pass-arg=asyncify-propagate-addlist -O2)
search='*check_limits*,*wait_for_stop_or_ponder_hit*,*search4pool*,*FnOnce*call_once*,*chuhe_wasm5turns*'
# In the page, reviews run searches as part of longer work, so their code must be interruptible as well.
review='*chuhe_review*,*chuhe_util8parallel*,*chuhe_session6review4work*,*core..iter*,*core4iter*'

cp ../../LICENSE* .

checked=()
if [[ ${1:-all} != page ]]; then
    build
    opt "$built" -o src/chuhe.wasm
    opt "${asyncify[@]}" "--pass-arg=asyncify-addlist@$search" "$built" -o src/chuhe-asyncify.wasm
    build --features files
    opt "$built" -o src/chuhe-files.wasm
    checked=(src/chuhe.wasm src/chuhe-asyncify.wasm)
fi
if [[ ${1:-all} != package ]]; then
    build --features page
    opt "$built" -o src/chuhe-page.wasm
    opt "${asyncify[@]}" "--pass-arg=asyncify-addlist@$search,$review" "$built" -o src/chuhe-page-asyncify.wasm
fi

for file in src/*.wasm; do
    echo "$file: $(gzip -9 --no-name --stdout "$file" | wc -c) bytes with gzip"
done
for file in "${checked[@]}"; do
    if (($(gzip -9 --no-name --stdout "$file" | wc -c) > budget)); then
        echo "$file: more than the budget of $budget bytes" >&2
        exit 1
    fi
done
