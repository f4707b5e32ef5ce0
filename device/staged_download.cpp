// Reads pieces ahead while threads take the one before.
#include "device/staged_download.h"

#include "base/error.h"
#include "base/parallel.h"
#include "device/cl_call.h"
#include "device/command_trace.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch {

namespace {

void require_bytes(const Buffer &source, std::uint64_t byte_offset, std::uint64_t bytes) {
    if (bytes > source.bytes() || byte_offset > source.bytes() - bytes) {
        throw MemoryError(
            fmt::format("{} bytes at {} are wanted of a buffer that has {} bytes", bytes, byte_offset, source.bytes()));
    }
}

void take_mapped(Device &device, const Buffer &source, std::uint64_t bytes, const CopyPart &take) {
    constexpr const char *what_is_done = "reading back";
    const std::string what = what_is_done;
    cl_int code = CL_SUCCESS;
    void *mapped = nullptr;
    device.settle();
    (void)traced(device, what, [&](cl_event *event) {
        const CallWatch::Guard call = device.calling(what_is_done);
        mapped = clEnqueueMapBuffer(device.queue(), source.handle(), CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, event,
                                    &code);
        return code;
    });
    require_success(code, "clEnqueueMapBuffer", what);
    device.stages().crew().copy(0, {static_cast<std::byte *>(mapped), bytes}, take);
    const auto unmap = [&](cl_event *event) {
        return clEnqueueUnmapMemObject(device.queue(), source.handle(), mapped, 0, nullptr, event);
    };
    require_success(traced(device, what, unmap), "clEnqueueUnmapMemObject", what);
}

} // namespace

void download_staged(Device &device, const Buffer &source, std::uint64_t byte_offset, std::uint64_t bytes,
                     const TakePart &take, const Staging &staging, const std::function<void()> &launched) {
    require_bytes(source, byte_offset, bytes);
    PieceRing ring(device, staging, bytes);
    CopyCrew &crew = device.stages().crew(staging.threads);
    const CopyPart work = [&take](std::uint64_t first, std::span<std::byte> part) { take(first, part); };
    const std::size_t pieces = piece_count(bytes, ring.piece_bytes());
    const auto size_of = [&](std::size_t piece) {
        return std::min(ring.piece_bytes(), bytes - piece * ring.piece_bytes());
    };
    const auto start = [&](std::size_t piece) {
        cl_event event = nullptr;
        require_success(clEnqueueReadBuffer(device.queue(), source.handle(), CL_FALSE,
                                            byte_offset + piece * ring.piece_bytes(), size_of(piece), ring.bytes(piece),
                                            0, nullptr, &event),
                        "clEnqueueReadBuffer", staging_name);
        ring.used(piece) = device.command(event, staging_name);
        require_success(clFlush(device.queue()), "clFlush", staging_name);
    };
    for (std::size_t piece = 0, started = 0; piece < pieces; ++piece) {
        for (; started < std::min(pieces, piece + ring.count()); ++started) {
            start(started);
        }
        if (piece == 0 && launched) {
            launched();
        }
        ring.used(piece).wait();
        crew.copy(piece * ring.piece_bytes(), {ring.bytes(piece), size_of(piece)}, work);
    }
    ring.finish();
}

void download_parts(Device &device, const Buffer &source, std::uint64_t bytes, const TakePart &take,
                    const std::function<void()> &launched) {
    require_bytes(source, 0, bytes);
    if (bytes == 0) {
        return;
    }
    if (device.stages().take(bytes)) {
        download_staged(device, source, 0, bytes, take, {}, launched);
    } else {
        if (launched) {
            launched();
        }
        take_mapped(device, source, bytes,
                    [&take](std::uint64_t first, std::span<std::byte> part) { take(first, part); });
    }
}

UnsetVector<std::uint8_t> read_back(Device &device, const Buffer &source, const std::function<void()> &launched) {
    UnsetVector<std::uint8_t> result;
    result.resize(source.bytes());
    const TakePart copy = [&result](std::uint64_t first, std::span<const std::byte> part) {
        std::memcpy(result.data() + first, part.data(), part.size());
    };
    download_parts(device, source, source.bytes(), copy, launched);
    return result;
}

} // namespace voxmarch
