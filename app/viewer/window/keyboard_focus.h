// Whose the keys are that move the focus and press what has it: the view's, or those of panels, toolbar and dialogs.
#pragma once

namespace voxmarch {

/// Arrows, Page keys, Tab, Return and the space bar belong to the view until the user goes into the interface by keys,
/// opens a list or a dialog. All others stay commands there.
class KeyboardFocus {
public:
    /// Gives a window of the interface the keys. Nothing happens if it is not shown.
    /// @param first_item  shows the focus at its first item, else where Tab puts it
    void enter(const char *window, bool first_item);

    /// From the view to the panels, on to the editor below the view, time line, toolbar and welcome, and back to the
    /// view.
    void enter_next();

    /// Gives them back to the view.
    void leave();

    /// Opens the menu that the menu bar submits next, such that arrows go on to its neighbours.
    void open_menu(const char *name);

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
    bool inside_ = false;
    bool wants_first_ = false;      ///< with the next frame
    bool stops_everywhere_ = false; ///< Tab moves to the next item of any kind in this frame
};

/// Whether a frame shows where the focus is, and Return presses that.
bool shows_focus();

/// The frame around the last item, if that has the focus: for items that draw themselves.
void draw_focus();

} // namespace voxmarch
