// The kernels of the packet back end draw what those of the buffer back end draw, and their traversals skip nothing
// that can be seen: pictures equal to those of the standard caster. Without light and with one stored type where that
// is enough, because building a program takes most of the time on some drivers.
#include "device_fixture.h"
#include "renderer/program_files.h"
#include "renderer/views.h"
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
    cameras.push_back({"parallel", orthographic(standard_view(grid))});
    cameras.push_back({"parallel to an axis", camera_at(face + glm::dvec3(0, 0, 80), face, {1, 0, 0})});
    cameras.back().camera.height = 29.0;
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
    EXPECT_GT(compare(expected[0], Image{width, height, Pixels(width * height * 4, 0)}).largest, 10)
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
    settings.clip_low = {0.3, 0.2, 0.4};
    settings.clip_planes = {{{1.0, 0.3, 0.2}, 15.0}};
    settings.clip_inverted = true;
    expect_nothing_lost(volume, settings, "blobs, a part cut out");
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

/// Changes of a plain scene, by name.
struct Change {
    const char *name;
    std::function<void(RenderSettings &, TransferFunction &)> apply;
};

/// What packets had no kernels for once.
const std::vector<Change> &changes() {
    static const std::vector<Change> all = {
        {"mip", [](auto &settings, auto &) { settings.blend = Blend::mip; }},
        {"minip", [](auto &settings, auto &) { settings.blend = Blend::minip; }},
        {"average", [](auto &settings, auto &) { settings.blend = Blend::average; }},
        {"preintegrated", [](auto &settings, auto &) { settings.classification = Classification::preintegrated; }},
        {"on_the_fly", [](auto &settings, auto &) { settings.gradient = Gradient::on_the_fly; }},
        {"on_the_fly_pre",
         [](auto &settings, auto &) {
             settings.gradient = Gradient::on_the_fly;
             settings.classification = Classification::pre;
         }},
        {"two_dimensional",
         [](auto &, auto &transfer) {
             transfer.widgets = {{WidgetShape::triangle, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5}};
         }},
        {"two_dimensional_pre",
         [](auto &settings, auto &transfer) {
             transfer.widgets = {{WidgetShape::triangle, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5}};
             settings.classification = Classification::pre;
         }},
        {"gradient_opacities",
         [](auto &, auto &transfer) {
             transfer.gradient_opacities = {{0.01, 0.0}, {0.06, 1.0}, {0.2, 0.3}};
         }},
        {"surfaces",
         [](auto &settings, auto &) {
             settings.mode = Mode::both;
             settings.surfaces = {{90.5, {1, 0.8f, 0.6f}, 0.5f}, {180.5}};
         }},
    };
    return all;
}

/// Packets with an octree against buffers without one.
void expect_as_buffers(std::array<int, 3> dims, ScalarType type, const Change &change, bool labelled) {
    SCOPED_TRACE(fmt::format("{}, {} x {} x {} {}, {} labels", change.name, dims[0], dims[1], dims[2], name_of(type),
                             labelled ? "with" : "without"));
    const Volume volume = blob_volume(dims, type), labels = slab_labels(dims, 6);
    const std::vector<LabelStyle> styles{{1.0f, {}}, {0.5f, glm::vec3(0.1f, 0.9f, 0.2f)}, {0.0f, {}}, {1.0f, {}}};
    RenderSettings settings;
    TransferFunction transfer = smooth_transfer();
    change.apply(settings, transfer);
    const auto draw = [&](SamplingBackend backend) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(transfer);
        renderer.set_labels(labelled ? &labels : nullptr, styles);
        return renderer.render(standard_view(volume.grid()), 37, 29, settings);
    };
    const Image expected = draw(SamplingBackend::buffer);
    settings.traversal = Traversal::octant_distance_map;
    settings.leaf_size = 2;
    const ImageDifference difference = compare(draw(SamplingBackend::packet), expected, 1);
    EXPECT_EQ(difference.pixels_above, 0u) << "by at most " << difference.largest << "/255";
}

TEST(PacketKernels, AreUsedForAllPicturesOfColours) {
    for (const bool labels : {false, true}) {
        for (const Change &change : changes()) {
            RenderSettings settings;
            TransferFunction transfer = smooth_transfer();
            change.apply(settings, transfer);
            settings = as_drawn(settings);
            const SceneFeatures features = scene_features(settings, transfer.is_two_dimensional(), labels);
            const auto used = [&](const CastOutput &output) {
                return kernel_backend(SamplingBackend::packet, settings, features, output);
            };
            EXPECT_EQ(used({}), SamplingBackend::packet) << change.name;
            EXPECT_EQ(used({PixelFormat::rgba8, Counting::on}), SamplingBackend::packet) << change.name;
            EXPECT_EQ(used({PixelFormat::rgba32f, Counting::off}), SamplingBackend::packet) << change.name;
            EXPECT_EQ(used({PixelFormat::rgba8, Counting::depth}), SamplingBackend::buffer) << change.name;
        }
    }
}

class PacketChange : public testing::TestWithParam<Change> {};

// Volumes as thin as a voxel, as wide as a few and with borders everywhere; stored types of every size.
TEST_P(PacketChange, IsDrawnAsByTheKernelsOfBuffers) {
    constexpr std::array<int, 3> dims{19, 15, 17};
    const Change &change = GetParam();
    const std::string_view name = change.name;
    if (test_device().info().backend != SamplingBackend::packet) {
        if (name == "average" || name == "preintegrated") { // building programs of packets takes long here
            expect_as_buffers(dims, ScalarType::u8, change, false);
        }
        return;
    }
    for (const std::array<int, 3> &small : {dims, std::array{21, 1, 16}, std::array{3, 24, 4}}) {
        expect_as_buffers(small, ScalarType::u8, change, false);
    }
    if (name == "average" || name == "preintegrated" || name == "surfaces") {
        expect_as_buffers(dims, ScalarType::u8, change, true);
    }
    if (name == "mip" || name == "on_the_fly" || name == "two_dimensional_pre") {
        expect_as_buffers(dims, ScalarType::u16, change, false);
        expect_as_buffers(dims, ScalarType::f32, change, false);
    }
}

INSTANTIATE_TEST_SUITE_P(Packets, PacketChange, testing::ValuesIn(changes()),
                         [](const auto &tested) { return std::string(tested.param.name); });

} // namespace
} // namespace voxmarch
