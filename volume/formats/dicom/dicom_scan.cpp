// Reads the tags of DICOM slices that decide how they are stacked.
#include "volume/formats/dicom/dicom_scan.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/formats/dicom/dicom_data_set.h"
#include "volume/formats/dicom/dicom_tags.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

bool differ(const DicomFile &a, const DicomFile &b, std::uint32_t tag, std::size_t count) {
    const auto x = a.numbers(tag, count);
    const auto y = b.numbers(tag, count);
    return !std::equal(x.begin(), x.end(), y.begin(), y.end(),
                       [](double p, double q) { return std::abs(p - q) < 1e-3; });
}

std::vector<std::string> files_of(const fs::path &folder) {
    std::vector<std::string> names;
    for (const auto &entry : fs::directory_iterator(folder)) {
        std::error_code ignored; // of links in a circle, which are no files
        if (entry.is_regular_file(ignored)) {
            names.push_back(entry.path().string());
        }
    }
    std::sort(names.begin(), names.end(), text::natural_less);
    return names;
}

// The tags of one file; those that are numbers are spelled.
DicomFile read_tags(const std::string &name) {
    DicomFile file{name, {}};
    const DicomContent content = parse_dicom(name);
    for (const auto tag : {tag_thickness, tag_slice_distance, tag_series, tag_number, tag_position, tag_orientation,
                           tag_frames, tag_pixel_spacing, tag_intercept, tag_slope, tag_acquisition_time,
                           tag_content_time, tag_trigger_time, tag_acquisition_number, tag_temporal_position}) {
        if (content.data.find(tag) != nullptr) {
            file.tags[tag] = content.data.text(tag);
        }
    }
    for (const auto tag : {tag_rows, tag_columns, tag_bits_allocated, tag_signed}) {
        if (const auto number = content.data.integer(tag)) {
            file.tags[tag] = std::to_string(*number);
        }
    }
    return file;
}

} // namespace

std::string DicomFile::text(std::uint32_t tag) const {
    const auto found = tags.find(tag);
    return found == tags.end() ? std::string() : found->second;
}

std::vector<double> DicomFile::numbers(std::uint32_t tag, std::size_t count) const {
    std::vector<double> values;
    for (const auto &part : text::split(text(tag), '\\')) {
        if (const auto value = text::to_double(text::trim(part))) {
            values.push_back(*value);
        }
    }
    return values.size() == count ? values : std::vector<double>();
}

std::string DicomFile::series() const { return text(tag_series); }

std::optional<glm::dvec3> DicomFile::position() const {
    const auto p = numbers(tag_position, 3);
    return p.empty() ? std::nullopt : std::optional(glm::dvec3(p[0], p[1], p[2]));
}

double DicomFile::slice_distance() const {
    for (const auto tag : {tag_slice_distance, tag_thickness}) {
        if (const auto value = numbers(tag, 1); !value.empty() && value[0] > 0.0) {
            return value[0];
        }
    }
    return 1.0;
}

long long DicomFile::number() const { return text::to_integer(text(tag_number)).value_or(0); }

long long DicomFile::frames() const { return text::to_integer(text(tag_frames)).value_or(1); }

bool DicomFile::has_image() const { return tags.contains(tag_rows); }

DicomScan scan_dicom_folder(const fs::path &folder) {
    DicomScan found;
    for (const auto &name : files_of(folder)) {
        if (text::lower(fs::path(name).extension().string()) == ".gz") {
            continue; // packed volumes beside the slices
        }
        try {
            DicomFile file = read_tags(name);
            if (file.has_image()) {
                found.series[file.series()].push_back(std::move(file));
            } else if (is_dicom(name)) {
                ++found.left_out;
            }
        } catch (const FileError &) { // a text beside the slices, say
            found.left_out += is_dicom(name) ? 1 : 0;
        }
    }
    return found;
}

std::pair<std::string, std::vector<DicomFile>> choose_dicom_series(DicomScan &scan, const std::string &wanted,
                                                                   const fs::path &folder) {
    auto &series = scan.series;
    if (series.empty()) {
        throw FileError(folder, "the folder holds DICOM files, but none of them an image");
    }
    std::vector<std::string> list;
    for (const auto &[uid, files] : series) {
        list.push_back(fmt::format("{} ({} slices)", uid, files.size()));
    }
    if (wanted.empty() && series.size() > 1) {
        throw UsageError(fmt::format("{}: the folder holds {} DICOM series: {}", folder.string(), series.size(),
                                     fmt::join(list, ", ")),
                         {{Remedy::series}});
    }
    const auto chosen = wanted.empty() ? series.begin() : series.find(wanted);
    if (chosen == series.end()) {
        throw UsageError(fmt::format("{}: the folder holds no DICOM series {}, but {}", folder.string(), wanted,
                                     fmt::join(list, ", ")));
    }
    return {chosen->first, std::move(chosen->second)};
}

void check_dicom_alike(const std::vector<DicomFile> &files) {
    const DicomFile &first = files.front();
    const std::string first_name = first.file.filename().string();
    for (const auto &file : files) {
        if (file.text(tag_rows) != first.text(tag_rows) || file.text(tag_columns) != first.text(tag_columns)) {
            throw FileError(file.file, fmt::format("has {}x{} pixels, but {} of the same series has {}x{}",
                                                   file.text(tag_columns), file.text(tag_rows), first_name,
                                                   first.text(tag_columns), first.text(tag_rows)));
        }
        if (differ(file, first, tag_orientation, 6) || differ(file, first, tag_pixel_spacing, 2)) {
            throw FileError(
                file.file,
                fmt::format("is cut in another direction or pixel size than {} of the same series", first_name));
        }
        if (file.frames() > 1) {
            throw FileError(file.file, "holds several frames; give this file by itself");
        }
    }
}

bool have_one_type(const std::vector<DicomFile> &files) {
    for (const auto &file : files) {
        for (const auto tag : {tag_bits_allocated, tag_signed, tag_intercept, tag_slope}) {
            if (file.text(tag) != files.front().text(tag)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace voxmarch
