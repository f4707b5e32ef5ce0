#!/usr/bin/env bash
# Runs a Python test of this folder with the other programs in build/peers; exits 77, which CTest calls skipped,
# where they are missing. usage: run.sh TEST.py VOXMARCH [word ...]
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
python=${VOXMARCH_PEERS_PYTHON:-$here/../../build/peers/bin/python}
modules=$(sed -n 's/^# needs: //p' "$here/$1")
if ! "$python" -c "import ${modules:-sys}" 2>/dev/null; then
  echo "skipped: $1 needs the Python modules $modules (./test.sh installs them)"
  exit 77
fi
exec "$python" "$here/$1" "${@:2}"
