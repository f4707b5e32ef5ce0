// Strides of samples: the same in all traversals, as in the reference, within their bound, and fewer.
#include "device_fixture.h"
#include "renderer/reference/voxels.h"
#include "renderer/views.h"
#include "transfer/steepness.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

RenderSettings adaptive(Shading shading = Shading::none) {
    RenderSettings settings;
    settings.adaptive_step = true;
    settings.step = finest_adaptive_step;
    settings.shading = shading;
    settings.traversal = Traversal::octant_distance_map;
    return settings;
}

void expect_same_pictures(const Volume &volume, const RenderSettings &base, const std::vector<int> &leaf_sizes,
                          const std::string &what) {
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(smooth_transfer());
        for (const NamedView &view : views_around(volume)) {
            for (const int leaf_size : leaf_sizes) {
                RenderSettings settings = base;
                settings.leaf_size = leaf_size;
                settings.traversal = Traversal::none;
                const Image expected = renderer.render(view.camera, 37, 29, settings);
                for (const Traversal traversal : {Traversal::distance_map, Traversal::octant_distance_map}) {
                    settings.traversal = traversal;
                    const Image image = renderer.render(view.camera, 37, 29, settings);
                    EXPECT_EQ(compare(image, expected, 0).pixels_above, 0u) << fmt::format(
                        "{}, {}, {}, leaf {}, {}", what, view.name, name_of(traversal), leaf_size, name_of(backend));
                }
            }
        }
    }
}

TEST(Strides, are_the_same_in_all_traversals) {
    expect_same_pictures(read_volume("synthetic:tree:40"), adaptive(), {0, 1, 2, 8, 32}, "tree");
    RenderSettings settings = adaptive();
    settings.step = 0.7;
    settings.jitter = true;
    settings.opacity_cutoff = 1.0;
    expect_same_pictures(read_volume("synthetic:cayley:33"), settings, {1, 4}, "cayley");
}

TEST(Strides, are_the_same_under_light_and_on_unequal_spacing) {
    const Volume plain = blob_volume({41, 22, 17}, ScalarType::u16);
    VolumeHeader header = plain.header();
    header.grid.spacing = {0.7, 1.1, 2.3};
    const Volume volume(header, std::vector<std::byte>(plain.bytes().begin(), plain.bytes().end()));
    expect_same_pictures(volume, adaptive(Shading::phong), {0}, "blobs");
    RenderSettings settings = adaptive(Shading::phong);
    settings.clip_low = {0.3, 0.2, 0.4};
    settings.clip_planes = {{{1.0, 0.3, 0.2}, 15.0}};
    settings.clip_inverted = true;
    expect_same_pictures(volume, settings, {0, 8}, "blobs, a part cut out");
}

// Light is marched through the octree without strides, also after frames with them.
TEST(Strides, do_not_come_into_the_light) {
    const Volume volume = read_volume("synthetic:tree:24");
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings = adaptive();
    settings.leaf_size = 4;
    settings.shadows = Shadows::half;
    settings.shadow_method = ShadowMethod::marched;
    const auto lit_from = [&](VolumeRenderer &renderer, glm::dvec3 direction, Traversal traversal) {
        renderer.set_transfer(smooth_transfer());
        settings.light.direction = direction;
        settings.traversal = traversal;
        return renderer.render(camera, 37, 29, settings);
    };
    const glm::dvec3 first(1.0, 2.0, 0.5), second(-1.0, 0.3, 0.2);
    VolumeRenderer plain(test_device(), volume, SamplingBackend::buffer);
    const Image expected = lit_from(plain, second, Traversal::none);
    for (const Traversal traversal : {Traversal::distance_map, Traversal::octant_distance_map}) {
        VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
        EXPECT_NE(lit_from(renderer, first, traversal).rgba, expected.rgba);
        EXPECT_EQ(lit_from(renderer, second, traversal).rgba, expected.rgba) << name_of(traversal);
    }
}

TEST(Strides, are_those_of_the_reference) {
    for (const Shading shading : {Shading::none, Shading::phong}) {
        for (const ScalarType type : {ScalarType::u8, ScalarType::f32}) {
            const Volume volume = blob_volume({23, 17, 29}, type);
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), adaptive(shading)};
            expect_like_reference(scene, fmt::format("{} {}", name_of(shading), name_of(type)), quick_backends());
            TestScene cut = scene;
            cut.settings.clip_low = {0.4, 0.0, 0.37};
            cut.settings.clip_high = {0.9, 0.8, 0.75};
            cut.settings.clip_inverted = true;
            expect_like_reference(cut, fmt::format("cut out {} {}", name_of(shading), name_of(type)), quick_backends());
            scene.transfer.opacities = {{0.4, 0.0}, {1.0, 0.02}};
            expect_like_reference(scene, fmt::format("faint {} {}", name_of(shading), name_of(type)), quick_backends());
        }
    }
}

