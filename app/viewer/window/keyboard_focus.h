// Whose the keys are that move the focus and press what has it: the view's, or those of panels, toolbar and dialogs.
#pragma once

namespace voxmarch {

/// Arrows, Page keys, Tab, Return and the space bar belong to the view until the user goes into the interface by keys,
/// opens a list or a dialog. All others stay commands there.
class KeyboardFocus {
public:
    /// Which item of a window gets the focus.
    enum class At { tab, first, last }; ///< tab: where Tab puts it

    /// Gives a window of the interface the keys. Nothing happens if it is not shown.
    void enter(const char *window, At at);

    /// From the view to the panels, on to the editor below the view, time line, toolbar, the strip above the view and
    /// welcome, and back to the view. Tab goes the same way at the end of each of them.
    void enter_next() { go(1); }

    /// The other way round, from the end of each of them.
    void enter_previous() { go(-1); }

    /// Gives them back to the view.
    void leave();

    /// Opens the menu that the menu bar submits next, such that arrows go on to its neighbours.
    void open_menu(const char *name);

    /// Within a menu that is open: marks its first entry, if it was opened by keys.
    void begin_menu() const;

    /// What has the focus keeps it, but the keys are the view's: the mouse was used, or an entry of a menu.
    void release() { inside_ = false; }

    /// Whether a window was entered by keys.
    bool inside() const { return inside_; }

    /// Whether the interface has them.
    bool has_keys() const;

    /// Around a frame of Dear ImGui: before and after it begins, and before it is drawn.
    void before_frame() const;
    void frame_began();
    void before_drawing();

private:
    void go(int way);

    bool inside_ = false;
    At wanted_ = At::tab;           ///< with the next frame
    bool stops_everywhere_ = false; ///< Tab moves to the next item of any kind in this frame
};

/// Whether a frame shows where the focus is, and Return presses that.
bool shows_focus();

/// The frame around the last item, if that has the focus: for items that draw themselves.
void draw_focus();

} // namespace voxmarch
