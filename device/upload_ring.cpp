// Writes blocks from pinned memory, or maps them.
#include "device/upload_ring.h"

#include "device/cl_call.h"

namespace voxmarch {

UploadRing::UploadRing(Device &device, std::uint64_t block_bytes, std::size_t blocks, const std::string &label)
    : device_(&device), label_(label), block_bytes_(block_bytes), queue_(device.second_queue()), blocks_(blocks) {
    for (Block &block : blocks_) {
        block.on_device = Buffer(device, block_bytes, label);
    }
    if (device.stages().are_pinned()) {
        pinned_.emplace(device, block_bytes * blocks);
        for (std::size_t i = 0; i < blocks; ++i) {
            blocks_[i].on_host = pinned_->bytes() + i * block_bytes;
        }
    }
}

UploadRing::~UploadRing() {
    for (const Block &block : blocks_) {
        if (!pinned_ && block.on_host != nullptr) {
            clEnqueueUnmapMemObject(queue_.get(), block.on_device.handle(), block.on_host, 0, nullptr, nullptr);
        }
    }
    clFinish(queue_.get());
    clFinish(device_->queue());
}

std::span<std::byte> UploadRing::open(std::size_t turn) {
    Block &opened = block(turn);
    opened.sent.wait(); // pinned memory is free then, whoever reads the block
    if (opened.on_host == nullptr) {
        map(opened);
    }
    return {opened.on_host, block_bytes_};
}

void UploadRing::map(Block &block) {
    const cl_event read = block.read.handle();
    cl_int code = CL_SUCCESS;
    void *const mapped =
        clEnqueueMapBuffer(queue_.get(), block.on_device.handle(), CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                           block_bytes_, read != nullptr ? 1 : 0, read != nullptr ? &read : nullptr, nullptr, &code);
    require_success(code, "clEnqueueMapBuffer", label_);
    block.on_host = static_cast<std::byte *>(mapped);
}

const Buffer &UploadRing::send(std::size_t turn, std::uint64_t bytes) {
    Block &sent = block(turn);
    cl_event event = nullptr;
    if (pinned_) {
        const cl_event read = sent.read.handle();
        const cl_int code =
            clEnqueueWriteBuffer(queue_.get(), sent.on_device.handle(), CL_FALSE, 0, bytes, sent.on_host,
                                 read != nullptr ? 1 : 0, read != nullptr ? &read : nullptr, &event);
        sent.sent = started(event, code, "clEnqueueWriteBuffer");
        if (device_->info().event_times) {
            timed_.push_back(sent.sent);
        }
    } else {
        const cl_int code =
            clEnqueueUnmapMemObject(queue_.get(), sent.on_device.handle(), sent.on_host, 0, nullptr, &event);
        sent.on_host = nullptr;
        sent.sent = started(event, code, "clEnqueueUnmapMemObject");
    }
    require_success(clEnqueueBarrierWithWaitList(device_->queue(), 1, &event, nullptr), "clEnqueueBarrierWithWaitList",
                    label_);
    return sent.on_device;
}

Event UploadRing::started(_cl_event *event, int code, const char *call) {
    require_success(code, call, label_);
    Event command{Handle(event), device_->info().event_times, label_};
    require_success(clFlush(queue_.get()), "clFlush", label_);
    return command;
}

double UploadRing::take_upload_ms() {
    double sum = 0.0;
    for (const Event &event : std::exchange(timed_, {})) {
        sum += event.milliseconds();
    }
    return sum;
}

} // namespace voxmarch
