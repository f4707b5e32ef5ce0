# shellcheck shell=bash
# Installs what is missing and builds; sourced by run.sh and test.sh from the top of the repository.
# Provides: install_packages [LIST], build_project TARGET..., make_peers

# Prints those packages of a list that are not installed.
missing_packages() {
  local wanted installed
  wanted=$(grep -v '^#' "$1" | sort)
  # shellcheck disable=SC2086 # a list of words
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n' $wanted 2>/dev/null | sed -n 's/ ii.*//p' | sort -u)
  comm -23 <(echo "$wanted") <(echo "$installed")
}

# Installs the packages of a list (cmake/packages.txt) that are not there yet, as root or with sudo. One that this
# release of Debian or Ubuntu does not have is left out: cmake says what it is needed for.
install_packages() {
  local list=${1:-cmake/packages.txt}
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "no apt-get here: install what cmake asks for (Debian's names are in $list)"
    return
  fi
  local package missing available=() # missing: one word a line
  missing=$(missing_packages "$list")
  [ -n "$missing" ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    # shellcheck disable=SC2086
    command -v sudo >/dev/null || { echo "please install as root:" $missing >&2; return 1; }
    as_root=(sudo)
  fi
  # shellcheck disable=SC2086
  echo "installing:" $missing
  "${as_root[@]}" apt-get update -qq
  for package in $missing; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      available+=("$package")
    else
      echo "not in this release, left out: $package"
    fi
  done
  [ ${#available[@]} -gt 0 ] || return 0
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${available[@]}" >/dev/null
  rm -f build/release/build.ninja # configure again: parts may be switched on now
}

# Configures build/release once and builds the given targets (all by default). ccache, where it is installed, takes paths
# relative to this folder, so that another clone finds the objects of this one.
build_project() {
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD}
  if [ ! -f build/release/build.ninja ]; then
    echo "configuring build/release"
    local launcher=()
    ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    mkdir -p build
    cmake --preset release "${launcher[@]}" >build/configure.log 2>&1 ||
      { rm -f build/release/build.ninja; cat build/configure.log >&2; return 1; }
    grep 'voxmarch:' build/configure.log || true
  fi
  [ -x build/release/app/voxmarch ] || echo "building (this takes some minutes the first time)"
  if [ -t 1 ]; then
    cmake --build --preset release ${1:+--target "$@"}
  else
    cmake --build --preset release ${1:+--target "$@"} >build/build.log 2>&1 || { tail -n 60 build/build.log >&2; return 1; }
  fi
}

# Makes build/peers, a Python environment of what builds the Python module, of the programs whose answers tests/peers and
# tests/python compare with ours, and of what makes the site of docs/. Offline the module is left out, and tests that need
# it say so and are skipped.
make_peers() {
  local lists=(tests/peers/requirements.txt tests/docs/requirements.txt)
  cat "${lists[@]}" | cmp -s - build/peers/installed.txt && return
  mkdir -p build
  rm -f build/release/build.ninja # configure again: the module may be built now
  { python3 -m venv build/peers && build/peers/bin/pip install --disable-pip-version-check "${lists[@]/#/-r}" &&
    cat "${lists[@]}" >build/peers/installed.txt; } >build/peers.log 2>&1 ||
    echo "Python packages cannot be had (build/peers.log): tests of the groups 'peers' and 'docs' are skipped"
}
