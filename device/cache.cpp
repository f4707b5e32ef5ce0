// Keeps what is slow to find out about a device (program binaries, probe results) in files, from one run to the next.
#include "device/cache.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/output_file.h"

#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <span>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

struct Header {
    char magic[8];
    std::uint64_t key_size, value_size, checksum;
};
static_assert(sizeof(Header) == 32);

constexpr char magic[8] = {'v', 'o', 'x', 'c', 'a', 'c', 'h', '1'};

std::uint64_t hash(std::string_view text, std::uint64_t seed) { return fnv1a(std::as_bytes(std::span(text)), seed); }

std::uint64_t checksum(std::string_view key, std::string_view value) {
    const std::uint64_t sizes[2] = {key.size(), value.size()};
    return hash(value, hash(key, fnv1a(std::as_bytes(std::span(sizes)))));
}

/// Binaries of programs have some MiB; what claims more is none of ours.
constexpr std::uintmax_t largest_entry = std::uintmax_t{256} << 20;

/// Empty if there is no such file, if it cannot be read, or has more than largest_entry bytes.
std::string whole_file(const fs::path &path) {
    std::error_code failed;
    const std::uintmax_t size = fs::is_regular_file(path, failed) ? fs::file_size(path, failed) : 0;
    if (failed || size == 0 || size > largest_entry) {
        return "";
    }
    std::string content(size, '\0');
    std::ifstream stream(path, std::ios::binary);
    stream.read(content.data(), static_cast<std::streamsize>(size));
    return stream ? content : "";
}

} // namespace

CacheKey::CacheKey(std::string_view kind, std::initializer_list<std::string_view> fields) : kind_(kind) {
    for (const std::string_view field : fields) {
        text_ += fmt::format("{}:", field.size());
        text_ += field;
    }
}

std::string CacheKey::file_name() const {
    return fmt::format("{:016x}.{}", fnv1a(std::as_bytes(std::span(text_))), kind_);
}

std::optional<std::string> load_cached(const fs::path &folder, const CacheKey &key) {
    if (folder.empty()) {
        return std::nullopt;
    }
    const std::string file = whole_file(folder / key.file_name());
    Header header;
    if (file.size() < sizeof(header)) {
        return std::nullopt;
    }
    std::memcpy(&header, file.data(), sizeof(header));
    const std::string_view body = std::string_view(file).substr(sizeof(header));
    if (std::memcmp(header.magic, magic, sizeof(magic)) != 0 || header.key_size != key.text().size() ||
        header.key_size > body.size() || header.value_size != body.size() - header.key_size) {
        return std::nullopt;
    }
    const std::string_view stored_key = body.substr(0, header.key_size), value = body.substr(header.key_size);
    if (stored_key != key.text() || header.checksum != checksum(stored_key, value)) {
        return std::nullopt;
    }
    return std::string(value);
}

bool store_cached(const fs::path &folder, const CacheKey &key, std::string_view value) {
    if (folder.empty()) {
        return false;
    }
    std::error_code failed;
    fs::create_directories(folder, failed);
    Header header{};
    std::memcpy(header.magic, magic, sizeof(magic));
    header.key_size = key.text().size();
    header.value_size = value.size();
    header.checksum = checksum(key.text(), value);
    try {
        OutputFile file(folder / key.file_name());
        file.write(std::as_bytes(std::span(&header, 1)));
        file.write(key.text());
        file.write({value.data(), value.size()});
        file.commit();
        return true;
    } catch (const OutputError &) {
        return false;
    }
}

} // namespace voxmarch
