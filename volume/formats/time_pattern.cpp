// Finds the files that a pattern means.
#include "volume/formats/time_pattern.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// The name of a pattern: what stands before and behind the number.
struct NamePattern {
    std::string before, behind;
    std::size_t digits = 1; ///< at least
};

/// The first place of a number from `from` on.
std::optional<std::pair<std::size_t, std::size_t>> place_from(const std::string &name, std::size_t from,
                                                              std::size_t &digits) {
    for (std::size_t open = name.find("{t", from); open != std::string::npos; open = name.find("{t", open + 1)) {
        const std::string_view rest = std::string_view(name).substr(open);
        if (rest.starts_with("{t}")) {
            digits = 1;
            return std::pair{open, std::size_t{3}};
        }
        if (rest.size() > 5 && rest.starts_with("{t:0") && rest[4] >= '1' && rest[4] <= '9' && rest[5] == '}') {
            digits = static_cast<std::size_t>(rest[4] - '0');
            return std::pair{open, std::size_t{6}};
        }
    }
    return {};
}

std::optional<NamePattern> pattern_of(const std::string &name) {
    NamePattern pattern;
    const auto place = place_from(name, 0, pattern.digits);
    if (!place) {
        return {};
    }
    pattern.before = name.substr(0, place->first);
    pattern.behind = name.substr(place->first + place->second);
    return pattern;
}

/// The number of a file that fits; empty: it does not.
std::optional<long long> number_in(const std::string &name, const NamePattern &pattern) {
    const std::size_t around = pattern.before.size() + pattern.behind.size();
    if (name.size() <= around || !name.starts_with(pattern.before) || !name.ends_with(pattern.behind)) {
        return {};
    }
    const std::string number = name.substr(pattern.before.size(), name.size() - around);
    const bool are_digits = std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!are_digits || number.size() > 18 || number.size() < pattern.digits ||
        (pattern.digits > 1 && number.size() > pattern.digits && number.front() == '0')) {
        return {};
    }
    return text::to_integer(number);
}

/// Files and folders that fit, in no order.
/// @param no_files  gets what fits and is neither: reading a pipe would wait for somebody to write
std::vector<NumberedFile> fitting(const std::string &source, std::vector<fs::path> *no_files) {
    const fs::path path(source);
    const NamePattern pattern = pattern_of(path.filename().string()).value();
    if (pattern_of(pattern.behind)) {
        throw UsageError(fmt::format("'{}' has two places for numbers, put {{t}} there once", source));
    }
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::vector<NumberedFile> files;
    std::error_code problem;
    for (const auto &entry : fs::directory_iterator(folder, problem)) {
        const auto number = number_in(entry.path().filename().string(), pattern);
        if (!number) {
            continue;
        }
        std::error_code ignored; // of links in a circle, which are no files
        if (entry.is_regular_file(ignored) || entry.is_directory(ignored)) {
            files.push_back({*number, path.has_parent_path() ? entry.path() : entry.path().filename()});
        } else if (no_files != nullptr) {
            no_files->push_back(entry.path());
        }
    }
    if (problem) {
        throw FileError(folder, "cannot be listed: " + problem.message());
    }
    return files;
}

} // namespace

bool is_time_pattern(const std::string &source) {
    std::error_code ignored;
    return pattern_of(fs::path(source).filename().string()).has_value() && !fs::exists(source, ignored);
}

std::vector<NumberedFile> files_of_pattern(const std::string &source) {
    std::vector<NumberedFile> files = fitting(source, nullptr);
    if (files.empty()) {
        throw FileError(source, "no file has such a name with a number in the place of {t}");
    }
    std::ranges::sort(files, {}, [](const NumberedFile &one) { return std::pair(one.number, one.file); });
    for (std::size_t i = 1; i < files.size(); ++i) {
        if (files[i].number == files[i - 1].number) {
            throw FileError(files[i].file,
                            fmt::format("has the same number as {}; {{t:03}} takes those of three digits",
                                        files[i - 1].file.filename().string()));
        }
    }
    return files;
}

std::vector<fs::path> no_files_of_pattern(const std::string &source) {
    std::vector<fs::path> no_files;
    fitting(source, &no_files);
    std::ranges::sort(no_files);
    return no_files;
}

bool has_files(const std::string &pattern) {
    try {
        return !files_of_pattern(pattern).empty();
    } catch (const Error &) {
        return false;
    }
}

std::string numbers_text(const std::vector<NumberedFile> &files) {
    std::string text = fmt::format("numbers {} to {}", files.front().number, files.back().number);
    std::vector<std::string> missing;
    long long gaps = 0;
    for (std::size_t i = 1; i < files.size(); ++i) {
        const long long gap = files[i].number - files[i - 1].number - 1;
        gaps += gap;
        for (long long k = 1; k <= std::min(gap, 5LL) && missing.size() < 5; ++k) {
            missing.push_back(std::to_string(files[i - 1].number + k));
        }
    }
    if (gaps == 0) {
        return text;
    }
    return gaps > static_cast<long long>(missing.size())
               ? fmt::format("{}, {} numbers between them have no file", text, gaps)
               : fmt::format("{}, without {}", text, fmt::join(missing, ", "));
}

} // namespace voxmarch
