// Command line options of meshes of files in pictures.
#pragma once

#include "isosurface/read_mesh.h"
#include "scene/scene.h"
#include "scene/scene_content.h"

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

    /// Reads the files, to tell now what is wrong with them, and keeps them for place_in(). @throws FileError
    void read();

    /// @throws UsageError if there are meshes and frames with these settings cannot show them
    void require_drawable(const RenderSettings &settings) const;

    /// What was read, on the grid; it is kept no longer.
    std::vector<PlacedMesh> place_in(const Grid &grid);

    const std::vector<SceneMesh> &meshes() const { return meshes_; }

private:
    std::vector<SceneMesh> meshes_;
    std::vector<StoredMesh> read_;
};

/// Corners of the boxes around them, world. Tells of those that lie beside the volume, which are left out.
/// @param grid  on which they are placed
std::vector<glm::dvec3> corners_of_meshes(const std::vector<PlacedMesh> &meshes, const Grid &grid);

} // namespace voxmarch
