// Pictures, sessions and animations as files, made on the render thread.
#pragma once

#include "app/viewer/view/pane.h"
#include "renderer/image.h"
#include "scene/provenance.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

class SettingsStore;
class Window;
struct Document;
struct Jobs;
struct Notices;
struct ViewerState;

struct Animation {
    bool turntable = true; ///< else the time line
    bool film = false;     ///< an MP4 file, else pictures in a folder
    int frames = 90;       ///< of a turntable
    int width = 1280, height = 720;
    std::string folder = "animation";
    bool running = false, cancelled = false;
    int number = 0;          ///< of the one that was begun last
    int done = 0, total = 0; ///< pictures
    std::string note;
};

/// One that is saved or copied, until it is. The render thread draws it.
struct KeptPicture {
    KeptPicture(std::string what, double now) : text(std::move(what)), begun(now) {}

    const std::string text; ///< "Drawing a picture of 880 x 660 pixels"
    const double begun;     ///< seconds_now()
    std::atomic<double> share = 0.0;
    std::atomic<bool> cancelled = false;
};

/// What is saved where, and what is not yet.
struct Saving {
    bool open = false; ///< the window "Save"
    int width = 1920, height = 1080;
    Embed embed = Embed::name;                 ///< what pictures tell about themselves
    std::string cut;                           ///< what was said about a size that was too large; "" if nothing
    std::filesystem::path folder;              ///< where P saves: where something was saved last
    std::set<std::filesystem::path> under_way; ///< pictures that are drawn, and are no files yet
    std::vector<std::shared_ptr<KeptPicture>> pictures; ///< those, and what is copied; the first is drawn
    std::string window_wanted;                          ///< file for a picture of the window
    bool slices_wanted = false;                         ///< of it the part that has the slices, or the one alone
    int window_frames = 0;                              ///< that are shown before it: menus close meanwhile
    Animation animation;
};

/// A file of the folder that is neither there nor being drawn: the volume's name, a part of it, a number, and the
/// extension. @param part  "Left kidney"; "": the whole
std::filesystem::path next_file(const Saving &save, const Document &document, const std::string &extension,
                                const std::string &part = "");

/// Whether pictures show both sides of a comparison beside each other: of two panes, and of volumes behind a line.
bool shows_both_sides(const ViewerState &state);

/// Pixels of the 3D view, of a comparison those of both panes.
int width_of_view(const ViewerState &state);

/// Draws the scene, or both sides of a comparison, once more at this size and full quality and writes it with its
/// session inside.
void save_picture(ViewerState &state, const std::filesystem::path &file, int width, int height);

/// The slices and the 3D view beside them, or the slice that has all of the view, as they are shown: with measurements
/// and texts.
void save_slices(ViewerState &state, const std::filesystem::path &file);

/// The scene's picture into the clipboard, as large as the view.
void copy_picture(ViewerState &state);

/// The scene, and the comparison that is open.
void save_session(ViewerState &state, const std::filesystem::path &file);

/// The window as it is, panels included. Call it when the frame is drawn, before it is shown.
Image window_picture(const Window &window);

/// Writes it if it is wanted; of slices and the 3D view once that is drawn in full.
void save_window_if_wanted(ViewerState &state, const Window &window);

/// Another volume takes the place of the one that an animation is drawn of: it ends with the files that are there, and
/// without a film.
void abandon_animation(Saving &save, Notices &notices);

/// Draws all pictures of the scene as it is now into a folder or film, one job after the other.
/// @param target  the folder, which is made if it is not there, or the MP4 file
void start_animation(ViewerState &state, const std::filesystem::path &target);

} // namespace voxmarch