std::uint64_t samples_of(const TestScene &scene, const RenderSettings &settings) {
    VolumeRenderer renderer(test_device(), *scene.volume, SamplingBackend::buffer);
    renderer.set_transfer(scene.transfer);
    renderer.count_samples(scene.camera, scene.width, scene.height, settings);
    return renderer.statistics().samples;
}

// The same matter everywhere: what a stride leaves out or counts twice would change the picture.
TEST(Strides, count_every_step_once) {
    const Volume volume = filled_volume({31, 26, 37}, 255);
    TestScene scene{&volume, constant_transfer(0.04), standard_view(volume.grid()), adaptive()};
    scene.settings.opacity_cutoff = 1.0;
    RenderSettings fixed = scene.settings;
    fixed.adaptive_step = false;
    const std::uint64_t few = samples_of(scene, scene.settings), all = samples_of(scene, fixed);
    EXPECT_LT(few, all / 8);
    for (const SamplingBackend backend : test_backends()) {
        for (const bool jitter : {false, true}) {
            scene.settings.jitter = fixed.jitter = jitter;
            scene.settings.clip_low.z = fixed.clip_low.z = jitter ? 0.3 : 0.0;
            scene.settings.clip_high.z = fixed.clip_high.z = jitter ? 0.62 : 1.0;
            scene.settings.clip_inverted = fixed.clip_inverted = true; // strides end where a hole begins and ends
            TestScene every = scene;
            every.settings = fixed;
            const ImageDifference difference =
                compare(render_on_device(scene, backend), render_on_device(every, backend), 0);
            EXPECT_LE(difference.largest, 1) << name_of(backend);
            EXPECT_LT(difference.pixels_above, 12u) << name_of(backend);
        }
    }
}

// Random leaves and tables: one sample in the middle against all steps of a stride.
TEST(Strides, err_by_no_more_than_their_bound) {
    std::mt19937 random(11);
    const auto uniform = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(random()) / 4294967295.0;
    };
    double closest = 0.0;
    for (int round = 0; round < 2000; ++round) {
        TransferTable table{{0.0, 31.0}, {}};
        const double dense = uniform(0.0, 1.0), rough = uniform(0.0, 1.0);
        glm::dvec4 entry(0.5);
        for (int i = 0; i < 32; ++i) {
            entry = glm::mix(entry, glm::dvec4(uniform(0, 1), uniform(0, 1), uniform(0, 1), uniform(0, dense)), rough);
            table.entries.emplace_back(entry);
        }
        const double low = uniform(0.0, 20.0), high = uniform(low, 31.0);
        std::vector<double> voxels;
        std::generate_n(std::back_inserter(voxels), 125, [&] { return uniform(low, high); });
        const auto steps = 1 << (random() % 5);
        const double step = uniform(0.01, 4.0 / steps);
        glm::dvec3 toward(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
        toward = glm::normalize(toward) * step;
        const glm::dvec3 middle(uniform(0.5, 3.5), uniform(0.5, 3.5), uniform(0.5, 3.5));
        const auto sample = [&](double from_middle) { // colour and opacity of a step
            const double place = interpolate({5, 5, 5}, middle + from_middle * toward, [&](glm::ivec3 voxel) {
                return voxels[static_cast<std::size_t>((voxel.z * 5 + voxel.y) * 5 + voxel.x)];
            });
            const auto index = static_cast<std::size_t>(place);
            return glm::mix(glm::dvec4(table.entries[index]),
                            glm::dvec4(table.entries[std::min<std::size_t>(index + 1, 31)]),
                            place - static_cast<double>(index));
        };
        glm::dvec4 all(0.0), one(0.0);
        for (int i = 0; i < steps; ++i) {
            for (auto &[front, part] :
                 {std::pair<glm::dvec4 &, glm::dvec4>{all, sample(i - 0.5 * (steps - 1))}, {one, sample(0.0)}}) {
                front += (1.0 - front.w) * part.w * glm::dvec4(glm::dvec3(part), 1.0);
            }
        }
        double steepest = 0.0;
        const std::vector<Steepness> levels = steepness_levels(table);
        for (auto i = static_cast<std::size_t>(low); i <= static_cast<std::size_t>(high); ++i) {
            steepest = std::max<double>(steepest, levels[i][0]);
        }
        const double bound = steps * steps * step * std::sqrt(3.0) / 2.0 * (high - low) * steepest;
        for (int i = 0; i < 4; ++i) {
            EXPECT_LE(std::abs(all[i] - one[i]), bound + 1e-12) << round;
            closest = std::max(closest, std::abs(all[i] - one[i]) / std::max(bound, 1e-9));
        }
    }
    EXPECT_GT(closest, 0.05) << "a bound that is never met by far bounds nothing";
}

