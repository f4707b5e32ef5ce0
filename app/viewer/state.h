// What the viewer shows and edits: one scene, what is open beside it, and the services that panels call.
#pragma once

#include "app/viewer/dialogs/file_dialog.h"
#include "app/viewer/dialogs/raw_window.h"
#include "app/viewer/document/history.h"
#include "app/viewer/jobs/loader.h"
#include "app/viewer/jobs/mesh_export.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/view/camera_moves.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/window/keys.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/texture.h"
#include "app/viewer/window/window.h"
#include "renderer/instruments/ray_probe.h"
#include "scene/provenance.h"
#include "scene/scene.h"

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace voxmarch {

/// Seconds since the program started.
double seconds_now();

/// Work that other threads leave for the interface.
class Mailbox {
public:
    explicit Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}
    void post(std::function<void()> work);
    void run_all(); ///< on the interface's thread

private:
    std::function<void()> wake_;
    std::mutex mutex_;
    std::vector<std::function<void()>> work_;
};

/// A line that the user sees for some seconds.
struct Notice {
    std::string text;
    bool error = false;
    double until = 0.0; ///< seconds_now()
};

/// Pictures of the presets, drawn from the volume.
struct PresetThumbnails {
    std::map<std::string, std::unique_ptr<Texture>> textures;
    const LoadedVolume *of = nullptr;
};

struct TransferEditor {
    std::set<std::size_t> selected; ///< indices of edit_points()
    bool logarithmic = true;
    std::optional<ValueRange> zoom; ///< scalars shown; empty: all
    std::optional<std::size_t> dragged;
    std::optional<std::size_t> isovalue_dragged;       ///< index of RenderSettings::surfaces
    std::optional<std::pair<double, double>> box_from; ///< scalar and opacity where a box began
};

struct SlicesState {
    bool open = false;
    glm::ivec3 voxel{0};              ///< crosshair
    std::optional<ValueRange> window; ///< values shown black and white; empty: that of the data
    std::array<std::unique_ptr<Texture>, 3> textures;
    std::string made_of; ///< what the textures show
    std::optional<glm::ivec3> under_mouse;
};

struct ProbeState {
    bool open = false, held = false; ///< held: stays at its pixel; else it follows the mouse
    int reveals = 0;                 ///< frames in which the panel scrolls to it: it was opened by a key
    RayProbe ray;
};

struct CompareState {
    bool open = false;
    int reveals = 0;         ///< as those of the probe
    Scene other;             ///< B; camera and size follow the scene
    int device = -1;         ///< DeviceInfo::index that draws B; < 0: the one that draws A
    float wipe = 0.5f;       ///< share of the view where B begins
    bool difference = false; ///< B shows where it differs from A, 16 times as strong
    ImageDifference measured;
    bool is_measured = false;
};

struct AnimationState {
    std::vector<Camera> keys; ///< key frames
    bool turntable = true;
    int frames = 90;
    int width = 1280, height = 720;
    std::string folder = "animation";
    bool running = false, cancelled = false;
    int done = 0;
    std::string note;
};

struct SaveState {
    bool open = false;
    int width = 1920, height = 1080;
    Embed embed = Embed::name;                 ///< what pictures tell about themselves
    std::string cut;                           ///< what was said about a size that was too large; "" if nothing
    std::set<std::filesystem::path> under_way; ///< pictures that are drawn, and are no files yet
    std::string window_wanted;                 ///< file for a picture of the window, at the end of this frame
    AnimationState animation;
};

/// Numbers for the table of the panel "Speed".
struct SpeedState {
    bool counting = false; ///< count samples of every still picture
    std::optional<FrameStatistics> counts;
    std::uint64_t counts_of = 0;                               ///< Frame::request of the picture that was counted
    std::vector<std::pair<std::string, FrameStatistics>> rows; ///< traversals measured one after the other
    bool measuring = false;
    std::optional<HeatMap> heat_map;
    int boxes = no_boxes; ///< level of the octree drawn over the picture, or automatic_level
};

struct ViewerState {
    ViewerState(Window &window_, RenderThread &render_, Loader &loader_, MeshExporter &exporter_, SettingsStore &store_,
                Mailbox &mailbox_)
        : window(window_), render(render_), loader(loader_), exporter(exporter_), store(store_), mailbox(mailbox_) {}

    Window &window;
    RenderThread &render;
    Loader &loader;
    MeshExporter &exporter;
    SettingsStore &store;
    Mailbox &mailbox;

    std::shared_ptr<const LoadedVolume> loaded; ///< null: nothing is open
    Scene scene;                                ///< valid while something is
    Camera first_camera;
    History history;

    // What the window shows.
    Texture picture, other_picture;
    Frame shown;                    ///< its images are empty
    Image shown_image, other_image; ///< as uploaded
    bool other_shown = false;       ///< the newest frame has a second picture
    bool outdated = false;          ///< what is shown is not (yet) the full picture of the scene
    RenderStatus status;
    std::deque<Notice> notices;

    // What is open.
    bool panels = true, help = false, box = true, clip_handles = false, quit = false;
    bool clip_in_file = true;  ///< lengths of the clip box in coordinates of the file, not from its first voxel
    bool asks_to_quit = false; ///< something is being written
    bool welcome_closed = false;
    FileDialog file_dialog;
    RawWindow raw_window;
    TransferEditor transfer;
    PresetThumbnails thumbnails;
    SlicesState slices;
    ProbeState probe;
    CompareState compare;
    SaveState save;
    SpeedState speed;
    SkipMap skip;

    // The camera's movement.
    bool flying = false;
    double fly_speed = 0.35;                        ///< longest edges of the volume a second
    std::optional<std::pair<Camera, Camera>> glide; ///< from, to
    double glide_begin = 0.0;
    double last_wheel = -1.0; ///< seconds_now() when the wheel moved the camera; < 0: never
    int view_drag = 0;        ///< what the held button does in the 3D view, see view_pane.cpp
    bool wipe_held = false;   ///< the line of the comparison is dragged
    int clip_held = -1;       ///< face of the clip box that is dragged, or handle of a plane, see clip_handles.cpp
    std::vector<glm::dvec3> clip_anchors; ///< where the handle of each clip plane is, world: a place on the plane
    int slice_held = -1;                  ///< slice whose crosshair is dragged
    bool view_dragged = false;            ///< a mouse button is held that moves the camera or a handle
    glm::dvec2 view_origin{0.0};          ///< top left of the 3D view, pixels of the window

    std::filesystem::path output_folder; ///< where P saves: where something was saved last

    void notify(const std::string &text, bool error = false);
    void glide_to(const Camera &camera);
    ViewSize view_size() const { return {double(scene.width), double(scene.height)}; }
    void open(const std::string &source);  ///< a volume or session, in the background
    void open(const LoadRequest &request); ///< the same; asks first how voxels lie that come without a layout
};

/// The presets of this volume, over its values.
TransferFunction over_volume(const TransferFunction &transfer, const LoadedVolume &loaded);

/// Does what the key or menu entry says.
void execute(ViewerState &state, Command command);

} // namespace voxmarch
