// The button that ends the search for light and shadows where it takes long, and the one that takes it up again.
#pragma once

namespace voxmarch {

struct Scene;
struct ViewerState;

/// What the button in the status bar does.
enum class LightButton { none, cancel, find };

/// Cancel while light and shadows are being found, find once that was cancelled; none in comparisons, which are of
/// the settings as they stand.
LightButton light_button(const ViewerState &state);
void press_light_button(ViewerState &state);

/// Whether light that was cancelled for one scene is that of another, wherever it is seen from.
bool is_light_cancelled(const Scene &cancelled, const Scene &scene);

/// Forgets that light was cancelled if the scene is another one by now.
void follow_cancelled_light(ViewerState &state);

/// Without what takes long: shadows and ambient occlusion.
Scene without_light(Scene scene);

} // namespace voxmarch
