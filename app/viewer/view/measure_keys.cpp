// Moves the crosshair or the cursor, and puts places there.
#include "app/viewer/view/measure_keys.h"

#include "app/viewer/document/document.h"
#include "app/viewer/state.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/slice_turns.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/theme.h"
#include "scene/pick.h"

namespace voxmarch {

namespace {

constexpr int fast = 10;
constexpr float cursor_step = 4.0f; // points

/// Where an arrow goes, to the right and down; zero: the key is none.
glm::dvec2 way_of(SDL_Keycode key) {
    switch (key) {
    case SDLK_LEFT: return {-1.0, 0.0};
    case SDLK_RIGHT: return {1.0, 0.0};
    case SDLK_UP: return {0.0, -1.0};
    case SDLK_DOWN: return {0.0, 1.0};
    default: return glm::dvec2(0.0);
    }
}

/// By voxels, in the plane of the slice.
void move_crosshair(Slices &slices, const Document &document, glm::dvec2 way) {
    const SliceFrame frame = frame_of(slices, document, slice_of_keys(slices));
    const glm::dvec3 moved = frame.voxel(way.x, way.y, 0.0) - frame.voxel(0.0, 0.0, 0.0);
    const glm::dvec3 inside = glm::clamp(slices.center() + moved, glm::dvec3(0.0), document.grid().dims_d() - 1.0);
    set_center(slices, document.grid(), are_turned(document) ? inside : glm::round(inside));
}

/// The world's place at the crosshair, or seen at the cursor; empty: nothing is seen there.
std::optional<glm::dvec3> place_of_keys(const ViewerState &state) {
    const Document &document = state.document;
    if (state.tools.slices.open) {
        return world_of(document.grid(), state.tools.slices.center());
    }
    const Scene scene = side_of(state.tools.compare, document.scene, Side::a);
    const glm::dvec2 at = state.tools.measure.cursor * glm::dvec2(scene.width, scene.height);
    return seen_place(*document.loaded, scene, static_cast<int>(at.x), static_cast<int>(at.y));
}

void put_by_key(ViewerState &state) {
    MeasureTool &tool = state.tools.measure;
    const std::optional<glm::dvec3> place = place_of_keys(state);
    tool.by_keys = true;
    if (!place) {
        return;
    }
    if (!tool.placed.empty() && tool.placed.back() == *place) {
        finish_polyline(tool, state.document);
    } else {
        put_place(tool, state.document, *place);
    }
}

} // namespace

bool measure_by_key(ViewerState &state, const SDL_Keysym &key) {
    MeasureTool &tool = state.tools.measure;
    if (!tool.placing || !state.document.loaded || (key.mod & (KMOD_CTRL | KMOD_ALT)) != 0) {
        return false;
    }
    if (key.sym == SDLK_RETURN || key.sym == SDLK_KP_ENTER || key.sym == SDLK_SPACE) {
        put_by_key(state);
        return true;
    }
    const glm::dvec2 way = way_of(key.sym) * ((key.mod & KMOD_SHIFT) != 0 ? double(fast) : 1.0);
    if (way == glm::dvec2(0.0)) {
        return false;
    }
    tool.by_keys = true;
    if (state.tools.slices.open) {
        move_crosshair(state.tools.slices, state.document, way);
    } else {
        const Scene &scene = state.document.scene;
        const glm::dvec2 step = double(scaled(cursor_step)) * way / glm::dvec2(scene.width, scene.height);
        tool.cursor = glm::clamp(tool.cursor + step, 0.0, 1.0);
    }
    return true;
}

} // namespace voxmarch
