#!/usr/bin/env bash
# Lets pywargame read a VASSAL module and prints what it finds (second_reader.py).
#
#   second_reader.sh MODULE.vmod <NAMES_OF_HEXES
#
# Needs Python 3.12 or later, and pywargame in target/vassal/ (or $SALIENT_VASSAL), where install.sh
# puts it.
#
# Exit status: 0 it read all of it without a complaint, 1 it did not, 3 something is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=${SALIENT_VASSAL:-$here/../../target/vassal}
missing() { echo "missing: $1" >&2; exit 3; }
[ -d "$home/pywargame" ] || missing "pywargame in $home (tests/vassal/install.sh)"
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; }
# The first is the system's; the last are those that pyenv keeps.
for python in python3 python3.14 python3.13 python3.12 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
  if new_enough "$python"; then
    [ "${1:-}" != --is-there ] || exit 0
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$home/pywargame" exec "$python" "$here/second_reader.py" "$@"
  fi
done
missing 'Python 3.12, which pywargame is written in'
