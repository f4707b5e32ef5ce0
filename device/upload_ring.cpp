// Writes blocks from pinned memory, or maps them.
#include "device/upload_ring.h"

#include "base/error.h"
#include "device/cl_call.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

UploadRing::UploadRing(Device &device, std::uint64_t block_bytes, std::uint64_t tail_bytes, std::size_t blocks,
                       const std::string &label)
    : device_(&device), label_(label), block_bytes_(block_bytes), tail_bytes_(tail_bytes),
      queue_(device.second_queue()), blocks_(blocks) {
    for (Block &block : blocks_) {
        block.on_device = Buffer(device, block_bytes, label);
    }
}

UploadRing::~UploadRing() {
    for (const Block &block : blocks_) {
        if (block.on_host != nullptr) {
            clEnqueueUnmapMemObject(queue_.get(), block.on_device.handle(), block.on_host, 0, nullptr, nullptr);
        }
    }
    device_->drain(queue_.get());
    device_->drain(device_->queue());
}

std::span<std::byte> UploadRing::open(std::size_t turn) {
    Block &opened = block(turn);
    if (opened.on_host == nullptr) {
        map(opened);
    }
    return {opened.on_host, block_bytes_};
}

void UploadRing::map(Block &block) {
    const cl_event read = block.read.handle();
    const cl_uint waits = read != nullptr ? 1 : 0;
    cl_int code = CL_SUCCESS;
    device_->settle(queue_.get(), block.read);
    const CallWatch::Guard call = device_->calling("mapping", label_);
    void *const mapped =
        clEnqueueMapBuffer(queue_.get(), block.on_device.handle(), CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                           block_bytes_, waits, waits > 0 ? &read : nullptr, nullptr, &code);
    require_success(code, "clEnqueueMapBuffer", label_);
    block.on_host = static_cast<std::byte *>(mapped);
}

const Buffer &UploadRing::send(std::size_t turn) {
    Block &sent = block(turn);
    cl_event event = nullptr;
    const cl_int code =
        clEnqueueUnmapMemObject(queue_.get(), sent.on_device.handle(), sent.on_host, 0, nullptr, &event);
    sent.on_host = nullptr;
    require_success(code, "clEnqueueUnmapMemObject", label_);
    sent.sent = device_->command(event, label_);
    require_success(clFlush(queue_.get()), "clFlush", label_);
    return wait_for(sent);
}

const Buffer &UploadRing::gather(std::size_t turn, std::span<const std::span<const std::byte>> parts,
                                 std::span<const std::byte> tail) {
    std::uint64_t offset = 0;
    for (const std::span<const std::byte> &part : parts) {
        offset += part.size();
    }
    if (tail.size() > tail_bytes_ || offset + tail.size() > block_bytes_) {
        throw MemoryError(fmt::format("{}: {} bytes and {} behind them do not fit into a block of {}", label_, offset,
                                      tail.size(), block_bytes_));
    }
    if (!tails_) {
        tails_.emplace(*device_, tail_bytes_ * blocks_.size());
    }
    Block &sent = block(turn);
    sent.sent.wait(); // its tail is free then
    const std::span<std::byte> pinned(tails_->bytes() + turn % blocks_.size() * tail_bytes_, tail.size());
    std::ranges::copy(tail, pinned.begin());
    sent.sent = write(sent, offset, pinned);
    for (offset = 0; const std::span<const std::byte> &part : parts) {
        sent.sent = write(sent, offset, part);
        offset += part.size();
    }
    require_success(clFlush(queue_.get()), "clFlush", label_);
    return wait_for(sent);
}

/// The first one of a turn waits for who reads the block still.
Event UploadRing::write(Block &block, std::uint64_t offset, std::span<const std::byte> bytes) {
    const cl_event read = block.read.handle();
    const cl_uint waits = read != nullptr ? 1 : 0;
    cl_event event = nullptr;
    const cl_int code = clEnqueueWriteBuffer(queue_.get(), block.on_device.handle(), CL_FALSE, offset, bytes.size(),
                                             bytes.data(), waits, waits > 0 ? &read : nullptr, &event);
    require_success(code, "clEnqueueWriteBuffer", label_);
    block.read = Event();
    Event written = device_->command(event, label_);
    if (device_->info().event_times) {
        timed_.push_back(written);
    }
    return written;
}

/// What the device is told next waits until the block is there.
const Buffer &UploadRing::wait_for(const Block &block) {
    const cl_event event = block.sent.handle();
    require_success(clEnqueueBarrierWithWaitList(device_->queue(), 1, &event, nullptr), "clEnqueueBarrierWithWaitList",
                    label_);
    return block.on_device;
}

double UploadRing::take_upload_ms() {
    double sum = 0.0;
    for (const Event &event : std::exchange(timed_, {})) {
        sum += event.milliseconds();
    }
    return sum;
}

} // namespace voxmarch
