#!/usr/bin/env bash
# All strategies on Oclgrind's simulated device, which reports races and accesses out of bounds. Oclgrind exits with 0
# even then, so its log is searched; optimised code is beyond its interpreter. usage: oclgrind.sh VOXMARCH
set -uo pipefail
if ! command -v oclgrind >/dev/null; then
  echo "skipped: oclgrind is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for strategy in blocks scan histopyramid; do
  output=$(VOXMARCH_CACHE_DIR=off OCL_ICD_VENDORS=/nonexistent oclgrind --build-options -cl-opt-disable --data-races \
           --log "$folder/log" "$1" mesh synthetic:sphere:11 --isovalue 120.5 --extraction $strategy -o "$folder/s.ply" 2>&1)
  status=$?
  echo "$output"
  if [ $status -ne 0 ] || [ -s "$folder/log" ] || ! grep -q "watertight" <<<"$output"; then
    echo "oclgrind complains about $strategy (exit $status):"
    head -n 40 "$folder/log"
    exit 1
  fi
done
