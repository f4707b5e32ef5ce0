#!/usr/bin/env bash
# Tells once more which tests failed in the last run of ctest, and what they said at their ends.
# usage: tests/failures.sh BUILD_FOLDER
set -euo pipefail
folder=$1/Testing/Temporary
[ -s "$folder/LastTestsFailed.log" ] || exit 0
echo "failed tests, once more:"
cut -d: -f2- "$folder/LastTestsFailed.log" | while read -r name; do
  echo "== $name"
  # What a test wrote stands between the line that names it and that which tells its time. A test whose checks name no
  # failure (it crashed, hung or is a script) is shown by its last lines.
  sed -n "\|^[0-9]*/[0-9]* Test: ${name//./\\.}\$|,\|^Test time = |p" "$folder/LastTest.log" | tail -n +6 >"$folder/one.txt"
  if ! grep -nE -A 6 ': Failure$|^\[  FAILED  \]|Error: |AssertionError' "$folder/one.txt" | head -n 40 | grep .; then
    tail -n 25 "$folder/one.txt"
  fi
done
rm -f "$folder/one.txt"
