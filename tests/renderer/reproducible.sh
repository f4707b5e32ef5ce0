#!/usr/bin/env bash
# The picture has the same bytes from run to run and with 1, 2 and 4 threads. usage: reproducible.sh RENDER_PROBE
set -euo pipefail
expected=$("$1" 32 96 buffer packet image)
for threads in 1 2 4; do
  for run in 1 2; do
    actual=$(POCL_MAX_PTHREAD_COUNT=$threads "$1" 32 96 buffer packet image)
    if [ "$actual" != "$expected" ]; then
      printf 'pictures differ with %s threads, run %s:\n%s\nexpected:\n%s\n' "$threads" "$run" "$actual" "$expected"
      exit 1
    fi
  done
done
echo "$expected"
