// Fills and sends pieces by turns, through pinned memory that stays mapped.
#include "device/staged_upload.h"

#include "base/error.h"
#include "device/cl_call.h"
#include "device/command_trace.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace voxmarch {

namespace {

/// Starts to send `size` bytes at `source`, which are those from `first` on. @return its event
using Send = std::function<Event(std::uint64_t first, std::uint64_t size, const std::byte *source)>;

/// Sends all bytes in pieces.
/// @param piece_end  where the piece that starts there ends, at most ring.piece_bytes() away
void send_pieces(Device &device, PieceRing &ring, std::uint64_t bytes, const CopyPart &fill, const Staging &staging,
                 const std::function<std::uint64_t(std::uint64_t)> &piece_end, const Send &send) {
    CopyCrew &crew = device.stages().crew(staging.threads);
    std::size_t piece = 0;
    for (std::uint64_t first = 0, end = 0; first < bytes; first = end, ++piece) {
        end = piece_end(first);
        ring.used(piece).wait();
        crew.copy(first, {ring.bytes(piece), end - first}, fill);
        ring.used(piece) = send(first, end - first, ring.bytes(piece));
        if (staging.progress) {
            staging.progress(static_cast<double>(end) / static_cast<double>(bytes));
        }
    }
    ring.finish();
}

/// The event of a write, which the driver has started.
Event started(const Device &device, cl_int code, cl_event event, const char *call) {
    require_success(code, call, staging_name);
    Event sent = device.command(event, staging_name);
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

CopyPart copy_of(std::span<const std::byte> bytes, const ConvertPart &convert) {
    return [bytes, &convert](std::uint64_t first, std::span<std::byte> part) {
        const std::span<const std::byte> from = bytes.subspan(first, part.size());
        if (convert) {
            convert(from, part);
        } else {
            std::memcpy(part.data(), from.data(), from.size());
        }
    };
}

/// Fills the first bytes of a buffer where the driver maps it.
void fill_mapped(Device &device, const Buffer &target, std::uint64_t bytes, const CopyPart &fill) {
    constexpr const char *what_is_done = "uploading into mapped memory";
    const std::string what = what_is_done;
    cl_int code = CL_SUCCESS;
    void *mapped = nullptr;
    device.settle();
    (void)traced(device, what, [&](cl_event *event) {
        const CallWatch::Guard call = device.calling(what_is_done);
        mapped = clEnqueueMapBuffer(device.queue(), target.handle(), CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes,
                                    0, nullptr, event, &code);
        return code;
    });
    require_success(code, "clEnqueueMapBuffer", what);
    device.stages().crew().copy(0, {static_cast<std::byte *>(mapped), bytes}, fill);
    const auto unmap = [&](cl_event *event) {
        return clEnqueueUnmapMemObject(device.queue(), target.handle(), mapped, 0, nullptr, event);
    };
    require_success(traced(device, what, unmap), "clEnqueueUnmapMemObject", what);
}

/// By the driver alone, which takes bytes as they are.
template <typename Target>
void upload_whole(Target &target, std::span<const std::byte> bytes, const ConvertPart &convert) {
    if (!convert) {
        target.upload(bytes);
        return;
    }
    std::vector<std::byte> converted(bytes.size());
    convert(bytes, converted);
    target.upload(converted);
}

} // namespace

void upload_staged(Device &device, Buffer &target, std::uint64_t byte_offset, std::uint64_t bytes, const CopyPart &fill,
                   const Staging &staging) {
    if (bytes > target.bytes() || byte_offset > target.bytes() - bytes) {
        throw MemoryError(fmt::format("{} bytes at {} are too many for a buffer that has {} bytes", bytes, byte_offset,
                                      target.bytes()));
    }
    PieceRing ring(device, staging, bytes);
    const auto piece_end = [&](std::uint64_t first) { return std::min(bytes, first + ring.piece_bytes()); };
    send_pieces(device, ring, bytes, fill, staging, piece_end,
                [&](std::uint64_t first, std::uint64_t size, const std::byte *source) {
                    cl_event event = nullptr;
                    const cl_int code = clEnqueueWriteBuffer(device.queue(), target.handle(), CL_FALSE,
                                                             byte_offset + first, size, source, 0, nullptr, &event);
                    return started(device, code, event, "clEnqueueWriteBuffer");
                });
}

void upload_staged(Device &device, Image3D &target, const CopyPart &fill, const Staging &staging) {
    const std::array<int, 3> dims = target.dims();
    const auto ny = static_cast<std::uint64_t>(dims[1]);
    const std::uint64_t rows = ny * static_cast<std::uint64_t>(dims[2]);
    const std::uint64_t row_bytes = target.bytes() / rows;
    PieceRing ring(device, staging, target.bytes());
    const std::uint64_t rows_at_once = ring.piece_bytes() / row_bytes;
    if (rows_at_once == 0) {
        throw MemoryError(fmt::format("a row of {} bytes does not fit into {} bytes of {}", row_bytes,
                                      ring.piece_bytes(), staging_name));
    }
    const auto piece_end = [&](std::uint64_t first) {
        const std::uint64_t row = first / row_bytes, rest = ny - row % ny; // of the slice
        const std::uint64_t slices = row % ny == 0 ? rows_at_once / ny * ny : 0;
        const std::uint64_t end = row + (slices > 0 ? slices : std::min(rows_at_once, rest));
        return std::min(end, rows) * row_bytes;
    };
    send_pieces(device, ring, target.bytes(), fill, staging, piece_end,
                [&](std::uint64_t first, std::uint64_t size, const std::byte *source) {
                    const ImagePart part = part_of(dims, first / row_bytes, size / row_bytes);
                    cl_event event = nullptr;
                    const cl_int code =
                        clEnqueueWriteImage(device.queue(), target.handle(), CL_FALSE, part.origin.data(),
                                            part.extent.data(), 0, 0, source, 0, nullptr, &event);
                    return started(device, code, event, "clEnqueueWriteImage");
                });
}

void upload_bytes(Device &device, Buffer &target, std::span<const std::byte> bytes, const ConvertPart &convert) {
    const bool fits = bytes.size() <= target.bytes();
    if (fits && device.stages().take(bytes.size())) {
        upload_staged(device, target, 0, bytes.size(), copy_of(bytes, convert));
    } else if (fits && !bytes.empty() && device.info().kind == DeviceKind::cpu) {
        fill_mapped(device, target, bytes.size(), copy_of(bytes, convert));
    } else {
        upload_whole(target, bytes, convert);
    }
}

void upload_bytes(Device &device, Image3D &target, std::span<const std::byte> bytes, const ConvertPart &convert) {
    if (bytes.size() == target.bytes() && device.stages().take(bytes.size())) {
        upload_staged(device, target, copy_of(bytes, convert));
    } else {
        upload_whole(target, bytes, convert);
    }
}

} // namespace voxmarch
