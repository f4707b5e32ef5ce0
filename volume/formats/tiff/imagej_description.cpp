// Reads the description that ImageJ and Fiji give their TIFF files.
#include "volume/formats/tiff/tiff_description.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/channel_colors.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace voxmarch {

namespace {

using Lines = std::map<std::string, std::string>;

Lines lines_of(const std::string &description) {
    Lines lines;
    for (const std::string &line : text::split(description, '\n')) {
        if (const auto equals = line.find('='); equals != std::string::npos) {
            lines.emplace(text::trim(line.substr(0, equals)), text::trim(line.substr(equals + 1)));
        }
    }
    return lines;
}

std::optional<double> number(const Lines &lines, const std::string &key) {
    const auto found = lines.find(key);
    return found == lines.end() ? std::nullopt : text::to_double(found->second);
}

std::string word(const Lines &lines, const std::string &key) {
    const auto found = lines.find(key);
    return found == lines.end() ? std::string() : found->second;
}

std::uint64_t count(const Lines &lines, const std::string &key, const std::filesystem::path &file) {
    const double value = number(lines, key).value_or(1.0);
    if (!(value >= 1.0) || value > 1e9) {
        throw FileError(file, fmt::format("its ImageJ description says {}={}", key, word(lines, key)));
    }
    return static_cast<std::uint64_t>(value);
}

// Slices, channels and times; ImageJ leaves out those that are 1, and "slices" in simple stacks.
void read_counts(TiffDescription &result, const Lines &lines, const std::filesystem::path &file) {
    const std::uint64_t images = count(lines, "images", file);
    result.channels = count(lines, "channels", file);
    result.slices = count(lines, "slices", file);
    result.times = count(lines, "frames", file);
    if (result.channels * result.slices * result.times == images) {
        return;
    }
    if (result.channels == 1 && result.times == 1 && !lines.contains("slices")) {
        result.slices = images;
        return;
    }
    throw FileError(file,
                    fmt::format("its ImageJ description contradicts itself: {} images, but {} channels, {} slices "
                                "and {} frames",
                                images, result.channels, result.slices, result.times));
}

// ImageJ's signed 16-bit images, and other straight lines from stored values to meant ones.
void read_calibration(TiffDescription &result, const Lines &lines) {
    const auto base = number(lines, "c0");
    const auto slope = number(lines, "c1");
    const std::string unit = word(lines, "vunit");
    if (word(lines, "cf") != "0" || !base || !slope || (*base == 0.0 && *slope == 1.0)) {
        return;
    }
    result.is_offset_signed = *base == -32768.0 && *slope == 1.0;
    if (!result.is_offset_signed) {
        result.notes.emplace_back(
            fmt::format("ImageJ calibrates its values as {:g} + {:g} * value{}; the stored values "
                        "are taken.",
                        *base, *slope, unit.empty() ? "" : fmt::format(" {}", unit)));
    }
}

void read_spacing(TiffDescription &result, const Lines &lines, const TiffResolution &resolution) {
    const std::string unit = word(lines, "unit");
    const auto scale = scaled_unit_from_text(unit);
    if (unit.empty() && resolution.unit != resolution_unit_none) {
        add_resolution(result, resolution);
    } else if (resolution.x && resolution.y) {
        // ImageJ itself keeps pixels per cm in files that it calls um.
        const bool per_cm = resolution.unit == resolution_unit_centimetre && unit == "um";
        const auto length = [&](double pixels, const std::string &key) {
            const auto own = scaled_unit_from_text(word(lines, key));
            return StatedLength{(per_cm ? 1e4 : 1.0) / pixels, own ? *own : scale.value_or(ScaledUnit{})};
        };
        result.spacing[0] = length(*resolution.x, "unit");
        result.spacing[1] = length(*resolution.y, "yunit");
    }
    if (!unit.empty() && !scale && !unit.starts_with("pixel")) {
        result.spacing_notes.emplace_back(fmt::format("Its unit of length, '{}', is not known here.", unit));
    }
    const auto own = scaled_unit_from_text(word(lines, "zunit"));
    const ScaledUnit depth_scale = own                 ? *own
                                   : result.spacing[0] ? result.spacing[0]->scale
                                                       : scale.value_or(ScaledUnit{});
    if (const auto depth = number(lines, "spacing")) {
        result.spacing[2] = StatedLength{std::abs(*depth), depth_scale};
    } else if (result.slices > 1 && scale) {
        result.spacing[2] = StatedLength{1.0, depth_scale};
        result.spacing_notes.emplace_back(
            fmt::format("It states no distance of slices, by which ImageJ means 1 {}.", unit));
    }
}

} // namespace

TiffDescription read_imagej_description(const std::string &text, const TiffResolution &resolution,
                                        const std::filesystem::path &file) {
    const Lines lines = lines_of(text);
    TiffDescription result;
    result.format = "ImageJ TIFF";
    result.order = "CZT";
    result.bare_planes = true;
    result.palette_is_look = true;
    read_counts(result, lines, file);
    read_calibration(result, lines);
    read_spacing(result, lines, resolution);
    if (const auto step = number(lines, "finterval"); step && result.times > 1 && result.times <= 65536) {
        const std::string unit = word(lines, "tunit");
        result.time_axis = even_times(result.times, *step, unit.empty() ? "s" : time_unit(unit));
    }
    return result;
}

std::vector<ChannelInfo> read_imagej_colors(std::span<const std::uint32_t> counts, std::span<const std::byte> bytes) {
    constexpr std::uint32_t magic = 0x494a494a, kind_of_tables = 0x6c757473; // "IJIJ", "luts"
    constexpr std::size_t table_bytes = 768;                                 // red, green, blue, 256 of each
    const auto word = [&](std::size_t at, bool is_big) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + (is_big ? i : 3 - i)]);
        }
        return value;
    };
    if (counts.empty() || counts[0] < 4 || counts[0] > bytes.size()) {
        return {};
    }
    const bool is_big = word(0, true) == magic;
    if (!is_big && word(0, false) != magic) {
        return {};
    }
    std::vector<StatedChannel> channels;
    std::size_t part = 1, at = counts[0];
    for (std::size_t entry = 4; entry + 8 <= counts[0]; entry += 8) {
        const bool are_tables = word(entry, is_big) == kind_of_tables;
        const std::uint32_t parts = word(entry + 4, is_big);
        for (std::uint32_t i = 0; i < parts; ++i, ++part) {
            if (part >= counts.size() || counts[part] > bytes.size() - at) {
                return {};
            }
            if (are_tables && counts[part] == table_bytes) {
                const auto brightest = [&](std::size_t color) {
                    return std::to_integer<int>(bytes[at + 256 * color + 255]) / 255.0;
                };
                const glm::dvec3 color(brightest(0), brightest(1), brightest(2));
                const bool is_black = color == glm::dvec3(0.0); // of a table that runs the other way
                channels.push_back({{"", is_black ? std::nullopt : std::optional(color)}, {}});
            }
            at += counts[part];
        }
    }
    return channel_infos(std::move(channels));
}

} // namespace voxmarch
