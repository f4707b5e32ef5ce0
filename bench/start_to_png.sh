#!/usr/bin/env bash
# Time from the start of the program to the PNG of a 256^3 volume at 512x512 with warm caches, by phase.
# usage: bench/start_to_png.sh [VOLUME [VOXMARCH]]
set -euo pipefail
volume=${1:-synthetic:tree:256}
voxmarch=${2:-build/release/app/voxmarch}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for run in warm-up 1 2 3; do
  start=$(date +%s%N)
  "$voxmarch" render "$volume" -o "$folder/out.png" --size 512x512 >/dev/null 2>"$folder/messages" ||
    { cat "$folder/messages" >&2; exit 1; }
  echo "run $run: $((($(date +%s%N) - start) / 1000000)) ms from start to exit"
done
"$voxmarch" render "$volume" -o "$folder/out.png" --size 512x512 --stats "$folder/stats.json" >/dev/null 2>&1
cat "$folder/stats.json"
