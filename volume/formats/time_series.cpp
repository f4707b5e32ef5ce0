// Opens one time after the other.
#include "volume/formats/time_series.h"

#include "base/error.h"
#include "volume/downsample.h"
#include "volume/formats/time_pattern.h"
#include "volume/formats/volume_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

TimeSeries::TimeSeries(std::string source, ReadOptions options)
    : source_(std::move(source)), options_(std::move(options)) {
    options_.field = field_over_times(source_, options_.field);
    const auto opened = open_volume_file(source_, options_);
    axis_ = opened->time_axis;
    header_ = downsample_header(opened->header, options_.downsample);
}

std::string TimeSeries::file_of(int time) const {
    return is_time_pattern(source_) ? files_of_pattern(source_).at(static_cast<std::size_t>(time)).file.string()
                                    : source_;
}

Volume TimeSeries::read(int time, const ReadOptions &wanted) const {
    ReadOptions options = wanted;
    options.time = time;
    options.field = options_.field;
    try {
        Volume volume = read_volume(source_, options);
        require_same_grid(volume.header(), header_, file_of(time));
        return volume;
    } catch (const UsageError &) { // perhaps a channel that other times have
        options.channel = 0;
        require_same_grid(read_volume_header(source_, options), header_, file_of(time));
        throw;
    }
}

void require_same_grid(const VolumeHeader &header, const VolumeHeader &first, const std::string &file) {
    const Grid &grid = header.grid, &other = first.grid;
    if (grid.dims != other.dims) {
        throw FileError(file,
                        fmt::format("has {}x{}x{} voxels, but another time of the series has {}x{}x{}", grid.dims[0],
                                    grid.dims[1], grid.dims[2], other.dims[0], other.dims[1], other.dims[2]));
    }
    if (header.type != first.type) {
        throw FileError(file, fmt::format("has voxels of type {}, but another time of the series of type {}",
                                          name_of(header.type), name_of(first.type)));
    }
    const std::size_t channels = std::max<std::size_t>(1, header.channels.size()),
                      others = std::max<std::size_t>(1, first.channels.size());
    if (channels != others) {
        throw FileError(file, fmt::format("has {} channel{}, but another time of the series {}", channels,
                                          channels == 1 ? "" : "s", others));
    }
    const glm::dvec3 apart = glm::abs(grid.spacing - other.spacing);
    if (glm::any(glm::greaterThan(apart, 1e-4 * other.spacing)) || grid.unit != other.unit) {
        throw FileError(file, fmt::format("has voxels {:g} x {:g} x {:g} apart, but another time of the series {:g} x "
                                          "{:g} x {:g}",
                                          grid.spacing.x, grid.spacing.y, grid.spacing.z, other.spacing.x,
                                          other.spacing.y, other.spacing.z));
    }
}

std::string field_over_times(const std::string &source, const std::string &field) {
    if (field.empty() || !is_time_pattern(source)) {
        return field;
    }
    std::vector<std::filesystem::path> files;
    for (const NumberedFile &file : files_of_pattern(source)) {
        files.push_back(file.file);
    }
    return field_over_files(field, files);
}

std::vector<int> spread_times(int count, int most) {
    std::vector<int> times;
    const int wanted = std::min(count, most);
    for (int i = 0; i < wanted; ++i) {
        times.push_back(wanted == 1 ? 0
                                    : static_cast<int>((static_cast<long long>(i) * (count - 1) + (wanted - 1) / 2) /
                                                       (wanted - 1)));
    }
    return times;
}

} // namespace voxmarch
