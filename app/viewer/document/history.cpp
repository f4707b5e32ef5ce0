// Undo of edits and camera movements.
#include "app/viewer/document/history.h"

#include <nlohmann/json.hpp>

namespace voxmarch {

std::string edit_text(const Scene &scene) {
    nlohmann::ordered_json json = to_json(scene);
    json.erase("camera");
    json.erase("size");
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void History::begin(const Scene &scene) {
    edits_ = UndoStack<Scene>(scene);
    cameras_ = UndoStack<Camera>(scene.camera);
    text_ = edit_text(scene);
}

void History::settle_edits(const Scene &scene) {
    if (std::string text = edit_text(scene); text != text_) {
        edits_.push(scene);
        text_ = std::move(text);
    }
}

void History::settle_camera(const Scene &scene) {
    if (to_string(scene.camera) != to_string(cameras_.current())) {
        cameras_.push(scene.camera);
    }
}

void History::put_back(Scene &scene) {
    Scene state = edits_.current();
    state.camera = scene.camera;
    state.width = scene.width;
    state.height = scene.height;
    scene = std::move(state);
    text_ = edit_text(scene);
}

void History::undo(Scene &scene) {
    settle_edits(scene);
    if (edits_.can_undo()) {
        edits_.undo();
        put_back(scene);
    }
}

void History::redo(Scene &scene) {
    if (edits_.can_redo()) {
        edits_.redo();
        put_back(scene);
    }
}

std::optional<Camera> History::camera_before() {
    return cameras_.can_undo() ? std::optional(cameras_.undo()) : std::nullopt;
}

std::optional<Camera> History::camera_after() {
    return cameras_.can_redo() ? std::optional(cameras_.redo()) : std::nullopt;
}

} // namespace voxmarch
