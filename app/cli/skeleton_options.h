// Command line options of skeletons in pictures.
#pragma once

#include "scene/scene_content.h"

#include <CLI/CLI.hpp>
#include <optional>
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

    /// The lines that were read, in the world of the volume; empty without a skeleton.
    std::optional<SceneLines> lines_in(const Grid &grid) const;

private:
    SkeletonSource source_;
    SkeletonLines lines_; ///< as the file has them
};

/// How many lines there are, and what the colours of their tubes mean.
std::string note_of(const SkeletonLines &lines, const Grid &grid);

} // namespace voxmarch
