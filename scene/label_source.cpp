// Registers labels with the whole volume, then reduces them.
#include "scene/label_source.h"

#include "base/error.h"
#include "volume/downsample.h"
#include "volume/formats/volume_file.h"
#include "volume/label_registration.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// The volume before it was reduced. With a spacing or axes that replace the file's, labels that were made for the file
/// count as made for the volume.
VolumeHeader whole_header(const VolumeHeader &labels, const Volume &volume, const std::string &source,
                          ReadOptions options) {
    const bool replaced = options.spacing || !options.orientation.empty();
    if (options.downsample == 1 && !replaced) {
        return volume.header();
    }
    options.downsample = 1;
    VolumeHeader header = read_volume_header(source, options);
    if (replaced) {
        options.spacing.reset();
        options.orientation.clear();
        if (VolumeHeader stated = read_volume_header(source, options); have_same_voxels(labels, stated)) {
            return stated;
        }
    }
    return header;
}

/// What the reader of the labels decided, but for the distance of slices: the volume's is taken or compared.
std::vector<Note> reader_notes(const Volume &labels, const std::string &file) {
    std::vector<Note> notes;
    for (const Note &note : labels.header().notes) {
        if (note != unstated_spacing_note()) {
            notes.emplace_back(fmt::format("{}: {}", file, note.text), note.advice);
        }
    }
    if (labels.non_finite_count() > 0) {
        notes.emplace_back(fmt::format("{}: {} voxels are NaN or infinite and taken as label {:g}", file,
                                       labels.non_finite_count(), labels.range().min));
    }
    return notes;
}

/// @throws FileError for voxels that are no labels
void require_labels(const Volume &labels, const std::string &file) {
    visit_scalar(labels.type(), [&](auto tag) {
        const auto voxels = labels.voxels<decltype(tag)>();
        const auto wrong = std::find_if(voxels.begin(), voxels.end(), [](auto stored) {
            const auto value = static_cast<double>(stored);
            return value != std::floor(value) || value < 0.0 || value > 65535.0;
        });
        if (wrong != voxels.end()) {
            const auto at = static_cast<std::size_t>(wrong - voxels.begin());
            const auto columns = static_cast<std::size_t>(labels.grid().dims[0]);
            const auto rows = static_cast<std::size_t>(labels.grid().dims[1]);
            throw FileError(
                file, fmt::format("holds no labels: voxel ({}, {}, {}) is {:g}, but labels are whole numbers "
                                  "from 0 to 65535; resample labels by the nearest voxel",
                                  at % columns, at / columns % rows, at / columns / rows, static_cast<double>(*wrong)));
        }
    });
}

} // namespace

ReadOptions label_read_options(const ReadOptions &volume, const std::string &labels) {
    ReadOptions options;
    const std::filesystem::path file(labels);
    if (is_raw_or_unknown(file) && !raw_layout_from_name(file.filename().string())) {
        options.raw = volume.raw;
    }
    return options;
}

PlacedLabels place_labels(Volume labels, const std::string &file, const Volume &volume, const std::string &source,
                          const ReadOptions &options) {
    require_labels(labels, file);
    std::vector<Note> notes = reader_notes(labels, file);
    if (file == source && options.downsample == 1) {
        return {std::move(labels), std::move(notes)}; // one file for both
    }
    const VolumeHeader whole = whole_header(labels.header(), volume, source, options);
    RegisteredLabels registered = register_labels(std::move(labels), whole, file);
    if (!registered.note.empty()) {
        notes.emplace_back(std::move(registered.note));
    }
    if (options.downsample == 1) {
        return {std::move(registered.labels), std::move(notes)};
    }
    notes.emplace_back(
        fmt::format("{}: each voxel has the most frequent label of its box of {}^3", file, options.downsample));
    return {downsample_labels(registered.labels, options.downsample), std::move(notes)};
}

PlacedLabels place_labels(Volume labels, const std::string &file, const VolumeHeader &common) {
    require_labels(labels, file);
    std::vector<Note> notes = reader_notes(labels, file);
    RegisteredLabels registered = register_labels(std::move(labels), common, file);
    if (!registered.note.empty()) {
        notes.emplace_back(std::move(registered.note));
    }
    return {std::move(registered.labels), std::move(notes)};
}

} // namespace voxmarch
