// NRRD volumes: attached or detached, raw, gzip, bzip2, hex or ascii.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/components.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/nrrd/nrrd_header.h"
#include "volume/formats/packing/block_packing.h"
#include "volume/formats/plain_voxels.h"
#include "volume/label_names.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <limits>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

// Kinds whose axis runs over the components of one voxel.
bool is_component_kind(const std::string &kind) {
    return kind.find("color") != std::string::npos || kind.find("vector") != std::string::npos ||
           kind.find("matrix") != std::string::npos || kind == "complex" || kind == "quaternion" ||
           kind == "covariant" || kind == "3-normal" || kind == "3-gradient" || kind == "list" || kind == "point";
}

// Axes of times: those that say so, and lists, which 3D Slicer calls those of its sequences.
bool is_time_axis(const NrrdHeader &nrrd, std::size_t axis) {
    return (!nrrd.kinds.empty() && (nrrd.kinds[axis] == "time" || nrrd.kinds[axis] == "list")) ||
           (!nrrd.time_steps.empty() && nrrd.time_steps[axis] != 0.0);
}

bool is_color_kind(const std::string &kind) { return kind.find("rgb") != std::string::npos || kind == "3-color"; }

// ITK calls all values that lie side by side a vector, those of colours too.
bool is_silent_kind(const std::string &kind) {
    return kind == "vector" || kind.empty() || kind == "???" || kind == "none";
}

// Signs that turn a patient space into left, posterior, superior; empty for any other space.
std::optional<glm::dvec3> flip_to_lps(const std::string &space) {
    if (space == "left-posterior-superior" || space == "lps" || space == "left-posterior-superior-time" ||
        space == "lpst") {
        return glm::dvec3(1, 1, 1);
    }
    if (space == "right-anterior-superior" || space == "ras" || space == "right-anterior-superior-time" ||
        space == "rast") {
        return glm::dvec3(-1, -1, 1);
    }
    if (space == "left-anterior-superior" || space == "las" || space == "left-anterior-superior-time" ||
        space == "last") {
        return glm::dvec3(1, -1, 1);
    }
    return std::nullopt;
}

// The axes of the file, the fastest first.
struct NrrdAxes {
    std::vector<std::size_t> space;        // x, y, z
    std::optional<std::size_t> components; // of several values a voxel
    bool are_times = false;                // of a series
};

