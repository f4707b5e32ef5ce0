#!/usr/bin/env bash
# Thinning under Oclgrind. One race is meant: a stamp is read while another work-item exchanges it, and either value will
# do (reach() in kernels/skeleton/thin_words.cl). usage: oclgrind.sh VOXMARCH
meant=atomic_xchg
source "$(dirname "$0")/../oclgrind.sh"
check ' 1 loop' "$1" skeleton synthetic:torus:20 --isovalue 128 -o "$folder/s.vtk"
check ' 0 loops' "$1" skeleton synthetic:sphere:13 --isovalue 100 -o "$folder/s.csv"
