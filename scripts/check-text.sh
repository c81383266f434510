#!/usr/bin/env bash
# Checks that text contains no machine-specific paths or registries, no actions that others can replace, no spelling or
# style errors, and no unidiomatic phrases or names. Spelling and style checks need codespell and proselint (PyPI), which
# tests/outside/setup.sh installs.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=${E2E_VENV:-target/e2e-venv}/bin:$PATH

# The brackets keep the patterns from matching themselves.
folders='(^|[^[:alnum:]_.~/-])/([w]ork|[r]oot|[h]ome|[o]pt|[m]nt|[U]sers)/'
hosts='[a]rtifactory|[i]ndex\.crates\.io:'
status=0

if git grep --untracked -nIE "$folders|$hosts" -- . ':!*.lock'; then
    echo "the lines above name machine paths or hosts" >&2
    status=1
fi
if grep -n '^source = ' Cargo.lock |
    grep -vF 'registry+https://github.com/rust-lang/crates.io-index'; then
    echo "Cargo.lock names another registry" >&2
    status=1
fi

# A tag can be moved to other code; a commit cannot.
if git grep --untracked -nE 'uses: ' -- .github | grep -vE 'uses: \S+@[0-9a-f]{40} # v[0-9.]+$'; then
    echo "pin the actions above to a commit, with the version in a comment" >&2
    status=1
fi

# Text for users consists of documents, help and messages.
mapfile -t pages < <(git ls-files '*.md' ':!fuzz' ':!tests')
messages=(crates/localize/src/en/*.ftl)
# Use an active verb, or the term of the field, instead.
phrases='whoever|whosoever|who asks|(is|are|was) told( |,)|anybody|in the midst|will not do|for ever|at the most'
phrases+='|none but|but for the|passed over|goes? on (with|where|from)|gone (on|through)|told (on|with|of)'
phrases+='|beside|as it stands|for as long as|written over|of its own making|both sides counted|is had|nobody listens'
if grep -nwiE "$phrases" "${pages[@]}" "${messages[@]}"; then
    echo "use plain words; see the glossary" >&2
    status=1
fi
# Names of functions and tests are the field's terms: handle, send, request, report; tests name the behaviour.
names='\bfn ((hear|tell|say|ask|obey)\w*|\w*(what_|told|heard|tells|hears|_said)\w*)[(<]'
if git grep --untracked -nE "$names" -- '*.rs'; then
    echo "use the terms of the field; see the glossary" >&2
    status=1
fi
if command -v codespell >/dev/null; then
    codespell --ignore-words-list caf,acn,fro,targetin,simpy,ratatui --skip '*.nn,*.book,*.svg,*.png,*.lock,*.json,*.ipynb' \
        "${pages[@]}" "${messages[@]}" src crates scripts tests/it tests/outside python || status=1
else
    echo "skipped: codespell is not installed; run tests/outside/setup.sh"
fi
if command -v proselint >/dev/null; then
    proselint check --config scripts/proselint.json "${pages[@]}" || status=1
else
    echo "skipped: proselint is not installed; run tests/outside/setup.sh"
fi
exit "$status"
