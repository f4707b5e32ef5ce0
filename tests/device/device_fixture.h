// What the device tests share: a private cache, temporary folders, kernels written by a test.
#pragma once

#include "tests/support/test_device.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>

namespace voxmarch {

/// Lives as long as the object.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "voxmarch-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    TemporaryFolder(const TemporaryFolder &) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::filesystem::path &path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Sets an environment variable (or removes it) as long as the object lives.
class ScopedVariable {
public:
    ScopedVariable(const char *name, const std::optional<std::string> &value) : name_(name) {
        if (const char *old = std::getenv(name)) {
            old_ = old;
        }
        set(value);
    }
    ScopedVariable(const ScopedVariable &) = delete;
    ~ScopedVariable() { set(old_); }

private:
    const char *name_;
    std::optional<std::string> old_;

    void set(const std::optional<std::string> &value) {
        if (value) {
            setenv(name_, value->c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }
};

/// Gives the process a cache folder of its own, so that tests that run at the same time do not meet. The processes that
/// death tests start share it with their parent.
class PrivateCache : public testing::Environment {
public:
    void SetUp() override {
        if (!std::getenv("VOXMARCH_TEST_HAS_CACHE")) {
            folder_ = std::make_unique<TemporaryFolder>();
            setenv("VOXMARCH_CACHE_DIR", folder_->path().c_str(), 1);
            setenv("VOXMARCH_TEST_HAS_CACHE", "1", 1);
        }
    }
    void TearDown() override { folder_.reset(); }

private:
    std::unique_ptr<TemporaryFolder> folder_;
};

inline testing::Environment *const private_cache = testing::AddGlobalTestEnvironment(new PrivateCache);

/// The options of the test device, but with another cache.
inline DeviceOptions cached_in(const std::filesystem::path &folder) {
    DeviceOptions options = environment_options();
    options.cache_folder = folder;
    return options;
}

/// A program of one file that a test wrote itself, behind others.
inline ProgramSource text_source(const std::string &text, std::vector<std::string> files = {}) {
    ProgramSource source;
    source.name = "test";
    source.files = std::move(files);
    source.files.emplace_back("test.cl");
    source.fast_math = false;
    source.texts = {{"test.cl", text}};
    return source;
}

inline Program build_text(const std::string &text) { return Program(test_device(), text_source(text)); }

template <typename T> std::span<const std::byte> bytes_of(const std::vector<T> &values) {
    return std::as_bytes(std::span(values));
}

template <typename T> std::vector<T> downloaded(const Buffer &buffer) {
    std::vector<T> values(buffer.bytes() / sizeof(T));
    buffer.download(std::as_writable_bytes(std::span(values)));
    return values;
}

/// The message of the exception of type E that the call throws; fails the test if it throws none or another.
template <typename E, typename Call> std::string message_of(const Call &call) {
    try {
        call();
    } catch (const E &error) {
        return error.what();
    } catch (const std::exception &other) {
        ADD_FAILURE() << "another exception was thrown: " << other.what();
        return "";
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
}

inline void expect_contains(const std::string &text, const std::string &part) {
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

} // namespace voxmarch
