// Helpers of the volume tests: a scratch folder, bytes to and from files, expected errors.
#pragma once

#include "base/note.h"
#include "volume/formats/read.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace voxmarch::testing {

/// A folder that vanishes at the end of the test.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "voxmarch_test_XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    ~ScratchFolder() { std::filesystem::remove_all(path_); }
    ScratchFolder(const ScratchFolder &) = delete;
    ScratchFolder &operator=(const ScratchFolder &) = delete;

    const std::filesystem::path &path() const { return path_; }
    std::string operator/(const std::string &name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// Options for a raw file of this layout.
inline ReadOptions raw_layout(const std::string &layout) {
    ReadOptions options;
    options.raw = layout;
    return options;
}

inline std::string write_file(const std::string &file, const std::string &content) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
}

inline std::string read_file(const std::string &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

/// The bytes of values as they lie in memory.
template <typename T> std::string bytes_of(const std::vector<T> &values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// The same bytes with each value reversed.
template <typename T> std::string swapped_bytes_of(const std::vector<T> &values) {
    std::string bytes = bytes_of(values);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T)) {
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     bytes.begin() + static_cast<std::ptrdiff_t>(i + sizeof(T)));
    }
    return bytes;
}

/// Runs f and returns the message of the Exception it must throw.
template <typename Exception, typename F> std::string message_of(F &&f) {
    try {
        f();
    } catch (const Exception &problem) {
        EXPECT_EQ(std::string(problem.what()).find('\n'), std::string::npos) << problem.what();
        return problem.what();
    } catch (const std::exception &other) {
        ADD_FAILURE() << "another exception: " << other.what();
        return {};
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

inline ::testing::AssertionResult contains(const std::string &text, const std::string &part) {
    if (text.find(part) != std::string::npos) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "'" << part << "' is not in '" << text << "'";
}

inline ::testing::AssertionResult contains(const Note &note, const std::string &part) {
    return contains(plain_text(note), part);
}

} // namespace voxmarch::testing
