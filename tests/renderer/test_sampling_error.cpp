// The estimate of how coarse a step is for a transfer function, and the step proposed from it.
#include "device_fixture.h"
#include "renderer/instruments/sampling_error.h"
#include "renderer/views.h"
#include "volume/formats/read.h"

namespace voxmarch {
namespace {

/// Scalar z / 40 in 41 slices, seen along +z: the ray climbs 1/40 a voxel.
Volume ramp() {
    return volume_of({9, 9, 41}, ScalarType::f32, [](int, int, int z) { return z / 40.0f; });
}

const Camera along_z{{4.0, 4.0, -40.0}, {4.0, 4.0, 10.0}, {0.0, 1.0, 0.0}, 15.0, {}, {}};

/// Error of the middle pixel.
float error_of(const TransferFunction &transfer, double step, SamplingBackend backend,
               Classification classification = Classification::post) {
    const Volume volume = ramp();
    VolumeRenderer renderer(test_device(), volume, backend);
    renderer.set_transfer(transfer);
    RenderSettings settings;
    settings.step = step;
    settings.classification = classification;
    return renderer.sampling_errors(along_z, 9, 9, settings)[4 * 9 + 4];
}

TEST(SamplingError, is_half_the_change_within_a_step_where_nothing_lies_in_front) {
    // Opacity per voxel rises by 0.5 from scalar 0.5 to 1, that is by 1/40 a voxel; over a step h a sample has h of
    // it, and takes h voxels: half of h h / 40.
    TransferFunction transfer = constant_transfer(0.0);
    transfer.opacities = {{0.5, 0.0}, {1.0, 0.5}};
    for (const SamplingBackend backend : test_backends()) {
        for (const double step : {0.25, 0.5, 1.0}) {
            EXPECT_NEAR(error_of(transfer, step, backend), step * step / 80.0, 0.05 * step * step / 80.0)
                << name_of(backend) << " " << step;
        }
        EXPECT_NEAR(error_of(transfer, 0.5, backend, Classification::pre), 0.25 / 80.0, 0.3 * 0.25 / 80.0)
            << name_of(backend); // classified voxels have 8 bits
    }
}

TEST(SamplingError, sees_what_lies_between_two_samples) {
    // A peak a quarter of a voxel wide, the samples 1.6 voxels apart.
    TransferFunction transfer = constant_transfer(0.0);
    transfer.opacities = {{0.51, 0.0}, {0.513, 0.9}, {0.516, 0.0}};
    for (const SamplingBackend backend : test_backends()) {
        EXPECT_GT(error_of(transfer, 1.6, backend), 0.5f) << name_of(backend);
    }
}

TEST(SamplingError, is_negative_where_nothing_is_visible) {
    EXPECT_EQ(error_of(constant_transfer(0.0), 0.5, SamplingBackend::buffer), -1.0f);
    EXPECT_EQ(error_of(constant_transfer(0.3), 0.5, SamplingBackend::buffer), 0.0f);
}

TEST(SamplingError, decides_about_the_step) {
    EXPECT_EQ(proposed_step({-1.0f, -1.0f}, 0.5), coarsest_proposed_step);
    EXPECT_EQ(proposed_step({0.0f}, 0.5), coarsest_proposed_step);
    EXPECT_EQ(proposed_step({1000.0f}, 0.5), finest_proposed_step);
    const auto error = static_cast<float>(4.0 * tolerated_sampling_error);
    EXPECT_NEAR(proposed_step({-1.0f, error}, 0.5), 0.25, 1e-6);
    std::vector<float> errors(1000, 0.0f);
    errors[5] = 1.0f; // one in a thousand is let go
    EXPECT_EQ(proposed_step(errors, 0.5), coarsest_proposed_step);
}

TEST(SamplingError, proposes_steps_whose_pictures_are_near_the_converged_one) {
    const Volume volume = read_volume("synthetic:torus:24"); // clear of the faces of the box, where steps are cut off
    VolumeRenderer renderer(test_device(), volume);
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.opacity_cutoff = 1.0;
    const Camera camera = standard_view(volume.grid());
    for (const double steepness : {1.0, 8.0}) {
        TransferFunction transfer = smooth_transfer();
        transfer.opacities = {{0.5, 0.0}, {0.5 + 0.5 / steepness, 0.9}};
        renderer.set_transfer(transfer);
        const auto render = [&](double step) {
            settings.step = step;
            return renderer.render(camera, 48, 48, settings);
        };
        const Image converged = render(0.02);
        const double step = renderer.propose_step(camera, 48, 48, settings);
        const ImageDifference fine = compare(render(step), converged, 6);
        EXPECT_LT(fine.pixels_above, 48u * 48u / 50u) << steepness << ": step " << step;
        if (steepness > 1.0) {
            EXPECT_LT(step, 0.5);
            EXPECT_GT(compare(render(4.0 * step), converged).mean, 2.0 * fine.mean) << "a coarser one would do";
        }
    }
}

TEST(SamplingError, knows_when_there_is_none) {
    const Volume volume = ramp();
    VolumeRenderer renderer(test_device(), volume);
    RenderSettings settings;
    settings.classification = Classification::preintegrated;
    EXPECT_THROW(renderer.sampling_errors(along_z, 9, 9, settings), UsageError);
    EXPECT_EQ(renderer.propose_step(along_z, 9, 9, settings), coarsest_proposed_step);
    settings.blend = Blend::mip;
    EXPECT_EQ(renderer.propose_step(along_z, 9, 9, settings), RenderSettings{}.step);
}

} // namespace
} // namespace voxmarch
