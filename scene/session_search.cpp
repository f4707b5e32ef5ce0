// Looks for files at the places where pictures and their volumes are kept.
#include "scene/session_search.h"

#include "base/error.h"
#include "scene/scene.h"
#include "volume/formats/standard_input.h"
#include "volume/formats/time_pattern.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// Whole paths, each once, in the order in which they are looked at.
std::vector<std::string> places_of(const std::string &source, const fs::path &session) {
    const fs::path folder = fs::path(absolute_source(session.string())).parent_path();
    const std::string name = bare_name(source);
    std::vector<std::string> places;
    // An absolute path stays itself behind any folder.
    for (const fs::path &place : {folder / source, folder / name, fs::path(source), fs::path(name)}) {
        const std::string whole = absolute_source(place.string());
        if (std::find(places.begin(), places.end(), whole) == places.end()) {
            places.push_back(whole);
        }
    }
    return places;
}

/// What no place has.
bool is_everywhere(const std::string &source) { return source.empty() || is_made(source) || is_standard_input(source); }

/// Of a pattern of numbered files the first of them is looked for.
bool is_there(const std::string &source) {
    std::error_code ignored;
    return fs::exists(source, ignored) || (is_time_pattern(source) && has_files(source));
}

} // namespace

std::string bare_name(const std::string &source) {
    if (is_standard_input(source)) {
        return source;
    }
    fs::path path = fs::path(absolute_source(source));
    path = path.has_filename() ? path : path.parent_path(); // a folder with a slash at its end
    return path.filename().string();
}

std::uint64_t source_bytes(const std::string &source) {
    std::error_code error;
    if (is_everywhere(source) || is_time_pattern(source)) {
        return 0; // of which file of a pattern, its readers know
    }
    if (!fs::is_directory(source, error)) {
        const std::uintmax_t bytes = fs::file_size(source, error);
        return error ? 0 : bytes;
    }
    std::uint64_t sum = 0;
    for (const fs::directory_entry &entry : fs::directory_iterator(source, error)) {
        std::error_code unknown;
        const std::uintmax_t bytes = entry.is_regular_file(unknown) ? entry.file_size(unknown) : 0;
        sum += unknown ? 0 : bytes;
    }
    return sum;
}

std::string find_source(const std::string &source, const fs::path &session, std::uint64_t bytes,
                        const std::vector<std::string> &known) {
    if (is_everywhere(source)) {
        return source;
    }
    std::vector<std::string> places = places_of(source, session);
    std::copy_if(known.begin(), known.end(), std::back_inserter(places),
                 [&](const std::string &place) { return bare_name(place) == bare_name(source); });
    std::erase_if(places, [&](const std::string &place) { return !is_there(place); });
    const auto fitting = std::find_if(places.begin(), places.end(), [&](const std::string &place) {
        return bytes > 0 && source_bytes(place) == bytes;
    });
    return fitting != places.end() ? *fitting : places.empty() ? source : places.front();
}

void require_source(const std::string &source, const fs::path &session, const std::string &what, Remedy remedy) {
    if (is_standard_input(source) && standard_input_file().empty()) {
        throw FileError(session, fmt::format("its {} came through standard input, of which nothing is kept", what),
                        {{remedy}});
    }
    if (is_everywhere(source) || is_there(source)) {
        return;
    }
    throw FileError(session,
                    fmt::format("its {} '{}' was not found (looked for {})", what, bare_name(source),
                                fmt::join(places_of(source, session), ", ")),
                    {{remedy}});
}

} // namespace voxmarch
