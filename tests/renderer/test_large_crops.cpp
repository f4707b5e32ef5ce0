// Parts of volumes of 16384^3 voxels, drawn out of core, are those of the reference ray caster.
#include "device_fixture.h"
#include "volume/bricks/brick_source.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

constexpr int edge = 16384, crop_edge = 90, width = 40, height = 30;

/// A part of the volume as a volume of its own, at the same place in the world.
Volume cropped(const BrickSource &source, const VoxelBox &box) {
    VolumeHeader header = source.header();
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        header.grid.dims[i] = box.length(i);
        header.grid.origin[axis] += box.low[i] * header.grid.spacing[axis];
    }
    std::vector<std::byte> voxels(header.byte_count());
    source.read(0, box, voxels);
    return {std::move(header), std::move(voxels)};
}

/// A box around a place, farther than that from the faces.
VoxelBox box_around(glm::dvec3 voxel) {
    VoxelBox box;
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        box.low[i] = std::clamp(static_cast<int>(voxel[axis]) - crop_edge / 2, 4, edge - 4 - crop_edge);
        box.high[i] = box.low[i] + crop_edge;
    }
    return box;
}

/// Draws what lies between two voxels of the box, which has one more at every face.
void clip(RenderSettings &settings, const VoxelBox &box, const VoxelBox &volume) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const double length = volume.length(i) - 1;
        settings.clip_low[axis] = (box.low[i] + 1 - volume.low[i]) / length;
        settings.clip_high[axis] = (box.high[i] - 2 - volume.low[i]) / length;
    }
}

struct Look {
    const char *name;
    RenderSettings settings;
};

std::vector<Look> looks() {
    RenderSettings plain;
    plain.traversal = Traversal::none; // an octree of such a volume takes gigabytes
    plain.shading = Shading::none;
    RenderSettings segments = plain, projection = plain, jittered = plain;
    segments.classification = Classification::preintegrated;
    projection.blend = Blend::mip;
    jittered.jitter = true;
    return {{"post", plain}, {"pre-integrated", segments}, {"mip", projection}, {"jitter", jittered}};
}

/// From a random side, so near that the box fills the picture.
Camera camera_at(const Grid &grid, const VoxelBox &box, std::mt19937 &random) {
    const auto share = [&] { return static_cast<double>(random()) / 4294967296.0 * 2.0 - 1.0; };
    glm::dvec3 center;
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        center[axis] = grid.origin[axis] + 0.5 * (box.low[i] + box.high[i] - 1) * grid.spacing[axis];
    }
    Camera camera;
    camera.target = center;
    camera.eye = center + 2.0 * crop_edge * grid.spacing * glm::normalize(glm::dvec3(share(), share(), share()));
    camera.up = {0.1, 0.9, 0.3};
    camera.fov = 40.0;
    return camera;
}

/// @param voxel  where the part is
void expect_like_reference(const std::string &model, glm::dvec3 voxel, std::mt19937 &random) {
    const auto source = open_bricks(fmt::format("synthetic:{}:{}", model, edge));
    const Grid &grid = source->header().grid;
    const VoxelBox all{{0, 0, 0}, {edge, edge, edge}}, box = box_around(voxel);
    const Volume part = cropped(*source, box);
    ASSERT_GT(part.range().max, part.range().min) << "nothing to see";
    const ValueRange range{0.0, 255.0};
    const Camera camera = camera_at(grid, box, random);
    const auto read = [&](const VoxelBox &wanted, std::span<std::byte> voxels) { source->read(0, wanted, voxels); };
    VolumeRenderer renderer(
        DeviceVolume(test_device(), BrickVoxels{source->header(), range, read, {}, 3}, one_pixel_backend()));
    for (Look look : looks()) {
        // Colours over the few values of this part, so that it has contrast; tables of segments are those of all
        // values.
        const bool segments = look.settings.classification == Classification::preintegrated;
        const TransferFunction transfer = over_values(smooth_transfer(), segments ? range : part.range());
        renderer.set_transfer(transfer);
        clip(look.settings, box, all);
        const Image drawn = renderer.render(camera, width, height, look.settings);
        clip(look.settings, box, box);
        const Image expected = reference_render({&part, transfer, camera, look.settings}, width, height);
        // A float holds places in so large a volume to a 1024th of a voxel: rays that graze an edge may miss it.
        const ImageDifference difference = compare(drawn, expected, 2);
        EXPECT_LE(difference.pixels_above, 3u)
            << fmt::format("{} at {},{},{}, {}: {} pixels, {}/255", model, box.low[0], box.low[1], box.low[2],
                           look.name, difference.pixels_above, difference.largest);
    }
    EXPECT_LE(renderer.brick_counts()->uploads, 4u * 27u) << "the few bricks of the part";
}

/// On a ball's or a torus's surface, or anywhere in waves.
TEST(LargeCrops, are_those_of_the_reference) {
    std::mt19937 random(7);
    const auto share = [&] { return static_cast<double>(random()) / 4294967296.0 * 2.0 - 1.0; };
    for (int i = 0; i < 3; ++i) {
        const glm::dvec3 middle(0.5 * edge), toward = glm::normalize(glm::dvec3(share(), share(), share()));
        expect_like_reference("sphere", middle + 0.35 * edge * toward, random);
        expect_like_reference("marschner-lobb", middle + 0.45 * edge * glm::dvec3(share(), share(), share()), random);
        expect_like_reference("hydrogen", middle + 0.2 * edge * toward, random);
    }
}

} // namespace
} // namespace voxmarch
