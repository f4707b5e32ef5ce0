// Fills and sends pieces by turns, through two pinned buffers that stay mapped.
#include "device/staged_upload.h"

#include "base/error.h"
#include "device/cl_call.h"
#include "device/staging.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Starts to send `size` bytes at `source`, which are those from `first` on. @return its event
using Send = std::function<Event(std::uint64_t first, std::uint64_t size, const std::byte *source)>;

/// Sends all bytes in pieces. @param piece_end  where the piece that starts there ends, at most staging.bytes away
void send_pieces(Device &device, std::uint64_t bytes, const FillPart &fill, const Staging &staging,
                 const std::function<std::uint64_t(std::uint64_t)> &piece_end, const Send &send) {
    Stages stages(device, std::min(bytes, staging.bytes));
    CopyCrew crew(staging.threads, fill);
    int turn = 0;
    for (std::uint64_t first = 0, end = 0; first < bytes; first = end, turn = 1 - turn) {
        end = piece_end(first);
        PinnedBuffer &stage = stages.at(turn);
        stage.used.wait();
        crew.copy(first, {stage.bytes(), end - first});
        stage.used = send(first, end - first, stage.bytes());
        if (staging.progress) {
            staging.progress(static_cast<double>(end) / static_cast<double>(bytes));
        }
    }
    stages.finish();
}

/// The event of a write, which the driver has started.
Event started(const Device &device, cl_int code, cl_event event, const char *call) {
    require_success(code, call, staging_name);
    Event sent{Handle(event), device.info().event_times, staging_name};
    require_success(clFlush(device.queue()), "clFlush", staging_name);
    return sent;
}

/// A piece of an image: whole slices, or whole rows of one slice.
struct ImagePart {
    std::array<std::size_t, 3> origin{}, extent{};
};

ImagePart part_of(const std::array<int, 3> &dims, std::uint64_t first_row, std::uint64_t rows) {
    const auto nx = static_cast<std::size_t>(dims[0]), ny = static_cast<std::size_t>(dims[1]);
    if (first_row % ny == 0 && rows % ny == 0) {
        return {{0, 0, first_row / ny}, {nx, ny, rows / ny}};
    }
    return {{0, first_row % ny, first_row / ny}, {nx, rows, 1}};
}

} // namespace

bool goes_by_stages(const Device &device, std::uint64_t bytes, const Staging &staging) {
    const DeviceInfo &info = device.info();
    return (info.kind == DeviceKind::gpu || device.options().staged_uploads) &&
           device.allocated() + 2 * std::min(bytes, staging.bytes) <= info.global_memory;
}

void upload_staged(Device &device, Buffer &target, std::uint64_t bytes, const FillPart &fill, const Staging &staging) {
    if (bytes > target.bytes()) {
        throw MemoryError(fmt::format("{} bytes are too many for a buffer that has {} bytes", bytes, target.bytes()));
    }
    const auto piece_end = [&](std::uint64_t first) { return std::min(bytes, first + staging.bytes); };
    send_pieces(device, bytes, fill, staging, piece_end,
                [&](std::uint64_t first, std::uint64_t size, const std::byte *source) {
                    cl_event event = nullptr;
                    const cl_int code = clEnqueueWriteBuffer(device.queue(), target.handle(), CL_FALSE, first, size,
                                                             source, 0, nullptr, &event);
                    return started(device, code, event, "clEnqueueWriteBuffer");
                });
}

void upload_staged(Device &device, Image3D &target, const FillPart &fill, const Staging &staging) {
    const std::array<int, 3> dims = target.dims();
    const auto ny = static_cast<std::uint64_t>(dims[1]);
    const std::uint64_t rows = ny * static_cast<std::uint64_t>(dims[2]);
    const std::uint64_t row_bytes = target.bytes() / rows;
    const std::uint64_t rows_at_once = staging.bytes / row_bytes;
    if (rows_at_once == 0) {
        throw MemoryError(
            fmt::format("a row of {} bytes does not fit into {} bytes of {}", row_bytes, staging.bytes, staging_name));
    }
    const auto piece_end = [&](std::uint64_t first) {
        const std::uint64_t row = first / row_bytes, rest = ny - row % ny; // of the slice
        const std::uint64_t slices = row % ny == 0 ? rows_at_once / ny * ny : 0;
        const std::uint64_t end = row + (slices > 0 ? slices : std::min(rows_at_once, rest));
        return std::min(end, rows) * row_bytes;
    };
    send_pieces(device, target.bytes(), fill, staging, piece_end,
                [&](std::uint64_t first, std::uint64_t size, const std::byte *source) {
                    const ImagePart part = part_of(dims, first / row_bytes, size / row_bytes);
                    cl_event event = nullptr;
                    const cl_int code =
                        clEnqueueWriteImage(device.queue(), target.handle(), CL_FALSE, part.origin.data(),
                                            part.extent.data(), 0, 0, source, 0, nullptr, &event);
                    return started(device, code, event, "clEnqueueWriteImage");
                });
}

} // namespace voxmarch
