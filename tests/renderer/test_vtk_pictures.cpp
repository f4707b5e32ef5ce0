// The standard views against pictures made by VTK, an outside oracle; skipped where pictures or volumes are missing.
#include "device_fixture.h"
#include "read_png.h"
#include "renderer/views.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <filesystem>

namespace voxmarch {
namespace {

const std::filesystem::path shared_folder = std::filesystem::path(VOXMARCH_SOURCE_DIR) / "../shared";

/// Post-classified, unshaded, step 0.5, black background; within 8/255 on 96 % of the pixels, which is how far two
/// renderers of VTK itself are apart.
void expect_like_vtk(const std::string &name, const std::string &volume_file) {
    const std::filesystem::path picture = shared_folder / "reference" / (name + "_standard_512.png");
    const std::filesystem::path data = shared_folder / "data" / volume_file;
    if (!std::filesystem::exists(picture) || !std::filesystem::exists(data)) {
        GTEST_SKIP() << "skipped: " << picture << " or " << data << " is not there";
    }
    const Image expected = read_png(picture);
    ASSERT_EQ(expected.width, 512);
    ASSERT_EQ(expected.height, 512);

    const Volume volume = read_volume(data.string());
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_transfer(find_preset("thesis"));
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.opacity_cutoff = 1.0;
    const Image image = renderer.render(standard_view(volume.grid()), 512, 512, settings);
    const ImageDifference difference = compare(image, expected, 8);
    const double within = 1.0 - static_cast<double>(difference.pixels_above) / (512.0 * 512.0);
    testing::Test::RecordProperty("within_8_of_255", std::to_string(within));
    EXPECT_GE(within, 0.99) << name << " largest difference " << difference.largest;
}

TEST(VtkPictures, Bonsai) { expect_like_vtk("bonsai", "bonsai.nrrd"); }
TEST(VtkPictures, Teddybear) { expect_like_vtk("teddybear", "teddybear_128x128x62_uint8.nhdr"); }
TEST(VtkPictures, Neghip) { expect_like_vtk("neghip", "neghip_64x64x64_uint8.raw"); }

} // namespace
} // namespace voxmarch
