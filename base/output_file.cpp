// Writes beside the file that is wanted, and renames when all is there.
#include "base/output_file.h"

#include "base/error.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace voxmarch {

namespace {

/// Names of unfinished files at fixed places, as a signal handler must not allocate. A longer name or more files than
/// slots are left out: only an interrupted program would miss them.
struct Slot {
    std::atomic<bool> taken = false, filled = false;
    char name[4096] = {};
};
std::array<Slot, 8> slots;
static_assert(std::atomic<bool>::is_always_lock_free);

/// @return slots.size() if there is no room
std::size_t remember(const std::filesystem::path &file) {
    const std::string &name = file.native();
    for (std::size_t i = 0; i < slots.size() && name.size() < sizeof(Slot::name); ++i) {
        if (!slots[i].taken.exchange(true)) {
            std::memcpy(slots[i].name, name.c_str(), name.size() + 1);
            slots[i].filled = true;
            return i;
        }
    }
    return slots.size();
}

void forget(std::size_t slot) {
    if (slot < slots.size()) {
        slots[slot].filled = false;
        slots[slot].taken = false;
    }
}

} // namespace

void remove_unfinished_files() noexcept {
    for (const Slot &slot : slots) {
        if (slot.filled) {
            ::unlink(slot.name);
        }
    }
}

OutputFile::OutputFile(const std::filesystem::path &file) : file_(file), beside_(file) {
    beside_ += ".part" + std::to_string(getpid());
    slot_ = remember(beside_);
    stream_.open(beside_, std::ios::binary | std::ios::trunc);
    if (!stream_) {
        const int problem = errno;
        forget(slot_);
        throw OutputError(file, std::string("cannot be written: ") + std::strerror(problem));
    }
}

OutputFile::~OutputFile() {
    if (!committed_) {
        stream_.close();
        std::error_code ignored;
        std::filesystem::remove(beside_, ignored);
    }
    forget(slot_);
}

void OutputFile::write(std::span<const std::byte> bytes) {
    stream_.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream_) {
        throw OutputError(file_, std::string("cannot be written: ") + std::strerror(errno));
    }
}

void OutputFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void OutputFile::commit() {
    stream_.close();
    if (!stream_) {
        throw OutputError(file_, std::string("cannot be written: ") + std::strerror(errno));
    }
    std::error_code problem;
    std::filesystem::rename(beside_, file_, problem);
    if (problem) {
        throw OutputError(file_, "cannot be put in its place: " + problem.message());
    }
    committed_ = true;
}

} // namespace voxmarch
