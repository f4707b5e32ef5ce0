#!/usr/bin/env bash
# What takes too long for every change: clang-tidy of every file, and whether tests notice broken code. usage: tests/nightly.sh
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
source cmake/setup.sh
install_packages
install_packages cmake/packages-tests.txt
build_project
.ci/tidy all
tests/mutations.py
