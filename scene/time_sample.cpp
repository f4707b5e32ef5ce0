// Keeps a few voxels of a few times.
#include "scene/time_sample.h"

#include "renderer/visible_part.h"
#include "volume/bricks/fewer_voxels.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace voxmarch {

namespace {

/// Every step-th voxel along each axis.
std::vector<std::byte> thinned_voxels(const Volume &volume, const Grid &grid, int step) {
    const std::span<const std::byte> all = volume.bytes();
    if (step == 1) {
        return {all.begin(), all.end()};
    }
    const std::size_t size = scalar_size(volume.type());
    const auto nx = static_cast<std::size_t>(volume.grid().dims[0]),
               ny = static_cast<std::size_t>(volume.grid().dims[1]);
    std::vector<std::byte> voxels(grid.voxel_count() * size);
    std::byte *out = voxels.data();
    for (int z = 0; z < grid.dims[2]; ++z) {
        for (int y = 0; y < grid.dims[1]; ++y) {
            const auto row = static_cast<std::size_t>(z * step) * ny + static_cast<std::size_t>(y * step);
            for (int x = 0; x < grid.dims[0]; ++x, out += size) {
                std::memcpy(out, all.data() + (row * nx + static_cast<std::size_t>(x * step)) * size, size);
            }
        }
    }
    return voxels;
}

struct ChannelParts {
    ValueRange range;
    std::vector<Volume> parts;
    std::vector<std::byte> together;
};

void add(ChannelParts &channel, const Volume &volume) {
    const int step = thinning_step(volume.grid().dims, most_sampled_voxels);
    const Grid grid = thinned_grid(volume.grid(), step);
    std::vector<std::byte> voxels = thinned_voxels(volume, grid, step);
    channel.together.insert(channel.together.end(), voxels.begin(), voxels.end());
    const ValueRange range = volume.range();
    channel.range = channel.parts.empty()
                        ? range
                        : ValueRange{std::min(channel.range.min, range.min), std::max(channel.range.max, range.max)};
    channel.parts.emplace_back(header_on(volume.header(), grid), std::move(voxels));
}

Volume together_of(ChannelParts &channel) {
    VolumeHeader header = channel.parts.front().header();
    header.grid.dims[2] *= static_cast<int>(channel.parts.size());
    return {std::move(header), std::move(channel.together)};
}

} // namespace

std::vector<ValueRange> TimeSample::ranges() const {
    std::vector<ValueRange> all;
    for (const SampledChannel &channel : channels) {
        all.push_back(channel.range);
    }
    return all;
}

TimeSample sample_times(const TimeSeries &series, std::span<const int> channels, const ReadOptions &options) {
    std::vector<int> times = spread_times(series.count(), most_sampled_times);
    std::vector<ChannelParts> parts(channels.size());
    const double steps = static_cast<double>(times.size() * channels.size());
    double done = 0.0;
    ReadOptions read = options;
    read.on_survey = nullptr;
    read.large_above = 0;
    read.progress = [&](double share) {
        if (options.progress) {
            options.progress((done + share) / steps);
        }
    };
    for (const int time : times) {
        for (std::size_t i = 0; i < channels.size(); ++i) {
            read.channel = channels[i];
            add(parts[i], series.read(time, read));
            done += 1.0;
        }
    }
    TimeSample sample{std::move(times), {}, {together_of(parts.front())}};
    for (ChannelParts &channel : parts) {
        if (!sample.channels.empty()) {
            sample.together.other_channels.push_back(together_of(channel));
        }
        sample.channels.push_back({channel.range, std::move(channel.parts)});
    }
    return sample;
}

SceneContent read_time(const TimeSeries &series, int time, std::span<const int> channels, const ReadOptions &options) {
    ReadOptions read = options;
    read.on_survey = nullptr;
    read.large_above = 0;
    read.channel = channels.front();
    SceneContent content{series.read(time, read)};
    for (const int channel : channels.subspan(1)) {
        read.channel = channel;
        content.other_channels.push_back(series.read(time, read));
    }
    return content;
}

std::vector<glm::dvec3> corners_of_times(const Scene &scene, const SceneContent &content, const TimeSample &sample) {
    std::vector<glm::dvec3> corners;
    for (std::size_t time = 0; time < sample.times.size(); ++time) {
        ReferenceScene at = reference_scene(scene, content);
        at.volume = &sample.channels.front().parts[time];
        for (std::size_t i = 0; i < at.channels.size(); ++i) {
            at.channels[i].volume = &sample.channels[i + 1].parts[time];
        }
        if (at.volume->grid().dims != content.volume.grid().dims) {
            at.labels = nullptr; // of all voxels
        }
        const std::vector<glm::dvec3> some = corners_to_frame(at);
        corners.insert(corners.end(), some.begin(), some.end());
    }
    return corners;
}

DataSurvey survey_of(const TimeSample &sample, std::size_t channel, const VolumeHeader &header) {
    DataSurvey survey = survey_data(channel_of(sample.together, channel));
    survey.dims = header.grid.dims;
    return survey;
}

std::string note_of_sample(const TimeSample &sample, int times) {
    return static_cast<int>(sample.times.size()) == times
               ? fmt::format("what is chosen suits all {} times", times)
               : fmt::format("what is chosen suits times {} of {}", fmt::join(sample.times, ", "), times);
}

} // namespace voxmarch
