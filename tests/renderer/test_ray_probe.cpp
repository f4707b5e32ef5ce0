// The probe of one ray agrees with the picture and with the octree.
#include "device_fixture.h"
#include "renderer/drawing.h"
#include "renderer/instruments/ray_probe.h"
#include "renderer/views.h"
#include "volume/formats/read.h"

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
                EXPECT_EQ(probe.end, "misses the box");
                EXPECT_TRUE(probe.spans.empty());
                continue;
            }
            EXPECT_EQ(end, static_cast<float>(probe.samples.back().k + 1)) << "nothing is counted behind the end";
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
    EXPECT_EQ(probe.end, "stops at sample 3: transmittance 0.0625 is below 0.1000");
    // Everything is marched from the entry on: one leaf holds the 16 voxels of the ray and more than 4 samples of it.
    ASSERT_FALSE(probe.spans.empty());
    EXPECT_EQ(probe.spans.back().end, 4.0f) << "what lies behind the stop is not marched";
    Grid grid = volume.grid(); // the table is of this grid: other places and lengths than those of the voxels
    grid.spacing = {2.0, 4.0, 8.0};
    grid.origin = {100.0, 200.0, 300.0};
    grid.anatomical = true;
    grid.unit = LengthUnit::nanometer;
    const std::string csv = probe_csv(probe, grid, OuterWorld(grid, Convention::ras));
    EXPECT_EQ(csv.substr(0, 6), "event,");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'),
              2 + static_cast<std::ptrdiff_t>(probe.samples.size() + probe.spans.size()));
    // A node begins at a sample: the same t and place.
    EXPECT_NEAR(probe.spans.front().t, probe.samples.front().t, 1e-4);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(probe.spans.front().position[i], probe.samples.front().position[i], 1e-4);
    }
    const std::string place =
        fmt::format(",{:.6g},{:.6g},{:.6g},{:.6g},", 2.0 * double(probe.spans.front().t),
                    probe.spans.front().position.x, probe.spans.front().position.y, probe.spans.front().position.z);
    EXPECT_NE(csv.find(place), std::string::npos) << csv;
    const glm::dvec3 in_world = glm::dvec3(100, 200, 300) + glm::dvec3(2, 4, 8) * probe.samples.back().position;
    EXPECT_NE(csv.find(fmt::format(",{:.9g},{:.9g},{:.9g},200,", -in_world.x, -in_world.y, in_world.z)),
              std::string::npos)
        << csv;
    EXPECT_NE(csv.find(",t_nm,i,j,k,x_ras_nm,y_ras_nm,z_ras_nm,value,"), std::string::npos) << csv;
    std::size_t line = 0;
    for (std::size_t end = csv.find('\n'); end != std::string::npos; line = end + 1, end = csv.find('\n', line)) {
        EXPECT_EQ(std::count(csv.begin() + std::ptrdiff_t(line), csv.begin() + std::ptrdiff_t(end), ','), 14);
    }
}

std::size_t pixels_of(const Image &image, Rgb color) {
    std::size_t count = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            count += std::equal(color.begin(), color.end(), image.pixel(x, y)) ? 1 : 0;
        }
    }
    return count;
}

TEST(RayProbe, plots_the_ray_up_to_its_end_and_nothing_of_one_that_misses) {
    constexpr Rgb green{90, 190, 110}, orange{255, 160, 60}, blue{90, 170, 255};
    RayProbe probe;
    for (int k = 0; k < 8; ++k) {
        probe.samples.push_back({k, 10.0 + k, {k, 0.0, 0.0}, 100.0, 0.25, 0.75});
    }
    probe.spans = {{true, 0, 0.0f, 8.0f, 10.0f, {0.0f, 0.0f, 0.0f}}};
    probe.end = "leaves the box after sample 7";
    const Image plot = draw_probe(probe, {0.0, 200.0});
    // The bar fills the plot's width, 780 pixels of 20 but for its first column.
    EXPECT_EQ(pixels_of(plot, green), 779u * 20u);
    EXPECT_GT(pixels_of(plot, orange), 600u) << "the curve of opacity";

    RayProbe missed;
    missed.end = "misses the box";
    const Image empty = draw_probe(missed, {0.0, 200.0});
    EXPECT_EQ(pixels_of(empty, green) + pixels_of(empty, orange) + pixels_of(empty, blue), 0u);
    EXPECT_GT(pixels_of(empty, {235, 235, 235}), 100u) << "it says why";
    EXPECT_EQ(probe_csv(missed, Grid{}, OuterWorld(Grid{})).find("-1"), std::string::npos);
}

TEST(Drawing, axes_end_at_the_next_of_their_ticks) {
    const auto expect_scale = [](double largest, double step, double end) {
        const AxisScale scale = axis_scale(largest, 5);
        EXPECT_NEAR(scale.step, step, 1e-9 * step) << largest;
        EXPECT_NEAR(scale.end, end, 1e-9 * end) << largest;
    };
    expect_scale(210.0, 50.0, 250.0);
    expect_scale(1.0, 0.2, 1.0);
    expect_scale(3.0, 1.0, 3.0);
    expect_scale(0.003, 0.001, 0.003);
    expect_scale(1000.0, 200.0, 1000.0);
    expect_scale(1001.0, 500.0, 1500.0);
    expect_scale(7.0, 2.0, 8.0);
}

} // namespace
} // namespace voxmarch
