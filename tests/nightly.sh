#!/usr/bin/env bash
# What takes too long for every change: all tests, those of devices on every driver, every OpenCL call of whole commands
# and every call of operator new failing, 20 minutes of random pictures whose memory must not grow, 158,000 damaged files,
# every way of drawing in bricks, a wheel from nothing, clang-tidy of every file, 2,000 actions of a user without a plan under
# sanitizers, half an hour of damaged inputs for each of our own readers, and whether tests notice broken code.
# usage: tests/nightly.sh
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
source cmake/setup.sh
install_packages
install_packages cmake/packages-tests.txt
make_peers
build_project
cmake -S . -B build/release -DVOXMARCH_TEST_NIGHTLY=ON >/dev/null
ctest --test-dir build/release --output-on-failure -j 2
cmake -S . -B build/release -DVOXMARCH_TEST_NIGHTLY=OFF >/dev/null
tests/app/brick_matrix.py build/release/app/voxmarch --mpirun "$(command -v mpirun || true)"
build/peers/bin/python tests/bad_files.py build/release/app/voxmarch --start-once build/release/tests/libstart_once.so
OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd tests/app/faults.py build/release/app/voxmarch build/release/tests/device/libfault_layer.so
OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd tests/app/no_memory.py build/release/app/voxmarch build/release/tests/device/libfault_layer.so
OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd tests/app/no_memory.py build/release/app/voxmarch build/release/tests/device/libfault_layer.so --count 2000 --for-good
OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd build/peers/bin/python tests/soak.py build/release/python --minutes 20 --seed $RANDOM
OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd tests/app/neighbours.py build/release/app/voxmarch --rounds 300
tests/app/oclgrind.sh build/release/app/voxmarch --all
tests/app/sparse_store.py build/release/app/voxmarch
build/peers/bin/pip wheel . --no-deps --no-build-isolation -w build/wheels
cmake --preset asan >/dev/null
cmake --build build/asan --target test_viewer_random voxmarch
# Threads of PoCL have signal stacks of LLVM's, which the sanitizer would give back.
VOXMARCH_RANDOM_ACTIONS=2000 VOXMARCH_RANDOM_SEED=$RANDOM ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0 build/asan/tests/viewer/test_viewer_random
install_packages tests/fuzz/packages.txt
tests/fuzz/nightly.sh 1800
.ci/cppcheck --force
.ci/tidy all
tests/mutations.py
