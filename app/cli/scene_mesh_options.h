// Command line options of meshes of files in pictures.
#pragma once

#include "isosurface/read_mesh.h"
#include "scene/scene.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// Whether a frame has room for meshes of files, among which are tubes of skeletons.
/// @param option  that names them;  @param what  they are, "tubes"
/// @throws UsageError if frames with these settings cannot show them
void require_meshes_drawable(const RenderSettings &settings, const char *option, const char *what);

/// --mesh.
class SceneMeshOptions {
public:
    void add_to(CLI::App &command);

    bool given() const { return !meshes_.empty(); }

    /// What a session tells, unless the command line names meshes.
    void complete(const std::vector<SceneMesh> &session);

    /// Reads the files, to tell now what is wrong with them. @throws FileError
    void read();

    /// @throws UsageError if there are meshes and frames with these settings cannot show them
    void require_drawable(const RenderSettings &settings) const;

    /// Corners of the boxes around them, world. Tells of those that lie beside the volume, which are left out. Reads
    /// the files.
    std::vector<glm::dvec3> corners_in(const Grid &grid) const;

    const std::vector<SceneMesh> &meshes() const { return meshes_; }

private:
    std::vector<SceneMesh> meshes_;
};

} // namespace voxmarch
