// Command line options of isosurfaces in pictures.
#pragma once

#include "renderer/settings.h"
#include "volume/volume.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// --mode, --isovalue, --isosurface, --isosurface-color, --isosurface-opacity, --isosurface-layers, --extraction.
class SurfaceOptions {
public:
    void add_to(CLI::App &command, RenderSettings &settings);

    /// Those of a session, where no option says otherwise.
    void keep(const std::vector<SurfaceStyle> &surfaces);

    /// Sets the surfaces as far as they are known without the volume. @throws UsageError if lengths of lists differ
    void prepare(RenderSettings &settings) const;

    /// Sets the isovalue that was not given: Otsu's threshold. @return notes about it and about isovalues that the
    /// volume does not reach
    std::vector<std::string> complete(const Volume &volume, RenderSettings &settings) const;

private:
    std::vector<double> isovalues_;
    std::vector<glm::vec3> colors_;
    std::vector<float> opacities_;
};

} // namespace voxmarch
