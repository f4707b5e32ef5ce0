#!/usr/bin/env bash
# All back ends under Oclgrind. usage: oclgrind.sh RENDER_PROBE
# A ray looks whether a brick is listed before it lists it: who looks too early asks the atomic operation behind.
meant="(column 11) of request_bricks.cl"
source "$(dirname "$0")/../oclgrind.sh"
for backend in buffer packet image; do
  check "^$backend post" "$1" 16 16 $backend
done
check "^[23] bricks came" "$1" 16 8 bricks
