#!/usr/bin/env bash
# Opens VASSAL modules with the real engine and prints what VASSAL says of them (Probe.java).
#
#   probe.sh MODULE.vmod...                  names of all hexes, all pieces of all set-ups
#   probe.sh --save MODULE.vmod...           also each set-up saved again, as saved-SETUP beside it
#   probe.sh MODULE.vmod PICTURE.png SETUP   also a photograph of VASSAL's window with a set-up
#   probe.sh --loose MODULE.vmod...          what VASSAL says of faulty data is no complaint
#
# Needs what install.sh gets: Java, Xvfb, and in target/vassal/ (or $SALIENT_VASSAL) VASSAL's engine
# with its libraries.
#
# Exit status: 0 VASSAL opened all of it without a complaint, 1 it did not, 3 something is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=${SALIENT_VASSAL:-$here/../../target/vassal}
missing() { echo "missing: $1" >&2; exit 3; }
[ -f "$home/Vengine.jar" ] || missing "Vengine.jar in $home (tests/vassal/install.sh)"
[ -f "$home/lib/logback-classic.jar" ] || missing "VASSAL's libraries (tests/vassal/install.sh)"
for tool in java javac Xvfb; do command -v "$tool" >/dev/null || missing "$tool"; done
path="$home/Vengine.jar:$home/lib/*"
complaint=' ERROR |WARN .*ErrorDialog|^Exception|^Caused by'
loose=false
if [ "${1:-}" = --loose ]; then shift; loose=true; complaint='^Exception'; fi

work=$(mktemp -d)
server=
clean() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"; }
trap clean EXIT
# VASSAL's wizard library is in no package; nothing here opens a wizard.
classes=$home/classes
if [ ! -f "$classes/Probe.class" ] || [ "$here/Probe.java" -nt "$classes/Probe.class" ]; then
  mkdir -p "$classes"
  javac -nowarn -d "$classes" -cp "$path" $(find "$here/stubs" -name '*.java') "$here/Probe.java"
fi
mkdir -p "$work/.VASSAL/prefs"
# A display number of its own.
exec 7<>"$work/display"
Xvfb -displayfd 7 -screen 0 1600x1000x24 -nolisten tcp >/dev/null 2>&1 7>"$work/display" &
server=$!
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || missing "a display from Xvfb"
status=0
DISPLAY=:$(cat "$work/display") timeout 240 java -Xmx1500m -Duser.home="$work" -Dloose=$loose -Dlogback.configurationFile="$here/logback.xml" \
  --add-exports java.desktop/sun.java2d.cmm=ALL-UNNAMED --add-opens java.desktop/sun.awt=ALL-UNNAMED \
  -cp "$classes:$path" Probe "$@" >"$work/out" 2>"$work/err" || status=$?
cat "$work/out"
# VASSAL's own exit status says nothing: its log does.
grep -E "$complaint" "$work/err" >"$work/complaints" || true
if [ -s "$work/complaints" ]; then
  echo "VASSAL complains:" >&2
  cat "$work/err" >&2
  exit 1
fi
if [ "$status" != 0 ] || [ "$(tail -n 1 "$work/out")" != "done" ]; then
  echo "VASSAL did not come to an end, status $status" >&2
  cat "$work/err" >&2
  exit 1
fi
