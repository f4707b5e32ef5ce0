// The master test: every traversal gives the picture of the standard caster, bit for bit.
#include "device_fixture.h"
#include "renderer/traversal.h"
#include "renderer/views.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

std::vector<Traversal> possible_traversals() {
    std::vector<Traversal> result;
    for (const TraversalInfo &info : traversals) {
        if (info.traversal != Traversal::none && (!info.persistent || test_device().info().long_loops)) {
            result.push_back(info.traversal);
        }
    }
    return result;
}

/// Programs take most of the time (a second or two each with an empty cache), so that tests share few kinds of them.
void expect_same_pictures(const Volume &volume, SamplingBackend backend, const RenderSettings &base,
                          const std::vector<int> &leaf_sizes, const std::string &what,
                          const std::vector<Traversal> &rivals = possible_traversals()) {
    VolumeRenderer renderer(test_device(), volume, backend);
    for (const NamedView &view : views_around(volume)) {
        RenderSettings settings = base;
        settings.traversal = Traversal::none;
        const Image expected = renderer.render(view.camera, 37, 29, settings);
        for (const int leaf_size : leaf_sizes) {
            for (const Traversal traversal : rivals) {
                settings.traversal = traversal;
                settings.leaf_size = leaf_size;
                const ImageDifference difference = compare(renderer.render(view.camera, 37, 29, settings), expected, 0);
                EXPECT_EQ(difference.pixels_above, 0u)
                    << fmt::format("{}, {}, {}, leaf {}, {}, threshold {}: {}/255", what, view.name, name_of(traversal),
                                   leaf_size, name_of(backend), settings.threshold, difference.largest);
            }
        }
    }
}

TEST(Traversals, all_synthetic_volumes_post_classified) {
    for (const char *name : {"tree:40", "teddy:33", "piggy:40", "sphere:20", "torus:24", "marschner-lobb:21",
                             "cayley:17", "hydrogen:31"}) {
        const Volume volume = read_volume(std::string("synthetic:") + name);
        RenderSettings settings;
        settings.shading = Shading::none;
        expect_same_pictures(volume, one_pixel_backend(), settings, {4}, name);
    }
}

TEST(Traversals, the_walk_alone_takes_the_steps_of_rays_that_march) {
    Volume full = filled_volume({9, 9, 9}, 200);
    VolumeRenderer of_full(test_device(), full, one_pixel_backend());
    of_full.set_transfer(constant_transfer(0.01));
    RenderSettings settings;
    settings.leaf_size = 8;
    const OctreeWalk one = of_full.walk_octree(standard_view(full.grid()), 37, 29, settings);
    EXPECT_EQ(one.nodes.at(37 * 14 + 18), 1u) << "the box is one node";
    EXPECT_EQ(one.nodes.at(0), 0u) << "misses the box";

    const Volume volume = read_volume("synthetic:tree:40");
    settings.leaf_size = 2;
    settings.traversal = Traversal::if_if;
    settings.opacity_cutoff = 1.0; // rays go on to their exit
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        const Camera camera = standard_view(volume.grid());
        std::vector<std::uint32_t> expected;
        for (const PixelCounts &pixel : renderer.count_pixels(camera, 37, 29, settings)) {
            expected.push_back(pixel.nodes);
        }
        EXPECT_EQ(renderer.walk_octree(camera, 37, 29, settings).nodes, expected) << name_of(backend);
        RenderSettings coded = settings;
        coded.node_coding = NodeCoding::pairs;
        const std::vector<std::uint32_t> in_pairs = renderer.walk_octree(camera, 37, 29, coded).nodes;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_GE(in_pairs[i], expected[i]) << "pixel " << i << ": stand-ins are walked into";
        }
    }
}

/// Those to which the threshold means something.
std::vector<Traversal> octree_traversals() {
    std::vector<Traversal> result = possible_traversals();
    std::erase_if(result, [](Traversal traversal) { return info_of(traversal).data != SkipData::octree; });
    return result;
}

TEST(Traversals, leaf_sizes_thresholds_and_classifications) {
    const Volume volume = read_volume("synthetic:tree:40");
    for (const bool pre : {false, true}) {
        RenderSettings settings;
        settings.classification = pre ? Classification::pre : Classification::post;
        settings.shading = pre ? Shading::phong : Shading::none;
        settings.step = 0.7;
        const std::string what = pre ? "pre, phong" : "post, none";
        settings.threshold = 0.9;
        expect_same_pictures(volume, one_pixel_backend(), settings, {1, 2, 8, 16, 32}, what);
        for (const double threshold : {0.0, 0.4}) {
            settings.threshold = threshold;
            expect_same_pictures(volume, one_pixel_backend(), settings, {1, 2, 8}, what, octree_traversals());
        }
    }
}

TEST(Traversals, a_second_volume_pre_classified_and_shaded) {
    RenderSettings settings;
    settings.classification = Classification::pre;
    settings.shading = Shading::phong;
    expect_same_pictures(read_volume("synthetic:piggy:36"), one_pixel_backend(), settings, {2, 16}, "piggy");
}

