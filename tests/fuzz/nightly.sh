#!/usr/bin/env bash
# Feeds every reader and parser of our own with damaged inputs, under sanitizers; as many at a time as there are cores.
# What they make of inputs is compared, too: tests/fuzz/*.cpp. Inputs that went new ways are kept in build/fuzz/inputs,
# those that broke a reader in build/fuzz/finds.
# usage: [JOBS=N] tests/fuzz/nightly.sh [SECONDS of each reader, 1800 by default] [READER...]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
seconds=${1:-1800}
shift || true
program=$PWD/build/fuzz/tests/fuzz/fuzz_readers
[ -f build/fuzz/build.ninja ] || cmake --preset fuzz >/dev/null
cmake --build build/fuzz --target fuzz_readers >build/fuzz.log 2>&1 || { tail -n 40 build/fuzz.log >&2; exit 1; }
python=build/peers/bin/python
[ -x $python ] || python=python3
rm -rf build/fuzz/seeds
$python tests/fuzz/seeds.py "$PWD/build/release/app/voxmarch" build/fuzz/seeds
mkdir -p build/fuzz/finds build/fuzz/logs

# One reader: a line of what it did.
run_reader() {
  local reader=$1 words=() seeds=() status=0
  local log=build/fuzz/logs/$reader
  mkdir -p "build/fuzz/inputs/$reader"
  [ ! -f "build/fuzz/seeds/$reader.words" ] || words=("-dict=build/fuzz/seeds/$reader.words")
  [ ! -d "build/fuzz/seeds/$reader" ] || seeds=("build/fuzz/seeds/$reader")
  TMPDIR=$files UBSAN_OPTIONS=print_stacktrace=1 "$program" "--reader=$reader" \
    -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=512 -print_final_stats=1 \
    "-artifact_prefix=build/fuzz/finds/$reader-" "${words[@]}" "build/fuzz/inputs/$reader" "${seeds[@]}" >"$log" 2>&1 || status=$?
  stat_of() { sed -n "s/^stat::$1: *//p" "$log"; }
  printf '%-22s %12s %9s %7s %6s  %s\n' "$reader" "$(stat_of number_of_executed_units)" "$(stat_of average_exec_per_sec)" \
    "$(find "build/fuzz/inputs/$reader" -type f | wc -l)" "$(stat_of peak_rss_mb)" \
    "$([ $status = 0 ] || { echo "exit code $status: "; grep -m1 -E 'SUMMARY|read, and wrong|runtime error' "$log"; } | tr '\n' ' ')"
  return $status
}
export -f run_reader
files=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)")
trap 'rm -rf "$files"' EXIT
export program seconds files

printf '%-22s %12s %9s %7s %6s\n' reader runs 'runs/s' inputs MiB
# shellcheck disable=SC2016 # of the shell that is started
{ [ $# = 0 ] && "$program" --readers || printf '%s\n' "$@"; } |
  xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'run_reader "$1"' _ {} || { echo "readers broke; their inputs are in build/fuzz/finds" >&2; exit 1; }
