// Maps pinned memory, decides what goes through it, and shares copies out to threads.
#include "device/staging.h"

#include "base/error.h"
#include "base/parallel.h"
#include "device/cl_call.h"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace voxmarch {

namespace {

constexpr std::uint64_t page = 4096;

/// Smaller copies take the driver as long as the command does.
constexpr std::uint64_t least_staged = std::uint64_t{256} << 10;

/// Smaller pieces would be commands, not bytes.
constexpr std::uint64_t least_piece = std::uint64_t{1} << 20;

/// Waking the others takes longer than copying so little.
constexpr std::size_t least_shared = std::size_t{128} << 10;

} // namespace

PinnedMemory::PinnedMemory(Device &device, std::uint64_t bytes, bool counted)
    : memory_(counted ? DeviceMemory(device, bytes, staging_name) : DeviceMemory(device, bytes)),
      buffer_(created("clCreateBuffer", staging_name, [&](cl_int *code) {
          return clCreateBuffer(device.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, code);
      })) {
    cl_int code = CL_SUCCESS;
    device.settle();
    const CallWatch::Guard call = device.calling(staging_name);
    mapped_ = clEnqueueMapBuffer(device.queue(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                 nullptr, nullptr, &code);
    require_success(code, "clEnqueueMapBuffer", staging_name);
}

PinnedMemory::~PinnedMemory() {
    if (mapped_ != nullptr) {
        clEnqueueUnmapMemObject(memory_.device().queue(), buffer_.get(), mapped_, 0, nullptr, nullptr);
        memory_.device().drain(memory_.device().queue());
    }
}

CopyCrew::CopyCrew(int threads) : wanted_(threads), count_(threads > 0 ? threads : core_count(8)), turn_(count_) {
    const int all = count_;
    threads_.reserve(static_cast<std::size_t>(all));
    try {
        while (static_cast<int>(threads_.size()) + 1 < all) {
            threads_.emplace_back([this, i = static_cast<int>(threads_.size()) + 1] { serve(i); });
        }
    } catch (const std::system_error &) { // no more threads: those that there are share the work
        count_ = static_cast<int>(threads_.size()) + 1;
        for (int missing = count_; missing < all; ++missing) {
            turn_.arrive_and_drop();
        }
    }
}

CopyCrew::~CopyCrew() {
    work_ = nullptr;
    turn_.arrive_and_wait();
}

void CopyCrew::copy(std::uint64_t first, std::span<std::byte> piece, const CopyPart &work) {
    if (piece.size() < least_shared) {
        work(first, piece);
        return;
    }
    work_ = &work;
    first_ = first;
    piece_ = piece;
    turn_.arrive_and_wait();
    copy_part(0);
    turn_.arrive_and_wait();
}

void CopyCrew::serve(int index) {
    for (;;) {
        turn_.arrive_and_wait();
        if (work_ == nullptr) {
            return;
        }
        copy_part(index);
        turn_.arrive_and_wait();
    }
}

void CopyCrew::copy_part(int index) {
    const std::size_t pages = piece_count(piece_.size(), page);
    const auto border = [&](int i) {
        return std::min(piece_.size(), pages * static_cast<std::size_t>(i) / static_cast<std::size_t>(count_) * page);
    };
    if (const std::size_t from = border(index), to = border(index + 1); to > from) {
        (*work_)(first_ + from, piece_.subspan(from, to - from));
    }
}

bool Stages::is_beside_host() {
    if (!beside_host_) {
        beside_host_ = device_->info().kind == DeviceKind::gpu &&
                       device_value<cl_bool>(device_->handle(), CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_FALSE;
    }
    return *beside_host_;
}

bool Stages::are_pinned() {
    const StagedCopies way = device_->options().staged_copies;
    return way == StagedCopies::always || (way == StagedCopies::automatic && is_beside_host());
}

bool Stages::take(std::uint64_t bytes) {
    const StagedCopies way = device_->options().staged_copies;
    const bool always = way == StagedCopies::always;
    const bool good = way == StagedCopies::automatic && bytes >= least_staged && is_beside_host();
    if (bytes == 0 || refused_ || in_use_ || (!always && !good)) {
        return false;
    }
    const std::uint64_t wanted = Staging{}.memory;
    moved_ = memory_ ? moved_ : moved_ + bytes;
    if (!memory_ && !always && moved_ < 2 * wanted) {
        return false;
    }
    if (!memory_ && device_->allocated() + wanted > device_->info().global_memory) {
        return false;
    }
    try {
        reserve({});
    } catch (const Error &) { // what else is wrong with the device the driver's own copy will tell
        refused_ = true;
    }
    return !refused_;
}

void Stages::reserve(const Staging &staging) {
    const std::uint64_t wanted = std::max(staging.memory, staging.piece);
    if (!memory_ || memory_->size() < wanted) {
        memory_.reset(); // the old one goes before the new one comes
        memory_.emplace(*device_, wanted);
    }
}

bool Stages::give_back() {
    const bool had_some = memory_ && !in_use_;
    if (had_some) {
        memory_.reset();
    }
    return had_some;
}

CopyCrew &Stages::crew(int threads) {
    if (!crew_ || crew_->wanted() != threads) {
        crew_.reset();
        crew_.emplace(threads);
    }
    return *crew_;
}

PieceRing::PieceRing(Device &device, const Staging &staging, std::uint64_t bytes) : device_(&device) {
    device.stages().reserve(staging);
    const std::uint64_t quarter = piece_count(bytes, 4 * page) * page;
    piece_bytes_ = std::min(staging.piece, std::max(quarter, least_piece));
    used_.resize(std::max<std::size_t>(staging.memory / piece_bytes_, 1));
    device.stages().in_use_ = true;
}

PieceRing::~PieceRing() {
    if (!finished_) {
        device_->drain(device_->queue());
    }
    device_->stages().in_use_ = false;
}

std::byte *PieceRing::bytes(std::size_t piece) const {
    return device_->stages().bytes() + piece % count() * piece_bytes_;
}

void PieceRing::finish() {
    for (const Event &event : used_) {
        event.wait();
    }
    finished_ = true;
}

} // namespace voxmarch
