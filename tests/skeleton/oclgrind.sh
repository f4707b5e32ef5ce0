#!/usr/bin/env bash
# Thinning on Oclgrind's simulated device, which reports races and accesses out of bounds. Oclgrind exits with 0 even
# then, so its log is searched; optimised code is beyond its interpreter. One race is meant: a stamp is read while another
# work-item exchanges it, and either value will do (reach() in kernels/thin_words.cl).
# usage: oclgrind.sh VOXMARCH
set -uo pipefail
if ! command -v oclgrind >/dev/null; then
  echo "skipped: oclgrind is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# usage: check EXPECTED VOXMARCH_ARGUMENTS..
check() {
  local expected=$1
  shift
  output=$(VOXMARCH_CACHE_DIR=off OCL_ICD_VENDORS=/nonexistent oclgrind --build-options -cl-opt-disable --data-races \
           --log "$folder/log" "$voxmarch" "$@" 2>&1)
  status=$?
  echo "$output"
  others=$(($(grep -c 'data race at\|Invalid\|error' "$folder/log") - $(grep -c 'atomic_xchg' "$folder/log")))
  if [ $status -ne 0 ] || [ $others -ne 0 ] || ! grep -q "$expected" <<<"$output"; then
    echo "oclgrind complains about $* (exit $status):"
    head -n 40 "$folder/log"
    exit 1
  fi
}
voxmarch=$1
check ' 1 loop' skeleton synthetic:torus:20 --isovalue 128 -o "$folder/s.vtk"
check ' 0 loops' skeleton synthetic:sphere:13 --isovalue 100 -o "$folder/s.csv"
