// Parses sizes, colours, cameras and other values of options, strictly and with the option named in errors.
#include "app/cli/parse.h"

#include "app/cli/color_names.h"
#include "base/error.h"
#include "base/text.h"
#include "scene/slice_contents.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <optional>

namespace voxmarch {

std::optional<double> to_number(std::string_view text) {
    double value = 0.0;
    const auto [next, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = code == std::errc() && next == text.data() + text.size() && std::isfinite(value);
    return whole ? std::optional(value) : std::nullopt;
}

namespace {

/// The whole text as digits.
std::optional<int> to_integer(std::string_view text) {
    int value = 0;
    const auto [next, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && next == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Letters to insert, drop, replace, or swap with their neighbour to make `b` out of `a`.
std::size_t edit_distance(const std::string &a, const std::string &b) {
    std::vector<std::vector<std::size_t>> distance(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                distance[i][j] = i + j;
                continue;
            }
            const std::size_t replaced = distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            distance[i][j] = std::min({replaced, distance[i - 1][j] + 1, distance[i][j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
            }
        }
    }
    return distance[a.size()][b.size()];
}

/// As many finite numbers as there should be; empty otherwise.
std::vector<double> to_numbers(const std::string &text, std::size_t count, char separator) {
    std::vector<double> numbers;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        const std::optional<double> number = to_number(std::string_view(text).substr(begin, end - begin));
        if (!number) {
            return {};
        }
        numbers.push_back(*number);
        begin = end + 1;
    }
    return numbers.size() == count ? numbers : std::vector<double>();
}

} // namespace

std::vector<double> parse_numbers(const std::string &text, std::size_t count, char separator, const std::string &what) {
    std::vector<double> numbers = to_numbers(text, count, separator);
    if (numbers.empty()) {
        throw UsageError(
            fmt::format("{} is '{}'; it must be {} finite numbers separated by '{}'", what, text, count, separator));
    }
    return numbers;
}

double parse_number(const std::string &text, double low, double high, const std::string &what) {
    const std::optional<double> number = to_number(text);
    if (!number || *number < low || *number > high) {
        throw UsageError(fmt::format("{} is '{}'; it must be a number from {:g} to {:g}", what, text, low, high));
    }
    return *number;
}

int parse_integer(const std::string &text, int low, int high, const std::string &what) {
    const std::optional<int> number = to_integer(text);
    if (!number || *number < low || *number > high) {
        throw UsageError(fmt::format("{} is '{}'; it must be a whole number from {} to {}", what, text, low, high));
    }
    return *number;
}

PixelSize parse_size(const std::string &text, const std::string &what) {
    const std::size_t cross = std::min(text.find('x'), text.size());
    const std::optional<int> width = to_integer(std::string_view(text).substr(0, cross));
    const std::optional<int> height = to_integer(std::string_view(text).substr(std::min(cross + 1, text.size())));
    const auto good = [](std::optional<int> edge) { return edge && *edge >= 1 && *edge <= picture_edge_limit; };
    if (!good(width) || !good(height)) {
        throw UsageError(fmt::format("{} is '{}'; it must be WIDTHxHEIGHT, whole numbers from 1 to {}, e.g. 1024x768",
                                     what, text, picture_edge_limit));
    }
    return {*width, *height};
}

PixelSize parse_picture_size(const std::string &text, const std::string &what) {
    static constexpr std::pair<const char *, PixelSize> usual[] = {{"720p", {1280, 720}},
                                                                   {"1080p", {1920, 1080}},
                                                                   {"1440p", {2560, 1440}},
                                                                   {"4k", {3840, 2160}},
                                                                   {"8k", {7680, 4320}}};
    for (const auto &[name, size] : usual) {
        if (voxmarch::text::lower(text) == name) {
            return size;
        }
    }
    if (text.find('x') == text.npos) {
        throw UsageError(fmt::format("{} is '{}'; it must be WIDTHxHEIGHT, e.g. 1024x768, or 720p, 1080p, 1440p, 4k or "
                                     "8k",
                                     what, text));
    }
    return parse_size(text, what);
}

glm::dvec3 parse_vector(const std::string &text, const std::string &what) {
    const std::vector<double> numbers = parse_numbers(text, 3, ',', what);
    return {numbers[0], numbers[1], numbers[2]};
}

namespace {

/// "#rgb" or "#rrggbb" as 0xRRGGBB.
std::optional<std::uint32_t> hexadecimal_color(std::string text) {
    if (text.size() == 4) { // each digit stands for two
        text = {text[0], text[1], text[1], text[2], text[2], text[3], text[3]};
    }
    std::uint32_t value = 0;
    const auto [next, code] = std::from_chars(text.data() + 1, text.data() + text.size(), value, 16);
    const bool whole = text.size() == 7 && code == std::errc() && next == text.data() + 7;
    return whole ? std::optional(value) : std::nullopt;
}

glm::vec3 color_of(std::uint32_t rgb) { return glm::vec3(rgb >> 16, (rgb >> 8) & 255u, rgb & 255u) / 255.0f; }

} // namespace

std::optional<glm::vec3> to_color(const std::string &text) {
    if (const auto rgb = text.starts_with('#') ? hexadecimal_color(text) : named_color(text)) {
        return color_of(*rgb);
    }
    const std::vector<double> parts = to_numbers(text, 3, ',');
    const auto outside = [](double part) { return part < 0.0 || part > 1.0; };
    if (parts.empty() || std::any_of(parts.begin(), parts.end(), outside)) {
        return std::nullopt;
    }
    return glm::vec3(parts[0], parts[1], parts[2]);
}

glm::vec3 parse_color(const std::string &text, const std::string &what) {
    if (const std::optional<glm::vec3> color = to_color(text)) {
        return *color;
    }
    const bool letters = !text.empty() && std::all_of(text.begin(), text.end(),
                                                      [](unsigned char letter) { return std::isalpha(letter) != 0; });
    const std::string nearest = letters ? nearest_word(text, color_names()) : "";
    throw UsageError(fmt::format("{} is '{}'; it must be #rrggbb, #rgb, a colour name of CSS or r,g,b with parts from "
                                 "0 to 1{}",
                                 what, text, nearest.empty() ? "" : fmt::format("; do you mean '{}'?", nearest)));
}

glm::vec3 parse_factor(const std::string &text, const std::string &what) {
    const std::size_t count = text.find(',') == std::string::npos ? 1 : 3;
    const std::vector<double> parts = to_numbers(text, count, ',');
    if (parts.empty() ||
        std::any_of(parts.begin(), parts.end(), [](double part) { return part < 0.0 || part > 1.0; })) {
        throw UsageError(
            fmt::format("{} is '{}'; it must be a number from 0 to 1, or r,g,b with such parts", what, text));
    }
    return count == 1 ? glm::vec3(parts[0]) : glm::vec3(parts[0], parts[1], parts[2]);
}

namespace {

std::string window_word(const NamedWindow &window) {
    std::string name = text::lower(window.name);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::vector<std::string> window_words() {
    std::vector<std::string> words;
    std::ranges::transform(named_windows(), std::back_inserter(words), window_word);
    return words;
}

} // namespace

std::string window_names() { return fmt::format("{}", fmt::join(window_words(), ", ")); }

ValueRange parse_window(const std::string &text, const std::string &what) {
    for (const NamedWindow &window : named_windows()) {
        if (text == window_word(window)) {
            return range_of(window);
        }
    }
    if (!text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0) {
        const std::string nearest = nearest_word(text, window_words());
        throw UsageError(fmt::format("{} is '{}'; {}it must be lowest:highest, level/width, or a name: {}", what, text,
                                     nearest.empty() ? "" : fmt::format("do you mean '{}'? ", nearest),
                                     window_names()));
    }
    if (text.find('/') != std::string::npos) {
        const std::vector<double> numbers = to_numbers(text, 2, '/');
        if (numbers.empty() || !(numbers[1] > 0.0)) {
            throw UsageError(fmt::format("{} is '{}'; level/width must be two numbers, the width greater than 0, e.g. "
                                         "40/400",
                                         what, text));
        }
        return {numbers[0] - numbers[1] / 2.0, numbers[0] + numbers[1] / 2.0};
    }
    const std::vector<double> numbers = to_numbers(text, 2, ':');
    if (numbers.empty()) {
        throw UsageError(fmt::format("{} is '{}'; it must be two numbers, lowest:highest or level/width, e.g. "
                                     "-160:240 or 40/400",
                                     what, text));
    }
    if (!(numbers[0] < numbers[1])) {
        throw UsageError(fmt::format("{} is '{}'; the first value must be below the second", what, text));
    }
    return {numbers[0], numbers[1]};
}

std::string nearest_word(const std::string &word, const std::vector<std::string> &words) {
    std::string nearest;
    std::size_t smallest = std::max<std::size_t>(2, word.size() / 3) + 1; // a third of the letters may be wrong
    for (const std::string &candidate : words) {
        if (const std::size_t distance = edit_distance(word, candidate); distance < smallest) {
            smallest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace voxmarch
