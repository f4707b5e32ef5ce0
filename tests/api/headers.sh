#!/usr/bin/env bash
# Compiles every public header alone, warnings being errors, and looks at what it includes: the standard library and
# other public headers, nothing of OpenCL, of mathematics, text and JSON libraries, or of the inside.
# usage: headers.sh COMPILER FOLDER
set -euo pipefail
compiler=$1
folder=$2
failed=0
for header in "$folder"/voxmarch/*.h; do
  name=voxmarch/$(basename "$header")
  # -H lists every file that is included, with as many dots as it is deep.
  if ! listed=$(echo "#include \"$name\"" |
    "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only -H -I "$folder" -x c++ - 2>&1); then
    echo "$name does not compile alone:"
    echo "$listed" | grep -v '^\.' || true
    failed=1
    continue
  fi
  if foreign=$(echo "$listed" | grep '^\.' | grep -E '/(CL|glm|fmt|nlohmann|stb|itk|tiff)|opencl'); then
    echo "$name includes $foreign"
    failed=1
  fi
  own=$(echo "$listed" | sed -n 's/^\.* //p' | grep -F "$(dirname "$folder")/" | grep -vF "$folder/voxmarch/" || true)
  if [ -n "$own" ]; then
    echo "$name includes what is not public: $own"
    failed=1
  fi
done
exit $failed
