#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests. usage: ./test.sh [option of ctest ...], e.g. ./test.sh -L unit
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
source cmake/setup.sh
install_packages
install_packages cmake/packages-tests.txt || echo "some tests will be skipped"
make_peers
build_project
# Tests share the machine's cores; each OpenCL driver takes all of them. Those without a bound of their own have ten minutes.
status=0
ctest --test-dir build/release --output-on-failure -j 2 --timeout 600 "$@" || status=$?
[ $status = 0 ] || tests/failures.sh build/release
exit $status
