#!/usr/bin/env bash
# Installs what is missing, builds, and shows a picture:
#   ./run.sh                      draws the built-in demo volume into ./demo.png
#   ./run.sh VOLUME [OPTIONS]     draws a volume file, a folder of slices or synthetic:NAME into ./NAME.png
#   ./run.sh COMMAND [OPTIONS]    any other command of voxmarch: info, devices, transfer, ...
# OPTIONS are those of `voxmarch render` (./run.sh render --help).
set -euo pipefail

caller=$PWD
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
. cmake/packages.sh

# shellcheck disable=SC2086 # lists of words
voxmarch_install $voxmarch_needed $voxmarch_useful
if [ "$voxmarch_installed" = yes ]; then
    voxmarch_configure again
else
    voxmarch_configure
fi

# The build speaks only when there is something to do, or something is wrong.
if ! ninja -C build/release -n voxmarch | grep -q 'no work to do'; then
    echo "building voxmarch (the first time takes a few minutes)"
    ninja -C build/release voxmarch
fi
voxmarch=$PWD/build/release/app/voxmarch
cd "$caller"

case "${1:-}" in
"" | -[!hv-]* | --[!hv]* | --view*)
    "$voxmarch" render synthetic:tree --camera fov=36 --background '#131a24' -o demo.png "$@"
    echo "Look at demo.png. Next: ./run.sh YOUR_VOLUME, or ./run.sh render --help"
    ;;
-* | view | render | info | devices | transfer | synthesize | bench | doctor)
    exec "$voxmarch" "$@"
    ;;
*)
    exec "$voxmarch" render "$@"
    ;;
esac