TEST(Strides, are_as_close_as_half_voxels_with_fewer_samples) {
    const std::string smooth = "synthetic:cayley:64";
    for (const std::string &name : {smooth, std::string("synthetic:tree:64")}) {
        const Volume volume = read_volume(name);
        for (const Shading shading : {Shading::none, Shading::phong}) {
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), adaptive(shading), 64, 64};
            scene.settings.opacity_cutoff = 1.0;
            TestScene fixed = scene;
            fixed.settings.adaptive_step = false;
            const auto at = [&](double step) {
                fixed.settings.step = step;
                return render_on_device(fixed, SamplingBackend::buffer);
            };
            const Image converged = at(0.05);
            const ImageDifference half = compare(at(0.5), converged);
            const ImageDifference own = compare(render_on_device(scene, SamplingBackend::buffer), converged);
            EXPECT_LE(own.largest, std::max(half.largest, 4)) << name << " " << name_of(shading);
            fixed.settings.step = 0.5;
            const double share = name == smooth ? 0.5 : 2.5; // of a thicket of twigs all is steep
            EXPECT_LT(static_cast<double>(samples_of(scene, scene.settings)),
                      share * static_cast<double>(samples_of(fixed, fixed.settings)))
                << name << " " << name_of(shading);
        }
    }
}

// Scalar z / 40 along the ray, opacity per voxel rising by 0.001 / 20: strides of 16 steps of 0.25 in leaves of 4, each
// with 16 times the variation from sample to sample.
TEST(Strides, are_told_by_the_lens) {
    const Volume ramp = volume_of({9, 9, 41}, ScalarType::f32, [](int, int, int z) { return z / 40.0f; });
    const Camera along_z{{4.0, 4.0, -40.0}, {4.0, 4.0, 10.0}, {0.0, 1.0, 0.0}, 15.0, {}};
    TransferFunction faint = constant_transfer(0.0);
    faint.opacities = {{0.5, 0.0}, {1.0, 0.001}};
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), ramp, backend);
        renderer.set_transfer(faint);
        const float error = renderer.sampling_errors(along_z, 9, 9, adaptive())[4 * 9 + 4];
        const double expected = 0.5 * 16 * 4.0 * 0.25 * 0.001 / 20.0;
        EXPECT_NEAR(error, expected, 0.05 * expected) << name_of(backend);
    }
}

TEST(Strides, are_refused_where_there_are_none) {
    const Volume volume = blob_volume({12, 12, 12}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
    const Camera camera = standard_view(volume.grid());
    const auto refused = [&](const std::function<void(RenderSettings &)> &change) {
        RenderSettings settings = adaptive();
        change(settings);
        EXPECT_THROW(renderer.render(camera, 8, 8, settings), UsageError);
    };
    refused([](auto &s) { s.classification = Classification::pre; });
    refused([](auto &s) { s.classification = Classification::preintegrated; });
    refused([](auto &s) { s.blend = Blend::mip; });
    refused([](auto &s) { s.traversal = Traversal::for_for; });
    refused([](auto &s) { s.traversal = Traversal::persistent_warp_refill; });
    refused([](auto &s) {
        s.mode = Mode::both;
        s.surfaces.resize(1);
    });
    const Volume labels = slab_labels(volume.grid().dims, 4);
    renderer.set_labels(&labels, {});
    refused([](auto &) {});
    renderer.set_labels(nullptr, {});
    TransferFunction widgets = smooth_transfer();
    widgets.widgets = {{WidgetShape::triangle, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5}};
    renderer.set_transfer(widgets);
    refused([](auto &) {});
    EXPECT_THROW(renderer.skip_scene(camera, 8, 8, adaptive()), UsageError);
}

} // namespace
} // namespace voxmarch