NrrdAxes axes_of(const NrrdHeader &nrrd, const fs::path &file) {
    std::vector<std::size_t> axes;
    std::optional<std::size_t> components;
    bool are_times = false;
    for (std::size_t i = 0; i < nrrd.sizes.size(); ++i) {
        const bool is_component = (!nrrd.directions.empty() && !nrrd.directions[i]) ||
                                  (!nrrd.kinds.empty() && is_component_kind(nrrd.kinds[i])) || is_time_axis(nrrd, i);
        if (is_component && nrrd.sizes[i] > 1 && nrrd.key_values.contains("Segment0_ID")) {
            throw FileError(file,
                            fmt::format("holds {} layers of segments that overlap, but a voxel has one label here; "
                                        "in 3D Slicer's module Segmentations, Export to files with the file "
                                        "format NRRD makes one layer without overlaps",
                                        nrrd.sizes[i]));
        }
        if (is_component && nrrd.sizes[i] > 1) {
            if (components || (i != 0 && i + 1 != nrrd.sizes.size())) {
                throw FileError(file, fmt::format("has {} values per voxel along its axis {}; one axis of values, the "
                                                  "first or the last, can be told apart",
                                                  nrrd.sizes[i], i + 1));
            }
            components = i;
            are_times = is_time_axis(nrrd, i);
        }
        if (!is_component) {
            axes.push_back(i);
        }
    }
    // Axes of one entry may go until three are left.
    for (std::size_t i = axes.size(); i-- > 0 && axes.size() > 3;) {
        if (nrrd.sizes[axes[i]] == 1) {
            axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    if (axes.empty() || axes.size() > 3) {
        throw FileError(file, fmt::format("has {} axes; only volumes of three axes can be shown{}", axes.size(),
                                          axes.size() > 3 ? " (of four, one must be of kind time or list)" : ""));
    }
    return {axes, components, are_times};
}

bool known(const std::vector<double> &values, std::size_t i) { return !values.empty() && std::isfinite(values[i]); }

class NrrdFile final : public VolumeFile {
public:
    NrrdFile(const fs::path &file, const ReadOptions &options) : file_(file), nrrd_(read_nrrd_header(file)) {
        header.format = "NRRD";
        header.name = file.filename().string();
        set_type(header, nrrd_.type);
        grid(options);
        locate_data();
        note_segments();
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        const auto order = nrrd_.endian.value_or(std::endian::little);
        if (const auto place = plain_place()) {
            return load_plain_voxels(*place, header.grid.voxel_count(), progress);
        }
        auto voxels = allocate_voxels(header.byte_count(), file_);
        if (nrrd_.encoding == "ascii") {
            read_ascii(voxels);
        } else if (nrrd_.encoding != "hex") {
            auto all = nrrd_.encoding == "raw"    ? open_file_bytes(data_file_, offset_)
                       : nrrd_.encoding == "gzip" ? open_gzip_bytes(data_file_, offset_)
                                                  : open_bzip2_bytes(data_file_, offset_);
            all->skip(nrrd_.encoding == "raw" ? 0 : static_cast<std::uint64_t>(nrrd_.byte_skip));
            all->skip(bytes_before_);
            const auto source = open_component(std::move(all), side_by_side_, file_scalar_size(nrrd_.type));
            read_voxels(*source, nrrd_.type, order, voxels, progress);
            source->finish();
        } else {
            read_hex(voxels, order, progress);
        }
        if (progress) {
            progress(1.0);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    std::optional<PlainPlace> plain_place() const override {
        return nrrd_.encoding != "raw" || side_by_side_.count > 1
                   ? std::nullopt
                   : std::optional(PlainPlace{data_file_, offset_ + bytes_before_, nrrd_.type,
                                              nrrd_.endian.value_or(std::endian::little)});
    }

private:
    fs::path file_;
    NrrdHeader nrrd_;
    fs::path data_file_;
    std::uint64_t offset_ = 0;
    std::uint64_t bytes_ = 0;        // of all values
    std::uint64_t bytes_before_ = 0; // of components that lie before the one that is read, each a volume
    Components side_by_side_;

    // Segments that are described wrongly leave the voxels as they are.
    void note_segments() {
        try {
            if (const auto unnamed = unnamed_note(segment_names(nrrd_, file_))) {
                header.notes.push_back(*unnamed);
            }
        } catch (const FileError &error) {
            header.notes.emplace_back(fmt::format("The names of its labels are not read: {}.", error.problem()));
        }
    }

    // @return of all components
    std::uint64_t choose_values(const NrrdAxes &axes, std::uint64_t bytes, const ReadOptions &options) {
        if (!axes.components) {
            return bytes;
        }
        const std::int64_t count = nrrd_.sizes[*axes.components];
        const std::string kind = nrrd_.kinds.empty() ? "" : nrrd_.kinds[*axes.components];
        const bool are_colors = is_silent_kind(kind) ? look_like_colors(count, nrrd_.type) : is_color_kind(kind);
        const Components components = axes.are_times ? choose_time(count, options, file_, header)
                                                     : choose_component(count, are_colors, options, file_, header);
        if (axes.are_times) {
            time_axis = stated_times(*axes.components);
        }
        if (*axes.components == 0) {
            side_by_side_ = components;
        } else {
            bytes_before_ = bytes * static_cast<std::uint64_t>(components.chosen);
        }
        return checked_multiply(bytes, static_cast<std::uint64_t>(count), file_);
    }

    void grid(const ReadOptions &options) {
        const NrrdAxes all = axes_of(nrrd_, file_);
        const auto &axes = all.space;
        std::array<std::int64_t, 3> dims{1, 1, 1};
        for (std::size_t i = 0; i < axes.size(); ++i) {
            dims[i] = nrrd_.sizes[axes[i]];
        }
        Grid &grid = header.grid;
        grid.dims = checked_dims(dims, file_);
        bytes_ = choose_values(all, checked_byte_count(grid.dims, file_scalar_size(nrrd_.type), file_), options);
        // World axes have units where directions are given, voxel axes where spacings are.
        const bool in_space = !nrrd_.directions.empty();
        const AxisUnits units = axis_units(in_space ? nrrd_.space_units : units_of(axes), header.notes);
        glm::dmat3 step = steps(axes);
        for (int axis = 0; axis < 3; ++axis) {
            step[axis] *= in_space ? units.factors : glm::dvec3(units.factors[axis]);
        }
        set_axes(grid, step, file_);
        set_origin(grid, nrrd_.origin ? *nrrd_.origin * units.factors : axis_origin(axes, units.factors), file_);
        grid.unit = units.unit;
        header.placement = placement(axes);
        if (const auto flip = flip_to_lps(nrrd_.space)) {
            grid.anatomical = true;
            convert_to_lps(grid, *flip);
        }
        set_patient_unit(grid);
    }

    TimeAxis stated_times(std::size_t axis) const {
        const bool in_space = !nrrd_.time_steps.empty() && nrrd_.time_steps[axis] != 0.0;
        const double step = in_space                      ? std::abs(nrrd_.time_steps[axis])
                            : known(nrrd_.spacings, axis) ? nrrd_.spacings[axis]
                                                          : 0.0;
        const std::string unit = in_space && nrrd_.space_units.size() > 3 ? nrrd_.space_units[3]
                                 : !nrrd_.units.empty()                   ? nrrd_.units[axis]
                                                                          : "";
        const double first = known(nrrd_.axis_mins, axis) ? nrrd_.axis_mins[axis] : 0.0;
        return unit.empty() && step == 1.0
                   ? TimeAxis{}
                   : even_times(static_cast<std::size_t>(nrrd_.sizes[axis]), step, time_unit(unit), first);
    }

    std::vector<std::string> units_of(const std::vector<std::size_t> &axes) const {
        std::vector<std::string> units;
        for (const std::size_t axis : axes) {
            if (!nrrd_.units.empty()) {
                units.push_back(nrrd_.units[axis]);
            }
        }
        return units;
    }

    Placement placement(const std::vector<std::size_t> &axes) const {
        const auto stated = [&](const std::vector<double> &values) {
            return std::any_of(axes.begin(), axes.end(), [&](std::size_t axis) { return known(values, axis); });
        };
        if (!nrrd_.directions.empty() || nrrd_.origin || stated(nrrd_.axis_mins)) {
            return Placement::whole;
        }
        return stated(nrrd_.spacings) ? Placement::spacing : Placement::none;
    }

    glm::dmat3 steps(const std::vector<std::size_t> &axes) const {
        glm::dmat3 step(1.0);
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const auto column = static_cast<int>(i);
            if (!nrrd_.directions.empty()) {
                step[column] = *nrrd_.directions[axes[i]];
            } else if (known(nrrd_.spacings, axes[i])) {
                step[column] *= nrrd_.spacings[axes[i]];
            } else if (known(nrrd_.axis_mins, axes[i]) && known(nrrd_.axis_maxs, axes[i])) {
                step[column] *= step_between_ends(axes[i]);
            }
        }
        // A slice alone in space: its third axis is the normal.
        if (axes.size() == 2 && !nrrd_.directions.empty()) {
            step[2] = glm::normalize(glm::cross(step[0], step[1]));
        }
        return step;
    }

    // Ends of the axis are those of cells, or the first and the last voxel.
    double step_between_ends(std::size_t axis) const {
        const auto size = static_cast<double>(nrrd_.sizes[axis]);
        const double steps = is_cell(axis) ? size : size - 1.0;
        const double step = steps > 0.0 ? (nrrd_.axis_maxs[axis] - nrrd_.axis_mins[axis]) / steps : 1.0;
        return step > 0.0 ? step : 1.0;
    }

    bool is_cell(std::size_t axis) const { return !nrrd_.centerings.empty() && nrrd_.centerings[axis] == "cell"; }

    glm::dvec3 axis_origin(const std::vector<std::size_t> &axes, const glm::dvec3 &factors) const {
        glm::dvec3 origin(0.0);
        for (std::size_t i = 0; i < axes.size(); ++i) {
            if (!known(nrrd_.axis_mins, axes[i])) {
                continue;
            }
            const double half = is_cell(axes[i]) ? 0.5 * header.grid.spacing[static_cast<int>(i)] : 0.0;
            origin[static_cast<int>(i)] = nrrd_.axis_mins[axes[i]] * factors[static_cast<int>(i)] + half;
        }
        return origin;
    }

    void locate_data() {
        data_file_ = nrrd_.data_file.empty() ? file_ : resolve_data_file(file_, nrrd_.data_file);
        const std::uint64_t size = size_of_file(data_file_);
        offset_ = nrrd_.data_file.empty() ? nrrd_.data_offset : 0;
        skip_lines();
        if (nrrd_.byte_skip == -1) {
            if (nrrd_.encoding != "raw") {
                throw FileError(file_, "'byte skip: -1' needs raw encoding");
            }
            require_bytes(bytes_, size, 1, data_file_);
            offset_ = size - bytes_;
        } else if (nrrd_.encoding == "raw") {
            offset_ += static_cast<std::uint64_t>(nrrd_.byte_skip);
        }
        require_bytes(bytes_, size - std::min(size, offset_), packing(), data_file_);
        const bool multi_byte = file_scalar_size(nrrd_.type) > 1;
        if (multi_byte && !nrrd_.endian && nrrd_.encoding != "ascii") {
            header.notes.emplace_back("The header does not state the byte order; little endian is assumed.");
        }
    }

    // How many bytes one byte of the data file can stand for.
    std::uint64_t packing() const {
        if (nrrd_.encoding == "raw" || nrrd_.encoding == "hex") {
            return 1;
        }
        if (nrrd_.encoding == "gzip") {
            return max_deflate_ratio;
        }
        if (nrrd_.encoding == "ascii") {
            return file_scalar_size(nrrd_.type); // a digit and, but for the last, a separator
        }
        if (nrrd_.encoding == "bzip2") {
            return max_bzip2_ratio;
        }
        throw FileError(file_, fmt::format("NRRD encoding '{}' is not known", nrrd_.encoding));
    }

    void skip_lines() {
        if (nrrd_.line_skip == 0) {
            return;
        }
        std::ifstream stream(data_file_, std::ios::binary);
        stream.seekg(static_cast<std::streamoff>(offset_));
        for (std::int64_t i = 0; i < nrrd_.line_skip; ++i) {
            int c = 0;
            while ((c = stream.get()) != '\n') {
                if (c == std::ifstream::traits_type::eof()) {
                    throw FileError(data_file_, "truncated: it has fewer lines than its header skips");
                }
                ++offset_;
            }
            ++offset_;
        }
    }

    void read_ascii(std::span<std::byte> voxels) const {
        std::ifstream stream(data_file_, std::ios::binary);
        stream.seekg(static_cast<std::streamoff>(offset_));
        const std::uint64_t size = file_scalar_size(nrrd_.type), count = bytes_ / size;
        const std::uint64_t before = bytes_before_ / size, wanted = header.grid.voxel_count();
        const auto step = static_cast<std::uint64_t>(side_by_side_.count);
        const auto chosen = static_cast<std::uint64_t>(side_by_side_.chosen);
        std::string word;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (!(stream >> word)) {
                throw FileError(data_file_, "truncated: the voxels end early");
            }
            const auto number = text::to_double(word.ends_with(',') ? word.substr(0, word.size() - 1) : word);
            if (!number) {
                throw FileError(data_file_, fmt::format("'{}' among the voxels is not a number", word));
            }
            if (i % step == chosen && i >= before && (i - before) / step < wanted) {
                visit_scalar(header.type,
                             [&](auto tag) { store<decltype(tag)>(*number, (i - before) / step, voxels); });
            }
        }
    }

    template <typename T> void store(double number, std::uint64_t i, std::span<std::byte> voxels) const {
        if constexpr (!std::is_floating_point_v<T>) {
            if (!(number >= std::numeric_limits<T>::lowest() && number <= std::numeric_limits<T>::max())) {
                throw FileError(data_file_, fmt::format("{} among the voxels does not fit its type", number));
            }
        }
        const auto value = static_cast<T>(number);
        std::memcpy(voxels.data() + i * sizeof(T), &value, sizeof(T));
    }

    // Two digits a byte, white space anywhere between.
    void read_hex(std::span<std::byte> voxels, std::endian order, const Progress &progress) const {
        std::ifstream stream(data_file_, std::ios::binary);
        stream.seekg(static_cast<std::streamoff>(offset_ + static_cast<std::uint64_t>(nrrd_.byte_skip)));
        auto stored = allocate_voxels(bytes_, file_);
        for (std::uint64_t digit = 0; digit < 2 * bytes_;) {
            const int c = stream.get();
            if (c == std::ifstream::traits_type::eof()) {
                throw FileError(data_file_, "truncated: the voxels end early");
            }
            if (std::isspace(c) != 0) {
                continue;
            }
            if (std::isxdigit(c) == 0) {
                throw FileError(data_file_, "holds something else than hexadecimal digits among its voxels");
            }
            const int value = std::isdigit(c) != 0 ? c - '0' : std::tolower(c) - 'a' + 10;
            auto &byte = stored[static_cast<std::size_t>(digit / 2)];
            byte = byte << 4 | static_cast<std::byte>(value);
            ++digit;
        }
        auto all = open_memory_bytes(std::span<const std::byte>(stored).subspan(bytes_before_), file_);
        const auto source = open_component(std::move(all), side_by_side_, file_scalar_size(nrrd_.type));
        read_voxels(*source, nrrd_.type, order, voxels, progress);
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_nrrd(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<NrrdFile>(file, options);
}

} // namespace voxmarch
