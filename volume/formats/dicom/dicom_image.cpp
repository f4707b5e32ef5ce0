// Reads the tags of a DICOM image (PS3.3 sections C.7.6, C.8.8.3 and C.8.20) into frames with places.
#include "volume/formats/dicom/dicom_image.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/dicom/dicom_tags.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr int most_frames = 1 << 20;
constexpr const char *run_lengths = "1.2.840.10008.1.2.5";
constexpr const char *open_type_note = "Voxels are float32, unless all scaled values fit int16: reading them tells.";

int size_of(const DicomDataSet &data, std::uint32_t tag, int missing) {
    const auto value = data.integer(tag);
    return value ? static_cast<int>(std::min<std::uint32_t>(*value, 1 << 20)) : missing;
}

[[noreturn]] void refuse_without_pixels(const DicomImage &image) {
    const auto &data = image.data();
    if (image.content.is_cut && (data.find(tag_rows) != nullptr || data.text(tag_kind).empty())) {
        throw FileError(image.file, "is a damaged DICOM file: it ends before its pixels");
    }
    throw FileError(image.file,
                    fmt::format("is DICOM without pixels: {}; give the files with the images", dicom_kind(data)));
}

// What the samples mean, once they are unpacked: of these colours GDCM makes RGB where JPEG 2000 has packed them.
DicomColors colors_of(const DicomImage &image, bool is_packed) {
    const auto &data = image.data();
    const std::string kind = data.text(tag_photometric);
    const std::string &syntax = image.content.transfer_syntax;
    const int samples = image.pixels.samples;
    if (samples == 1) {
        return kind.starts_with("PALETTE") ? DicomColors::palette : DicomColors::none;
    }
    const bool known = kind == "RGB" || kind == "YBR_FULL" || kind == "YBR_FULL_422" ||
                       (is_packed && (kind == "YBR_RCT" || kind == "YBR_ICT"));
    if (samples != 3 || !known) {
        throw FileError(image.file,
                        fmt::format("has {} values per voxel ({}); grey values, RGB, palettes, YBR_FULL and "
                                    "YBR_FULL_422 can be read",
                                    samples, kind.empty() ? "of no kind" : kind));
    }
    if (is_packed && syntax == run_lengths && size_of(data, tag_bits_allocated, 8) > 8) {
        throw FileError(image.file, "has colours of more than 8 bits that are packed by run lengths, which is not "
                                    "supported; unpack them first (with gdcmconv)");
    }
    if (kind == "YBR_FULL" || (kind == "YBR_FULL_422" && is_packed)) { // JPEG has spread the differences
        return DicomColors::ybr;
    }
    if (kind == "YBR_FULL_422") {
        if (size_of(data, tag_columns, 0) % 2 != 0) {
            throw FileError(image.file, "is damaged: YBR_FULL_422 with an odd number of columns");
        }
        return DicomColors::ybr_422;
    }
    return DicomColors::rgb;
}

// Colours in words of 8 or 16 bits (PS3.3 C.7.6.3.1.5 and .6).
DicomPalette palette_of(const DicomImage &image) {
    const auto &data = image.data();
    DicomPalette palette;
    for (std::size_t part = 0; part < 3; ++part) {
        const DicomElement *values = data.find(tag_palette_values[part]);
        const auto size = data.integer(tag_palette_sizes[part], 0), first = data.integer(tag_palette_sizes[part], 1),
                   bits = data.integer(tag_palette_sizes[part], 2);
        if (!size || !first || !bits || values == nullptr || values->value.empty()) {
            throw FileError(image.file, "has colours of a palette that is missing, or kept in segments");
        }
        const std::size_t count = *size == 0 ? 65536 : *size;
        const bool is_narrow = values->value.size() < 2 * count; // bytes, packed into words
        require_bytes(is_narrow ? count : 2 * count, values->value.size(), 1, image.file);
        const std::int64_t wrapped = image.pixels.is_signed && *first > 32767 ? 65536 : 0;
        palette.first = *first - wrapped;
        palette.bits = *bits > 8 ? 16 : 8;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t value = is_narrow ? std::to_integer<std::uint32_t>(values->value[i])
                                                  : dicom_number(values->value, 2 * i, 2, image.content.order);
            palette.parts[part].push_back(static_cast<std::uint16_t>(palette.bits == 8 ? value & 255U : value));
        }
    }
    return palette;
}

