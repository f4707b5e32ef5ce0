// Numbers at fixed places of a binary header.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>

namespace voxmarch {

class HeaderFields {
public:
    /// @param bytes  of the header; they outlive this
    /// @param swap   they are in the other byte order than this machine's
    HeaderFields(std::span<const std::byte> bytes, bool swap) : bytes_(bytes), swap_(swap) {}

    /// The number whose first byte is at `place`. Precondition: all of it lies within the header.
    template <typename T> T at(std::size_t place) const {
        std::array<std::byte, sizeof(T)> raw;
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(place), sizeof(T), raw.begin());
        if (swap_) {
            std::reverse(raw.begin(), raw.end());
        }
        T value;
        std::memcpy(&value, raw.data(), sizeof(T));
        return value;
    }

private:
    std::span<const std::byte> bytes_;
    bool swap_;
};

} // namespace voxmarch
