// What --raw or the file name says about a raw file.
#include "volume/formats/volume_file.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/spacing_text.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

std::optional<std::array<std::int64_t, 3>> parse_dims(std::string_view s) {
    const auto parts = text::split(s, 'x');
    if (parts.size() != 3) {
        return std::nullopt;
    }
    std::array<std::int64_t, 3> dims{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto n = text::to_integer(parts[i]);
        if (!n) {
            return std::nullopt;
        }
        dims[i] = *n;
    }
    return dims;
}

// One of the optional parts after the type; false if it is none of them.
bool parse_extra(const std::string &part, RawLayout &layout) {
    if (part == "little" || part == "big") {
        layout.order = part == "big" ? std::endian::big : std::endian::little;
        return true;
    }
    if (part.starts_with("offset=")) {
        const auto offset = text::to_integer(part.substr(7));
        if (!offset || *offset < 0) {
            return false;
        }
        layout.offset = static_cast<std::uint64_t>(*offset);
        return true;
    }
    const auto spacing = parse_spacing(part);
    if (spacing) {
        layout.spacing = spacing->spacing;
        layout.unit = spacing->unit.value_or(LengthUnit::unknown);
        layout.states_spacing = true;
    }
    return spacing.has_value();
}

} // namespace

RawLayout parse_raw_layout(const std::string &text) {
    const auto refuse = [&](const std::string &part) {
        return UsageError(
            fmt::format("'{}' is no layout of raw voxels: '{}' is not understood; write "
                        "256x256x256:uint8[:sx,sy,sz][:little|big][:offset=BYTES] with one of uint8, int8, "
                        "uint16, int16, uint32, int32, float32, float64",
                        text, part));
    };
    const auto parts = text::split(text, ':');
    RawLayout layout;
    const auto dims = parse_dims(parts[0]);
    if (!dims) {
        throw refuse(parts[0]);
    }
    const auto type = parts.size() > 1 ? file_scalar_from_name(parts[1]) : std::nullopt;
    if (!type) {
        throw refuse(parts.size() > 1 ? parts[1] : text);
    }
    layout.dims = *dims;
    layout.type = *type;
    for (std::size_t i = 2; i < parts.size(); ++i) {
        if (!parse_extra(parts[i], layout)) {
            throw refuse(parts[i]);
        }
    }
    return layout;
}

std::optional<RawLayout> raw_layout_from_name(const std::string &file_name) {
    // NAME_XxYxZ_TYPE.raw, perhaps with .gz, read from the right.
    const bool packed = text::lower(file_name).ends_with(".raw.gz");
    const std::string name = file_name.substr(0, file_name.size() - (packed ? 3 : 0));
    const auto dot = name.find_last_of('.');
    const auto parts = text::split(name.substr(0, dot), '_');
    if (parts.size() < 2) {
        return std::nullopt;
    }
    const auto dims = parse_dims(parts[parts.size() - 2]);
    const auto type = file_scalar_from_name(parts.back());
    if (!dims || !type) {
        return std::nullopt;
    }
    RawLayout layout;
    layout.dims = *dims;
    layout.type = *type;
    return layout;
}

} // namespace voxmarch
