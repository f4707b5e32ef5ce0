// Host and kernels agree on every field of the shared structs.
#include "device_fixture.h"
#include "kernels/shared/octree_layout.h"
#include "kernels/shared/shared_types.h"
#include "kernels/shared/trace_params.h"

#include <fstream>
#include <regex>
#include <vector>

namespace voxmarch {
namespace {

/// Fills a struct of 4-byte members with 1, 2, 3 ... (ints where `is_int` says so) and has a kernel read it back.
template <typename Params> void expect_same_layout(const std::string &kernel_name, const std::vector<bool> &is_int) {
    ASSERT_EQ(is_int.size() * 4, sizeof(Params));
    Params params;
    for (std::size_t i = 0; i < is_int.size(); ++i) {
        const auto as_float = static_cast<float>(i + 1);
        const auto as_int = static_cast<int>(i + 1);
        std::memcpy(reinterpret_cast<char *>(&params) + 4 * i,
                    is_int[i] ? static_cast<const void *>(&as_int) : &as_float, 4);
    }
    Device &device = test_device();
    Program program(device, {"struct_probe", {"octree_layout.h", "trace_params.h", "struct_probe.cl"}, {}, false});
    Buffer output(device, is_int.size() * 4, "fields");
    program.kernel(kernel_name).launch({}, params, output).wait();
    std::vector<float> fields(is_int.size());
    output.download(std::as_writable_bytes(std::span(fields)));
    for (std::size_t i = 0; i < fields.size(); ++i) {
        EXPECT_EQ(fields[i], static_cast<float>(i + 1)) << kernel_name << " word " << i;
    }
}

template <typename Params>
std::vector<bool> integer_words(const std::vector<std::pair<std::size_t, std::size_t>> &ranges) {
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
                                    integer_words<FrameParams>({{offsetof(FrameParams, view.size), 24},
                                                                {offsetof(FrameParams, volume.dims), 16},
                                                                {offsetof(FrameParams, volume.plane_count), 4},
                                                                {offsetof(FrameParams, volume.bricks), 12},
                                                                {offsetof(FrameParams, volume.hole_planes), 8},
                                                                {offsetof(FrameParams, sampling.offset_mask), 4},
                                                                {offsetof(FrameParams, projection.quantum_low), 8},
                                                                {offsetof(FrameParams, light_volume.dims), 12},
                                                                {offsetof(FrameParams, side_lights.count), 8},
                                                                {offsetof(FrameParams, material_points.count), 16}}));
}

TEST(StructLayout, DeriveParams) {
    expect_same_layout<DeriveParams>(
        "probe_derive_params", integer_words<DeriveParams>({{offsetof(DeriveParams, dims), sizeof(DeriveParams::dims)},
                                                            {offsetof(DeriveParams, volume_dims), 16}}));
}

TEST(StructLayout, RasterParams) {
    expect_same_layout<RasterParams>("probe_raster_params",
                                     integer_words<RasterParams>({{offsetof(RasterParams, vertices), 32},
                                                                  {offsetof(RasterParams, tile_begin), 12}}));
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

TEST(StructLayout, ChannelParams) {
    expect_same_layout<ChannelParams>("probe_channel_params",
                                      integer_words<ChannelParams>({{offsetof(ChannelParams, first), 12}}));
}

TEST(StructLayout, ChannelPlace) {
    expect_same_layout<ChannelPlace>(
        "probe_channel_place",
        integer_words<ChannelPlace>({{offsetof(ChannelPlace, dims), 16}, {offsetof(ChannelPlace, reserved), 8}}));
}

TEST(StructLayout, OccupancyParams) {
    expect_same_layout<OccupancyParams>("probe_occupancy_params",
                                        integer_words<OccupancyParams>({{offsetof(OccupancyParams, leaves), 4},
                                                                        {offsetof(OccupancyParams, labelled), 8}}));
}

TEST(StructLayout, IsoParams) {
    expect_same_layout<IsoParams>("probe_iso_params", integer_words<IsoParams>({{offsetof(IsoParams, dims), 24},
                                                                                {offsetof(IsoParams, aligned), 4},
                                                                                {offsetof(IsoParams, flip), 36}}));
}

TEST(StructLayout, ScanUnit) {
    expect_same_layout<ScanUnit>("probe_scan_unit", std::vector<bool>(sizeof(ScanUnit) / 4, true));
}

TEST(StructLayout, PixelCounts) {
    expect_same_layout<PixelCounts>("probe_pixel_counts", std::vector<bool>(sizeof(PixelCounts) / 4, true));
}

TEST(StructLayout, OctreeLayout) {
    expect_same_layout<OctreeLayout>("probe_octree_layout", std::vector<bool>(sizeof(OctreeLayout) / 4, true));
}

TEST(StructLayout, TraceParams) {
    expect_same_layout<TraceParams>("probe_trace_params",
                                    integer_words<TraceParams>({{offsetof(TraceParams, light_count), 20},
                                                                {offsetof(TraceParams, emission_count), 12}}));
}

std::string text_of(const std::string &path) {
    std::ifstream file(std::string(VOXMARCH_SOURCE_DIR "/kernels/") + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(StructLayout, every_shared_struct_is_probed) {
    const std::string headers =
        text_of("shared/shared_types.h") + text_of("shared/octree_layout.h") + text_of("shared/trace_params.h");
    const std::string probes = text_of("probe/struct_probe.cl"),
                      tests = text_of("../tests/renderer/test_struct_layout.cpp");
    const std::regex definition("typedef struct ([A-Za-z]+) \\{");
    std::size_t structs = 0;
    for (std::sregex_iterator at(headers.begin(), headers.end(), definition), end; at != end; ++at, ++structs) {
        const std::string name = (*at)[1];
        // Blocks are members of a struct that is probed.
        const bool block = headers.find("    " + name + " ") != std::string::npos;
        EXPECT_TRUE(block || probes.find("(const " + name + " ") != std::string::npos)
            << name << " has no probe kernel";
        EXPECT_TRUE(block || tests.find("StructLayout, " + name + ")") != std::string::npos) << name << " has no test";
    }
    EXPECT_GT(structs, 15u);
}

} // namespace
} // namespace voxmarch
