// Command line options of skeletons in pictures.
#pragma once

#include "renderer/volume_renderer.h"
#include "skeleton/graph_file.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace voxmarch {

/// --skeleton, --skeleton-width.
class SkeletonOptions {
public:
    void add_to(CLI::App &command);

    bool given() const { return !file_.empty(); }

    /// Reads the file, if one was given. @throws FileError
    void read();

    /// Gives the tubes of the lines that were read to the renderer. @return a note about what their colours mean
    /// @throws MemoryError, DeviceError
    std::string apply(VolumeRenderer &renderer, const Grid &grid) const;

private:
    std::string file_;
    std::optional<double> width_; ///< mm
    SkeletonLines lines_;
};

} // namespace voxmarch
