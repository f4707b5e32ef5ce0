// Extracts isosurfaces, or the surface of a label, into a mesh file in the background, as `voxmarch mesh` does.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "app/viewer/jobs/isovalue.h"
#include "app/viewer/jobs/loader.h"
#include "isosurface/extraction.h"
#include "isosurface/mesh_clip.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace voxmarch {

/// Which surfaces go into which file.
struct MeshOrder {
    std::shared_ptr<const LoadedVolume> loaded;
    std::vector<Isovalue> isovalues; ///< several give one mesh
    Extraction extraction = Extraction::blocks;
    std::filesystem::path file; ///< its extension says the format, see write_mesh()

    std::optional<MeshPart> label = {}; ///< whose surface it is, in place of isosurfaces: name, number, colour
    int smooth = 0;                     ///< of the label's, steps of smooth()
    MeshClipping clipping = {};         ///< world
    bool caps = false;                  ///< closed where they cut it, and at the border of the volume
};

/// One export at a time, with a device opened for it alone, so that pictures go on. The result: triangles in the file.
class MeshExporter : public BackgroundJob<std::uint64_t> {
public:
    /// @param device_selector  see choose_devices()  @param wake  see BackgroundJob
    MeshExporter(std::string device_selector, std::function<void()> wake)
        : BackgroundJob(std::move(wake)), selector_(std::move(device_selector)) {}

    /// Cancels what is under way, which leaves no file.
    void start(const MeshOrder &order);

    /// What is started from now on works on this one.
    void use_device(std::string device_selector) { selector_ = std::move(device_selector); }

private:
    std::string selector_;
};

} // namespace voxmarch
