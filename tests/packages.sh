#!/usr/bin/env bash
# Makes Debian's packages in a clone of HEAD, lets lintian look at them, installs them in a bare Debian or Ubuntu, and
# uses them there. Not a part of test.sh: it compiles everything once more (15 minutes on two cores). As root.
# usage: tests/packages.sh [SUITE]    e.g. bookworm (default); the suite's mirror is that of this machine
# needs: debhelper dh-python lintian mmdebstrap, and nanobind of build/peers (test.sh makes it)
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
suite=${1:-bookworm}
work=$(mktemp -d)
# shellcheck disable=SC2317 # on exit
leave() {
  for place in sys dev proc; do umount "$work/root/$place" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap leave EXIT
fail() { echo "FAILED: $*"; exit 1; }

git clone -q . "$work/voxmarch"
site=$(echo "$PWD"/build/peers/lib/python3*/site-packages)
if command -v ccache >/dev/null; then
  mkdir "$work/bin"
  for name in gcc g++ cc c++; do ln -s "$(command -v ccache)" "$work/bin/$name"; done
fi
(cd "$work/voxmarch" && PATH=$work/bin:$PATH CCACHE_BASEDIR=$PWD PYTHONPATH=$site \
  DEB_BUILD_OPTIONS="parallel=$(nproc) nocheck noautodbgsym" dpkg-buildpackage -us -uc -b) >"$work/build.log" 2>&1 ||
  { tail -n 40 "$work/build.log"; fail "dpkg-buildpackage"; }
(cd "$work" && lintian --allow-root --fail-on error,warning ./*.changes) || fail "lintian"

mmdebstrap --quiet --variant=minbase "$suite" "$work/root" 2>/dev/null
cp "$work"/*.deb "$work/root/tmp/"
mount -t proc proc "$work/root/proc"
mount -t sysfs sys "$work/root/sys"
mount --bind /dev "$work/root/dev"
inside() { chroot "$work/root" sh -c "cd /root && $1"; }
inside 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /tmp/*.deb \
  pocl-opencl-icd g++ cmake make' >"$work/install.log" 2>&1 || { tail -n 20 "$work/install.log"; fail "apt-get install"; }
inside 'voxmarch doctor' || fail "doctor"
inside 'voxmarch render synthetic:tree:64 -o tree.png --size 200x200 && test -s tree.png' || fail "a picture"
inside 'voxmarch-thumbnail synthetic:tree:64 thumb 64 && test -s thumb' || fail "a thumbnail"
inside 'python3 -c "
import numpy, voxmarch
assert voxmarch.render(numpy.full((9, 9, 9), 200, numpy.uint8), size=(32, 24)).shape == (24, 32, 4)"' || fail "Python"
inside 'cmake -S /usr/share/doc/libvoxmarch-dev/examples -B examples >/dev/null && cmake --build examples >/dev/null &&
  cd examples && ./1_draw' || fail "an example against the installed library"
echo "packages of $suite: good"
