// Keeps what is slow to find out about a device (program binaries, probe results) in files, from one run to the next.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

/// Names an entry by everything its value depends on. Two keys are equal only if all their fields are.
class CacheKey {
public:
    /// @param kind  file name extension: "program", "probe"
    CacheKey(std::string_view kind, std::initializer_list<std::string_view> fields);
    /// "HASH.KIND"
    std::string file_name() const;
    const std::string &text() const { return text_; }

private:
    std::string kind_, text_;
};

/// The entry, or nothing if it is not there, damaged, truncated, or made for another key. Never throws for what a file
/// holds. A file is: magic, sizes of key and value, checksum, key, value; the checksum covers the rest.
/// @param folder  empty: there is no cache
std::optional<std::string> load_cached(const std::filesystem::path &folder, const CacheKey &key);

/// Writes the entry beside, then renames, so that several processes may do so at once. The folder is made if need be.
/// @return false if it could not be written, which is no error: the next run does the work again
bool store_cached(const std::filesystem::path &folder, const CacheKey &key, std::string_view value);

} // namespace voxmarch
