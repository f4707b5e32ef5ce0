// A Zarr store in a zip file (APPNOTE 6.3, with 64-bit sizes): parts of stored entries are read where they lie.
#include "volume/bricks/zarr/store.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/header_fields.h"
#include "volume/formats/packing/deflate.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace voxmarch::zarr {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t directory_end = 0x06054b50, directory_end_64 = 0x06064b50, locator_64 = 0x07064b50,
                        directory_entry = 0x02014b50, local_entry = 0x04034b50;
constexpr std::uint32_t unset_32 = 0xffffffff;
constexpr std::uint64_t longest_directory = std::uint64_t{1} << 30; // about ten million entries

struct ZipEntry {
    std::uint64_t header = 0; ///< place of its local header
    std::uint64_t packed = 0, size = 0;
    std::uint16_t method = 0;
    bool is_encrypted = false;
};

std::vector<std::byte> bytes_at(const PositionedFile &file, std::uint64_t offset, std::uint64_t count) {
    if (offset > file.size() || count > file.size() - offset) {
        throw FileError(file.path(), "damaged: its zip directory points behind its end");
    }
    std::vector<std::byte> bytes(count);
    file.read(offset, bytes);
    return bytes;
}

HeaderFields fields_of(std::span<const std::byte> bytes) { return {bytes, std::endian::native == std::endian::big}; }

struct DirectoryPlace {
    std::uint64_t offset = 0, size = 0;
};

// The directory's place stands at the end of the file, before a comment of at most 64 KiB.
DirectoryPlace directory_place(const PositionedFile &file) {
    constexpr std::uint64_t end_size = 22, locator_size = 20, longest_comment = 65535;
    const std::uint64_t length = std::min(file.size(), end_size + longest_comment + locator_size);
    const auto tail = bytes_at(file, file.size() - length, length);
    for (std::size_t back = end_size; back <= tail.size(); ++back) {
        const auto end = std::span(tail).last(back);
        const HeaderFields fields = fields_of(end);
        if (fields.at<std::uint32_t>(0) != directory_end || fields.at<std::uint16_t>(20) != back - end_size) {
            continue;
        }
        DirectoryPlace place{fields.at<std::uint32_t>(16), fields.at<std::uint32_t>(12)};
        const auto before = std::span(tail).first(tail.size() - back);
        if (before.size() >= locator_size) {
            const HeaderFields locator = fields_of(before.last(locator_size));
            if (locator.at<std::uint32_t>(0) == locator_64) {
                const auto wide = bytes_at(file, locator.at<std::uint64_t>(8), 56);
                if (fields_of(wide).at<std::uint32_t>(0) != directory_end_64) {
                    throw FileError(file.path(), "damaged: its zip directory has no end");
                }
                place = {fields_of(wide).at<std::uint64_t>(48), fields_of(wide).at<std::uint64_t>(40)};
            }
        }
        return place;
    }
    throw FileError(file.path(), "is no zip file, or its end is missing");
}

// Sizes that do not fit 32 bits stand in an extra field, in this order, those alone.
void take_wide_sizes(ZipEntry &entry, std::span<const std::byte> extra) {
    while (extra.size() >= 4) {
        const auto kind = fields_of(extra).at<std::uint16_t>(0), length = fields_of(extra).at<std::uint16_t>(2);
        extra = extra.subspan(4);
        if (length > extra.size()) {
            return;
        }
        auto content = extra.first(length);
        extra = extra.subspan(length);
        if (kind != 1) {
            continue;
        }
        for (std::uint64_t *value : {&entry.size, &entry.packed, &entry.header}) {
            if (*value == unset_32 && content.size() >= 8) {
                *value = fields_of(content).at<std::uint64_t>(0);
                content = content.subspan(8);
            }
        }
    }
}

std::unordered_map<std::string, ZipEntry> read_directory(const PositionedFile &file) {
    const DirectoryPlace place = directory_place(file);
    if (place.size > longest_directory) {
        throw FileError(file.path(), "has a zip directory of more than 1 GiB");
    }
    const auto all = bytes_at(file, place.offset, place.size);
    std::unordered_map<std::string, ZipEntry> entries;
    for (std::span<const std::byte> rest = all; rest.size() >= 46;) {
        const HeaderFields fields = fields_of(rest);
        const std::size_t name = fields.at<std::uint16_t>(28), extra = fields.at<std::uint16_t>(30),
                          comment = fields.at<std::uint16_t>(32), length = 46 + name + extra + comment;
        if (fields.at<std::uint32_t>(0) != directory_entry || length > rest.size()) {
            throw FileError(file.path(), "damaged: its zip directory holds something else than entries");
        }
        ZipEntry entry{fields.at<std::uint32_t>(42), fields.at<std::uint32_t>(20), fields.at<std::uint32_t>(24),
                       fields.at<std::uint16_t>(10), (fields.at<std::uint16_t>(8) & 1) != 0};
        take_wide_sizes(entry, rest.subspan(46 + name, extra));
        entries[std::string(reinterpret_cast<const char *>(rest.data()) + 46, name)] = entry;
        rest = rest.subspan(length);
    }
    return entries;
}

