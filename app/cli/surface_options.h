// Command line options of isosurfaces in pictures.
#pragma once

#include "renderer/settings.h"
#include "scene/scene.h"
#include "scene/scene_content.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace voxmarch {

/// --mode, --isovalue, --isosurface, --isosurface-color, --isosurface-opacity, --isosurface-channel,
/// --isosurface-layers, --extraction.
class SurfaceOptions {
public:
    void add_to(CLI::App &command, RenderSettings &settings);

    /// Those of a session, where no option says otherwise.
    void keep(const Scene &session);

    /// Sets the surfaces as far as they are known without the volume. @throws UsageError if lengths of lists differ
    void prepare(RenderSettings &settings) const;

    /// Sets the channels, colours of those whose channel was said, and isovalues that were not given, see
    /// first_isovalue().
    /// @param numbers  of the content's channels in the file
    /// @return notes about these and about isovalues that the volume does not reach
    /// @throws UsageError for a channel that is not drawn
    std::vector<std::string> complete(const SceneContent &content, const std::vector<int> &numbers,
                                      RenderSettings &settings) const;

private:
    std::vector<double> isovalues_;
    std::vector<glm::vec3> colors_;
    std::vector<float> opacities_;
    std::vector<int> channels_; ///< numbers in the file

    std::size_t count() const { return std::max<std::size_t>({isovalues_.size(), channels_.size(), 1}); }
};

} // namespace voxmarch
