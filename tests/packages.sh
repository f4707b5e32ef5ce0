#!/usr/bin/env bash
# Makes Debian's packages in a clone of HEAD, lets lintian look at them, installs them in a bare Debian or Ubuntu, and
# uses them there. Not a part of test.sh: it compiles everything once more (15 minutes on two cores). As root.
# usage: tests/packages.sh [SUITE]    e.g. bookworm (default), noble; packages of another suite than this machine's are
#                                     made within that suite too
# needs: debhelper dh-python lintian mmdebstrap, the keyring of the suite (ubuntu-keyring), nanobind of build/peers and
#        glad2 of build/release (test.sh makes both)
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
suite=${1:-bookworm}
case "$suite" in bookworm | trixie | forky | sid) components=main ;; *) components=main,universe ;; esac
work=$(mktemp -d)
# shellcheck disable=SC2317 # on exit
leave() {
  for place in sys dev proc var/cache/ccache; do umount "$work"/*/"$place" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap leave EXIT
fail() { echo "FAILED: $*"; exit 1; }

# bare VARIANT FOLDER: the suite with the least that mmdebstrap calls VARIANT
bare() {
  mmdebstrap --quiet --variant="$1" --components="$components" --include=apt "$suite" "$work/$2" 2>"$work/$2.log" ||
    { tail -n 5 "$work/$2.log"; fail "mmdebstrap"; }
  mount -t proc proc "$work/$2/proc"
  mount -t sysfs sys "$work/$2/sys"
  mount --bind /dev "$work/$2/dev"
}

git clone -q . "$work/voxmarch"
site=$(echo "$PWD"/build/peers/lib/python3*/site-packages)
DEB_BUILD_OPTIONS="parallel=$(nproc) nocheck noautodbgsym"
export DEB_BUILD_OPTIONS
# shellcheck disable=SC1091
if [ "$suite" = "$(. /etc/os-release && echo "$VERSION_CODENAME")" ]; then
  if command -v ccache >/dev/null; then
    mkdir "$work/bin"
    for name in gcc g++ cc c++; do ln -s "$(command -v ccache)" "$work/bin/$name"; done
  fi
  (cd "$work/voxmarch" && PATH=$work/bin:$PATH CCACHE_BASEDIR=$PWD PYTHONPATH=$site dpkg-buildpackage -us -uc -b) \
    >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; fail "dpkg-buildpackage"; }
  (cd "$work" && lintian --allow-root --fail-on error,warning ./*.changes) || fail "lintian"
else
  bare buildd maker
  mkdir "$work/maker/build" "$work/maker/site" "$work/maker/var/cache/ccache"
  mv "$work/voxmarch" "$work/maker/build/"
  cp -r "$site/nanobind" build/release/glad-venv/lib/python3*/site-packages/{glad,jinja2,markupsafe} "$work/maker/site/"
  ccache=$(ccache --get-config cache_dir 2>/dev/null || true)
  if [ -d "$ccache" ]; then mount --bind "$ccache" "$work/maker/var/cache/ccache"; fi
  # shellcheck disable=SC2016 # expanded inside
  chroot "$work/maker" sh -e -c 'cd /build/voxmarch
    export DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/var/cache/ccache CCACHE_BASEDIR=$PWD PYTHONPATH=/site
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends ccache ca-certificates lintian
    apt-get build-dep -y -qq --no-install-recommends ./
    PATH=/usr/lib/ccache:$PATH dpkg-buildpackage -us -uc -b' >"$work/build.log" 2>&1 ||
    { tail -n 40 "$work/build.log"; fail "dpkg-buildpackage"; }
  # Its packages are compressed in a way that another suite's lintian may not read. debian/changelog names Debian's suite.
  chroot "$work/maker" sh -c 'cd /build && lintian --allow-root --fail-on error,warning \
    --suppress-tags bad-distribution-in-changes-file ./*.changes' || fail "lintian"
  mv "$work"/maker/build/*.deb "$work/"
fi

bare minbase root
cp "$work"/*.deb "$work/root/tmp/"
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
