#!/usr/bin/env bash
# Draws the eight pictures of traced light in docs/gallery.md, as 256 colours.
# usage: traced.sh VOXMARCH DATA OUT [NAME ...]    DATA: a folder with bonsai.nrrd, engine.vti, aneurism.vti,
# cranium_256x256x108_int16.nrrd, inia19-t1-brain.nii.gz and inia19-NeuroMaps.nii.gz; the tree is made
set -euo pipefail
voxmarch=$1 data=$2 out=$3
shift 3
names=("${@:-all}")

draw() { # NAME VOLUME OPTIONS
  local name=$1
  shift
  if [[ ${names[0]} == all || " ${names[*]} " == *" $name "* ]]; then
    "$voxmarch" render "$@" --size 440x400 --lighting traced --samples 32 --denoise --look cinematic -o "$out/$name.png"
    convert "$out/$name.png" -strip -dither FloydSteinberg -colors 256 "png8:$out/$name.png"
  fi
}

draw tree synthetic:tree:256 --transfer scan-plant --exposure 0.9
draw bonsai "$data/bonsai.nrrd" --transfer scan-plant --view bottom --camera roll=180,elevation=15 --clip 0:1,0.1:1,0:1 --exposure 0.9
draw engine "$data/engine.vti" --view right-front-top --exposure 0.4
draw head "$data/cranium_256x256x108_int16.nrrd" --transfer ct-skin --view top --camera roll=180,elevation=-10 \
  --clip 0.22:0.78,0:1,0:1 --exposure 0.7
draw vessels "$data/aneurism.vti" --transfer mr-angio --view left --exposure 0.7
draw labels "$data/inia19-t1-brain.nii.gz" --labels "$data/inia19-NeuroMaps.nii.gz" --transfer mr-brain --exposure 0.8
draw surface "$data/engine.vti" --mode isosurface --isovalue 120 --view right-front-top --exposure 0.4
draw skull "$data/cranium_256x256x108_int16.nrrd" --mode both --isovalue 300 --transfer ct-skin --view top \
  --camera roll=180,elevation=-10 --clip 0.22:0.78,0:1,0:1 --exposure 0.7
