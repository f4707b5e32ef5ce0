// The single experiments of probing: tiny kernels whose results the host knows.
#include "device/probe_tests.h"
#include "base/error.h"
#include "device/cl_call.h"
#include "device/image_format.h"
#include "device/memory.h"
#include "device/program.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Voxels of the 2x2x2 test image, x fastest, in 255ths (what every format can hold): no symmetry, so that swapped axes
/// and swapped ends show.
constexpr std::array<int, 8> test_voxels{10, 250, 40, 120, 200, 5, 90, 160};

/// In voxel space: corner 0 is (0, 0, 0), corner 7 is (1, 1, 1). Outside of it the edge is repeated.
constexpr std::array<std::array<double, 3>, 4> test_positions{
    {{0.0, 0.0, 0.0}, {0.25, 0.5, 0.75}, {0.875, 0.125, 0.375}, {1.3, 1.0, 0.5}}};

/// Texture units interpolate with weights of 8 bits; garbage is further off than that.
constexpr double tolerance = 0.02;

/// A value in [0, 1] as each component of a voxel of the format.
void put_voxel(ImageFormat format, int value_255, std::byte *voxel) {
    const auto byte = static_cast<std::uint8_t>(value_255);
    const auto word = static_cast<std::uint16_t>(value_255 * 257);
    const float number = static_cast<float>(value_255) / 255.0f;
    switch (format) {
    case ImageFormat::r8: std::memset(voxel, byte, 1); break;
    case ImageFormat::rgba8: std::memset(voxel, byte, 4); break;
    case ImageFormat::r16: std::memcpy(voxel, &word, sizeof(word)); break;
    case ImageFormat::r32f: std::memcpy(voxel, &number, sizeof(number)); break;
    }
}

std::vector<std::byte> image_content(ImageFormat format, const std::array<int, 8> &values_255) {
    const std::size_t size = format_bytes(format);
    std::vector<std::byte> bytes(8 * size);
    for (std::size_t i = 0; i < 8; ++i) {
        put_voxel(format, values_255[i], bytes.data() + i * size);
    }
    return bytes;
}

double trilinear(std::array<double, 3> position) {
    double sum = 0.0;
    for (std::size_t corner = 0; corner < 8; ++corner) {
        double weight = 1.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double t = std::clamp(position[axis], 0.0, 1.0);
            weight *= (corner >> axis) & 1 ? t : 1.0 - t;
        }
        sum += weight * test_voxels[corner] / 255.0;
    }
    return sum;
}

bool is_listed(const Device &device, ImageFormat format) {
    const auto ask = [&](cl_uint count, cl_image_format *formats, cl_uint *there_are) {
        require_success(clGetSupportedImageFormats(device.context(), CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE3D, count,
                                                   formats, there_are),
                        "clGetSupportedImageFormats", "3D image formats");
    };
    cl_uint count = 0;
    ask(0, nullptr, &count);
    std::vector<cl_image_format> listed(count);
    ask(count, listed.data(), nullptr);
    return std::any_of(listed.begin(), listed.end(),
                       [&](const cl_image_format &one) { return same_format(one, cl_format(format)); });
}

ProgramSource probe_program(const std::vector<std::string> &files) { return {files.back(), files, {}, false}; }

} // namespace

ProbeKernels::ProbeKernels(Device &device, std::vector<std::string> files)
    : device_(&device), files_(std::move(files)) {
    try {
        if (!files_.empty()) {
            together_.emplace(device, probe_program(files_));
        }
    } catch (const Error &) { // whose fault it is the experiments tell
        files_.clear();
    }
}

Kernel ProbeKernels::kernel(const std::vector<std::string> &files, const std::string &name) {
    const bool is_there = std::ranges::all_of(
        files, [&](const std::string &file) { return std::ranges::find(files_, file) != files_.end(); });
    return is_there ? together_->kernel(name) : Program(*device_, probe_program(files)).kernel(name);
}

Finding test_image_format(Device &device, ProbeKernels &kernels, ImageFormat format) {
    if (!is_listed(device, format)) {
        return "is not listed";
    }
    Image3D image(device, format, {2, 2, 2}, "probe image");
    image.upload(image_content(format, test_voxels));

    std::array<std::array<float, 4>, 4> positions{};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            positions[i][axis] = static_cast<float>((test_positions[i][axis] + 0.5) / 2.0);
        }
    }
    Buffer positions_buffer(device, sizeof(positions), "probe positions");
    positions_buffer.upload(std::as_bytes(std::span(positions)));
    Buffer samples_buffer(device, sizeof(positions), "probe samples");
    kernels.kernel({"probe_image.cl"}, "probe_image")
        .launch({{positions.size(), 1, 1}}, image, positions_buffer, samples_buffer)
        .wait();

    std::array<std::array<float, 4>, 4> samples{};
    samples_buffer.download(std::as_writable_bytes(std::span(samples)));
    const std::size_t components = format == ImageFormat::rgba8 ? 4 : 1;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        for (std::size_t component = 0; component < components; ++component) {
            // Written so that NaN is wrong too.
            if (!(std::abs(samples[i][component] - trilinear(test_positions[i])) < tolerance)) {
                return "is listed but gives wrong samples";
            }
        }
    }
    return "";
}

