// Parses label descriptions, colour tables and headers of segmentations, strictly.
#include "volume/label_names.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/formats/dicom/dicom_scan.h"
#include "volume/formats/dicom/dicom_segments.h"
#include "volume/formats/nrrd/nrrd_header.h"
#include "volume/formats/standard_input.h"
#include "volume/label_statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <vector>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t longest_table = 16 << 20;

/// Why a line is not understood.
struct LineProblem {
    std::string text;
};

int label_number(const std::string &word) {
    const auto number = text::to_integer(word);
    if (!number || *number < 0 || *number > largest_label) {
        throw LineProblem{fmt::format("'{}' is no label, a whole number from 0 to {}", word, largest_label)};
    }
    return static_cast<int>(*number);
}

/// A number in [0, most]. @param what  "red"
double part(const std::string &word, double most, const char *what) {
    const auto number = text::to_double(word);
    if (!number || !(*number >= 0.0 && *number <= most)) {
        throw LineProblem{fmt::format("'{}' is no {}, a number from 0 to {:g}", word, what, most)};
    }
    return *number;
}

glm::vec3 color(const std::vector<std::string> &words, std::size_t first) {
    return glm::vec3(glm::dvec3(part(words[first], 255, "red"), part(words[first + 1], 255, "green"),
                                part(words[first + 2], 255, "blue")) /
                     255.0);
}

using LabelEntry = std::pair<int, LabelName>;

/// `index r g b alpha visible mesh "name"`
LabelEntry snap_entry(const std::string &line, std::size_t quote) {
    const auto words = text::words(line.substr(0, quote));
    if (words.size() != 7 || line.back() != '"' || line.size() < quote + 2) {
        throw LineProblem{"is not 'index r g b alpha visible mesh \"name\"'"};
    }
    part(words[4], 1, "alpha");
    for (const std::size_t flag : {5u, 6u}) {
        if (words[flag] != "0" && words[flag] != "1") {
            throw LineProblem{fmt::format("'{}' must be 0 or 1", words[flag])};
        }
    }
    return {label_number(words[0]), {text::trim(line.substr(quote + 1, line.size() - quote - 2)), color(words, 1)}};
}

/// `index name r g b a`; the name may hold spaces, and stand in quotes.
LabelEntry table_entry(std::string line) {
    std::replace(line.begin(), line.end(), '"', ' ');
    const auto words = text::words(line);
    if (words.size() < 6) {
        throw LineProblem{"is neither 'index r g b alpha visible mesh \"name\"' (ITK-SNAP) nor 'index name r g b a' "
                          "(3D Slicer)"};
    }
    std::string name = words[1];
    for (std::size_t i = 2; i + 4 < words.size(); ++i) {
        name += " " + words[i];
    }
    std::replace(name.begin(), name.end(), '_', ' ');
    part(words.back(), 255, "alpha");
    return {label_number(words[0]), {text::trim(name), color(words, words.size() - 4)}};
}

void insert(LabelNames &names, LabelEntry entry) {
    if (entry.second.name.empty()) {
        entry.second.name = fmt::format("label {}", entry.first);
    }
    const int label = entry.first;
    if (!names.emplace(std::move(entry)).second) {
        throw LineProblem{fmt::format("label {} appears twice", label)};
    }
}

LabelNames read_table(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw FileError(file, "cannot be opened");
    }
    LabelNames names;
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        line = text::trim(line);
        if (line.empty() || line.front() == '#') {
            continue;
        }
        try {
            const bool snap = line.back() == '"'; // its names come last
            insert(names, snap ? snap_entry(line, line.find('"')) : table_entry(line));
        } catch (const LineProblem &problem) {
            throw FileError(file, fmt::format("line {}: {}", number, problem.text));
        }
    }
    return names;
}

/// The segments of a .seg.nrrd.
class SegmentHeader {
public:
    explicit SegmentHeader(const NrrdHeader &header) : header_(header) {}

