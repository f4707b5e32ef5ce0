// Pieces go through pinned memory, or are written where the driver maps the block.
#include "device/side_upload.h"

#include "base/error.h"
#include "device/cl_call.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// Bytes of a piece, which threads copy while the link takes others, and of all pinned memory at most.
constexpr std::uint64_t piece_bytes = std::uint64_t{8} << 20, most_pinned = std::uint64_t{128} << 20;

} // namespace

SideUpload::SideUpload(Device &device, std::uint64_t bytes, const std::string &label)
    : device_(&device), label_(label), queue_(device.second_queue()), block_(device, bytes, label) {
    if (device.stages().are_pinned()) {
        pinned_.emplace(device, std::min(bytes, most_pinned), false);
        used_.resize(static_cast<std::size_t>((pinned_->size() + piece_bytes - 1) / piece_bytes));
    }
}

SideUpload::~SideUpload() {
    device_->drain(queue_.get());
    device_->drain(device_->queue());
}

void SideUpload::send(std::span<const std::byte> bytes, const ConvertPart &convert) {
    if (bytes.size() != block_.bytes()) {
        throw MemoryError(fmt::format("{}: {} bytes for a block of {}", label_, bytes.size(), block_.bytes()));
    }
    const CopyPart copy = [&](std::uint64_t first, std::span<std::byte> part) {
        const std::span<const std::byte> from = bytes.subspan(first, part.size());
        if (convert) {
            convert(from, part);
        } else {
            std::memcpy(part.data(), from.data(), from.size());
        }
    };
    pinned_ ? send_pinned(copy) : send_mapped(copy);
}

void SideUpload::send_pinned(const CopyPart &copy) {
    const std::uint64_t bytes = block_.bytes();
    std::size_t piece = 0;
    for (std::uint64_t first = 0; first < bytes; first += piece_bytes, ++piece) {
        const std::size_t slot = piece % used_.size();
        const std::uint64_t place = slot * piece_bytes;
        const std::uint64_t size = std::min({piece_bytes, bytes - first, pinned_->size() - place});
        used_[slot].wait();
        const std::span<std::byte> part(pinned_->bytes() + place, size);
        crew_.copy(first, part, copy);
        const cl_event read = read_.handle();
        const cl_uint waits = first == 0 && read != nullptr ? 1 : 0;
        cl_event event = nullptr;
        const cl_int code = clEnqueueWriteBuffer(queue_.get(), block_.handle(), CL_FALSE, first, size, part.data(),
                                                 waits, waits > 0 ? &read : nullptr, &event);
        require_success(code, "clEnqueueWriteBuffer", label_);
        sent_ = used_[slot] = device_->command(event, label_);
        if (device_->info().event_times) {
            timed_.push_back(sent_);
        }
        require_success(clFlush(queue_.get()), "clFlush", label_);
    }
}

void SideUpload::send_mapped(const CopyPart &copy) {
    const cl_event read = read_.handle();
    const cl_uint waits = read != nullptr ? 1 : 0;
    cl_int code = CL_SUCCESS;
    device_->settle(queue_.get(), read_);
    void *mapped = nullptr;
    {
        const CallWatch::Guard call = device_->calling("mapping", label_);
        mapped = clEnqueueMapBuffer(queue_.get(), block_.handle(), CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                                    block_.bytes(), waits, waits > 0 ? &read : nullptr, nullptr, &code);
    }
    require_success(code, "clEnqueueMapBuffer", label_);
    crew_.copy(0, {static_cast<std::byte *>(mapped), block_.bytes()}, copy);
    cl_event event = nullptr;
    require_success(clEnqueueUnmapMemObject(queue_.get(), block_.handle(), mapped, 0, nullptr, &event),
                    "clEnqueueUnmapMemObject", label_);
    sent_ = device_->command(event, label_);
    require_success(clFlush(queue_.get()), "clFlush", label_);
}

const Buffer &SideUpload::arrived() {
    if (const cl_event event = sent_.handle(); event != nullptr) {
        require_success(clEnqueueBarrierWithWaitList(device_->queue(), 1, &event, nullptr),
                        "clEnqueueBarrierWithWaitList", label_);
    }
    return block_;
}

} // namespace voxmarch
