// Everything: a volume, a transfer function, a scene, and what draws it or makes meshes and skeletons of it.
//
//     voxmarch::Device device;
//     const voxmarch::Volume volume = voxmarch::read_volume("head.nii.gz");
//     voxmarch::Renderer renderer(device, volume);
//     voxmarch::write_png(renderer.render(voxmarch::first_scene(volume)), "head.png");
//
// All of it is in namespace voxmarch::v1, whose names voxmarch shows; declare nothing of your own in either.
//
// One thread at a time may use a Device and what was made with it; different devices do not disturb each other.
#pragma once

#include "voxmarch/choices.h"
#include "voxmarch/device.h"
#include "voxmarch/error.h"
#include "voxmarch/label_edges.h"
#include "voxmarch/lighting.h"
#include "voxmarch/mesh.h"
#include "voxmarch/renderer.h"
#include "voxmarch/scene.h"
#include "voxmarch/skeleton.h"
#include "voxmarch/transfer_function.h"
#include "voxmarch/types.h"
#include "voxmarch/version.h"
#include "voxmarch/volume.h"
