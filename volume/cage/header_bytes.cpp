// One description of each structure writes it and reads it: numbers as they lie in memory, before texts and lists their
// length.
#include "volume/cage/header_bytes.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t first_word = 0x43584f56; // "VOXC"
constexpr std::uint64_t longest_text = 1 << 16, longest_list = 1 << 20;

template <typename T> constexpr bool is_plain = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

class Writer {
public:
    static constexpr bool writes = true;

    template <typename T>
    requires is_plain<T>
    void number(const T &value) {
        const auto *begin = reinterpret_cast<const std::byte *>(&value);
        bytes.insert(bytes.end(), begin, begin + sizeof value);
    }
    void raw(const void *from, std::size_t count) {
        const auto *begin = static_cast<const std::byte *>(from);
        bytes.insert(bytes.end(), begin, begin + count);
    }

    std::vector<std::byte> bytes;
};

class Reader {
public:
    static constexpr bool writes = false;
    Reader(std::span<const std::byte> bytes, const fs::path &file) : rest_(bytes), file_(file) {}

    template <typename T>
    requires is_plain<T>
    void number(T &value) { raw(&value, sizeof value); }
    void raw(void *to, std::size_t count) {
        require(count <= rest_.size());
        std::memcpy(to, rest_.data(), count);
        rest_ = rest_.subspan(count);
    }
    void require(bool holds) const {
        if (!holds) {
            throw FileError(file_, "is damaged: what its reader says makes no sense");
        }
    }
    std::size_t left() const { return rest_.size(); }

private:
    std::span<const std::byte> rest_;
    const fs::path &file_;
};

// The largest value of an enumeration.
constexpr ScalarType last(ScalarType) { return ScalarType::f32; }
constexpr FileScalar last(FileScalar) { return FileScalar::f64; }
constexpr LengthUnit last(LengthUnit) { return LengthUnit::angstrom; }
constexpr Placement last(Placement) { return Placement::whole; }
constexpr Remedy last(Remedy) { return Remedy::overwrite_input; }
constexpr std::endian last(std::endian) { return std::max(std::endian::little, std::endian::big); }

// What a list is filled with before it is read.
template <typename T> T empty() { return T{}; }
template <> Note empty<Note>() { return {""}; }

template <typename Archive, typename T>
requires is_plain<T>
void exchange(Archive &archive, T &value) { archive.number(value); }

template <typename Archive> void exchange(Archive &archive, bool &value) {
    std::uint8_t byte = value ? 1 : 0;
    archive.number(byte);
    value = byte != 0;
}

template <typename Archive, typename T>
requires std::is_enum_v<T>
void exchange(Archive &archive, T &value) {
    auto number = static_cast<std::int32_t>(value);
    archive.number(number);
    if constexpr (!Archive::writes) {
        archive.require(number >= 0 && number <= static_cast<std::int32_t>(last(T{})));
        value = static_cast<T>(number);
    }
}

template <typename Archive> void exchange(Archive &archive, std::string &text) {
    std::uint64_t length = std::min<std::uint64_t>(text.size(), longest_text);
    archive.number(length);
    if constexpr (!Archive::writes) {
        archive.require(length <= longest_text && length <= archive.left());
        text.resize(length);
    }
    archive.raw(text.data(), length);
}

template <typename Archive> void exchange(Archive &archive, fs::path &path) {
    std::string text = path.string();
    exchange(archive, text);
    path = text;
}

template <typename Archive, int length> void exchange(Archive &archive, glm::vec<length, double> &vector) {
    for (int i = 0; i < length; ++i) {
        archive.number(vector[i]);
    }
}

template <typename Archive> void exchange(Archive &archive, glm::dmat3 &matrix) {
    for (int column = 0; column < 3; ++column) {
        exchange(archive, matrix[column]);
    }
}

template <typename Archive, typename T, std::size_t count> void exchange(Archive &archive, std::array<T, count> &all) {
    for (T &one : all) {
        exchange(archive, one);
    }
}

template <typename Archive, typename T> void exchange(Archive &archive, std::optional<T> &value) {
    bool there = value.has_value();
    exchange(archive, there);
    if constexpr (!Archive::writes) {
        value.reset();
        if (there) {
            value = empty<T>();
        }
    }
    if (value) {
        exchange(archive, *value);
    }
}

template <typename Archive, typename T> void exchange(Archive &archive, std::vector<T> &list) {
    std::uint64_t length = list.size();
    archive.number(length);
    if constexpr (!Archive::writes) {
        archive.require(length <= longest_list && length <= archive.left()); // no element is less than a byte
        list.assign(length, empty<T>());
    }
    for (T &one : list) {
        exchange(archive, one);
    }
}

template <typename Archive, typename... Fields> void exchange_all(Archive &archive, Fields &...fields);

template <typename Archive> void exchange(Archive &archive, Grid &grid) {
    exchange_all(archive, grid.dims, grid.spacing, grid.origin, grid.direction, grid.anatomical, grid.unit);
}

template <typename Archive> void exchange(Archive &archive, Advice &advice) {
    exchange_all(archive, advice.remedy, advice.detail);
}

template <typename Archive> void exchange(Archive &archive, Note &note) {
    exchange_all(archive, note.text, note.advice);
}

template <typename Archive> void exchange(Archive &archive, ChannelInfo &channel) {
    exchange_all(archive, channel.name, channel.color);
}

template <typename Archive> void exchange(Archive &archive, StatedWindow &window) {
    exchange_all(archive, window.name, window.level, window.width);
}

