// Maps pinned memory and shares copies out to threads.
#include "device/staging.h"

#include "base/parallel.h"
#include "device/cl_call.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace voxmarch {

PinnedBuffer::PinnedBuffer(Device &device, std::uint64_t bytes)
    : memory_(device, bytes, staging_name), buffer_(created("clCreateBuffer", staging_name, [&](cl_int *code) {
          return clCreateBuffer(device.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, code);
      })) {
    cl_int code = CL_SUCCESS;
    mapped_ = clEnqueueMapBuffer(device.queue(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                 nullptr, nullptr, &code);
    require_success(code, "clEnqueueMapBuffer", staging_name);
}

PinnedBuffer::~PinnedBuffer() {
    if (mapped_ != nullptr) { // after an error: something may use it still
        clFinish(memory_.device().queue());
        clEnqueueUnmapMemObject(memory_.device().queue(), buffer_.get(), mapped_, 0, nullptr, nullptr);
        clFinish(memory_.device().queue());
    }
}

void PinnedBuffer::finish() {
    used.wait();
    void *mapped = std::exchange(mapped_, nullptr);
    require_success(clEnqueueUnmapMemObject(memory_.device().queue(), buffer_.get(), mapped, 0, nullptr, nullptr),
                    "clEnqueueUnmapMemObject", staging_name);
}

PinnedBuffer &Stages::at(int turn) {
    auto &buffer = buffers_[static_cast<std::size_t>(turn)];
    return buffer ? *buffer : buffer.emplace(*device_, bytes_);
}

void Stages::finish() {
    for (auto &buffer : buffers_) {
        if (buffer) {
            buffer->finish();
            buffer.reset();
        }
    }
}

CopyCrew::CopyCrew(int threads, const FillPart &work)
    : count_(threads > 0 ? threads : core_count(8)), work_(work), turn_(count_) {
    const int wanted = count_;
    threads_.reserve(static_cast<std::size_t>(wanted));
    try {
        while (static_cast<int>(threads_.size()) + 1 < wanted) {
            threads_.emplace_back([this, i = static_cast<int>(threads_.size()) + 1] { serve(i); });
        }
    } catch (const std::system_error &) { // no more threads: those that there are share the work
        count_ = static_cast<int>(threads_.size()) + 1;
        for (int missing = count_; missing < wanted; ++missing) {
            turn_.arrive_and_drop();
        }
    }
}

CopyCrew::~CopyCrew() {
    piece_ = {};
    turn_.arrive_and_wait();
}

void CopyCrew::copy(std::uint64_t first, std::span<std::byte> piece) {
    first_ = first;
    piece_ = piece;
    turn_.arrive_and_wait();
    copy_part(0);
    turn_.arrive_and_wait();
}

void CopyCrew::serve(int index) {
    for (;;) {
        turn_.arrive_and_wait();
        if (piece_.empty()) {
            return;
        }
        copy_part(index);
        turn_.arrive_and_wait();
    }
}

/// Parts end at whole pages, so that no voxel and no index is cut in two.
void CopyCrew::copy_part(int index) {
    constexpr std::size_t page = 4096;
    const std::size_t pages = (piece_.size() + page - 1) / page;
    const auto border = [&](int i) {
        return std::min(piece_.size(), pages * static_cast<std::size_t>(i) / static_cast<std::size_t>(count_) * page);
    };
    if (const std::size_t from = border(index), to = border(index + 1); to > from) {
        work_(first_ + from, piece_.subspan(from, to - from));
    }
}

} // namespace voxmarch
