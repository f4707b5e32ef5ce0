// What the benchmarks look at; tests look at the same in small.
#pragma once

#include "bench/bench.h"
#include "renderer/camera.h"
#include "volume/volume.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// Synthetic volumes of frames: stand-ins of the thesis's bonsai, teddy and piggy bank.
inline constexpr std::string_view frame_models[] = {"tree", "teddy", "piggy"};

/// Of isosurfaces and of skeletons.
inline constexpr std::string_view surface_models[] = {"cayley", "tree", "piggy"};
inline constexpr std::string_view skeleton_models[] = {"vessels", "torus", "tree"};

/// Formulas of the bodies that stand for the models of Jiménez and Ruiz de Miras 2012.
inline constexpr std::string_view skeleton_bodies[] = {"statue", "rabbit", "pelvis", "rings", "bust"};

/// "synthetic:MODEL:EDGE" of all models with the first edge, then with the next.
std::vector<std::string> synthetic_volumes(std::span<const std::string_view> models, const std::vector<int> &edges);

/// A volume with the standard view; its frames have the thesis's transfer function.
struct BenchScene {
    std::string name;
    Volume volume;
    Camera camera;
};

/// @throws as read_volume
BenchScene read_scene(const std::string &volume);

/// The volumes given, else the models of frames with 256 voxels along an edge.
std::vector<std::string> scene_volumes(const BenchOptions &options);

} // namespace voxmarch