/// An entry that is stored as it is.
class PlainEntry final : public StoredFile {
public:
    PlainEntry(const PositionedFile &zip, fs::path name, std::uint64_t offset, std::uint64_t size)
        : zip_(zip), name_(std::move(name)), offset_(offset), size_(size) {}
    std::uint64_t size() const override { return size_; }
    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        if (offset > size_ || out.size() > size_ - offset) {
            throw FileError(name_, "truncated: it ends early");
        }
        zip_.read(offset_ + offset, out);
    }

private:
    const PositionedFile &zip_;
    fs::path name_;
    std::uint64_t offset_, size_;
};

/// An entry that is unpacked whole when its first byte is asked for.
class DeflatedEntry final : public StoredFile {
public:
    DeflatedEntry(const PositionedFile &zip, fs::path name, std::uint64_t offset, const ZipEntry &entry)
        : zip_(zip), name_(std::move(name)), offset_(offset), entry_(entry) {}
    std::uint64_t size() const override { return entry_.size; }
    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        std::call_once(unpacked_, [&] { unpack(); });
        if (offset > bytes_.size() || out.size() > bytes_.size() - offset) {
            throw FileError(name_, "truncated: it ends early");
        }
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
    }

private:
    const PositionedFile &zip_;
    fs::path name_;
    std::uint64_t offset_;
    ZipEntry entry_;
    mutable std::once_flag unpacked_;
    mutable std::vector<std::byte> bytes_;

    void unpack() const {
        std::vector<std::byte> packed(entry_.packed);
        zip_.read(offset_, packed);
        bytes_ = inflate_all(packed, DeflateWrapper::none, entry_.size + 1, name_);
        if (bytes_.size() != entry_.size) {
            throw FileError(name_,
                            fmt::format("unpacks to {} bytes, but its zip entry says {}", bytes_.size(), entry_.size));
        }
    }
};

class ZipStore final : public Store {
public:
    ZipStore(const fs::path &file, const std::string &inside) : zip_(file), entries_(read_directory(zip_)) {
        prefix_ = inside.empty() ? only_folder() : inside + "/";
    }

    std::unique_ptr<StoredFile> open(const std::string &key) const override {
        if (!is_sound_key(key)) {
            throw FileError(zip_.path(), fmt::format("names '{}', which does not lie within it", key));
        }
        const auto found = entries_.find(prefix_ + key);
        if (found == entries_.end()) {
            return nullptr;
        }
        const ZipEntry &entry = found->second;
        if (entry.is_encrypted) {
            throw FileError(path_of(key), "is encrypted");
        }
        const std::uint64_t offset = data_of(entry, key);
        if (entry.method == 0 && entry.packed == entry.size) {
            return std::make_unique<PlainEntry>(zip_, path_of(key), offset, entry.size);
        }
        if (entry.method != 8) {
            throw FileError(path_of(key), fmt::format("is packed by zip's method {}; only stored and deflated entries "
                                                      "can be read",
                                                      entry.method));
        }
        require_bytes(entry.size, entry.packed, max_deflate_ratio, path_of(key));
        return std::make_unique<DeflatedEntry>(zip_, path_of(key), offset, entry);
    }

    fs::path path_of(const std::string &key) const override { return zip_.path() / (prefix_ + key); }

    std::vector<std::string> keys() const override {
        std::vector<std::string> keys;
        for (const auto &[name, entry] : entries_) {
            if (name.starts_with(prefix_) && is_sound_key(name.substr(prefix_.size()))) {
                keys.push_back(name.substr(prefix_.size()));
            }
        }
        std::ranges::sort(keys);
        return keys;
    }

    std::optional<std::vector<std::string>> few_keys(const std::string &folder, std::size_t most) const override {
        if (entries_.size() > most) {
            return std::nullopt;
        }
        std::vector<std::string> below = keys();
        std::erase_if(below, [&](const std::string &key) { return !folder.empty() && !key.starts_with(folder + "/"); });
        return below;
    }

private:
    PositionedFile zip_;
    std::unordered_map<std::string, ZipEntry> entries_;
    std::string prefix_; ///< of all keys: "" or with '/' at its end

    // A store that was packed with its folder lies in the only folder of the zip file.
    std::string only_folder() const {
        std::optional<std::string> folder;
        for (const auto &[name, entry] : entries_) {
            const std::string first = name.substr(0, name.find('/') + 1); // "" where there is none
            if (folder && first != *folder) {
                return "";
            }
            folder = first;
        }
        return folder.value_or("");
    }

    // The local header has a name and an extra field of its own lengths.
    std::uint64_t data_of(const ZipEntry &entry, const std::string &key) const {
        const auto local = bytes_at(zip_, entry.header, 30);
        const HeaderFields fields = fields_of(local);
        const std::uint64_t offset = entry.header + 30 + fields.at<std::uint16_t>(26) + fields.at<std::uint16_t>(28);
        if (fields.at<std::uint32_t>(0) != local_entry || offset > zip_.size() || entry.packed > zip_.size() - offset) {
            throw FileError(path_of(key), "damaged: its zip entry does not lie within the file");
        }
        return offset;
    }
};

} // namespace

std::unique_ptr<Store> open_zip_store(const fs::path &file, const std::string &inside) {
    return std::make_unique<ZipStore>(file, inside);
}

} // namespace voxmarch::zarr
