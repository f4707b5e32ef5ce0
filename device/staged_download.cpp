// Reads the next piece while threads take the one before.
#include "device/staged_download.h"

#include "base/error.h"
#include "device/cl_call.h"
#include "device/staging.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

StagedDownload::StagedDownload(Device &device, Staging staging) : device_(&device), staging_(std::move(staging)) {}

StagedDownload::~StagedDownload() = default;

void StagedDownload::take(const Buffer &source, std::uint64_t bytes, const TakePart &take) {
    if (bytes > source.bytes()) {
        throw MemoryError(fmt::format("{} bytes are wanted of a buffer that has {} bytes", bytes, source.bytes()));
    }
    if (bytes == 0) {
        return;
    }
    const FillPart work = [&take](std::uint64_t first, std::span<std::byte> part) { take(first, part); };
    const bool have_stages = stages_ && stages_->bytes() >= std::min(bytes, staging_.bytes);
    if (have_stages || goes_by_stages(*device_, bytes, staging_)) {
        take_staged(source, bytes, work);
    } else {
        take_mapped(source, bytes, work);
    }
}

void StagedDownload::take_staged(const Buffer &source, std::uint64_t bytes, const FillPart &take) {
    const auto read = [&](std::uint64_t first, PinnedBuffer &stage) {
        cl_event event = nullptr;
        require_success(clEnqueueReadBuffer(device_->queue(), source.handle(), CL_FALSE, first,
                                            std::min(stages_->bytes(), bytes - first), stage.bytes(), 0, nullptr,
                                            &event),
                        "clEnqueueReadBuffer", staging_name);
        stage.used = Event{Handle(event), device_->info().event_times, staging_name};
        require_success(clFlush(device_->queue()), "clFlush", staging_name);
    };
    if (const std::uint64_t room = std::min(bytes, staging_.bytes); !stages_ || stages_->bytes() < room) {
        stages_.reset(); // the old ones go before the new ones come
        stages_ = std::make_unique<Stages>(*device_, room);
    }
    CopyCrew crew(staging_.threads, take);
    int turn = 0;
    read(0, stages_->at(0));
    for (std::uint64_t first = 0; first < bytes; first += stages_->bytes(), turn = 1 - turn) {
        if (const std::uint64_t next = first + stages_->bytes(); next < bytes) {
            read(next, stages_->at(1 - turn));
        }
        PinnedBuffer &stage = stages_->at(turn);
        stage.used.wait();
        crew.copy(first, {stage.bytes(), std::min(stages_->bytes(), bytes - first)});
    }
}

void StagedDownload::take_mapped(const Buffer &source, std::uint64_t bytes, const FillPart &take) {
    const std::string what = "reading back";
    cl_int code = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(device_->queue(), source.handle(), CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr,
                                      nullptr, &code);
    require_success(code, "clEnqueueMapBuffer", what);
    CopyCrew(staging_.threads, take).copy(0, {static_cast<std::byte *>(mapped), bytes});
    require_success(clEnqueueUnmapMemObject(device_->queue(), source.handle(), mapped, 0, nullptr, nullptr),
                    "clEnqueueUnmapMemObject", what);
}

} // namespace voxmarch
