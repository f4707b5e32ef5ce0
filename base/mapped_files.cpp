// A table that is read without waiting: a slot's place is set last and taken away first.
#include "base/mapped_files.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>

namespace voxmarch {

namespace {

struct MappedSlot {
    std::atomic<bool> taken = false;
    std::atomic<std::uintptr_t> begin = 0, end = 0;
    std::array<char, 1001> name{};
};
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free, "signal handlers read it");

std::array<MappedSlot, 256> mapped_slots;

} // namespace

MappedFile::MappedFile(std::span<const std::byte> place, const std::filesystem::path &file) noexcept
    : slot_(mapped_slots.size()) {
    const std::string &name = file.native();
    if (place.empty() || name.size() >= mapped_slots[0].name.size()) {
        return;
    }
    for (slot_ = 0; slot_ < mapped_slots.size(); ++slot_) {
        if (MappedSlot &slot = mapped_slots[slot_]; !slot.taken.exchange(true)) {
            std::memcpy(slot.name.data(), name.c_str(), name.size() + 1);
            const auto begin = reinterpret_cast<std::uintptr_t>(place.data());
            slot.begin = begin;
            slot.end = begin + place.size();
            return;
        }
    }
}

MappedFile::~MappedFile() {
    if (slot_ < mapped_slots.size()) {
        mapped_slots[slot_].end = 0;
        mapped_slots[slot_].taken = false;
    }
}

const char *mapped_file_at(const void *address) noexcept {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    for (const MappedSlot &slot : mapped_slots) {
        if (wanted < slot.end && wanted >= slot.begin) {
            return slot.name.data();
        }
    }
    return nullptr;
}

} // namespace voxmarch
