# Installs what is missing and builds; sourced by run.sh and test.sh from the top of the repository.
# Provides: install_packages, build_project TARGET...

# Installs the packages of cmake/packages.txt that are not there yet, as root or with sudo.
install_packages() {
  local package missing=()
  while read -r package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done < <(grep -v '^#' cmake/packages.txt)
  [ ${#missing[@]} -eq 0 ] && return
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "please install as root: ${missing[*]}" >&2; return 1; }
    as_root=(sudo)
  fi
  echo "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Configures build/release once and builds the given targets (all by default).
build_project() {
  if [ ! -f build/release/build.ninja ]; then
    echo "configuring build/release"
    local launcher=()
    command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    mkdir -p build
    cmake --preset release "${launcher[@]}" >build/configure.log 2>&1 ||
      { rm -f build/release/build.ninja; cat build/configure.log >&2; return 1; }
    grep 'voxmarch:' build/configure.log || true
  fi
  echo "building"
  cmake --build --preset release ${1:+--target "$@"} >build/build.log 2>&1 || { tail -n 60 build/build.log >&2; return 1; }
}
