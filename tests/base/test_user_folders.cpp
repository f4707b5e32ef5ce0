// Where caches and settings go, by the variables of the XDG specification.
#include "base/user_folders.h"

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

TEST(ConfigFolder, follows_the_variables_and_ignores_relative_paths) {
    setenv("HOME", "/home/a", 1);
    setenv("XDG_CONFIG_HOME", "/settings", 1);
    EXPECT_EQ(user_config_folder(), "/settings/voxmarch");
    setenv("XDG_CONFIG_HOME", "settings", 1);
    EXPECT_EQ(user_config_folder(), "/home/a/.config/voxmarch");
}

} // namespace
} // namespace voxmarch
