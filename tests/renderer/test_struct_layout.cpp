// Host and kernels agree on every field of the shared structs.
#include "device_fixture.h"
#include "kernels/shared/shared_types.h"

#include <vector>

namespace voxmarch {
namespace {

/// Fills a struct of 4-byte members with 1, 2, 3 ... (ints where `is_int` says so) and has a kernel read it back.
template <typename Params> void expect_same_layout(const std::string &kernel_name, const std::vector<bool> &is_int) {
    ASSERT_EQ(is_int.size() * 4, sizeof(Params));
    Params params;
    for (std::size_t i = 0; i < is_int.size(); ++i) {
        const float as_float = static_cast<float>(i + 1);
        const int as_int = static_cast<int>(i + 1);
        std::memcpy(reinterpret_cast<char *>(&params) + 4 * i,
                    is_int[i] ? static_cast<const void *>(&as_int) : &as_float, 4);
    }
    Device &device = test_device();
    Program program(device, {"struct_probe", {"struct_probe.cl"}, {}, false});
    Buffer output(device, is_int.size() * 4, "fields");
    program.kernel(kernel_name).launch({}, params, output).wait();
    std::vector<float> fields(is_int.size());
    output.download(std::as_writable_bytes(std::span(fields)));
    for (std::size_t i = 0; i < fields.size(); ++i) {
        EXPECT_EQ(fields[i], static_cast<float>(i + 1)) << kernel_name << " word " << i;
    }
}

template <typename Params> std::vector<bool> integer_words(std::vector<std::pair<std::size_t, std::size_t>> ranges) {
    std::vector<bool> words(sizeof(Params) / 4, false);
    for (const auto &[offset, bytes] : ranges) {
        for (std::size_t word = offset / 4; word < (offset + bytes) / 4; ++word) {
            words[word] = true;
        }
    }
    return words;
}

TEST(StructLayout, FrameParams) {
    expect_same_layout<FrameParams>("probe_frame_params",
                                    integer_words<FrameParams>({{offsetof(FrameParams, view.size), 16},
                                                                {offsetof(FrameParams, volume.dims), 16},
                                                                {offsetof(FrameParams, volume.plane_count), 4},
                                                                {offsetof(FrameParams, volume.reserved), 12},
                                                                {offsetof(FrameParams, sampling.offset_mask), 4},
                                                                {offsetof(FrameParams, projection.quantum_low), 8},
                                                                {offsetof(FrameParams, light_volume.dims), 12}}));
}

TEST(StructLayout, DeriveParams) {
    expect_same_layout<DeriveParams>(
        "probe_derive_params",
        integer_words<DeriveParams>({{offsetof(DeriveParams, dims), sizeof(DeriveParams::dims)}}));
}

TEST(StructLayout, RasterParams) {
    expect_same_layout<RasterParams>("probe_raster_params",
                                     integer_words<RasterParams>({{offsetof(RasterParams, vertices), 28}}));
}

TEST(StructLayout, LightSweep) {
    expect_same_layout<LightSweep>("probe_light_sweep", integer_words<LightSweep>({{offsetof(LightSweep, axis), 32}}));
}

TEST(StructLayout, SurfaceParams) {
    expect_same_layout<SurfaceParams>("probe_surface_params",
                                      integer_words<SurfaceParams>({{offsetof(SurfaceParams, first), 12}}));
}

TEST(StructLayout, ThinParams) {
    expect_same_layout<ThinParams>("probe_thin_params", std::vector<bool>(sizeof(ThinParams) / 4, true));
}

} // namespace
} // namespace voxmarch
