#!/usr/bin/env bash
# What docs/tracing.md tells of a GPU: paths a second, noise and bounds of scans and synthetic volumes at 1024x1024, and
# how long the program takes, from start to exit, for a picture of 256 samples at 2048x2048.
# Writes trace.json and render.json (seconds of three runs after the first, and the statistics of the last) to FOLDER.
# usage: bench/traced_gpu.sh FOLDER [VOXMARCH [SCAN..]]
#   SCAN  volumes measured before the synthetic ones; the first of them is drawn, without any synthetic:tree:256
# VOLUMES, and SIZES as "BENCH RENDER", in the environment take the place of the synthetic ones and of the sizes.
set -euo pipefail
folder=${1:?usage: bench/traced_gpu.sh FOLDER [VOXMARCH [SCAN..]]}
voxmarch=${2:-build/release/app/voxmarch}
scans=("${@:3}")
read -r -a synthetic <<<"${VOLUMES:-synthetic:vessels:256 synthetic:tree:256 synthetic:tree:1024}"
read -r bench_size render_size <<<"${SIZES:-1024x1024 2048x2048}"
mkdir -p "$folder"
"$voxmarch" bench trace --volume "${scans[@]}" "${synthetic[@]}" --size "$bench_size" --out "$folder"

drawn=${scans[0]:-synthetic:tree:256}
seconds=()
for run in warm-up 1 2 3; do
  start=$(date +%s%N)
  "$voxmarch" render "$drawn" --lighting traced --samples 256 --light key --size "$render_size" \
    -o "$folder/render.png" --stats "$folder/statistics.json" >/dev/null
  taken=$(awk -v ns=$(($(date +%s%N) - start)) 'BEGIN { printf "%.3f", ns / 1e9 }')
  echo "render $drawn, 256 samples at $render_size, $run: $taken s from start to exit"
  [ "$run" = warm-up ] || seconds+=("$taken")
done
{
  printf '{"volume": "%s", "size": "%s", "samples": 256, "seconds": [%s, %s, %s], "statistics": ' \
    "${drawn##*/}" "$render_size" "${seconds[@]}"
  cat "$folder/statistics.json"
  echo '}'
} >"$folder/render.json"
rm "$folder/statistics.json"
