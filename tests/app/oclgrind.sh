#!/usr/bin/env bash
# Whole commands under Oclgrind, so that every family of kernels runs there: a case of each, or with --all every traversal
# and each case in all back ends. What is drawn in bricks stands in tests/renderer/oclgrind.sh.
# usage: oclgrind.sh VOXMARCH [--all]
# A look before atomic_max races with it, and is meant to, see tests/isosurface/oclgrind.sh.
meant="At line $(grep -nF 'if (found.count > *most)' "$(dirname "$0")/../../kernels/raster/surface_cast.cl" | cut -d: -f1) .* of surface_cast.cl"
source "$(dirname "$0")/../oclgrind.sh"
voxmarch=$1 all=${2:-}

# A ball of 11^3 voxels in unit cells. usage: volume FILE HEADER_LINE.. (bytes come from standard input)
volume() {
  local file=$1
  shift
  { printf 'NRRD0004\ndimension: 3\nsizes: 11 11 11\nencoding: raw\nendian: little\n'; printf '%s\n' "$@" ''; cat; } >"$folder/$file"
}
ball() {
  python3 -c "
import math, struct, sys
for i in range(11**3):
    x, y, z = i % 11 - 5, i // 11 % 11 - 5, i // 121 - 5
    r = max(0.0, 6.0 - math.sqrt(x * x + y * y + z * z))
    sys.stdout.buffer.write(struct.pack('<$1', $2))"
}
ball B 'int(40 * r)' | volume u8.nrrd 'type: uint8' 'space: left-posterior-superior' 'space directions: (1,0,0) (0,1,0) (0,0,1)' 'space origin: (0,0,0)'
ball B 'int(40 * r)' | volume turned.nrrd 'type: uint8' 'space: left-posterior-superior' 'space directions: (0.9,0.3,0) (-0.3,0.9,0) (0,0,1)' 'space origin: (1,2,0)'
ball H 'int(1000 * r)' | volume u16.nrrd 'type: uint16'
ball f 'r' | volume f32.nrrd 'type: float'
ball B '(r > 2) * (1 + (x > 0) + 2 * (y > 0))' | volume labels.nrrd 'type: uint8'

draw() {
  local volume=$1
  shift
  check wrote "$voxmarch" render "$folder/$volume" --size 8x8 --device-timeout 0 -o "$folder/out.png" "$@"
}
# usage: case_of NAME BACKEND
case_of() {
  local shared=(--backend "$2" --transfer thesis)
  case $1 in
    classification) draw u8.nrrd "${shared[@]}" --classification pre; draw f32.nrrd "${shared[@]}" --classification preintegrated ;;
    samples) draw u16.nrrd "${shared[@]}" --interpolation nearest; draw u8.nrrd "${shared[@]}" --interpolation cubic --step adaptive ;;
    normals) draw u8.nrrd "${shared[@]}" --gradient on-the-fly; draw u16.nrrd "${shared[@]}" --gradient central --gradient-of opacity ;;
    projections) draw f32.nrrd --backend "$2" --blend mip; draw u8.nrrd --backend "$2" --blend average --camera height=12 ;;
    labels) draw u8.nrrd "${shared[@]}" --labels "$folder/labels.nrrd" --label 1=orange,0.5 --label 2=hide --label 3=ct-bone
            draw u8.nrrd "${shared[@]}" --labels "$folder/labels.nrrd" --label-edges smooth ;;
    volumes) draw u8.nrrd "$folder/turned.nrrd" --backend "$2" ;;
    light) draw u8.nrrd "${shared[@]}" --shadows half --ambient-occlusion 16
           draw u8.nrrd "${shared[@]}" --shadow-method marched --shadows full --ambient-occlusion-method marched --ambient-occlusion 2 ;;
    looks) draw u16.nrrd "${shared[@]}" --look cinematic --side-light 1,0,0:red --outline 0.5 ;;
    clipping) draw u8.nrrd "${shared[@]}" --clip 0:0.6,0:1,0:1 --clip-invert --samples 3 --jitter ;;
    coding) draw u8.nrrd "${shared[@]}" --node-coding pairs --traversal first-approach ;;
  esac
}
names=(classification samples normals projections labels volumes light looks clipping coding)
traversals=(first-approach buffered-for-for-with-flags persistent-warp-pool persistent-shared-rays octant-distance-map)
if [ "$all" = --all ]; then
  for backend in buffer packet image; do
    for name in "${names[@]}"; do case_of "$name" $backend; done
  done
  traversals=(none if-if while-while for-for buffered-for-for persistent-interleaved persistent-group-pool persistent-warp-refill
              persistent-warp-pool-flags persistent-warp-pool-none persistent-warp-pool-vote persistent-two-rays distance-map "${traversals[@]}")
else # each in another back end
  backends=(buffer packet image)
  for i in "${!names[@]}"; do case_of "${names[$i]}" "${backends[$((i % 3))]}"; done
fi
for traversal in "${traversals[@]}"; do draw u8.nrrd --transfer thesis --backend buffer --traversal "$traversal"; done
draw u8.nrrd --transfer thesis --heatmap traversal-steps
check wrote "$voxmarch" render "$folder/u8.nrrd" --size 8x8 --transfer thesis --heatmap undersampling -o "$folder/out.png"
check wrote "$voxmarch" render synthetic:sphere:11 --size 8x8 --transfer thesis --probe 4,4 -o "$folder/out.png"
check wrote "$voxmarch" render formula:1-x^2-y^2-z^2:9 --size 8x8 --mode isosurface --isosurface raycast -o "$folder/out.png"
check wrote "$voxmarch" synthesize particles -n 4 -o "$folder/dam.ply"
check wrote "$voxmarch" render "$folder/dam.ply" --field density:0.25 --size 8x8 -o "$folder/out.png"
check wrote "$voxmarch" slice "$folder/u8.nrrd" -o "$folder/out.png"
