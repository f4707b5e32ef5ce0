#!/usr/bin/env bash
# All strategies and ways of drawing under Oclgrind. usage: oclgrind.sh VOXMARCH
# Looks before atomic minima and maxima race with those, and are meant to: what they see can only have got smaller, or
# larger, since, and then the atomic decides.
kernels=$(dirname "$0")/../../kernels/raster
look() {
  local file=$1 text=$2
  echo "At line $(grep -nF "$text" "$kernels/$file" | cut -d: -f1) .* of $file"
}
meant="$(look raster_put_64.cl 'const ulong seen = *place')\|$(look raster_put_64.cl 'return visible[(size_t)(raster->layers')"
meant+="\|$(look raster_layers.cl 'if ((uint)count > status[1])')\|$(look surface_cast.cl 'if (found.count > *most)')"
source "$(dirname "$0")/../oclgrind.sh"
voxmarch=$1
for strategy in blocks scan histopyramid; do
  check watertight "$voxmarch" mesh synthetic:sphere:11 --isovalue 120.5 --extraction $strategy -o "$folder/s.ply"
done
check " 179 voxels inside" "$voxmarch" voxelize "$folder/s.ply" -n 9 -o "$folder/s.nrrd"
draw() {
  check wrote "$voxmarch" render synthetic:sphere:11 --size 16x16 --transfer thesis -o "$folder/s.png" "$@"
}
draw --mode isosurface --isovalue 60.5,120.5
draw --mode isosurface --isovalue 120.5 --camera eye=5,5,5,target=0,1,2,fov=110
draw --mode isosurface --isovalue 60.5,120.5 --isosurface raycast
draw --mode both --isovalue 60.5,120.5 --backend buffer
