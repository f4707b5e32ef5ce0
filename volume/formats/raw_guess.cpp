// Reads sizes and types out of file names, and completes them so that they fit the length of the file.
#include "volume/formats/raw_guess.h"

#include "volume/spacing_text.h"

#include "base/checked_size.h"
#include "base/text.h"
#include "volume/formats/foreign_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>

namespace voxmarch {

namespace {

/// Types of most raw files; those of the same size are for the user to tell apart.
constexpr FileScalar usual_types[] = {FileScalar::u8, FileScalar::u16, FileScalar::f32, FileScalar::f64};

constexpr std::int64_t smallest_edge = 16;    // of guesses
constexpr std::uint64_t longest_guess = 4096; // of guesses, bytes

class Guesses {
public:
    Guesses(std::uint64_t size, std::size_t limit) : size_(size), limit_(limit) {}

    /// Keeps it where it fits. @param header  most bytes before the voxels
    void add(std::array<std::int64_t, 3> dims, FileScalar type, std::uint64_t header) {
        RawLayout layout;
        layout.dims = dims;
        layout.type = type;
        const std::uint64_t bytes = voxel_bytes(layout).value_or(0);
        if (bytes == 0 || bytes > size_ || size_ - bytes > header || list_.size() == limit_) {
            return;
        }
        if (bytes < size_) {
            layout.offset = size_ - bytes;
        }
        const std::string text = to_text(layout);
        if (std::ranges::none_of(list_, [&](const RawLayout &other) { return to_text(other) == text; })) {
            list_.push_back(layout);
        }
    }

    /// The largest cube of each type, those after the shortest headers first.
    void add_cubes(std::uint64_t header) {
        struct Cube {
            std::int64_t edge;
            FileScalar type;
            std::uint64_t bytes() const { return std::uint64_t(edge * edge * edge) * file_scalar_size(type); }
        };
        std::vector<Cube> all;
        for (const FileScalar type : usual_types) {
            const double voxels = double(size_) / double(file_scalar_size(type));
            const auto edge = static_cast<std::int64_t>(std::cbrt(voxels) + 1e-6);
            if (edge >= smallest_edge && edge <= max_axis_length) {
                all.push_back({edge, type});
            }
        }
        std::ranges::stable_sort(all, std::greater<>(), &Cube::bytes);
        for (const Cube &cube : all) {
            add({cube.edge, cube.edge, cube.edge}, cube.type, header);
        }
    }

    /// Square slices of usual edges, as many as the file has, the most cubic first, and bytes before wider types.
    void add_square_slices() {
        struct Slices {
            std::int64_t edge, count;
            FileScalar type;
            double oddity() const {
                return std::abs(std::log(double(count) / double(edge))) + 0.5 * std::log2(file_scalar_size(type));
            }
        };
        std::vector<Slices> all;
        for (const std::int64_t edge : {64, 128, 256, 384, 512, 768, 1024, 2048, 4096}) {
            for (const FileScalar type : usual_types) {
                const std::uint64_t slice = std::uint64_t(edge) * std::uint64_t(edge) * file_scalar_size(type);
                const auto count = static_cast<std::int64_t>(size_ / slice);
                if (size_ % slice == 0 && count >= smallest_edge && count <= 8 * edge) {
                    all.push_back({edge, count, type});
                }
            }
        }
        std::ranges::stable_sort(all, {}, &Slices::oddity);
        for (const Slices &slices : all) {
            add({slices.edge, slices.edge, slices.count}, slices.type, 0);
        }
    }

    std::vector<RawLayout> list() && { return std::move(list_); }

private:
    std::uint64_t size_;
    std::size_t limit_;
    std::vector<RawLayout> list_;
};

/// "head-128x128x62.v2_u16.raw" in pieces of letters and digits.
std::vector<std::string> pieces_of(const std::string &file_name) {
    std::string text = text::lower(file_name);
    std::ranges::replace_if(
        text, [](unsigned char c) { return std::isalnum(c) == 0; }, ' ');
    return text::words(text);
}

/// Edges "128x128x62" and type of the name's pieces, each where there is one.
void add_named(Guesses &guesses, const std::string &file_name) {
    std::optional<std::array<std::int64_t, 3>> dims;
    std::optional<FileScalar> type;
    for (const std::string &piece : pieces_of(file_name)) {
        if (const auto named = file_scalar_from_name(piece)) {
            type = named;
        } else if (const auto layout = raw_layout_from_name("_" + piece + "_uint8.raw")) {
            dims = layout->dims;
        }
    }
    if (dims && type) {
        guesses.add(*dims, *type, longest_guess);
    }
    for (const FileScalar usual : usual_types) {
        if (dims) {
            guesses.add(*dims, usual, longest_guess);
        }
    }
}

} // namespace

std::optional<std::uint64_t> voxel_bytes(const RawLayout &layout) {
    std::uint64_t bytes = file_scalar_size(layout.type);
    for (const std::int64_t edge : layout.dims) {
        const std::uint64_t most = std::uint64_t(std::numeric_limits<std::int64_t>::max()) / bytes;
        if (edge < 1 || edge > max_axis_length || std::uint64_t(edge) > most) {
            return std::nullopt;
        }
        bytes *= std::uint64_t(edge);
    }
    return bytes;
}

std::string to_text(const RawLayout &layout) {
    std::string result =
        fmt::format("{}x{}x{}:{}", layout.dims[0], layout.dims[1], layout.dims[2], name_of(layout.type));
    if (layout.spacing != glm::dvec3(1.0) || layout.unit != LengthUnit::unknown) {
        result += ':' + to_text(SpacingText{layout.spacing, layout.unit});
    }
    if (layout.order == std::endian::big) {
        result += ":big";
    }
    return layout.offset ? fmt::format("{}:offset={}", result, *layout.offset) : result;
}

RawFit fit_of(const RawLayout &layout, std::uint64_t size) {
    const std::uint64_t header = layout.offset.value_or(0);
    const std::optional<std::uint64_t> bytes = voxel_bytes(layout);
    if (!bytes) {
        return {0, size};
    }
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return {header > most - *bytes ? most : header + *bytes, size};
}

std::vector<RawLayout> guess_raw_layouts(const std::string &file_name, std::uint64_t size, std::size_t limit) {
    Guesses guesses(size, limit);
    add_named(guesses, file_name);
    guesses.add_cubes(0);
    guesses.add_square_slices();
    guesses.add_cubes(longest_guess);
    return std::move(guesses).list();
}

bool lacks_raw_layout(const std::filesystem::path &file) {
    std::error_code problem;
    const bool is_file = std::filesystem::is_regular_file(file, problem);
    const std::uint64_t size = is_file ? std::filesystem::file_size(file, problem) : 0;
    if (problem || size == 0) {
        return false;
    }
    if (text::lower(file.extension().string()) == ".gz") {
        return false; // its size says nothing
    }
    if (const auto named = raw_layout_from_name(file.filename().string())) {
        return is_raw_or_unknown(file) && !fit_of(*named, size).exact();
    }
    const bool raw = text::lower(file.extension().string()) == ".raw";
    return raw || (is_raw_or_unknown(file) && !foreign_kind(file));
}

} // namespace voxmarch
