// Files of particles as volumes.
#include "volume/particles/read_density.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/particles/density_field.h"
#include "volume/voxel_storage.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

const char *name_of_format(ParticleFormat format) {
    switch (format) {
    case ParticleFormat::ply: return "PLY points";
    case ParticleFormat::vtk:
    case ParticleFormat::vtk_xml: return "VTK points";
    case ParticleFormat::table: break;
    }
    return "table of points";
}

std::string particles_text(std::uint64_t count) {
    return count == 1 ? "1 particle" : fmt::format("{} particles", count);
}

class DensityFile final : public VolumeFile {
public:
    DensityFile(const fs::path &file, const ReadOptions &options)
        : file_(file), field_(parse_density_field(options.field)),
          placed_(place_particles(read_particles(file), field_, file)), spread_(options.spread) {
        header.format = name_of_format(particle_format(file));
        header.name = file.filename().string();
        header.type = ScalarType::f32;
        header.grid = placed_.grid;
        header.notes.emplace_back(fmt::format("The density of {}.", particles_text(placed_.particles.size())));
        if (placed_.outside > 0) {
            header.notes.emplace_back(
                fmt::format("Outside of the box and left out: {}.", particles_text(placed_.outside)));
        }
        if (placed_.too_light > 0) {
            header.notes.emplace_back(fmt::format("Lighter than a millionth of the heaviest one and of no weight: {}.",
                                                  particles_text(placed_.too_light)));
        }
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        ZeroedBytes voxels = allocate_voxels(header.byte_count(), file_);
        const std::span density(reinterpret_cast<float *>(voxels.data()), voxels.size() / sizeof(float));
        if (!(spread_ ? spread_ : spread_on_host)(placed_, density)) {
            throw FileError(file_,
                            fmt::format("has thousands of particles around one voxel: the smoothing length {:g} is "
                                        "too long for them, take a shorter one",
                                        field_.spacing));
        }
        if (progress) {
            progress(1.0);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

private:
    fs::path file_;
    DensityField field_;
    PlacedParticles placed_;
    SpreadParticles spread_;
};

} // namespace

std::unique_ptr<VolumeFile> open_density(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<DensityFile>(file, options);
}

} // namespace voxmarch