// Which element holds the pixels, and how.
void read_pixels(DicomImage &image) {
    const auto &data = image.data();
    auto &pixels = image.pixels;
    for (const auto tag : {tag_pixels, tag_float_pixels, tag_double_pixels}) {
        if (pixels.element == nullptr) {
            pixels.element = data.find(tag);
        }
    }
    if (pixels.element == nullptr || data.find(tag_rows) == nullptr || data.find(tag_columns) == nullptr) {
        refuse_without_pixels(image);
    }
    pixels.samples = size_of(data, tag_samples, 1);
    const bool is_packed = !pixels.element->fragments.empty();
    pixels.planes = size_of(data, tag_planar, 0) == 1 && !is_packed; // GDCM puts samples side by side
    pixels.colors = colors_of(image, is_packed);
    pixels.rows = size_of(data, tag_rows, 0);
    pixels.columns = size_of(data, tag_columns, 0);
    checked_dims({pixels.columns, pixels.rows, 1}, image.file);
    pixels.is_float = pixels.element->tag != tag_pixels;
    pixels.bits_allocated = pixels.element->tag == tag_float_pixels    ? 32
                            : pixels.element->tag == tag_double_pixels ? 64
                                                                       : size_of(data, tag_bits_allocated, 8);
    pixels.bits_stored =
        pixels.is_float ? pixels.bits_allocated : size_of(data, tag_bits_stored, pixels.bits_allocated);
    pixels.high_bit = size_of(data, tag_high_bit, pixels.bits_stored - 1);
    pixels.is_signed = size_of(data, tag_signed, 0) == 1;
    if (pixels.colors == DicomColors::palette) {
        pixels.palette = palette_of(image);
    }
    const int bits = pixels.bits_allocated;
    const bool known = bits == 1 || bits == 8 || bits == 16 || bits == 32 || (bits == 64 && pixels.is_float);
    if (!known || pixels.bits_stored < 1 || pixels.bits_stored > bits) {
        throw FileError(image.file,
                        fmt::format("has pixels of {} bits in {}, which is not supported", pixels.bits_stored, bits));
    }
    if (pixels.high_bit >= bits || pixels.high_bit + 1 < pixels.bits_stored) {
        pixels.high_bit = pixels.bits_stored - 1;
    }
    if (data.text(tag_photometric) == "MONOCHROME1") {
        image.notes.emplace_back(
            "MONOCHROME1: meant to be shown inverted, small values bright; the values are as stored.");
    }
}

int frame_count(const DicomImage &image) {
    const std::string words = image.data().text(tag_frames);
    if (words.empty()) {
        return 1;
    }
    const auto count = text::to_integer(words);
    if (!count || *count < 1 || *count > most_frames) {
        throw FileError(image.file, fmt::format("claims '{}' frames", words));
    }
    return static_cast<int>(*count);
}

// Pixels that are not packed must all be there.
void check_length(const DicomImage &image) {
    const auto &pixels = image.pixels;
    if (!pixels.element->fragments.empty() || image.pixels.element->value.empty()) {
        if (pixels.element->fragments.size() < 2) {
            throw FileError(image.file, "is damaged: its pixel element holds nothing");
        }
        return;
    }
    const std::uint64_t bits = checked_multiply(
        checked_multiply(pixels.sample_count(), image.frames.size(), image.file), pixels.bits_allocated, image.file);
    require_bytes(bits / 8 + (bits % 8 != 0 ? 1 : 0), pixels.element->value.size(), 1, image.file);
}

std::optional<glm::dvec3> vector_of(const DicomDataSet &data, std::uint32_t tag) {
    const auto numbers = data.decimals(tag);
    if (numbers.size() != 3) {
        return std::nullopt;
    }
    return glm::dvec3(numbers[0], numbers[1], numbers[2]);
}

std::optional<DicomOrientation> orientation_of(const DicomDataSet &data) {
    const auto n = data.decimals(tag_orientation);
    if (n.size() != 6) {
        return std::nullopt;
    }
    const glm::dvec3 row(n[0], n[1], n[2]);
    const glm::dvec3 column(n[3], n[4], n[5]);
    const bool sound = std::abs(glm::length(row) - 1.0) < 0.05 && std::abs(glm::length(column) - 1.0) < 0.05;
    if (!sound) {
        return std::nullopt;
    }
    return DicomOrientation{glm::normalize(row), glm::normalize(column)}; // they are rounded in the file
}

// Rows of pixels are named first in the file.
void take_spacing(DicomImage &image, const DicomDataSet &data) {
    for (const auto tag : {tag_imager_spacing, tag_pixel_spacing}) {
        const auto numbers = data.decimals(tag);
        if (numbers.size() == 2 && numbers[0] > 0.0 && numbers[1] > 0.0) {
            image.spacing = {numbers[1], numbers[0]};
            image.states_spacing = true;
        }
    }
    for (const auto tag : {tag_thickness, tag_slice_distance}) {
        if (const auto numbers = data.decimals(tag); numbers.size() == 1 && std::abs(numbers[0]) > 0.0) {
            image.distance = std::abs(numbers[0]);
        }
    }
}

