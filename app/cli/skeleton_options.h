// Command line options of skeletons in pictures.
#pragma once

#include "renderer/volume_renderer.h"
#include "scene/scene.h"
#include "skeleton/graph_file.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace voxmarch {

/// --skeleton, --skeleton-width.
class SkeletonOptions {
public:
    void add_to(CLI::App &command);

    bool given() const { return !source_.source.empty(); }

    /// What a session tells, unless the command line tells of a skeleton.
    void complete(const SkeletonSource &session);

    /// Reads the file, if one was given. @throws FileError
    void read();

    /// @throws UsageError if there is a skeleton and frames with these settings cannot show it
    void require_drawable(const RenderSettings &settings) const;

    const SkeletonSource &source() const { return source_; }

    /// Gives the tubes of the lines that were read to the renderer. @return a note about what their colours mean
    /// @throws MemoryError, DeviceError
    std::string apply(VolumeRenderer &renderer, const Grid &grid);

    /// File, width (in the volume's unit, also if none was given), lines and triangles of the tubes that apply() made;
    /// null without any.
    nlohmann::ordered_json statistics() const;

private:
    SkeletonSource source_;
    SkeletonLines lines_;
    double width_ = 0.0;          ///< of the tubes, in the volume's unit
    std::uint64_t triangles_ = 0; ///< of the tubes
};

} // namespace voxmarch
