// What a run of `voxmarch render` did and how long it took, as the JSON of --stats.
#pragma once

#include "scene/device_team.h"
#include "volume/world_convention.h"

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// Collects host times of the program's phases and the statistics of every frame.
class RunStatistics {
public:
    /// Ends a phase that began with the end of the last one. Times of equal names are added up.
    /// @param detail   what came of it, for the trace and -v
    /// @param subject  what it was done to, for them, too
    void phase_done(const std::string &name, const std::string &detail = "", const std::string &subject = "");
    void add_frame(const FrameStatistics &statistics);

    /// What devices did for a picture that they drew together; or one of them drew it whole, see share_of_whole().
    void add_shares(const std::vector<PictureShare> &shares);
    void add_whole(const PictureShare &share) { add_share(share); }

    /// Around the drawing of all frames and the writing of pictures.
    void drawing_begins() { drawing_ = std::chrono::steady_clock::now(); }
    void drawing_ends() { drawing_ms_ = milliseconds_since(drawing_); }

    /// Frames drawn, and written where they are, in a second of that time; 0 without frames.
    double frames_per_s() const { return drawing_ms_ > 0.0 ? 1e3 * double(frames_.size()) / drawing_ms_ : 0.0; }

    /// Time of the ray casting kernel at a share (0 .. 1) of the frames in order of time, ms; 0 without frames.
    double frame_ms_at(double share) const;
    double median_ms() const { return frame_ms_at(0.5); }

    const std::vector<std::pair<std::string, double>> &phases() const { return phases_; } ///< host milliseconds
    const std::vector<FrameStatistics> &frames() const { return frames_; }
    const std::vector<PictureShare> &devices() const { return devices_; } ///< sums; empty of one device

    /// Median of balance_of() the pictures that were drawn together; 1 without one.
    double balance() const;

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now(), drawing_;
    double drawing_ms_ = 0.0;
    std::vector<std::pair<std::string, double>> phases_;
    std::vector<FrameStatistics> frames_;
    std::vector<PictureShare> devices_;
    std::vector<double> balances_;

    void add_share(const PictureShare &share);
};

/// "classify 12 ms, rays 3.4 ms": the times of the stages of a picture, for -v.
std::string stage_words(const FrameStatistics &statistics);

/// Of a picture that one device drew.
PictureShare share_of_whole(const DeviceInfo &device, const FrameStatistics &statistics);

/// Everything the statistics tell of; refers to what the command holds. The counts are those of renderer.statistics()
/// after count_samples().
struct RunReport {
    const RunStatistics &run;
    const Scene &scene;
    Device &device;
    const SceneRenderer &renderer;
    const OuterWorld &world; ///< in which places and directions are told
    std::string first, last; ///< names of the files that were written; empty: none was missing
};

/// Pictures, devices, settings, counts and times.
nlohmann::ordered_json statistics_json(const RunReport &report);

/// @param file  "-" means stdout
/// @throws OutputError; the file appears whole or not at all
void write_json(const std::filesystem::path &file, const nlohmann::ordered_json &json);

} // namespace voxmarch
