#!/usr/bin/env bash
# All back ends on Oclgrind's simulated device, which reports races, uninitialised reads and accesses out of bounds.
# Oclgrind exits with 0 even then, so its log is searched; optimised code is beyond its interpreter. usage: oclgrind.sh RENDER_PROBE
set -uo pipefail
if ! command -v oclgrind >/dev/null; then
  echo "skipped: oclgrind is not installed"
  exit 77
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for backend in buffer packet image; do
  # Oclgrind brings its own platform; other drivers stay out of the way.
  output=$(VOXMARCH_CACHE_DIR=off OCL_ICD_VENDORS=/nonexistent oclgrind --build-options -cl-opt-disable --data-races --log "$log" "$1" 16 16 $backend 2>&1)
  status=$?
  echo "$output"
  if [ $status -ne 0 ] || [ -s "$log" ] || ! grep -q "^$backend post" <<<"$output"; then
    echo "oclgrind complains about the $backend back end (exit $status):"
    head -n 60 "$log"
    exit 1
  fi
done
