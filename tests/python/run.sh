#!/usr/bin/env bash
# Runs a file of pytest; exits 77, which CTest calls skipped, without pytest. usage: run.sh PYTHON TEST.py
set -euo pipefail
if ! "$1" -c "import pytest, numpy" 2>/dev/null; then
  echo "skipped: $2 needs the Python modules pytest and numpy (./test.sh installs them)"
  exit 77
fi
exec "$1" -m pytest -q -p no:cacheprovider -W error::pytest.PytestUnraisableExceptionWarning "$2"
