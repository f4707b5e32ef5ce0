#!/usr/bin/env bash
# Installs what is missing, builds, and draws a picture or runs another command of voxmarch:
#   ./run.sh                      the built-in demo volume, into ./demo.png
#   ./run.sh VOLUME [OPTION...]   a file, a folder of slices or synthetic:NAME, into ./NAME.png
#   ./run.sh COMMAND [OPTION...]  info, devices, transfer, ...; ./run.sh --help lists them
# OPTIONs are those of `voxmarch render`.
set -euo pipefail
here=$PWD
home=$(dirname "$(readlink -f "$0")")
cd "$home"
source cmake/setup.sh
install_packages
build_project voxmarch
voxmarch=$home/build/release/app/voxmarch
cd "$here"
case "${1:-}" in
-h | --help | --version | view | render | info | devices | transfer | synthesize | bench | doctor)
  "$voxmarch" "$@"
  ;;
"" | -*)
  # Options given here come after the demo's own and win.
  "$voxmarch" render synthetic:tree -o demo.png --transfer "$home/docs/demo-transfer.json" --size 1024x1024 \
    --camera eye=410,300,500,target=127.5,122,127.5,fov=34 --light 0.9,1.6,1 --step 0.3 --background '#101418' "$@"
  [ $# -gt 0 ] || echo "the demo picture is $here/demo.png; next: ./run.sh YOUR_VOLUME"
  ;;
*)
  "$voxmarch" render "$@"
  ;;
esac
