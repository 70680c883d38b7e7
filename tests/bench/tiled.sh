#!/bin/sh
# A picture of 27 million pixels of 100², 500² and 1000² hexes: Salient beside Tiled's
# tmxrasterizer, time and peak memory. Needs: apt-get install tiled time
set -e
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$folder"
echo "Salient"
cargo bench -q -p salient-art --bench picture -- --tmx "$folder"
echo "tmxrasterizer, the terrain alone:"
for edge in 100 500 1000; do
    # The longer edge that makes 27 million pixels of a map of so many hexes.
    /usr/bin/time -f "  $edge²: %e s (%U s of a processor), %M kB at most" \
        tmxrasterizer --size 5616 "$folder/$edge.tmx" "$folder/tiled.png"
done
