// A source of several times: how many, when they were taken, and each one as a volume, all on one grid.
#pragma once

#include "volume/formats/read.h"
#include "volume/formats/time_axis.h"

#include <string>

namespace voxmarch {

/// Copies name the same source: what reads ahead on another thread takes one.
class TimeSeries {
public:
    /// Reads headers alone: of the time and the channel that `options` name.
    /// @throws as read_volume()
    TimeSeries(std::string source, ReadOptions options);

    const std::string &source() const { return source_; }
    int count() const { return header_.times; } ///< at least 1
    const TimeAxis &axis() const { return axis_; }
    const VolumeHeader &header() const { return header_; } ///< of the first time that was named

    /// Reads one time.
    /// @param options  in the place of those of the series, but for the time and the field
    /// @throws as read_volume(); FileError with the name of its file if it has another grid, spacing, type of voxels or
    /// number of channels than the header
    Volume read(int time, const ReadOptions &options) const;
    Volume read(int time) const { return read(time, options_); }

    /// The file that holds a time; the source itself, if it is no pattern.
    std::string file_of(int time) const;

private:
    std::string source_;
    ReadOptions options_;
    VolumeHeader header_;
    TimeAxis axis_;
};

/// @throws FileError, naming `file`, unless voxels with these headers can take each other's place
void require_same_grid(const VolumeHeader &header, const VolumeHeader &first, const std::string &file);

/// The field of ReadOptions with one lattice for all files of a pattern; as it is for another source.
/// @throws UsageError; FileError. Cost: reads the files
std::string field_over_times(const std::string &source, const std::string &field);

/// At most so many times, spread evenly over all, the first and the last among them.
std::vector<int> spread_times(int count, int most);

} // namespace voxmarch