void take_scale(DicomFrame &frame, const DicomDataSet &data) {
    const auto slope = data.decimals(tag_slope);
    const auto intercept = data.decimals(tag_intercept);
    if (slope.size() == 1 && std::isfinite(slope[0]) && slope[0] != 0.0) {
        frame.slope = slope[0];
    }
    if (intercept.size() == 1 && std::isfinite(intercept[0])) {
        frame.intercept = intercept[0];
    }
}

// Windows without a width show nothing.
void take_windows(DicomFrame &frame, const DicomDataSet &data, const std::string &character_set) {
    const auto levels = data.decimals(tag_window_center), widths = data.decimals(tag_window_width);
    const auto names = text::split(dicom_utf8(data.text(tag_window_name), character_set), '\\');
    if (levels.size() != widths.size() || levels.empty()) {
        return;
    }
    frame.windows.clear();
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (std::isfinite(levels[i]) && std::isfinite(widths[i]) && widths[i] > 0.0) {
            const bool named = names.size() == levels.size();
            frame.windows.push_back({named ? std::string(text::trim(names[i])) : "", levels[i], widths[i]});
        }
    }
}

// What one item of functional groups says of a frame.
void take_groups(DicomImage &image, DicomFrame &frame, const DicomDataSet &groups) {
    for (const auto &item : groups.items(tag_pixel_measures)) {
        take_spacing(image, item);
    }
    for (const auto &item : groups.items(tag_plane_position)) {
        if (const auto position = vector_of(item, tag_position)) {
            frame.position = position;
        }
    }
    for (const auto &item : groups.items(tag_plane_orientation)) {
        if (const auto orientation = orientation_of(item)) {
            frame.orientation = orientation;
        }
    }
    for (const auto &item : groups.items(tag_value_transformation)) {
        take_scale(frame, item);
    }
    for (const auto &item : groups.items(tag_windows)) {
        take_windows(frame, item, image.data().text(tag_character_set));
    }
    for (const auto &item : groups.items(tag_segment_identification)) {
        frame.segment = static_cast<int>(item.integer(tag_segment_number).value_or(0));
    }
    for (const auto &item : groups.items(tag_frame_content)) {
        frame.time = item.integer(tag_time_index).value_or(0);
        for (std::size_t i = 0; i < 16; ++i) {
            if (const auto index = item.integer(tag_dimension_indices, i)) {
                frame.indices.push_back(*index);
            }
        }
    }
}

// Planes of a dose lie at offsets along the normal.
void take_dose_offsets(DicomImage &image) {
    const auto offsets = image.data().decimals(tag_dose_offsets);
    auto &frames = image.frames;
    if (offsets.size() != frames.size() || !frames[0].position || !frames[0].orientation) {
        return;
    }
    const glm::dvec3 first = *frames[0].position;
    const glm::dvec3 normal = glm::cross(frames[0].orientation->row, frames[0].orientation->column);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].position = first + (offsets[i] - offsets[0]) * normal;
    }
}

// Slices of a reconstructed tomography follow each other from the first one's place.
void take_detector(DicomImage &image) {
    const auto detectors = image.data().items(tag_detectors);
    if (detectors.empty()) {
        return;
    }
    for (auto &frame : image.frames) {
        frame.position = vector_of(detectors[0], tag_position);
        frame.orientation = orientation_of(detectors[0]);
    }
}

void read_frames(DicomImage &image) {
    const auto &data = image.data();
    take_spacing(image, data);
    DicomFrame common;
    common.position = vector_of(data, tag_position);
    common.orientation = orientation_of(data);
    take_scale(common, data);
    take_windows(common, data, data.text(tag_character_set));
    for (const auto &item : data.items(tag_shared_groups)) {
        take_groups(image, common, item);
    }
    image.frames.assign(static_cast<std::size_t>(frame_count(image)), common);
    const auto groups = data.items(tag_frame_groups);
    if (!groups.empty() && groups.size() < image.frames.size()) {
        throw FileError(image.file,
                        fmt::format("claims {} frames, but describes {}", image.frames.size(), groups.size()));
    }
    if (groups.size() > image.frames.size()) {
        image.notes.emplace_back(
            fmt::format("The file describes {} frames, but states that it holds {}; the first ones are "
                        "taken.",
                        groups.size(), image.frames.size()));
    }
    for (std::size_t i = 0; i < std::min(groups.size(), image.frames.size()); ++i) {
        take_groups(image, image.frames[i], groups[i]);
    }
    if (!common.position && groups.empty()) {
        take_detector(image);
    }
    take_dose_offsets(image);
    for (const DicomFrame &frame : image.frames) {
        if (frame.position) {
            require_measure(*frame.position, image.file);
        }
    }
}

