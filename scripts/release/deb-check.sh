#!/usr/bin/env bash
# Installs the Debian packages in dist into a clean Debian system, uses them there as a user would, and removes them;
# only the user's own files may remain. Needs root, debootstrap and Debian's archive.
# Usage: scripts/release/deb-check.sh FOLDER [SUITE]
# The system is created in FOLDER if it does not exist; SUITE is bookworm by default.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=${1:?usage: deb-check.sh FOLDER [SUITE]}
suite=${2:-bookworm}
fail() { echo "FAIL $1" >&2; exit 1; }
step() { printf '== %s\n' "$1"; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
user() { inside su --login player --command "export LANG=C.UTF-8; $1"; }
# Lists all files, except the package manager's.
everything() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./home -o -path ./tmp -o -path ./var/cache \
        -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o -print | sort)
}

step "a clean system"
[[ -e $root/bin/sh ]] || debootstrap --variant=minbase "$suite" "$root" >/dev/null
[[ -x $root/usr/bin/man && -d $root/usr/share/bash-completion ]] ||
    inside apt-get install --quiet=2 --yes --option Dpkg::Use-Pty=0 --no-install-recommends man-db bash-completion >/dev/null
inside userdel --remove player >/dev/null 2>&1 || true
inside useradd --create-home --shell /bin/bash player
mountpoint --quiet "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
# An earlier run that failed may have left these packages.
inside dpkg --purge chuhe chuhe-gomoku chuhe-draughts >/dev/null 2>&1 || true
everything >"$root.before"

step "install"
cp dist/*.deb "$root/tmp/"
inside bash -c 'apt-get install --quiet=2 --yes --option Dpkg::Use-Pty=0 --no-install-recommends /tmp/*.deb' 2>&1 | grep '^Setting up'
everything >"$root.with"
echo "$(comm -13 "$root.before" "$root.with" | wc -l) files and folders"

step "use"
user 'printf "ucci\nposition startpos\ngo depth 8\nquit\n" | chuhe' | grep -E '^(id name|ucciok|bestmove|bye)' ||
    fail "a conversation over UCCI"
user 'chuhe analyze --moves h2e2 h9g7 --depth 8' | tail -n 1
user 'printf "%s\n" "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1" >positions.fen
    chuhe analyze positions.fen --depth 8 -o analysis.csv --quiet && wc -l analysis.csv'
user 'chuhe doctor >doctor.txt && tail -n 1 doctor.txt' || fail "chuhe doctor"
user 'timeout 20 chuhe serve --port 8099 --data games >address.txt & sleep 4
    exec 3<>/dev/tcp/127.0.0.1/8099
    printf "GET / HTTP/1.1\r\nHost: 127.0.0.1:8099\r\nConnection: close\r\n\r\n" >&3; head -n 1 <&3; kill %1; wait' |
    grep 'HTTP/1.1 200' || fail "chuhe serve"
user '(printf "START 15\nBEGIN\n"; sleep 3; echo END) | chuhe-gomoku --level low' | grep -xE '[0-9]+,[0-9]+' ||
    fail "chuhe-gomoku"
user 'chuhe-draughts perft --depth 4' | tail -n 1
for page in chuhe chuhe-analyze chuhe-gomoku chuhe-gomoku-solve chuhe-draughts; do
    user "MANWIDTH=80 man $page | col -b | grep -A1 ^NAME | tail -n 1" | grep "$page" || fail "man $page"
done
user 'man --locale zh_CN chuhe-analyze' | grep -q 局面 || fail "the page in Chinese"
complete() {
    user "source /usr/share/bash-completion/bash_completion; source /usr/share/bash-completion/completions/$1
        COMP_WORDS=($1 $2) COMP_CWORD=1; _$1 $1 $2 $1; echo \"\${COMPREPLY[@]}\""
}
[[ $(complete chuhe anno) == annotate ]] || fail "completion of chuhe"
echo "chuhe anno<Tab>: $(complete chuhe anno)"

step "remove"
inside apt-get purge --quiet=2 --yes --option Dpkg::Use-Pty=0 chuhe chuhe-gomoku chuhe-draughts 2>&1 | grep '^Removing'
rm "$root"/tmp/*.deb
everything >"$root.after"
diff "$root.before" "$root.after" || fail "removal left files behind or deleted others"
user 'ls analysis.csv games' || fail "the user's files are gone"
echo "only the user's files remain"
rm "$root".before "$root".with "$root".after
