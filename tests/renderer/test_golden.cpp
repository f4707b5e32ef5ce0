// Small pictures that were looked at once and must stay as they are: what the reference cannot tell, because a change
// of mind about brightness, colours or defaults changes both. VOXMARCH_WRITE_GOLDEN=1 writes them anew.
#include "device_fixture.h"
#include "read_png.h"
#include "renderer/views.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <cstdlib>
#include <filesystem>

namespace voxmarch {
namespace {

constexpr int width = 128, height = 96;

struct Golden {
    const char *name;
    const char *volume;
    const char *transfer; ///< a preset; empty: opaque grays
    std::function<void(RenderSettings &)> apply;
};

const std::vector<Golden> &golden_pictures() {
    static const std::vector<Golden> all = {
        {"tree_shadows", "synthetic:tree:64", "scan-plant",
         [](RenderSettings &settings) {
             settings.shadows = Shadows::half;
             settings.ambient_occlusion = 8;
             settings.ambient_occlusion_method = OcclusionMethod::marched;
             settings.light.direction = glm::dvec3(1.0, 1.5, 0.5);
             settings.background = {0.1f, 0.13f, 0.2f};
         }},
        {"hydrogen_preintegrated", "synthetic:hydrogen:64", "orbital",
         [](RenderSettings &settings) {
             settings.classification = Classification::preintegrated;
             settings.step = 1.0;
             settings.clip_high = {1.0, 0.7, 1.0};
         }},
        {"piggy_mip", "synthetic:piggy:64", "", [](RenderSettings &settings) { settings.blend = Blend::mip; }},
    };
    return all;
}

TEST(Golden, pictures_have_not_changed) {
    const std::filesystem::path folder = std::filesystem::path(VOXMARCH_SOURCE_DIR) / "tests/renderer/golden";
    for (const Golden &golden : golden_pictures()) {
        const Volume volume = read_volume(golden.volume);
        VolumeRenderer renderer(test_device(), volume);
        renderer.set_transfer(*golden.transfer ? find_preset(golden.transfer) : opaque_grays());
        RenderSettings settings;
        golden.apply(settings);
        const Image image = renderer.render(standard_view(volume.grid()), width, height, settings);
        const std::filesystem::path file = folder / (std::string(golden.name) + ".png");
        if (std::getenv("VOXMARCH_WRITE_GOLDEN")) {
            write_png(image, file);
        }
        const Image expected = read_png(file);
        ASSERT_EQ(expected.width, width) << file;
        // Texture units interpolate with 8-bit weights; their pictures differ by a few shades along edges.
        const ImageDifference difference = compare(image, expected, 4);
        EXPECT_LE(difference.pixels_above, static_cast<std::uint64_t>(width * height / 200))
            << golden.name << ": largest difference " << difference.largest;
    }
}

} // namespace
} // namespace voxmarch
