#!/usr/bin/env bash
# All strategies and ways of drawing on Oclgrind's simulated device, which reports races and accesses out of bounds.
# Oclgrind exits with 0 even then, so its log is searched; optimised code is beyond its interpreter.
# usage: oclgrind.sh VOXMARCH
set -uo pipefail
if ! command -v oclgrind >/dev/null; then
  echo "skipped: oclgrind is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# usage: check WHAT EXPECTED VOXMARCH_ARGUMENTS..
check() {
  local what=$1 expected=$2
  shift 2
  output=$(VOXMARCH_CACHE_DIR=off OCL_ICD_VENDORS=/nonexistent oclgrind --build-options -cl-opt-disable --data-races \
           --log "$folder/log" "$voxmarch" "$@" 2>&1)
  status=$?
  echo "$output"
  if [ $status -ne 0 ] || [ -s "$folder/log" ] || ! grep -q "$expected" <<<"$output"; then
    echo "oclgrind complains about $what (exit $status):"
    head -n 40 "$folder/log"
    exit 1
  fi
}
voxmarch=$1
for strategy in blocks scan histopyramid; do
  check $strategy watertight mesh synthetic:sphere:11 --isovalue 120.5 --extraction $strategy -o "$folder/s.ply"
done
draw() {
  check "$*" wrote render synthetic:sphere:11 --size 16x16 --transfer thesis -o "$folder/s.png" "$@"
}
draw --mode isosurface --isovalue 60.5,120.5
draw --mode isosurface --isovalue 120.5 --camera eye=5,5,5,target=0,1,2,fov=110
draw --mode isosurface --isovalue 60.5,120.5 --isosurface raycast
draw --mode both --isovalue 60.5,120.5 --backend buffer