Finding test_image_writes(Device &device, ProbeKernels &kernels, ImageFormat format) {
    Image3D image(device, format, {2, 2, 2}, "probe image");
    image.upload(image_content(format, {255, 255, 255, 255, 255, 255, 255, 255}));
    kernels.kernel({"probe_image_write.cl"}, "probe_image_write").launch({{8, 1, 1}}, image).wait();

    std::vector<std::byte> texels(image.bytes());
    image.download(texels);
    const std::size_t size = format_bytes(format);
    for (std::size_t i = 0; i < 8; ++i) {
        double value = 0.0;
        if (format == ImageFormat::r32f) {
            float number = 0.0f;
            std::memcpy(&number, texels.data() + i * size, sizeof(number));
            value = number;
        } else {
            // The highest byte of the last component: enough to see whether the texel arrived.
            value = std::to_integer<int>(texels[(i + 1) * size - 1]) / 255.0;
        }
        if (!(std::abs(value - static_cast<double>(i) / 8.0) < tolerance)) {
            return "kernels' writes to 3D images of this format are lost or wrong";
        }
    }
    return "";
}

Finding test_atomics_64(Device &device, ProbeKernels &kernels) {
    Buffer smallest_buffer(device, sizeof(std::uint64_t), "probe minimum");
    smallest_buffer.fill(0xff);
    kernels.kernel({"probe_atomics.cl"}, "probe_atomics").launch({{64, 1, 1}}, smallest_buffer).wait();
    std::uint64_t smallest = 0;
    smallest_buffer.download(std::as_writable_bytes(std::span(&smallest, 1)));
    return smallest == ((7ull << 32) | 63) ? "" : "give a wrong minimum";
}

Finding test_long_loops(Device &device, ProbeKernels &kernels) {
    constexpr std::uint32_t rounds = 200000;
    std::uint32_t expected = 1;
    for (std::uint32_t i = 0; i < rounds; ++i) {
        expected = expected * 1664525u + 1013904223u;
    }
    Kernel kernel = kernels.kernel({"probe_loop.cl"}, "probe_loop");
    std::uint32_t found = 0;
    Buffer result(device, sizeof(found), "probe result");
    kernel.launch({{1, 1, 1}, {1, 1, 1}}, rounds, result).wait();
    result.download(std::as_writable_bytes(std::span(&found, 1)));
    return found == expected ? "" : "are cut off before 200000 rounds";
}

Finding test_warp_votes(Device &device, ProbeKernels &kernels, const std::string &file, unsigned &lanes) {
    Kernel kernel = kernels.kernel({file, "probe_warp.cl"}, "probe_warp");
    const std::size_t items = std::min<std::size_t>(64, kernel.work_group_limit());
    std::vector<std::array<std::uint32_t, 3>> votes(items);
    Buffer votes_buffer(device, votes.size() * sizeof(votes.front()), "probe votes");
    kernel.launch({{items, 1, 1}, {items, 1, 1}}, votes_buffer).wait();
    votes_buffer.download(std::as_writable_bytes(std::span(votes)));

    lanes = votes.front()[1];
    if (items < 6 || lanes == 0 || items % lanes != 0) {
        return fmt::format("count {} lanes in a work-group of {}", lanes, items);
    }
    for (std::size_t i = 0; i < items; ++i) {
        const bool with_item_5 = i / lanes == 5 / lanes;
        const std::uint32_t odd = lanes == 1 ? i % 2 : lanes / 2;
        if (votes[i] != std::array<std::uint32_t, 3>{with_item_5, lanes, odd}) {
            return fmt::format("give wrong results for work-item {}", i);
        }
    }
    return "";
}

Finding test_event_times(Device &device) {
    constexpr std::size_t bytes = std::size_t{4} << 20;
    Buffer buffer(device, bytes, "probe buffer");
    const std::string what = "probe of event times";
    const std::uint8_t one = 1;
    const auto start = std::chrono::steady_clock::now();
    cl_event event = nullptr;
    require_success(
        clEnqueueFillBuffer(device.queue(), buffer.handle(), &one, sizeof(one), 0, bytes, 0, nullptr, &event),
        "clEnqueueFillBuffer", what);
    const Event filled{device, Handle(event), true, what};
    filled.wait();
    const std::chrono::duration<double, std::nano> waited = std::chrono::steady_clock::now() - start;
    // 4 MiB at 40 TB/s take 100 ns. Device and host clocks may differ a little.
    const double took = filled.milliseconds() * 1e6;
    if (took < 100.0 || took > 1.5 * waited.count() + 1e5) {
        return fmt::format("are not believable: {:.0f} ns for filling 4 MiB", took);
    }
    return "";
}

} // namespace voxmarch
