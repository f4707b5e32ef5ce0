#!/usr/bin/env bash
# The shared library shows what include/voxmarch declares, in namespace voxmarch::v1, and the exceptions, and nothing
# else. usage: symbols.sh LIBRARY
set -euo pipefail
shown=$(nm -DC --defined-only "$1" | cut -c 18-)
# Types and bindings first: "T voxmarch::v1::version()".
stray=$(echo "$shown" |
  grep -vE '^. ((vtable|typeinfo|typeinfo name|VTT) for )?voxmarch::([A-Za-z]*Error\b|v1::)' |
  grep -vE '^. [^(]* voxmarch::v1::(name_of|values_of|value_of)<' || true)
if [ -n "$stray" ]; then
  echo "shown, but not public:"
  echo "$stray"
  exit 1
fi
for wanted in 'voxmarch::v1::Device::Device(' 'voxmarch::v1::Renderer::render(' 'typeinfo for voxmarch::FileError' \
  'voxmarch::v1::name_of<voxmarch::Mode>' 'voxmarch::Error::Error(' 'voxmarch::Error::problem' \
  'voxmarch::Error::advice() const'; do
  grep -qF "$wanted" <<<"$shown" || { echo "not shown: $wanted"; exit 1; }
done
echo "$(wc -l <<<"$shown") symbols"
