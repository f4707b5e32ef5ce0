#!/usr/bin/env bash
# Installs what is missing, builds, and draws: the built-in demo volume without arguments, else the given volume.
# usage: ./run.sh [VOLUME [option of voxmarch render ...]]
set -euo pipefail
here=$PWD
cd "$(dirname "$0")"
source cmake/setup.sh
install_packages
build_project voxmarch
voxmarch=$PWD/build/release/app/voxmarch
cd "$here"
if [ $# -eq 0 ]; then
  "$voxmarch" render synthetic:tree -o demo.png --transfer thesis --size 1024x1024 \
    --camera eye=410,300,500,target=127.5,122,127.5,fov=27 --opacity-cutoff 0.995 --background '#101418'
  echo "the demo picture is $here/demo.png"
else
  "$voxmarch" render "$@"
fi
