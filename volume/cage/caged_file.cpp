// Both ends of the talk: the reader sends its header, waits, reports progress, and sends its header again when the
// voxels lie in shared memory, as reading them may have decided their type.
#include "volume/cage/caged_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/isolated.h"
#include "base/parallel.h"
#include "base/zeroed_bytes.h"
#include "volume/cage/header_bytes.h"
#include "volume/cage/shared_memory.h"
#include "volume/formats/plain_voxels.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20, longest_message = 64 * mebibyte;

/// What begins each message to the parent.
struct MessageHead {
    std::uint32_t kind = 0;
    std::uint32_t bytes = 0;
};

enum MessageKind : std::uint32_t { message_facts, message_error, message_progress };

int seconds_for(std::uint64_t bytes) {
    constexpr std::uint64_t most = 1000000;
    return static_cast<int>(std::min(bytes / mebibyte, most));
}

/// What the reader may use until it has read its header, or with `voxels` bytes of them.
IsolatedBounds bounds_of(const CagedReader &reader, std::uint64_t voxels, int shared_memory) {
    constexpr std::uint64_t most = std::uint64_t{1} << 56;
    constexpr std::uint64_t files = std::uint64_t{1} << 43; // that are mapped take no memory
    constexpr std::uint64_t stack = 10 * mebibyte;          // of each thread, most of which is never touched
    const auto cores = static_cast<std::uint64_t>(core_count(std::numeric_limits<int>::max()));
    const std::uint64_t stored = std::min(reader.stored_bytes, most);
    const int more = seconds_for(stored) + seconds_for(voxels);
    return {reader.bounds.seconds + more,
            reader.bounds.memory + cores * stack + 4 * stored + 16 * std::min(voxels, most),
            reader.bounds.patience + more / 2, files, shared_memory};
}

void send(IsolatedOutput &output, MessageKind kind, std::span<const std::byte> bytes) {
    const MessageHead head{kind, static_cast<std::uint32_t>(bytes.size())};
    std::vector<std::byte> message(sizeof head + bytes.size());
    std::memcpy(message.data(), &head, sizeof head);
    std::ranges::copy(bytes, message.begin() + sizeof head);
    output.write(message);
}

FileFacts facts_of(const VolumeFile &file) { return {file.header, file.time_axis, file.plain_place()}; }

/// Sends what readers report as often as somebody can see it: some report each row.
class ProgressSender {
public:
    explicit ProgressSender(IsolatedOutput &output) : output_(output) {}

    void operator()(double share) {
        constexpr double step = 1.0 / 256;
        const auto now = std::chrono::steady_clock::now();
        if (share < sent_ + step && share < 1.0 && now < next_) {
            return;
        }
        sent_ = share;
        next_ = now + std::chrono::milliseconds(20);
        send(output_, message_progress, std::as_bytes(std::span(&share, 1)));
    }

private:
    IsolatedOutput &output_;
    double sent_ = -1.0;
    std::chrono::steady_clock::time_point next_;
};

/// The reader's end: all that happens in the other process.
void read_in_cage(const CagedReader &reader, const SharedMemory &shared, IsolatedOutput &output) {
    const auto opened = reader.open();
    send(output, message_facts, bytes_of_facts(facts_of(*opened)));
    opened->header = facts_of_bytes(output.wait_to_go_on(), reader.source).header;
    const std::uint64_t size = opened->header.byte_count();
    const IsolatedBounds bounds = bounds_of(reader, size, -1);
    IsolatedOutput::allow_seconds(bounds.seconds);
    IsolatedOutput::allow_memory(bounds.memory, bounds.mapped);
    const std::span<std::byte> place = shared.map(size, reader.source);
    lend_zeroed_block(place);
    ProgressSender report(output);
    auto voxels = opened->load([&](double share) { report(share); });
    const std::span<const std::byte> bytes = voxels->bytes();
    if (bytes.size() > place.size() || bytes.size() != opened->header.byte_count()) {
        throw FileError(reader.source, "changed while it was read");
    }
    if (bytes.data() != place.data()) {
        std::ranges::copy(bytes, place.begin());
    }
    [[maybe_unused]] const VoxelStorage *stays = voxels.release(); // who gives a lent block back clears it
    send(output, message_facts, bytes_of_facts(facts_of(*opened)));
}

void read_and_tell(const CagedReader &reader, const SharedMemory &shared, IsolatedOutput &output) {
    IsolatedOutput::confine_to(reader.source);
    try {
        read_in_cage(reader, shared, output);
    } catch (const std::bad_alloc &) {
        send(output, message_error,
             bytes_of_error(
                 FileError(reader.source, "is damaged: reading it takes more memory than its size explains")));
    } catch (const Error &error) {
        send(output, message_error, bytes_of_error(error));
    }
}

class CagedFile final : public VolumeFile {
public:
    explicit CagedFile(CagedReader reader)
        : reader_(std::move(reader)),
          work_(std::make_unique<IsolatedWork>(
              reader_.source, reader_.library, bounds_of(reader_, 0, shared_.descriptor()),
              [this](IsolatedOutput &output) { read_and_tell(reader_, shared_, output); })) {
        FileFacts facts = receive_facts(*work_, {});
        header = std::move(facts.header);
        time_axis = std::move(facts.time_axis);
        plain_place_ = std::move(facts.plain_place);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        const std::unique_ptr<IsolatedWork> work = std::exchange(work_, nullptr); // ends here, however this ends
        if (plain_place_) {
            return load_plain_voxels(*plain_place_, header.grid.voxel_count(), progress);
        }
        const std::uint64_t size = header.byte_count();
        require_memory(size, reader_.source);
        shared_.resize(size, reader_.source);
        work->go_on(bytes_of_facts({header, {}, {}}), bounds_of(reader_, size, -1).patience);
        const FileFacts facts = receive_facts(*work, progress);
        if (facts.header.grid.dims != header.grid.dims || facts.header.byte_count() > size) {
            throw FileError(reader_.source, "changed while it was read");
        }
        header = facts.header;
        return shared_.take(header.byte_count(), reader_.source);
    }

    std::optional<PlainPlace> plain_place() const override { return plain_place_; }

private:
    CagedReader reader_;
    SharedMemory shared_;
    std::unique_ptr<IsolatedWork> work_;
    std::optional<PlainPlace> plain_place_;

    /// What comes before it is told to `progress`.
    FileFacts receive_facts(IsolatedWork &work, const Progress &progress) const {
        for (;;) {
            MessageHead head;
            work.read(std::as_writable_bytes(std::span(&head, 1)));
            if (head.bytes > longest_message) {
                throw FileError(reader_.source, "is damaged: what its reader says makes no sense");
            }
            std::vector<std::byte> bytes(head.bytes);
            work.read(bytes);
            if (head.kind == message_error) {
                throw_error_of_bytes(bytes, reader_.source);
            }
            if (head.kind == message_facts) {
                return facts_of_bytes(bytes, reader_.source);
            }
            if (double share = 0.0; progress && bytes.size() == sizeof share) {
                std::memcpy(&share, bytes.data(), sizeof share);
                progress(std::clamp(share, 0.0, 1.0));
            }
        }
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_caged(const CagedReader &reader) {
    return isolation_is_off() ? reader.open() : std::make_unique<CagedFile>(reader);
}

} // namespace voxmarch
