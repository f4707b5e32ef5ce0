// Launches the kernels that spread particles.
#include "renderer/particle_density.h"

namespace voxmarch {

ProgramSource spread_particles_source() {
    ProgramSource source;
    source.name = "spread particles";
    source.files = {"particle_weights.h", "spread_particles.cl"};
    source.fast_math = false;
    return source;
}

static LaunchSize one_each(std::uint32_t items) {
    constexpr std::size_t group = 128;
    return {{round_up(items, group), 1, 1}, {group, 1, 1}};
}

void ParticleDensity::upload(const PlacedParticles &placed) {
    grid_ = placed.grid;
    density_unit_ = placed.density_unit;
    count_ = static_cast<std::uint32_t>(placed.particles.size());
    voxels_ = static_cast<std::uint32_t>(grid_.voxel_count());
    voxmarch::upload(*device_, particles_, placed.particles, "the particles");
    reserve(*device_, sums_, std::uint64_t{voxels_} * sizeof(float), "the density of the particles");
    reserve(*device_, overflows_, sizeof(std::uint32_t), "the overflows of the density");
}

Events ParticleDensity::spread() {
    const ProgramSource source = spread_particles_source();
    const auto nx = static_cast<std::uint32_t>(grid_.dims[0]), ny = static_cast<std::uint32_t>(grid_.dims[1]);
    Events events;
    events.push_back(kernels_.kernel(source, "clear_sums").launch(one_each(voxels_), voxels_, sums_, overflows_));
    events.push_back(kernels_.kernel(source, "spread_particles")
                         .launch(one_each(count_), count_, particles_, nx, ny, sums_, overflows_));
    events.push_back(kernels_.kernel(source, "scale_density").launch(one_each(voxels_), voxels_, density_unit_, sums_));
    return events;
}

bool ParticleDensity::fits() const {
    std::uint32_t overflows = 0;
    overflows_.download(std::as_writable_bytes(std::span(&overflows, 1)));
    return overflows == 0;
}

ScalarField ParticleDensity::field() const { return {&sums_, grid_, "f32", {}}; }

void ParticleDensity::download(std::span<float> density) const { sums_.download(std::as_writable_bytes(density)); }

} // namespace voxmarch
