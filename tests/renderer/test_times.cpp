// Voxels that take the place of others on a device: frames are those of a renderer that never had any other.
#include "device_fixture.h"

#include "base/error.h"
#include "renderer/views.h"

#include <fmt/format.h>
#include <functional>
#include <span>

namespace voxmarch {
namespace {

constexpr std::array<int, 3> dims{22, 19, 17};

/// What is drawn, and how.
struct DrawnTime {
    const char *name;
    std::function<void(RenderSettings &)> apply = [](RenderSettings &) {};
};

const std::vector<DrawnTime> &drawings() {
    static const std::vector<DrawnTime> all = {
        {"post-classified"},
        {"post-classified, shadows",
         [](RenderSettings &s) {
             s.shadows = Shadows::half;
             s.light.direction = {0.4, 1.0, 0.3};
         }},
        {"pre-classified",
         [](RenderSettings &s) {
             s.classification = Classification::pre;
             s.traversal = Traversal::octant_distance_map;
         }},
        {"largest value", [](RenderSettings &s) { s.blend = Blend::mip; }},
        {"meshes and volume",
         [](RenderSettings &s) {
             s.mode = Mode::both;
             s.surfaces = {{150.0, {0.9f, 0.5f, 0.2f}, 1.0f}};
         }},
        {"surfaces along rays",
         [](RenderSettings &s) {
             s.mode = Mode::isosurface;
             s.surface_method = SurfaceMethod::raycast;
             s.surfaces = {{150.0, {0.9f, 0.5f, 0.2f}, 1.0f}};
         }},
    };
    return all;
}

/// Blobs whose values lie within 0 .. 255 whatever the type, of another range each.
Volume time_of(ScalarType type, int time) {
    const Volume blobs = blob_volume(dims, ScalarType::u8, static_cast<unsigned>(time) + 3);
    return volume_of(dims, type, [&](int x, int y, int z) {
        const double value = blobs.value(x, y, z) * (0.7 + 0.1 * time);
        return type == ScalarType::i8 ? value - 128.0 : value;
    });
}

/// On values of the file: nothing of it depends on the range of one volume.
TransferFunction on_values(ScalarType type) {
    const double low = type == ScalarType::i8 ? -128.0 : 0.0;
    return over_values(smooth_transfer(), {low, low + 255.0});
}

Image picture(VolumeRenderer &renderer, const Grid &grid, const RenderSettings &settings) {
    return renderer.render(standard_view(grid), 40, 30, settings);
}

TEST(Times, other_voxels_draw_what_a_new_renderer_draws) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::i8, ScalarType::u16, ScalarType::i16, ScalarType::f32}) {
        const Volume first = time_of(type, 0), second = time_of(type, 1), third = time_of(type, 2);
        for (const SamplingBackend backend : quick_backends()) {
            VolumeRenderer renderer(test_device(), first, backend);
            renderer.set_transfer(on_values(type));
            for (const DrawnTime &drawn :
                 std::span(drawings()).first(type == ScalarType::u16 ? drawings().size() : 1)) {
                SCOPED_TRACE(fmt::format("{}, {}, {}", name_of(type), name_of(backend), drawn.name));
                RenderSettings settings;
                drawn.apply(settings);
                for (const Volume *volume : {&second, &third, &first}) {
                    renderer.replace_voxels(*volume);
                    VolumeRenderer fresh(test_device(), *volume, backend);
                    fresh.set_transfer(on_values(type));
                    EXPECT_EQ(picture(renderer, volume->grid(), settings).rgba,
                              picture(fresh, volume->grid(), settings).rgba);
                }
            }
        }
    }
}

TEST(Times, what_is_sent_is_not_seen_before_it_is_shown) {
    const Volume first = time_of(ScalarType::u16, 0);
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), first, backend);
        renderer.set_transfer(on_values(ScalarType::u16));
        const Image before = picture(renderer, first.grid(), {});
        Image shown;
        {
            const Volume second = time_of(ScalarType::u16, 1);
            renderer.send_voxels(time_of(ScalarType::u16, 2)); // and never shown
            renderer.send_voxels(second);
            EXPECT_EQ(picture(renderer, first.grid(), {}).rgba, before.rgba);
            renderer.show_sent_voxels();
            shown = picture(renderer, first.grid(), {});
        }
        EXPECT_NE(shown.rgba, before.rgba);
        const StageCounts made = renderer.stage_counts();
        renderer.show_sent_voxels(); // none were sent
        EXPECT_EQ(picture(renderer, first.grid(), {}).rgba, shown.rgba);
        EXPECT_EQ(renderer.stage_counts(), made);
        renderer.replace_voxels(first);
        EXPECT_EQ(picture(renderer, first.grid(), {}).rgba, before.rgba);
    }
}

TEST(Times, each_of_several_channels_takes_other_voxels) {
    const Volume volumes[] = {time_of(ScalarType::u8, 0), time_of(ScalarType::u8, 1), time_of(ScalarType::u8, 2)};
    for (const SamplingBackend backend : quick_backends()) {
        for (const Classification classification : {Classification::post, Classification::pre}) {
            RenderSettings settings;
            settings.classification = classification;
            settings.traversal = Traversal::octant_distance_map;
            const auto renderer = [&](const Volume &first, const Volume &second) {
                auto made = std::make_unique<VolumeRenderer>(test_device(), first, backend);
                made->add_channel(second);
                made->set_transfer(on_values(ScalarType::u8), {}, 0);
                made->set_transfer(on_values(ScalarType::u8), {}, 1);
                return made;
            };
            const auto warm = renderer(volumes[0], volumes[1]);
            (void)picture(*warm, volumes[0].grid(), settings);
            warm->send_voxels(volumes[2], 1);
            warm->send_voxels(volumes[1], 0);
            warm->show_sent_voxels();
            EXPECT_EQ(picture(*warm, volumes[0].grid(), settings).rgba,
                      picture(*renderer(volumes[1], volumes[2]), volumes[0].grid(), settings).rgba)
                << name_of(backend) << " " << name_of(classification);
        }
    }
}

TEST(Times, a_known_range_keeps_what_is_measured_by_it) {
    // A share of the range decides from which gradient on samples are lit in full.
    const Volume first = time_of(ScalarType::f32, 0), second = time_of(ScalarType::f32, 2);
    RenderSettings settings;
    settings.full_gradient = 0.2;
    const ValueRange both{std::min(first.range().min, second.range().min),
                          std::max(first.range().max, second.range().max)};
    VolumeRenderer renderer(test_device(), first), fresh(test_device(), second), narrow(test_device(), second);
    for (VolumeRenderer *one : {&renderer, &fresh}) {
        one->widen_range({both.min - 50.0, both.max + 100.0});
        one->set_transfer(on_values(ScalarType::f32));
    }
    narrow.set_transfer(on_values(ScalarType::f32));
    renderer.replace_voxels(second);
    const Image expected = picture(fresh, first.grid(), settings);
    EXPECT_EQ(picture(renderer, first.grid(), settings).rgba, expected.rgba);
    EXPECT_NE(picture(narrow, first.grid(), settings).rgba, expected.rgba);
}

TEST(Times, other_grids_and_types_are_refused) {
    VolumeRenderer renderer(test_device(), time_of(ScalarType::u8, 0));
    EXPECT_THROW(renderer.replace_voxels(time_of(ScalarType::u16, 0)), UsageError);
    EXPECT_THROW(renderer.replace_voxels(filled_volume({22, 19, 16}, 3)), UsageError);
}

} // namespace
} // namespace voxmarch
