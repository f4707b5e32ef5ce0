// Blocks of zeros, small and large.
#include "base/zeroed_bytes.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace voxmarch {

TEST(ZeroedBytes, AreZeroAndStayWhatTheyAreWhenTheyGrow) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{4095}, (std::size_t{4} << 20) + 3}) {
        ZeroedBytes bytes(size);
        EXPECT_EQ(std::ranges::count(bytes, std::byte{0}), static_cast<std::ptrdiff_t>(size));
        std::ranges::fill(bytes, std::byte{7});
        bytes.resize(2 * size + 1);
        EXPECT_EQ(std::ranges::count(bytes, std::byte{7}), static_cast<std::ptrdiff_t>(size));
        EXPECT_EQ(bytes.back(), std::byte{0});
        bytes.push_back(std::byte{9});
        EXPECT_EQ(bytes.back(), std::byte{9});
        const ZeroedBytes copy = bytes;
        EXPECT_EQ(copy, bytes);
    }
}

} // namespace voxmarch
