// Picks values no faster than the window can bear.
#include "app/viewer/view/pointed_value.h"

#include "app/viewer/document/document.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/view/slice_turns.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/window.h"
#include "scene/pick.h"

#include <cmath>
#include <imgui.h>

namespace voxmarch {

void follow_pointed_value(ViewerState &state, const Scene &shown, std::optional<glm::ivec2> pixel) {
    PointedValue &pointed = state.view.pointed;
    const bool seen = state.tools.transfer.drawn == ImGui::GetFrameCount();
    if (!pixel || !seen) {
        pointed = {.free_from = pointed.free_from};
        return;
    }
    const auto picture = static_cast<unsigned long long>(state.view.shown.frame.request);
    if (pointed.pixel == *pixel && pointed.side == state.view.side && pointed.picture == picture) {
        return;
    }
    const double begin = seconds_now();
    if (begin < pointed.free_from) {
        state.window.wake(); // comes back to it
        return;
    }
    const Document &document = state.document;
    pointed.value = seen_value(*document.loaded, shown, pixel->x, pixel->y, document.channel());
    pointed.pixel = *pixel;
    pointed.side = state.view.side;
    pointed.picture = picture;
    const double end = seconds_now();
    pointed.free_from = end + 4.0 * (end - begin);
}

std::optional<double> value_under_mouse(const ViewerState &state) {
    const Document &document = state.document;
    const Slices &slices = state.tools.slices;
    if (!slices.open || !slices.under_mouse) {
        return state.view.pointed.value;
    }
    if (document.loaded->volume.large()) {
        return slices.valued == slices.under_mouse ? std::optional(slices.value) : std::nullopt;
    }
    if (!slices.hovered || !slices.place_under_mouse || !slices.contents) {
        return std::nullopt;
    }
    const glm::dvec3 place = are_turned(document) ? *slices.place_under_mouse : glm::dvec3(*slices.under_mouse);
    const double value = shown_values(slices, document, *slices.hovered, place).at(document.channel());
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

} // namespace voxmarch
