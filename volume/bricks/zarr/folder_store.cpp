// A Zarr store in a folder.
#include "volume/bricks/zarr/store.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace voxmarch::zarr {

namespace fs = std::filesystem;

bool is_sound_key(const std::string &key) {
    const auto words = text::split(key, '/');
    return std::ranges::none_of(words, [](const std::string &word) {
        return word.empty() || word == "." || word == ".." || word.find('\0') != std::string::npos;
    });
}

PositionedFile::PositionedFile(const fs::path &file)
    : path_(file), descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) { // a pipe would be waited for
    if (descriptor_ < 0) {
        throw FileError(file, std::string("cannot be opened: ") + std::strerror(errno));
    }
    struct stat status {};
    if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(descriptor_);
        throw FileError(file, "is not a regular file");
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
    written_at_ = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

PositionedFile::~PositionedFile() { close(descriptor_); }

void PositionedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t count = pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            throw FileError(path_, count == 0 ? "truncated: it ends early"
                                              : std::string("cannot be read: ") + std::strerror(errno));
        }
        out = out.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
}

namespace {

class FolderFile final : public StoredFile {
public:
    explicit FolderFile(const fs::path &file) : file_(file) {}
    std::uint64_t size() const override { return file_.size(); }
    std::int64_t written_at() const override { return file_.written_at(); }
    void read(std::uint64_t offset, std::span<std::byte> out) const override { file_.read(offset, out); }

private:
    PositionedFile file_;
};

fs::path without_links(const fs::path &folder) {
    std::error_code problem;
    fs::path path = fs::canonical(folder, problem);
    if (problem) {
        throw FileError(folder, "cannot be opened: " + problem.message());
    }
    return path;
}

class FolderStore final : public Store {
public:
    explicit FolderStore(const fs::path &folder) : named_(folder), root_(without_links(folder)) {}

    std::unique_ptr<StoredFile> open(const std::string &key) const override {
        if (!is_sound_key(key)) {
            throw FileError(named_, fmt::format("names '{}', which does not lie within it", key));
        }
        std::error_code problem;
        const fs::path file = fs::canonical(root_ / key, problem);
        if (problem == std::errc::no_such_file_or_directory || problem == std::errc::not_a_directory) {
            return nullptr;
        }
        if (problem) {
            throw FileError(path_of(key), "cannot be opened: " + problem.message());
        }
        const auto inside = std::mismatch(root_.begin(), root_.end(), file.begin(), file.end());
        if (inside.first != root_.end()) {
            throw FileError(path_of(key), "leads out of its store");
        }
        return std::make_unique<FolderFile>(file);
    }

    fs::path path_of(const std::string &key) const override { return named_ / key; }

    std::optional<std::vector<std::string>> few_keys(const std::string &folder, std::size_t most) const override {
        std::vector<std::string> keys;
        std::error_code problem;
        fs::recursive_directory_iterator entry(root_ / folder, fs::directory_options::follow_directory_symlink,
                                               problem);
        for (const fs::recursive_directory_iterator end; !problem && entry != end; entry.increment(problem)) {
            if (keys.size() == most) { // folders count: links may lead in a circle
                return std::nullopt;
            }
            keys.push_back(entry->path().lexically_relative(root_).generic_string());
        }
        return problem ? std::nullopt : std::optional(std::move(keys));
    }

private:
    fs::path named_, root_; ///< as given; without links
};

} // namespace

std::unique_ptr<Store> open_folder_store(const fs::path &folder) { return std::make_unique<FolderStore>(folder); }

} // namespace voxmarch::zarr
