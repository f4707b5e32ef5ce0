// Where the files of a Zarr store lie: a folder or a zip file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch::zarr {

/// A file of a store. Any number of threads may read.
class StoredFile {
public:
    virtual ~StoredFile() = default;
    virtual std::uint64_t size() const = 0;

    /// When it was last written, in nanoseconds of the file system's clock; 0 if that is not known.
    virtual std::int64_t written_at() const { return 0; }

    /// Fills `out` from `offset` on. @throws FileError if they are not all there
    virtual void read(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

/// Files by their keys, such as "0/c/1/2/3". Immutable; any number of threads may read.
class Store {
public:
    virtual ~Store() = default;

    /// The file of a key; null if there is none.
    /// @throws FileError if it cannot be read, is no regular file, or the key leaves the store, also by symbolic links
    virtual std::unique_ptr<StoredFile> open(const std::string &key) const = 0;

    /// What messages call a key.
    virtual std::filesystem::path path_of(const std::string &key) const = 0;

    /// All there are, sorted; of zip files alone, none of folders.
    virtual std::vector<std::string> keys() const { return {}; }

    /// The keys below a folder ("" for the store itself), in any order. Empty: there are more than `most`, or they are
    /// not known.
    virtual std::optional<std::vector<std::string>> few_keys(const std::string &folder, std::size_t most) const = 0;
};

/// Whether a key stays where it is looked for: words between '/', none of them empty, "." or "..".
bool is_sound_key(const std::string &key);

/// @throws FileError if there is no such folder
std::unique_ptr<Store> open_folder_store(const std::filesystem::path &folder);

/// A zip file whose entries are stored or deflated; `inside` is the folder of the store in it, "" for all of it.
/// @throws FileError if it is damaged; UnsupportedError when a deflated entry is read in a build without zlib
std::unique_ptr<Store> open_zip_store(const std::filesystem::path &file, const std::string &inside);

/// Bytes of a file at any place, without a place of its own.
class PositionedFile {
public:
    /// @throws FileError unless it is a regular file that can be opened
    explicit PositionedFile(const std::filesystem::path &file);
    ~PositionedFile();
    PositionedFile(const PositionedFile &) = delete;
    PositionedFile &operator=(const PositionedFile &) = delete;

    std::uint64_t size() const { return size_; }
    std::int64_t written_at() const { return written_at_; } ///< nanoseconds of the file system's clock
    const std::filesystem::path &path() const { return path_; }

    /// @throws FileError
    void read(std::uint64_t offset, std::span<std::byte> out) const;

private:
    std::filesystem::path path_;
    int descriptor_;
    std::uint64_t size_ = 0;
    std::int64_t written_at_ = 0;
};

} // namespace voxmarch::zarr