template <typename Archive> void exchange(Archive &archive, TimeAxis &axis) {
    exchange_all(archive, axis.at, axis.unit, axis.are_numbers);
}

template <typename Archive> void exchange(Archive &archive, PlainPlace &place) {
    exchange_all(archive, place.file, place.offset, place.type, place.order);
}

template <typename Archive> void exchange(Archive &archive, VolumeHeader &header) {
    auto &[grid, placement, stated, type, format, name, title, channels, channels_are_colors, resampled_from, times,
           notes, windows] = header; // a field that is added must be named here
    exchange_all(archive, grid, placement, stated, type, format, name, title, channels, channels_are_colors,
                 resampled_from, times, notes, windows);
}

template <typename Archive> void exchange(Archive &archive, FileFacts &facts) {
    exchange_all(archive, facts.header, facts.time_axis, facts.plain_place);
}

template <typename Archive, typename... Fields> void exchange_all(Archive &archive, Fields &...fields) {
    (exchange(archive, fields), ...);
}

bool all_finite(const glm::dvec3 &v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_sound(const Grid &grid) {
    const auto positive = [](double number) { return number > 0.0; };
    return std::ranges::all_of(grid.dims, [](int n) { return n >= 1 && n <= max_axis_length; }) &&
           all_finite(grid.spacing) && positive(grid.spacing.x) && positive(grid.spacing.y) &&
           positive(grid.spacing.z) && all_finite(grid.origin) && all_finite(grid.direction[0]) &&
           all_finite(grid.direction[1]) && all_finite(grid.direction[2]);
}

bool lies_below(const fs::path &file, const fs::path &source) {
    std::error_code problem;
    const fs::path above = fs::is_directory(source, problem) ? source : fs::absolute(source).parent_path();
    const fs::path folder = fs::weakly_canonical(above, problem),
                   place = fs::weakly_canonical(fs::absolute(file).parent_path(), problem);
    return !problem && std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first == folder.end();
}

enum class ErrorKind : std::uint8_t { file, usage, memory, unsupported };

struct ErrorWords {
    std::uint8_t kind = 0;
    fs::path file;
    std::string problem;
    std::vector<Advice> advice;
};

template <typename Archive> void exchange(Archive &archive, ErrorWords &error) {
    exchange_all(archive, error.kind, error.file, error.problem, error.advice);
}

template <typename T> std::vector<std::byte> bytes_of_one(T value) {
    Writer writer;
    writer.number(first_word);
    exchange(writer, value);
    return std::move(writer.bytes);
}

template <typename T> T one_of_bytes(std::span<const std::byte> bytes, const fs::path &source) {
    Reader reader(bytes, source);
    std::uint32_t word = 0;
    reader.number(word);
    reader.require(word == first_word);
    T value;
    exchange(reader, value);
    reader.require(reader.left() == 0);
    return value;
}

} // namespace

std::vector<std::byte> bytes_of_facts(const FileFacts &facts) { return bytes_of_one(facts); }

FileFacts facts_of_bytes(std::span<const std::byte> bytes, const fs::path &source) {
    auto facts = one_of_bytes<FileFacts>(bytes, source);
    const VolumeHeader &header = facts.header;
    const Reader nothing({}, source);
    nothing.require(is_sound(header.grid) && (!header.stated || is_sound(*header.stated)) && header.times >= 1);
    checked_byte_count(header.grid.dims, scalar_size(header.type), source);
    if (const auto &place = facts.plain_place) {
        nothing.require(lies_below(place->file, source) && memory_type(place->type) == header.type);
        require_bytes(header.grid.voxel_count() * file_scalar_size(place->type),
                      size_of_file(place->file) - std::min(size_of_file(place->file), place->offset), 1, place->file);
    }
    return facts;
}

std::vector<std::byte> bytes_of_error(const Error &error) {
    ErrorWords words;
    words.problem = error.problem();
    words.advice = error.advice();
    ErrorKind kind = ErrorKind::file;
    if (const auto *of_file = dynamic_cast<const FileError *>(&error)) {
        words.file = of_file->path;
        if (const std::string prefix = words.file.string() + ": "; words.problem.starts_with(prefix)) {
            words.problem.erase(0, prefix.size());
        }
    } else if (dynamic_cast<const UsageError *>(&error) != nullptr) {
        kind = ErrorKind::usage;
    } else if (dynamic_cast<const MemoryError *>(&error) != nullptr) {
        kind = ErrorKind::memory;
    } else if (dynamic_cast<const UnsupportedError *>(&error) != nullptr) {
        kind = ErrorKind::unsupported;
    }
    words.kind = static_cast<std::uint8_t>(kind);
    return bytes_of_one(std::move(words));
}

void throw_error_of_bytes(std::span<const std::byte> bytes, const fs::path &source) {
    constexpr std::size_t longest = 2000; // lists of series and arrays among them
    auto words = one_of_bytes<ErrorWords>(bytes, source);
    const std::string problem = text::one_line(words.problem, longest);
    switch (static_cast<ErrorKind>(words.kind)) {
    case ErrorKind::usage: throw UsageError(problem, std::move(words.advice));
    case ErrorKind::memory: throw MemoryError(problem, std::move(words.advice));
    case ErrorKind::unsupported: throw UnsupportedError(problem, std::move(words.advice));
    case ErrorKind::file: break;
    }
    throw FileError(words.file.empty() ? source : words.file, problem, std::move(words.advice));
}

} // namespace voxmarch