void note_values(DicomImage &image) {
    const auto &data = image.data();
    if (const auto scaling = data.decimals(tag_dose_scaling); scaling.size() == 1 && scaling[0] != 1.0) {
        image.notes.emplace_back(fmt::format("Doses are as stored; times {:g} they are in {}.", scaling[0],
                                             data.text(tag_dose_units) == "GY" ? "Gy" : "the file's relative unit"));
    }
    const DicomFrame &first = image.frames.front();
    const bool alike = std::all_of(image.frames.begin(), image.frames.end(), [&](const DicomFrame &frame) {
        return frame.slope == first.slope && frame.intercept == first.intercept;
    });
    if (!alike) {
        image.notes.emplace_back("The frames are scaled differently.");
    } else if (first.slope != 1.0 || first.intercept != 0.0) {
        image.notes.emplace_back(scaling_note(first.slope, first.intercept));
    }
    if (data.find(tag_modality_table) != nullptr) {
        image.notes.emplace_back("The file's modality look-up table is not applied; the values are as stored.");
    }
}

bool is_whole(double value) { return std::floor(value) == value && std::abs(value) < 1e9; }

} // namespace

double DicomPalette::part(int sample, double number) const {
    const auto &values = parts[static_cast<std::size_t>(sample)];
    const double place = std::clamp(number - static_cast<double>(first), 0.0, static_cast<double>(values.size() - 1));
    return values[static_cast<std::size_t>(place)];
}

FileScalar DicomPixels::type() const {
    if (colors == DicomColors::palette) {
        return palette.bits == 16 ? FileScalar::u16 : FileScalar::u8;
    }
    if (is_float) {
        return bits_allocated == 64 ? FileScalar::f64 : FileScalar::f32;
    }
    if (bits_allocated <= 8) {
        return is_signed ? FileScalar::i8 : FileScalar::u8;
    }
    if (bits_allocated == 16) {
        return is_signed ? FileScalar::i16 : FileScalar::u16;
    }
    return is_signed ? FileScalar::i32 : FileScalar::u32;
}

ValueRange DicomPixels::range() const {
    if (colors == DicomColors::palette) {
        return {0.0, std::exp2(palette.bits) - 1.0};
    }
    return is_signed ? ValueRange{-std::exp2(bits_stored - 1), std::exp2(bits_stored - 1) - 1.0}
                     : ValueRange{0.0, std::exp2(bits_stored) - 1.0};
}

FileScalar dicom_value_type(const DicomPixels &pixels, std::span<const DicomFrame> frames) {
    if (pixels.is_float) {
        return pixels.type();
    }
    double least = 0.0;
    double most = 0.0;
    bool scaled = false;
    for (const auto &frame : frames) {
        if (!is_whole(frame.slope) || !is_whole(frame.intercept)) {
            return FileScalar::f32;
        }
        scaled = scaled || frame.slope != 1.0 || frame.intercept != 0.0;
        for (const double stored : {pixels.range().min, pixels.range().max}) {
            least = std::min(least, stored * frame.slope + frame.intercept);
            most = std::max(most, stored * frame.slope + frame.intercept);
        }
    }
    if (!scaled) {
        return pixels.type();
    }
    if (least >= 0.0 && most <= 255.0) {
        return FileScalar::u8;
    }
    if (least >= 0.0 && most <= 65535.0) {
        return FileScalar::u16;
    }
    if (least >= -32768.0 && most <= 32767.0) {
        return FileScalar::i16;
    }
    return least >= -2147483648.0 && most <= 2147483647.0 ? FileScalar::i32 : FileScalar::f32;
}

void leave_type_open(VolumeHeader &header) {
    header.type = ScalarType::f32;
    header.notes.emplace_back(open_type_note);
}

void decide_type(VolumeHeader &header, ScalarType tried, bool fitted) {
    std::erase(header.notes, open_type_note);
    header.type = fitted ? tried : ScalarType::f32;
    if (!fitted) {
        header.notes.emplace_back(
            fmt::format("Not all scaled values fit {}; voxels are float32, which rounds whole numbers "
                        "beyond 16777216.",
                        name_of(tried)));
    }
}

DicomImage open_dicom_image(const fs::path &file) {
    DicomImage image;
    image.file = file;
    image.content = parse_dicom(file);
    read_pixels(image);
    read_frames(image);
    check_length(image);
    note_values(image);
    return image;
}

} // namespace voxmarch
