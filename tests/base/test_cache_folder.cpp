// Where caches go, by the variables of the XDG specification.
#include "base/cache_folder.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

std::filesystem::path folder_with(const char *cache, const char *home) {
    setenv("XDG_CACHE_HOME", cache, 1);
    setenv("HOME", home, 1);
    return user_cache_folder();
}

TEST(CacheFolder, follows_the_variables_and_ignores_relative_paths) {
    EXPECT_EQ(folder_with("/caches", "/home/a"), "/caches/voxmarch");
    EXPECT_EQ(folder_with("", "/home/a"), "/home/a/.cache/voxmarch");
    EXPECT_EQ(folder_with("caches", "/home/a"), "/home/a/.cache/voxmarch");
    EXPECT_EQ(folder_with("caches", "home"), "");
    EXPECT_EQ(folder_with("", ""), "");
}

} // namespace
} // namespace voxmarch
