// The traversals of the packet back end skip nothing that can be seen: pictures equal to those of the standard caster.
// Without light and with one stored type, because building a program takes most of the time on some drivers.
#include "device_fixture.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

struct NamedCamera {
    std::string name;
    Camera camera;
};

Camera camera_at(glm::dvec3 eye, glm::dvec3 target, glm::dvec3 up = {0, 1, 0}) {
    Camera camera;
    camera.eye = eye;
    camera.target = target;
    camera.up = up;
    return camera;
}

/// Outside, inside, axis-parallel (directions of 0), along a face of the box, off all octants at once, far away.
std::vector<NamedCamera> cameras_around(const Grid &grid) {
    const glm::dvec3 center = grid.center();
    const glm::dvec3 face = {center.x, grid.origin.y, center.z};
    const double far = 30.0 * glm::length(center - grid.origin);
    std::vector<NamedCamera> cameras{
        {"outside", standard_view(grid)},
        {"inside", camera_at(center, center + glm::dvec3(1, 0.3, -0.4))},
        {"axis-parallel", camera_at(center + glm::dvec3(0, 0, 80), center)},
        {"grazing a face", camera_at(face + glm::dvec3(0, 0, 80), face, {1, 0, 0})},
        {"far away", camera_at(center + far * glm::normalize(glm::dvec3(-1, 0.4, 0.7)), center)},
    };
    cameras.back().camera.fov = 2.5;
    return cameras;
}

std::vector<Traversal> packet_skips() {
    std::vector<Traversal> result;
    for (const TraversalInfo &info : traversals) {
        if (info.packets && info.data != SkipData::none) {
            result.push_back(info.traversal);
        }
    }
    return result;
}

/// Compares all packet traversals with `none` over leaf sizes, thresholds and cameras.
void expect_nothing_lost(const Volume &volume, RenderSettings settings, const std::string &what) {
    constexpr int width = 37, height = 29; // packets at the borders are cut
    VolumeRenderer renderer(test_device(), volume, SamplingBackend::packet);
    renderer.set_transfer(smooth_transfer());
    const std::vector<NamedCamera> cameras = cameras_around(volume.grid());
    std::vector<Image> expected;
    settings.traversal = Traversal::none;
    for (const NamedCamera &view : cameras) {
        expected.push_back(renderer.render(view.camera, width, height, settings));
    }
    EXPECT_GT(compare(expected[0], Image{width, height, std::vector<std::uint8_t>(width * height * 4)}).largest, 10)
        << what << ": nothing to be seen";
    for (const int leaf_size : {1, 2, 8, 32}) {
        settings.leaf_size = leaf_size;
        for (const double threshold : {0.0, 0.7}) {
            settings.threshold = threshold;
            for (const Traversal traversal : packet_skips()) {
                settings.traversal = traversal;
                for (std::size_t i = 0; i < cameras.size(); ++i) {
                    const Image image = renderer.render(cameras[i].camera, width, height, settings);
                    const ImageDifference difference = compare(image, expected[i], 0);
                    EXPECT_EQ(difference.pixels_above, 0u)
                        << what << ", " << name_of(traversal) << ", " << cameras[i].name << ", leaves of " << leaf_size
                        << ", threshold " << threshold << ": by at most " << difference.largest << "/255";
                }
            }
        }
    }
}

TEST(PacketTraversals, ThereAreFour) {
    EXPECT_EQ(packet_skips(), (std::vector{Traversal::first_approach, Traversal::buffered_for_for_with_flags,
                                           Traversal::distance_map, Traversal::octant_distance_map}));
}

TEST(PacketTraversals, TreesAreDrawnAsByTheStandardCaster) {
    const Volume volume = read_volume("synthetic:tree:40");
    for (const Classification classification : {Classification::pre, Classification::post}) {
        RenderSettings settings;
        settings.classification = classification;
        settings.shading = Shading::none;
        expect_nothing_lost(volume, settings, fmt::format("tree, {}", name_of(classification)));
    }
}

TEST(PacketTraversals, BlobsOnUnequalSpacingAreDrawnAsByTheStandardCaster) {
    const Volume plain = blob_volume({41, 22, 17}, ScalarType::u8);
    VolumeHeader header = plain.header();
    header.grid.spacing = {0.7, 1.1, 2.3};
    const Volume volume(header, std::vector<std::byte>(plain.bytes().begin(), plain.bytes().end()));
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.opacity_cutoff = 1.0; // no ray ends early
    settings.step = 0.2;
    expect_nothing_lost(volume, settings, "blobs");
}

TEST(PacketTraversals, LoopParametersDoNotChangeThePicture) {
    const Volume volume = read_volume("synthetic:tree:40");
    TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
    scene.settings.leaf_size = 2;
    scene.settings.shading = Shading::none;
    const Image expected = render_on_device(scene, SamplingBackend::packet);
    scene.settings.loops = LoopParams{1, 7, 1, 2, 1, 1}; // a buffer that is often full
    for (const Traversal traversal : {Traversal::buffered_for_for_with_flags, Traversal::distance_map}) {
        scene.settings.traversal = traversal;
        EXPECT_EQ(render_on_device(scene, SamplingBackend::packet).rgba, expected.rgba) << name_of(traversal);
    }
}

} // namespace
} // namespace voxmarch
