#!/usr/bin/env bash
# Installs what is missing, builds, and opens the viewer or runs another command of voxmarch:
#   ./run.sh                      the built-in demo volume
#   ./run.sh VOLUME               a file, a folder of slices, a session, synthetic:NAME or formula:EXPRESSION
#   ./run.sh VOLUME OPTION...     a picture, ./NAME.png; OPTIONs are those of `voxmarch render`
#   ./run.sh COMMAND [OPTION...]  info, devices, transfer, ...; ./run.sh --help lists them
# Without a display the first two draw pictures too, ./demo.png and ./NAME.png.
set -euo pipefail
here=$PWD
home=$(dirname "$(readlink -f "$0")")
cd "$home"
source cmake/setup.sh
install_packages
build_project voxmarch
voxmarch=$home/build/release/app/voxmarch
cd "$here"

# Whether a window can be opened, and this build has one.
has_viewer() {
  [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [[ $("$voxmarch" --version) == *"with    viewer"* ]]
}

case "${1:-}" in
-h | --help | --version | view | serve | render | mesh | skeleton | convert | info | devices | transfer | synthesize | bench | doctor)
  "$voxmarch" "$@"
  ;;
"")
  if has_viewer; then
    exec "$voxmarch" view
  fi
  ;;&
"" | -*)
  # Options given here come after the demo's own and win.
  "$voxmarch" render synthetic:tree -o demo.png --transfer "$home/docs/demo-transfer.json" --size 1024x1024 \
    --camera eye=410,300,500,target=127.5,122,127.5,fov=34 --light 0.9,1.6,1 --step 0.3 --background '#101418' "$@"
  [ $# -gt 0 ] || echo "the demo picture is $here/demo.png; next: ./run.sh YOUR_VOLUME"
  ;;
*)
  if [ $# -eq 1 ] && has_viewer; then
    exec "$voxmarch" view "$1"
  fi
  "$voxmarch" render "$@"
  ;;
esac
