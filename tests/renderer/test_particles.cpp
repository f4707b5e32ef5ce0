// Density of particles made on a device: every bit of what the host makes, and drawn like any other volume.
#include "device_fixture.h"

#include "isosurface/device_field.h"
#include "renderer/particle_density.h"
#include "volume/particles/dam_break.h"

#include <cstring>

namespace voxmarch {
namespace {

struct Spread {
    std::vector<float> density;
    bool fits;
};

Spread on_host(const PlacedParticles &placed) {
    std::vector<float> density(placed.grid.voxel_count());
    const bool fits = spread_on_host(placed, density);
    return {std::move(density), fits};
}

Spread on_device(ParticleDensity &made, const PlacedParticles &placed) {
    std::vector<float> density(placed.grid.voxel_count());
    made.upload(placed);
    (void)milliseconds(made.spread());
    made.download(density);
    return {std::move(density), made.fits()};
}

Particles scattered(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto next = [&] { return static_cast<double>(random()) / 4294967296.0; };
    Particles particles;
    for (std::size_t i = 0; i < count; ++i) {
        particles.positions.emplace_back(3.0 * next() - 1.0, next(), next() + 40.0);
        particles.masses.push_back(i % 7 == 0 ? 1e-5 * next() : next());
    }
    return particles;
}

TEST(ParticleDensity, a_device_makes_the_bits_of_the_host) {
    ParticleDensity made(test_device());
    DamBreak dam(12);
    dam.next_frame();
    const std::vector<std::pair<Particles, double>> cases = {{scattered(20000, 1), 0.05},
                                                             {scattered(3001, 2), 0.31},
                                                             {scattered(1, 3), 1.0},
                                                             {scattered(777, 4), 0.011},
                                                             {dam.particles(), 2.0 * dam.distance()}};
    for (const auto &[particles, spacing] : cases) {
        const PlacedParticles placed = place_particles(particles, {spacing, {}}, "p");
        const Spread expected = on_host(placed), found = on_device(made, placed);
        EXPECT_TRUE(found.fits);
        EXPECT_EQ(std::memcmp(found.density.data(), expected.density.data(), found.density.size() * sizeof(float)), 0)
            << particles.positions.size() << " particles, " << spacing;
    }
}

TEST(ParticleDensity, a_device_tells_what_does_not_fit) {
    ParticleDensity made(test_device());
    Particles many{std::vector<glm::dvec3>(10000, glm::dvec3(0.0)), {}};
    EXPECT_FALSE(on_device(made, place_particles(many, {1.0, {}}, "p")).fits);
    EXPECT_FALSE(on_host(place_particles(many, {1.0, {}}, "p")).fits);
    many.positions.resize(4000);
    EXPECT_TRUE(on_device(made, place_particles(many, {1.0, {}}, "p")).fits);
}

TEST(ParticleDensity, its_surface_is_that_of_the_stored_volume) {
    ParticleDensity made(test_device());
    DamBreak dam(12);
    const PlacedParticles placed = place_particles(dam.particles(), {1.6 * dam.distance(), {}}, "p");
    VolumeHeader header;
    header.grid = placed.grid;
    header.type = ScalarType::f32;
    const Spread found = on_device(made, placed);
    std::vector<std::byte> bytes(found.density.size() * sizeof(float));
    std::memcpy(bytes.data(), found.density.data(), bytes.size());
    const Volume volume(header, std::move(bytes));
    const DeviceField stored(test_device(), volume);
    const auto of_particles = make_extractor(Extraction::blocks, test_device(), made.field());
    const auto of_volume = make_extractor(Extraction::blocks, test_device(), stored.field());
    DeviceMesh one, other;
    (void)of_particles->extract(500.0, {}, one);
    (void)of_volume->extract(500.0, {}, other);
    const Mesh expected = download(test_device(), other), mesh = download(test_device(), one);
    EXPECT_GT(mesh.triangles.size(), 100U);
    EXPECT_TRUE(mesh.positions == expected.positions);
    EXPECT_TRUE(mesh.triangles == expected.triangles);
}

} // namespace
} // namespace voxmarch
