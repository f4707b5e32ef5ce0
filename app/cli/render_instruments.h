// What voxmarch render draws in place of a picture of the volume: the plot of a probe or a heat map.
#pragma once

#include "app/cli/render_options.h"
#include "scene/scene_renderer.h"

#include <string>

namespace voxmarch {

/// Draws and writes what was asked for; a plot with a table beside it, a heat map as large as the scene with its legend
/// beside it. Precondition: options.probe or options.heat_map.
/// @param world  of the table's places
/// @return the program's exit code  @throws UsageError, OutputError, as SceneRenderer::draw
int run_instrument(const RenderOptions &options, const Scene &scene, SceneRenderer &renderer, const OuterWorld &world,
                   const std::string &output);

} // namespace voxmarch