TEST(Traversals, the_other_back_end_and_unequal_spacing) {
    const Volume plain = read_volume("synthetic:teddy:33");
    VolumeHeader header = plain.header();
    header.grid.spacing = {0.5, 1.0, 1.7};
    header.grid.origin = {-40.0, 7.0, 3.0};
    const Volume volume(header, std::vector<std::byte>(plain.bytes().begin(), plain.bytes().end()));
    for (const SamplingBackend backend : test_backends()) {
        if (backend != SamplingBackend::packet) {
            expect_same_pictures(volume, backend, {}, {8}, "unequal spacing",
                                 {Traversal::buffered_for_for, Traversal::buffered_for_for_with_flags,
                                  Traversal::distance_map, Traversal::octant_distance_map});
        }
    }
}

/// Voxels of 255, 300 in 25^3, in a sea of 0.
Volume specks(std::array<int, 3> dims) {
    std::mt19937 random(4);
    return volume_of(dims, ScalarType::u8, [&](int, int, int) { return random() % 52 == 0 ? 255 : 0; });
}

// From 200000 voxels away positions of samples and of planes between leaves are rounded to about 0.02 voxel, and each
// in its own way: a sample just behind a plane belongs to the next leaf. This one shows it: opaque from the least value
// on, in another colour than deeper inside.
TEST(Traversals, no_sample_next_to_a_plane_between_leaves_is_lost_to_rounding) {
    const Volume volume = specks({25, 25, 25});
    TransferFunction transfer;
    transfer.colors = {{0.0, {1.0, 0.0, 0.0}}, {1.0, {0.0, 0.0, 1.0}}};
    transfer.opacities = {{0.0, 0.0}, {0.01, 1.0}};
    Camera camera = standard_view(volume.grid());
    camera.eye = camera.target + 200000.0 * glm::normalize(glm::dvec3(0.6, 0.5, 0.8));
    camera.fov = 0.008;
    for (const SamplingBackend backend : test_backends()) {
        if (backend == SamplingBackend::image) {
            continue; // texture units round the distance to a voxel to 1/256
        }
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(transfer, ValueRange{0.0, 2.0});
        RenderSettings settings;
        settings.shading = Shading::none;
        const Image expected = renderer.render(camera, 48, 48, settings);
        for (const Traversal traversal : possible_traversals()) {
            if (backend == SamplingBackend::packet && !info_of(traversal).packets) {
                continue; // drawn by the kernels of the buffer back end
            }
            for (const int leaf_size : {1, 4}) {
                settings.traversal = traversal;
                settings.leaf_size = leaf_size;
                EXPECT_EQ(renderer.render(camera, 48, 48, settings).rgba, expected.rgba)
                    << name_of(traversal) << ", leaf " << leaf_size << ", " << name_of(backend);
            }
        }
    }
}

TEST(Traversals, nodes_two_in_three_bits_change_no_picture) {
    const Volume volume = read_volume("synthetic:piggy:43");
    int stand_ins = 0;
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        const Camera camera = standard_view(volume.grid());
        RenderSettings settings;
        settings.shading = Shading::none;
        const Image expected = renderer.render(camera, 37, 29, settings);
        for (const Traversal traversal : octree_traversals()) {
            if (backend == SamplingBackend::packet && !info_of(traversal).packets) {
                continue; // drawn by the kernels of the buffer back end
            }
            for (const auto &[leaf_size, threshold] : {std::pair{1, 0.3}, {4, 0.6}}) {
                settings.traversal = traversal;
                settings.leaf_size = leaf_size;
                settings.threshold = threshold;
                settings.node_coding = NodeCoding::bytes;
                const std::vector<std::uint8_t> states = renderer.skip_scene(camera, 37, 29, settings).states;
                settings.node_coding = NodeCoding::pairs;
                const std::string what =
                    fmt::format("{}, {}, leaf {}", name_of(backend), name_of(traversal), leaf_size);
                EXPECT_EQ(renderer.render(camera, 37, 29, settings).rgba, expected.rgba) << what;
                const std::vector<std::uint8_t> coded = renderer.skip_scene(camera, 37, 29, settings).states;
                ASSERT_EQ(coded.size(), states.size()) << what;
                for (std::size_t i = 0; i < states.size(); ++i) {
                    const bool stand_in = i % 2 == 1 && states[i - 1] == NODE_DESCEND && states[i] == NODE_MARCH;
                    ASSERT_EQ(coded[i], stand_in ? NODE_DESCEND : states[i]) << what << ", node " << i;
                    stand_ins += stand_in ? 1 : 0;
                }
            }
        }
    }
    EXPECT_GT(stand_ins, 0) << "no pair without a code of its own was drawn";
}

