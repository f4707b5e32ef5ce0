// Fills and sends pieces by turns, through two pinned buffers that stay mapped.
#include "device/staged_upload.h"

#include "base/error.h"
#include "base/parallel.h"
#include "device/cl_call.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <fmt/format.h>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

const char *const staging_label = "pinned memory for uploads";

/// Memory of the driver's own that the device reads from without a copy between, mapped for the host as long as it
/// lives.
class PinnedBuffer {
public:
    PinnedBuffer(Device &device, std::uint64_t bytes)
        : memory_(device, bytes, staging_label), buffer_(created("clCreateBuffer", staging_label, [&](cl_int *code) {
              return clCreateBuffer(device.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, code);
          })) {
        cl_int code = CL_SUCCESS;
        mapped_ = clEnqueueMapBuffer(device.queue(), buffer_.get(), CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr,
                                     nullptr, &code);
        require_success(code, "clEnqueueMapBuffer", staging_label);
    }
    PinnedBuffer(const PinnedBuffer &) = delete;
    PinnedBuffer &operator=(const PinnedBuffer &) = delete;
    ~PinnedBuffer() {
        if (mapped_ != nullptr) { // after an error: something may read from it still
            clFinish(memory_.device().queue());
            clEnqueueUnmapMemObject(memory_.device().queue(), buffer_.get(), mapped_, 0, nullptr, nullptr);
            clFinish(memory_.device().queue());
        }
    }

    /// Waits for what was sent and gives the memory back. @throws DeviceError
    void finish() {
        sent.wait();
        const cl_command_queue queue = memory_.device().queue();
        void *mapped = std::exchange(mapped_, nullptr);
        require_success(clEnqueueUnmapMemObject(queue, buffer_.get(), mapped, 0, nullptr, nullptr),
                        "clEnqueueUnmapMemObject", staging_label);
    }

    std::byte *bytes() const { return static_cast<std::byte *>(mapped_); }
    Event sent; ///< the last command that reads from it

private:
    DeviceMemory memory_;
    Handle<_cl_mem> buffer_;
    void *mapped_ = nullptr;
};

/// Threads that fill pieces together, each a part of its own. Starting threads anew for each piece of 32 MiB would take
/// half as long as the copy.
class Fillers {
public:
    Fillers(int threads, const FillPart &fill) : count_(threads), fill_(fill), turn_(threads) {
        threads_.reserve(static_cast<std::size_t>(threads));
        try {
            while (static_cast<int>(threads_.size()) + 1 < threads) {
                threads_.emplace_back([this, i = static_cast<int>(threads_.size()) + 1] { serve(i); });
            }
        } catch (const std::system_error &) { // no more threads: those that there are share the work
            count_ = static_cast<int>(threads_.size()) + 1;
            for (int missing = count_; missing < threads; ++missing) {
                turn_.arrive_and_drop();
            }
        }
    }
    Fillers(const Fillers &) = delete;
    Fillers &operator=(const Fillers &) = delete;
    ~Fillers() {
        piece_ = {};
        turn_.arrive_and_wait();
    }

    /// Fills a piece, this thread among them. Returns when all is there.
    void fill(std::uint64_t first, std::span<std::byte> piece) {
        first_ = first;
        piece_ = piece;
        turn_.arrive_and_wait();
        fill_part(0);
        turn_.arrive_and_wait();
    }

private:
    int count_;
    const FillPart &fill_;
    std::barrier<> turn_;
    std::uint64_t first_ = 0;
    std::span<std::byte> piece_; ///< empty: the end
    std::vector<std::jthread> threads_;

    void serve(int index) {
        for (;;) {
            turn_.arrive_and_wait();
            if (piece_.empty()) {
                return;
            }
            fill_part(index);
            turn_.arrive_and_wait();
        }
    }

    /// Parts end at whole pages, so that no voxel is cut in two.
    void fill_part(int index) {
        constexpr std::size_t page = 4096;
        const std::size_t pages = (piece_.size() + page - 1) / page;
        const auto border = [&](int i) {
            return std::min(piece_.size(),
                            pages * static_cast<std::size_t>(i) / static_cast<std::size_t>(count_) * page);
        };
        if (const std::size_t from = border(index), to = border(index + 1); to > from) {
            fill_(first_ + from, piece_.subspan(from, to - from));
        }
    }
};

/// Starts to send `size` bytes at `source`, which are those from `first` on. @return its event
using Send = std::function<Event(std::uint64_t first, std::uint64_t size, const std::byte *source)>;

/// Sends all bytes in pieces. @param piece_end  where the piece that starts there ends, at most staging.bytes away
void send_pieces(Device &device, std::uint64_t bytes, const FillPart &fill, const Staging &staging,
                 const std::function<std::uint64_t(std::uint64_t)> &piece_end, const Send &send) {
    const std::uint64_t room = std::min(bytes, staging.bytes);
    std::array<std::optional<PinnedBuffer>, 2> stages;
    stages[0].emplace(device, room);
    if (room < bytes) {
        stages[1].emplace(device, room);
    }
    Fillers fillers(staging.threads > 0 ? staging.threads : core_count(8), fill);
    std::size_t turn = 0;
    for (std::uint64_t first = 0, end = 0; first < bytes; first = end, turn = 1 - turn) {
        end = piece_end(first);
        PinnedBuffer &stage = *stages[turn];
        stage.sent.wait();
        fillers.fill(first, {stage.bytes(), end - first});
        stage.sent = send(first, end - first, stage.bytes());
        if (staging.progress) {
            staging.progress(static_cast<double>(end) / static_cast<double>(bytes));
        }
    }
    for (auto &stage : stages) {
        if (stage) {
            stage->finish();
        }
    }
}

/// The event of a write, which the driver has started.
Event started(const Device &device, cl_int code, cl_event event, const char *call) {
    require_success(code, call, staging_label);
    Event sent{Handle(event), device.info().event_times, staging_label};
    require_success(clFlush(device.queue()), "clFlush", staging_label);
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
            fmt::format("a row of {} bytes does not fit into {} bytes of {}", row_bytes, staging.bytes, staging_label));
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
