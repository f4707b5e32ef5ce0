#!/usr/bin/env bash
# Builds build/site of docs/, with the first Python that has mkdocs-material. usage: build.sh [PROGRAM [option of mkdocs ...]]
set -euo pipefail
cd "${BASH_SOURCE[0]%/*}/../.."
for python in build/peers/bin/python build/mkdocs/bin/python python3; do
  if "$python" -c "import material" 2>/dev/null; then
    export VOXMARCH=${1:-$PWD/build/release/app/voxmarch} NO_MKDOCS_2_WARNING=1
    exec "$python" -m mkdocs build --strict "${@:2}"
  fi
done
echo "the site is made by mkdocs-material, which is not here; install it and build the site again:
  python3 -m venv build/mkdocs && build/mkdocs/bin/pip install mkdocs-material" >&2
exit 1