    LabelNames names() const {
        LabelNames names;
        for (int segment = 0;; ++segment) {
            const std::string *value = find(segment, "LabelValue"), *name = find(segment, "Name");
            if (!value && !name && !find(segment, "ID")) {
                return names;
            }
            const std::string *layer = find(segment, "Layer");
            if (layer && text::trim(*layer) != "0") {
                continue;
            }
            // Before layers were there a segment's label was its number, from 1 on.
            const int label = value ? label_number(text::trim(*value)) : segment + 1;
            LabelName told{name ? text::trim(*name) : "", segment_color(segment)};
            if (told.name.empty()) {
                told.name = fmt::format("Segment {}", label);
                told.is_named = false;
            }
            insert(names, {label, told});
        }
    }

private:
    const NrrdHeader &header_;

    const std::string *find(int segment, const char *field) const {
        const auto found = header_.key_values.find(fmt::format("Segment{}_{}", segment, field));
        return found == header_.key_values.end() ? nullptr : &found->second;
    }

    glm::vec3 segment_color(int segment) const {
        const std::string *value = find(segment, "Color");
        if (!value) {
            return glm::vec3(1.0f);
        }
        const auto words = text::words(*value);
        if (words.size() != 3) {
            throw LineProblem{
                fmt::format("Segment{}_Color is '{}', three numbers from 0 to 1 are expected", segment, *value)};
        }
        return {part(words[0], 1, "red"), part(words[1], 1, "green"), part(words[2], 1, "blue")};
    }
};

LabelNames read_segments(const fs::path &file) { return segment_names(read_nrrd_header(file), file); }

bool is_nrrd(const fs::path &file) {
    char magic[8] = {};
    std::ifstream(file, std::ios::binary).read(magic, 7);
    return std::string_view(magic) == "NRRD000";
}

} // namespace

LabelNames segment_names(const NrrdHeader &header, const fs::path &file) {
    try {
        return SegmentHeader(header).names();
    } catch (const LineProblem &problem) {
        throw FileError(file, "among its segments: " + problem.text);
    }
}

std::optional<Note> unnamed_note(const LabelNames &segments) {
    const auto has_none = [](const auto &segment) { return !segment.second.is_named; };
    const auto count = std::ranges::count_if(segments, has_none);
    if (count == 0) {
        return {};
    }
    return Note(fmt::format("{} of its {} segments {}: {}{}.", count, segments.size(),
                            count == 1 ? "has no name and is called by its number"
                                       : "have no name and are called by their numbers",
                            std::ranges::find_if(segments, has_none)->second.name, count == 1 ? "" : " and so on"));
}

std::string label_name(const LabelNames &names, int label) {
    const auto found = names.find(label);
    return found == names.end() ? fmt::format("label {}", label) : found->second.name;
}

LabelNames read_label_names(const fs::path &file) {
    std::error_code problem;
    const auto size = fs::is_regular_file(file, problem) ? fs::file_size(file, problem) : 0;
    if (problem || size == 0) {
        throw FileError(file, fs::exists(file, problem) ? "is no file of label names" : "does not exist");
    }
    const bool nrrd = is_nrrd(file);
    if (!nrrd && size > longest_table) {
        throw FileError(file, "is no table of label names: it has more than 16 MiB");
    }
    const LabelNames names = nrrd ? read_segments(file) : read_table(file);
    if (names.empty()) {
        throw FileError(file, nrrd ? "names no segments (Segment0_Name in the header)" : "names no label");
    }
    return names;
}

LabelNames label_names_within(const fs::path &volume) {
    std::error_code problem;
    if (is_standard_input(volume.string())) {
        const fs::path kept = standard_input_file();
        return kept.empty() ? LabelNames{} : label_names_within(kept);
    }
    if (!fs::is_regular_file(volume, problem)) {
        return {};
    }
    if (!is_nrrd(volume)) {
        return is_dicom(volume) ? dicom_segment_names(volume) : LabelNames{};
    }
    return read_segments(volume);
}

} // namespace voxmarch
