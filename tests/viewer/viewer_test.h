// What tests of the viewer share: a display, a viewer on it, and a user's hand.
#pragma once

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/view.h"
#include "app/viewer/viewer.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/window.h"
#include "renderer/image.h"
#include "scene/camera_moves.h"
#include "tests/app/picture.h"
#include "tests/viewer/virtual_display.h"

#include <chrono>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <memory>
#include <string>

namespace voxmarch {

using testing::user_does;

std::string read_bytes(const std::filesystem::path &file);

/// A PNG as a picture. Empty if it is none.
Image read_png(const std::filesystem::path &file);

/// Runs the real program in silence. @return whether it ended with 0
bool voxmarch(const std::string &arguments);

/// Runs the real program until it has a window with this title, at most half a minute, and ends it.
/// @param config  its XDG_CONFIG_HOME
/// @param then    what a shell does before it ends  @return whether there was the window, and that went well
bool shows_window(const std::string &arguments, const std::string &title, const std::filesystem::path &config,
                  const std::string &then = "true");

/// A display for each suite, a viewer and a scratch folder for each test.
class ViewerTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() { display = std::make_unique<testing::VirtualDisplay>("1280x800x24"); }
    static void TearDownTestSuite() { display.reset(); }
    void SetUp() override;
    void TearDown() override;

    /// A viewer of 900 x 560 pixels with this volume, the transfer function `thesis` and the lines of a skeleton.
    void open(const std::string &source, const std::string &skeleton = "");
    /// Such a viewer of whatever is asked for. @param device  as for --device
    void open(const LoadRequest &first, const std::string &device = "", const BrickWish &bricks = {});

    ViewerState &state() { return viewer_->state(); }
    Scene &scene() { return state().document.scene; }
    std::shared_ptr<const LoadedVolume> loaded() { return state().document.loaded; }
    View &view() { return state().view; }
    const Frame &frame() { return view().shown.frame; }
    const Image &image() { return view().shown.image; } ///< of that frame
    Tools &tools() { return state().tools; }
    Dialogs &dialogs() { return state().dialogs; }
    std::deque<Notice> &notices() { return state().notices.list; }
    const RenderStatus &status() { return state().jobs.status; }

    /// What the panel Compare says.
    std::string comparison() { return comparison_text(tools().compare, scene(), frame(), status()); }

    /// Lets the viewer run until its picture is final and nothing is under way.
    void settle();
    void steps(int count);

    /// Lets the viewer run until this holds. @return whether it does within a minute
    bool wait_for(const std::function<bool()> &holds);

    /// A place of the 3D view, shares of its size, in pixels of the screen.
    std::string at(double x, double y);

    /// Pixels of the window in pixels of the screen.
    std::string on_screen(double x, double y);

    /// A value and an opacity in the plot of the transfer function, which is the first panel, in pixels of the screen.
    std::string in_plot(double scalar, double opacity);

    /// The same for a value and the function's opacity there.
    std::string on_curve(double scalar) { return in_plot(scalar, scene().transfer.evaluate(scalar).a); }

    /// Presses and releases a button there.
    void click(const std::string &place, int button = 1);
    void drag(const std::string &from, const std::string &to, int button, const std::string &key = "");
    void press(const std::string &key);
    void scroll_panels(int clicks = 8); ///< of the wheel, by default to their end
    void type(const std::string &text); ///< in place of what the input field holds
    void drop(const std::filesystem::path &file);

    /// Types a name or path into the file dialog that is open and presses Enter.
    void name_file(const std::filesystem::path &file);

    /// Moves the mouse down a column of a window of the interface until it is over an item.
    /// @param ids  of the item within the window, outer ones first, e.g. {"transfer", "Files ..."}
    /// @param x    from the left edge of that window, pixels
    /// @return the place on the screen; "" if the item is not in the column
    std::string find(const char *window, std::initializer_list<const char *> ids, double x);

    /// Finds an item and clicks on it. @return whether it was found
    bool click_on(const char *window, std::initializer_list<const char *> ids, double x);

    static inline std::unique_ptr<testing::VirtualDisplay> display;
    std::filesystem::path folder_;
    int samples_ = 1;          ///< rays a pixel of what is opened next
    bool shows_strip_ = false; ///< the strip above views of files, which takes room of the picture
    std::unique_ptr<Viewer> viewer_;
};

} // namespace voxmarch
