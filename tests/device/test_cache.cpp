// The cache: what was stored comes back, and nothing else ever does.
#include "device/cache.h"
#include "tests/device/device_fixture.h"

#include <unistd.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

const CacheKey key("program", {"source", "options", "device"});
const std::string value = std::string("binary\0with zero", 16) + std::string(1000, 'x');

class Cache : public testing::Test {
protected:
    TemporaryFolder folder_;
    const fs::path cache_ = folder_.path() / "made" / "on demand";

    fs::path file() const { return cache_ / key.file_name(); }
    std::string content() const {
        std::ifstream stream(file(), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    void overwrite(const std::string &text) const { std::ofstream(file(), std::ios::binary) << text; }
};

} // namespace

TEST_F(Cache, returns_what_was_stored) {
    EXPECT_FALSE(load_cached(cache_, key));
    EXPECT_TRUE(store_cached(cache_, key, value));
    EXPECT_EQ(load_cached(cache_, key), value);
    EXPECT_TRUE(store_cached(cache_, key, ""));
    EXPECT_EQ(load_cached(cache_, key), "");
    // Nothing but the entry is left behind.
    EXPECT_EQ(std::distance(fs::directory_iterator(cache_), fs::directory_iterator()), 1);
}

TEST_F(Cache, changed_bytes_are_noticed) {
    EXPECT_TRUE(store_cached(cache_, key, value));
    const std::string good = content();
    for (std::size_t i = 0; i < good.size(); i += i < 64 ? 1 : 17) {
        std::string damaged = good;
        damaged[i] ^= 0x10;
        overwrite(damaged);
        EXPECT_FALSE(load_cached(cache_, key)) << "byte " << i;
    }
}

TEST_F(Cache, truncation_is_noticed) {
    EXPECT_TRUE(store_cached(cache_, key, value));
    const std::string good = content();
    for (std::size_t size = 0; size < good.size(); size += size < 64 ? 1 : 37) {
        overwrite(good.substr(0, size));
        EXPECT_FALSE(load_cached(cache_, key)) << size << " bytes";
    }
    overwrite(good + "more");
    EXPECT_FALSE(load_cached(cache_, key));
}

TEST_F(Cache, foreign_entry_under_our_name_is_refused) {
    const CacheKey other("program", {"source", "options", "another device"});
    EXPECT_TRUE(store_cached(cache_, other, value));
    fs::rename(cache_ / other.file_name(), file());
    EXPECT_FALSE(load_cached(cache_, key));
}

TEST_F(Cache, fields_do_not_run_into_each_other) {
    EXPECT_NE(CacheKey("program", {"ab", "c"}).text(), CacheKey("program", {"a", "bc"}).text());
}

TEST_F(Cache, entry_that_is_a_folder_is_no_entry) {
    fs::create_directories(file() / "inside");
    EXPECT_FALSE(load_cached(cache_, key));
    EXPECT_FALSE(store_cached(cache_, key, value));
    EXPECT_FALSE(load_cached(cache_, key));
}

TEST_F(Cache, folder_that_cannot_be_made_is_no_error) {
    std::ofstream(folder_.path() / "file") << "in the way";
    const fs::path blocked = folder_.path() / "file" / "cache";
    EXPECT_FALSE(store_cached(blocked, key, value));
    EXPECT_FALSE(load_cached(blocked, key));
}

TEST_F(Cache, folder_that_cannot_be_written_is_no_error) {
    if (geteuid() == 0) {
        GTEST_SKIP() << "root may write everywhere";
    }
    fs::create_directories(cache_);
    fs::permissions(cache_, fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_FALSE(store_cached(cache_, key, value));
    EXPECT_FALSE(load_cached(cache_, key));
    fs::permissions(cache_, fs::perms::owner_all);
}

TEST_F(Cache, without_a_folder_nothing_is_kept) {
    EXPECT_FALSE(store_cached("", key, value));
    EXPECT_FALSE(load_cached("", key));
}

} // namespace voxmarch
