# Runs programs on Oclgrind's simulated device, which reports races, uninitialised reads and accesses out of bounds. To be
# sourced. Oclgrind exits with 0 even then, so its log is searched; optimised code is beyond its interpreter.
set -uo pipefail
if ! command -v oclgrind >/dev/null; then
  echo "skipped: oclgrind is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
meant=${meant:-nothing is meant} # pattern in the reports of races that a test's kernels intend

# Oclgrind brings its own platform; other drivers stay out of the way. usage: check EXPECTED_OUTPUT PROGRAM ARGUMENTS..
check() {
  local expected=$1
  shift
  output=$(VOXMARCH_CACHE_DIR=off OCL_ICD_VENDORS=/nonexistent oclgrind --build-options -cl-opt-disable --data-races \
           --log "$folder/log" "$@" 2>&1)
  status=$?
  echo "$output"
  reports=$(($(grep -c 'data race at\|Invalid\|rror\|ninitiali' "$folder/log") - $(grep -c "$meant" "$folder/log")))
  if [ $status -ne 0 ] || [ $reports -ne 0 ] || ! grep -q "$expected" <<<"$output"; then
    echo "oclgrind complains about $* (exit $status):"
    head -n 60 "$folder/log"
    exit 1
  fi
}
