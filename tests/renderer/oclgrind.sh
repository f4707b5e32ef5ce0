#!/usr/bin/env bash
# All back ends under Oclgrind. usage: oclgrind.sh RENDER_PROBE
source "$(dirname "$0")/../oclgrind.sh"
for backend in buffer packet image; do
  check "^$backend post" "$1" 16 16 $backend
done
