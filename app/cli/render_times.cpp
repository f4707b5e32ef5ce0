// Reads times in order, one ahead.
#include "app/cli/render_times.h"

#include "app/cli/render_choices.h"
#include "app/progress.h"
#include "scene/key_frames.h"
#include "scene/provenance.h"
#include "volume/data_survey.h"

#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

void require_alone(const Ranks &ranks) {
    if (!ranks.alone()) {
        throw UsageError("several times are drawn by one program: start it without mpirun, once for each part of them");
    }
}

/// @throws FileError that names the line of a time that is not there
void require_times_of_keys(const KeyFile &keys, const VolumeHeader &header, const std::string &source) {
    for (const WrittenKey &key : keys.keys) {
        if (key.time && *key.time >= header.times) {
            throw FileError(
                keys.file,
                fmt::format("line {}: \"{}.time\" is {}: {} has {}", key.time_line, key.name, *key.time, source,
                            header.times == 1 ? "one time, 0" : fmt::format("times from 0 to {}", header.times - 1)));
        }
    }
}

/// Of every picture of the time line, or of the one that is drawn.
std::vector<int> times_of_line(RenderOptions &options, const VolumeHeader &header, const Ranks &ranks) {
    if (options.keys) {
        require_times_of_keys(*options.keys, header, options.volume.source);
    }
    Scene scene;
    scene.time_line.easing = options.time_line().easing;
    scene.time_line.time = options.time_line().time;
    const auto time_at = [&](double seconds) {
        const int time = scene_at(scene, seconds).volume.time;
        if (time < 0 || time >= header.times) {
            throw UsageError(fmt::format("the time line shows time {}, {} has times from 0 to {}", time,
                                         options.volume.source, header.times - 1));
        }
        return time;
    };
    if (options.at) {
        options.volume.read.time = time_at(*options.at);
        return {};
    }
    require_alone(ranks);
    std::vector<int> times;
    for (int picture = 0; picture < options.pictures(); ++picture) {
        times.push_back(time_at(time_of_picture(options.time_line(), picture)));
    }
    options.volume.read.time = times.front();
    return times;
}

} // namespace

std::vector<int> times_to_draw(RenderOptions &options, const VolumeHeader &header, const Ranks &ranks) {
    if ((options.animate || options.keys) && !options.time_line().time.empty()) {
        return times_of_line(options, header, ranks);
    }
    if (!options.volume.several_times) {
        return {};
    }
    require_alone(ranks);
    std::vector<int> times = options.volume.several_times->of(header.times, options.volume.source);
    options.volume.read.time = times.front();
    return times;
}

std::optional<TimeSample> sample_series(const RenderOptions &options, const VolumeHeader &header, ReadScene &read) {
    if (header.times < 2 || options.slots > 0 || options.lod != LevelOfDetail{} || read.content->volume.large()) {
        return {};
    }
    ReadOptions how = options.volume.read;
    how.progress = progress_line("looking at times of " + options.volume.source);
    TimeSample sample = sample_times(TimeSeries(options.volume.source, how), options.drawn_channels, how);
    say("note: " + note_of_sample(sample, header.times));
    read.content->over_times = sample.ranges();
    read.surveys.clear();
    for (std::size_t channel = 0; channel < sample.channels.size(); ++channel) {
        read.surveys.push_back(survey_of(sample, channel, header));
    }
    read.survey = read.surveys.front();
    return sample;
}

TimeReader::TimeReader(const RenderOptions &options, const VolumeHeader &header, std::vector<int> times)
    : options_(options), series_(options.volume.source, options.volume.read), times_(std::move(times)),
      next_(next_change(0)) {
    require_same_grid(series_.header(), header, options.volume.source);
    begin_reading();
}

int TimeReader::next_change(int picture) const {
    int next = picture + 1;
    while (next < pictures() && time_of(next) == time_of(picture)) {
        ++next;
    }
    return next;
}

void TimeReader::begin_reading() {
    if (next_ >= pictures()) {
        return;
    }
    reading_ = std::async(std::launch::async, [this, time = time_of(next_)] {
        ReadOptions read = options_.volume.read;
        read.progress = [](double) { throw_if_interrupted(); };
        Step step{read_time(series_, time, options_.drawn_channels, read), {}};
        if (options_.embed != Embed::none) {
            step.identity = identity_of(series_.source(), step.content.volume);
        }
        return step;
    });
}

/// Waits for what is read, and starts to bring it to the device.
void TimeReader::send(SceneRenderer &renderer) {
    sent_ = reading_.get();
    renderer.send_voxels(sent_->content);
    next_ = next_change(next_);
    begin_reading();
}

void TimeReader::show(int picture, SceneRenderer &renderer) {
    if (picture > shown_ && time_of(picture) != time_of(shown_)) {
        if (!sent_) {
            send(renderer);
        }
        renderer.show_sent_voxels();
        identity_ = sent_->identity;
        sent_.reset();
    }
    shown_ = picture;
    // What is there already comes to the device while this picture is drawn.
    if (!sent_ && reading_.valid() && reading_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        send(renderer);
    }
}

void TimeReader::note(int picture, Scene &scene) const {
    scene.volume.time = time_of(picture);
    if (identity_) {
        scene.identity = *identity_;
    }
}

} // namespace voxmarch
