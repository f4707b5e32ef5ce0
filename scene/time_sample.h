// What stands for all times of a series: a few of them, of which the look of all is chosen.
#pragma once

#include "scene/scene_content.h"
#include "volume/data_survey.h"
#include "volume/formats/time_series.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Voxels of a channel at the times that were looked at.
struct SampledChannel {
    ValueRange range;          ///< of all voxels of those times
    std::vector<Volume> parts; ///< of each of those times, every n-th voxel along each axis of large ones
};

/// So that every time of a series looks as its neighbours do, and a time that is drawn alone as among others, function,
/// window, range and camera are chosen of these, whatever time is drawn.
struct TimeSample {
    std::vector<int> times;
    std::vector<SampledChannel> channels;
    SceneContent together; ///< the parts of each channel one behind the other along z: for histograms and surveys

    /// Ranges of the channels, for SceneContent::over_times.
    std::vector<ValueRange> ranges() const;
};

/// Times that are looked at, and voxels of each that are kept at most.
constexpr int most_sampled_times = 8;
constexpr std::uint64_t most_sampled_voxels = std::uint64_t{1} << 21;

/// Reads up to most_sampled_times times, spread evenly over all: the same ones whatever is drawn.
/// @param channels  numbers in the file
/// @param options   progress is told the share done
/// @throws as TimeSeries::read
TimeSample sample_times(const TimeSeries &series, std::span<const int> channels, const ReadOptions &options);

/// The channels of a series at one time. @param channels  numbers in the file @throws as TimeSeries::read
SceneContent read_time(const TimeSeries &series, int time, std::span<const int> channels, const ReadOptions &options);

/// corners_to_frame() of the scene at all sampled times.
/// @param content  of any time, with the channels of the sample
std::vector<glm::dvec3> corners_of_times(const Scene &scene, const SceneContent &content, const TimeSample &sample);

/// What the voxels of a channel are like at all sampled times. @param header  of the volume
DataSurvey survey_of(const TimeSample &sample, std::size_t channel, const VolumeHeader &header);

/// "function, window and camera suit times 0, 3, 7 of 8"
std::string note_of_sample(const TimeSample &sample, int times);

} // namespace voxmarch
