// Reads a volume in the background: progress, cancel, and everything the viewer derives from it on the host.
#pragma once

#include "app/scene.h"
#include "volume/histogram.h"
#include "volume/volume.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace voxmarch {

struct LoadedVolume {
    Volume volume;
    std::optional<Volume> labels;
    std::vector<LabelStyle> label_styles;
    Histogram histogram;
    Scene scene; ///< what it is first shown with: the session's, or standard view and automatic transfer function
    bool has_session = false; ///< `scene` came from a session
};

/// What the user wants to see first beside the volume.
struct LoadRequest {
    VolumeSource volume;           ///< a session file or picture too
    std::optional<Scene> session;  ///< a scene that names the volume; its camera and settings are taken
    std::string transfer = "auto"; ///< preset, file or auto
    std::string skeleton{};        ///< lines to draw into the volume; a session's own go first; empty: none
};

/// One load at a time; a new one cancels the last.
class Loader {
public:
    /// @param wake  called on the loader's thread when something happened
    explicit Loader(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~Loader() { cancel(); }
    Loader(const Loader &) = delete;
    Loader &operator=(const Loader &) = delete;

    void start(const LoadRequest &request);

    /// Ends the load at its next progress report, and waits for that.
    void cancel();

    bool busy() const { return busy_; }
    double share() const { return share_; } ///< 0 .. 1
    const std::string &name() const { return name_; }

    /// The volume, once. Null: nothing new. Then busy() ends.
    std::shared_ptr<const LoadedVolume> take();

    /// Why a load failed, once. Empty: it did not.
    std::string take_error();

private:
    std::function<void()> wake_;
    std::thread thread_;
    std::string name_;
    std::atomic<bool> finished_ = false, cancelled_ = false;
    bool busy_ = false; ///< until the result was taken
    std::atomic<double> share_ = 0.0;
    std::mutex mutex_; // of the two below
    std::shared_ptr<const LoadedVolume> result_;
    std::string error_;

    void run(LoadRequest request);
};

/// The volume with its first scene. @param progress  as ReadOptions::progress  @throws as read_volume
std::shared_ptr<LoadedVolume> load_volume(const LoadRequest &request, const std::function<void(double)> &progress);

} // namespace voxmarch
