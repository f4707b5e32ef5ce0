// The viewer: puts window, loader, render thread and panels together and runs until the window is closed.
#pragma once

#include "app/viewer/jobs/loader.h"
#include "scene/brick_room.h"

#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>

namespace voxmarch {

struct ViewerState;

struct ViewerOptions {
    std::optional<LoadRequest> first; ///< empty: the demo volume and a welcome panel
    std::string device;               ///< see open_drawing_devices(), as the next
    bool allow_mixed = false;
    std::optional<SamplingBackend> backend;
    BrickWish bricks;                          ///< memory of the volume on the device
    std::optional<double> scale;               ///< of text and panels; empty: what was last, else the display's
    std::optional<glm::ivec2> size;            ///< of the window, points; empty: what was last
    int samples = 8;                           ///< rays a pixel of what no session says it of
    KindLooks kinds;                           ///< of volumes that nobody named a look for
    std::filesystem::path config_folder;       ///< empty: nothing is remembered
    std::filesystem::path cache_folder;        ///< of small pictures of what was opened; empty: none are kept
    std::filesystem::path output_folder = "."; ///< where P saves
};

class Viewer {
public:
    /// Opens the window; device and volume follow in the background.
    /// @throws UsageError if there is no display or no OpenGL 3.3
    explicit Viewer(const ViewerOptions &options);
    ~Viewer();

    /// One turn: events, new pictures, panels, one frame of the window.
    /// @param wait_ms  longest wait for an event if nothing moves
    /// @return false when the window was closed
    bool step(int wait_ms);

    /// Until the window is closed.
    void run();

    /// Whether the picture is final and nothing loads, moves or waits.
    bool settled() const;

    ViewerState &state();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace voxmarch
