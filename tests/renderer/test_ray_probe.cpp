// The probe of one ray agrees with the picture and with the octree.
#include "device_fixture.h"
#include "renderer/ray_probe.h"
#include "volume/read.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {
namespace {

TEST(RayProbe, spans_cover_the_ray_and_everything_visible_is_marched) {
    const Volume volume = read_volume("synthetic:tree:40");
    VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.leaf_size = 4;
    renderer.set_transfer(smooth_transfer());
    const ReferenceScene scene{&volume, over_values(smooth_transfer(), {0.0, 255.0}), camera, settings};
    for (const Traversal traversal :
         {Traversal::first_approach, Traversal::distance_map, Traversal::octant_distance_map}) {
        settings.traversal = traversal;
        const SimtScene skipping = renderer.simt_scene(camera, 24, 24, settings);
        int visible = 0;
        for (int pixel = 0; pixel < 24 * 24; pixel += 7) {
            const RayProbe probe = probe_ray(scene, skipping, pixel % 24, pixel / 24);
            float end = 0.0f;
            for (const RaySpan &span : probe.spans) {
                EXPECT_EQ(span.begin, end);
                EXPECT_GT(span.end, span.begin);
                end = span.end;
            }
            if (probe.samples.empty()) {
                EXPECT_EQ(probe.end, "missed the box");
                continue;
            }
            for (const ReferenceSample &sample : probe.samples) {
                if (sample.opacity > 0.0) {
                    ++visible;
                    const bool marched = std::any_of(probe.spans.begin(), probe.spans.end(), [&](const RaySpan &span) {
                        return span.marched && sample.k >= span.begin && sample.k < span.end;
                    });
                    EXPECT_TRUE(marched) << name_of(traversal) << " sample " << sample.k << " of pixel " << pixel;
                }
            }
            EXPECT_NEAR(probe.samples.back().transmittance,
                        1.0 - reference_pixel(scene, pixel % 24, pixel / 24, 24, 24).w, 1e-12);
        }
        EXPECT_GT(visible, 100) << "the test must see something";
    }
}

TEST(RayProbe, tells_where_a_ray_stopped_and_why) {
    const Volume volume = filled_volume({16, 16, 16}, 200);
    VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
    renderer.set_transfer(constant_transfer(0.5));
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.traversal = Traversal::first_approach;
    settings.step = 1.0;
    settings.opacity_cutoff = 0.9;
    const ReferenceScene scene{&volume, over_values(constant_transfer(0.5), {0.0, 255.0}), camera, settings};
    const SimtScene skipping = renderer.simt_scene(camera, 9, 9, settings);
    const RayProbe probe = probe_ray(scene, skipping, 4, 4);
    // 0.5^4 = 0.0625 is the first power below 0.1.
    ASSERT_EQ(probe.samples.size(), 4u);
    EXPECT_DOUBLE_EQ(probe.samples.back().transmittance, 0.0625);
    EXPECT_EQ(probe.end.substr(0, 6), "opaque");
    const std::string csv = probe_csv(probe);
    EXPECT_EQ(csv.substr(0, 6), "event,");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'),
              2 + static_cast<std::ptrdiff_t>(probe.samples.size()) +
                  std::count_if(probe.spans.begin(), probe.spans.end(),
                                [](const RaySpan &span) { return span.begin <= 3.0f; }));
    const Image plot = draw_probe(probe, volume.range());
    EXPECT_GT(plot.width, 600);
}

} // namespace
} // namespace voxmarch
