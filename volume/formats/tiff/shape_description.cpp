// Reads the description that Python's tifffile gives its TIFF files.
#include "volume/formats/tiff/tiff_description.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

// The value of a key of a flat JSON object: what is between the brackets or quotes after it.
std::string value_of(const std::string &json, const std::string &key, char open, char close) {
    const auto at = json.find("\"" + key + "\":");
    const auto begin = at == std::string::npos ? at : json.find_first_not_of(' ', at + key.size() + 3);
    if (begin == std::string::npos || json[begin] != open) {
        return {};
    }
    const auto end = json.find(close, begin + 1);
    return end == std::string::npos ? std::string() : json.substr(begin + 1, end - begin - 1);
}

struct DescribedAxis {
    char letter; // '?' where it is not named
    std::uint64_t size;
};

// The axes longer than 1 that lead to a page, the slowest first.
std::vector<DescribedAxis> leading_axes(const std::string &json, int samples) {
    std::vector<DescribedAxis> axes;
    const std::string letters = value_of(json, "axes", '"', '"');
    const auto sizes = text::split(value_of(json, "shape", '[', ']'), ',');
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        axes.push_back({letters.size() == sizes.size() ? letters[i] : '?',
                        static_cast<std::uint64_t>(std::max(0LL, text::to_integer(text::trim(sizes[i])).value_or(0)))});
    }
    // A page is Y, X and, where it has samples, those before or after.
    std::size_t inner = samples > 1 ? 3 : 2;
    if (samples == 1 && axes.size() > 2 && axes.back().letter == 'S' && axes.back().size == 1) {
        inner = 3;
    }
    axes.resize(axes.size() > inner ? axes.size() - inner : 0);
    std::erase_if(axes, [](const DescribedAxis &axis) { return axis.size == 1; });
    return axes;
}

} // namespace

TiffDescription read_shape_description(const std::string &text, int samples, const std::filesystem::path &file) {
    TiffDescription result;
    auto axes = leading_axes(text, samples);
    result.bare_planes = text.find("\"truncated\": true") != std::string::npos;
    const bool named =
        std::none_of(axes.begin(), axes.end(), [](const DescribedAxis &axis) { return axis.letter == '?'; });
    if (!named && axes.size() > 3) {
        throw FileError(
            file, fmt::format("holds a series of {} axes that are not named; write it as OME-TIFF", axes.size() + 2));
    }
    // Unnamed axes: slices are the fastest, as in every program that writes numpy arrays; then channels, then times.
    for (std::size_t i = 0; !named && i < axes.size(); ++i) {
        axes[axes.size() - 1 - i].letter = "ZCT"[i];
    }
    if (!named && axes.size() > 1) {
        result.notes.emplace_back(
            fmt::format("Its pages are an array of several axes that are not named; they are taken "
                        "as slices, the next slower as {}.",
                        axes.size() == 2 ? "channels" : "channels and times"));
    }
    // An axis of another kind is that of the slices where there is none.
    const auto is = [](char letter) { return [letter](const DescribedAxis &axis) { return axis.letter == letter; }; };
    if (std::none_of(axes.begin(), axes.end(), is('Z'))) {
        for (DescribedAxis &axis : axes) {
            if (axis.letter != 'C' && axis.letter != 'T') {
                axis.letter = 'Z';
                break;
            }
        }
    }
    result.slices = 1;
    result.order.clear();
    std::reverse(axes.begin(), axes.end());
    for (const DescribedAxis &axis : axes) {
        if (std::string("ZCT").find(axis.letter) == std::string::npos ||
            result.order.find(axis.letter) != std::string::npos) {
            throw FileError(file, fmt::format("has an axis '{}' of {} beside its slices; only slices, channels and "
                                              "times can be told apart",
                                              axis.letter, axis.size));
        }
        (axis.letter == 'Z' ? result.slices : axis.letter == 'C' ? result.channels : result.times) = axis.size;
        result.order += axis.letter;
    }
    for (const char letter : {'Z', 'C', 'T'}) {
        if (result.order.find(letter) == std::string::npos) {
            result.order += letter;
        }
    }
    return result;
}

} // namespace voxmarch