TEST(Traversals, codings_of_nodes_may_be_changed_between_frames) {
    const Volume volume = read_volume("synthetic:tree:32");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.leaf_size = 2;
    settings.shadows = Shadows::half;
    settings.shadow_method = ShadowMethod::marched; // rays of light walk through the same nodes
    settings.ambient_occlusion = 16;
    const Image expected = renderer.render(camera, 32, 24, settings);
    const auto draw = [&](Traversal traversal, NodeCoding coding, Blend blend = Blend::composite) {
        settings.traversal = traversal;
        settings.node_coding = coding;
        settings.blend = blend;
        return renderer.render(camera, 32, 24, settings).rgba;
    };
    const auto held = [&] {
        renderer.count_samples(camera, 32, 24, settings);
        return renderer.statistics().skip_bytes;
    };
    EXPECT_EQ(draw(Traversal::buffered_for_for, NodeCoding::pairs), expected.rgba);
    const std::uint64_t pairs = held();
    EXPECT_EQ(draw(Traversal::distance_map, NodeCoding::pairs), expected.rgba) << "a map is made of states";
    EXPECT_EQ(draw(Traversal::buffered_for_for, NodeCoding::pairs), expected.rgba);
    EXPECT_EQ(held(), pairs);
    EXPECT_EQ(draw(Traversal::if_if, NodeCoding::bytes), expected.rgba);
    EXPECT_GT(held(), 5 * pairs);
    draw(Traversal::if_if, NodeCoding::pairs, Blend::mip);
    EXPECT_EQ(draw(Traversal::if_if, NodeCoding::pairs), expected.rgba) << "a projection needs no states";
    TransferFunction transfer = smooth_transfer();
    transfer.opacities = {{0.4, 0.0}, {1.0, 0.8}};
    renderer.set_transfer(transfer);
    const auto edited = draw(Traversal::none, NodeCoding::bytes);
    EXPECT_EQ(draw(Traversal::if_if, NodeCoding::pairs), edited) << "states and counts are made anew";
}

TEST(Traversals, skipping_takes_fewer_samples_and_counts_them) {
    const Volume volume = read_volume("synthetic:piggy:48");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.shading = Shading::none;
    renderer.count_samples(camera, 32, 32, settings);
    const FrameStatistics whole = renderer.statistics();
    EXPECT_EQ(whole.nodes, 0u);
    for (const Traversal traversal : possible_traversals()) {
        settings.traversal = traversal;
        settings.leaf_size = 4;
        renderer.count_samples(camera, 32, 32, settings);
        const FrameStatistics &counts = renderer.statistics();
        EXPECT_LT(counts.samples, whole.samples * 6 / 10) << name_of(traversal);
        EXPECT_EQ(counts.visible_samples, whole.visible_samples) << name_of(traversal);
        EXPECT_GT(counts.nodes, 0u) << name_of(traversal);
        if (counts.warp_lanes == 1 && counts.sample_iterations > 0) {
            EXPECT_EQ(counts.sample_iterations, counts.samples) << "a warp of one lane is always full";
        }
    }
}

TEST(Traversals, loop_parameters_do_not_change_the_picture) {
    const Volume volume = read_volume("synthetic:tree:32");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.leaf_size = 2;
    const Image expected = renderer.render(camera, 32, 24, settings);
    const auto expect_equal = [&](Traversal traversal, const LoopParams &loops) {
        settings.traversal = traversal;
        settings.loops = loops;
        EXPECT_EQ(renderer.render(camera, 32, 24, settings).rgba, expected.rgba) << name_of(traversal);
    };
    for (const Traversal traversal : possible_traversals()) {
        if (uses(info_of(traversal), &LoopParams::node_steps)) {
            expect_equal(traversal, {3, 15, 5, 4, 2, 3});
        }
    }
    for (const Traversal traversal : {Traversal::buffered_for_for_with_flags, Traversal::octant_distance_map}) {
        expect_equal(traversal, {1, 1, 1, 2, 1, 1});
    }
}

TEST(Traversals, edits_are_followed) {
    const Volume volume = read_volume("synthetic:tree:32");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    for (const Classification classification : {Classification::post, Classification::pre, Classification::post}) {
        for (const double first_visible : {0.3, 0.05, 0.6}) {
            TransferFunction transfer = smooth_transfer();
            transfer.opacities = {{first_visible, 0.0}, {1.0, 0.8}};
            renderer.set_transfer(transfer);
            RenderSettings settings;
            settings.classification = classification;
            const Image expected = renderer.render(camera, 32, 24, settings);
            for (const Traversal traversal :
                 {Traversal::octant_distance_map, Traversal::buffered_for_for, Traversal::distance_map}) {
                settings.traversal = traversal;
                EXPECT_EQ(renderer.render(camera, 32, 24, settings).rgba, expected.rgba)
                    << name_of(traversal) << " " << first_visible;
            }
        }
    }
}

TEST(Traversals, unusable_parameters_are_refused) {
    const Volume volume = read_volume("synthetic:sphere:16");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    const auto with = [](auto &&change) {
        RenderSettings settings;
        settings.traversal = Traversal::buffered_for_for;
        settings.loops = info_of(settings.traversal).defaults;
        change(settings);
        return settings;
    };
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.leaf_size = 3; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.threshold = 1.0; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.loops->buffer_length = 3; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.loops->fused_steps = 7; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.loops->node_steps = 0; })), UsageError);
}

} // namespace
} // namespace voxmarch
