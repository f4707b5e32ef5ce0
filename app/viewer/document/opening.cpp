// What comes into the viewer: volumes, pictures, dropped files.
#include "app/scene_words.h"
#include "app/viewer/panels/panels.h"
#include "app/viewer/viewer_parts.h"
#include "base/error.h"
#include "scene/skeleton_tubes.h"
#include "transfer/file.h"

#include <algorithm>
#include <cstdlib>

namespace voxmarch {

namespace {

/// Where two pictures of equal size differ, 16 times as strong.
Image difference_image(const Image &a, const Image &b) {
    Image result = a;
    for (std::size_t i = 0; i < result.rgba.size(); ++i) {
        const int difference = 16 * std::abs(int(a.rgba[i]) - int(b.rgba[i]));
        result.rgba[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(std::min(difference, 255));
    }
    return result;
}

} // namespace

/// A volume, folder or session; or a transfer function or a skeleton for the volume that is open.
void Viewer::Parts::drop(const std::string &file) {
    const std::filesystem::path path(file);
    if (state.loaded && holds_lines(path)) {
        take_skeleton(file);
        return;
    }
    const bool transfer = state.loaded && path.extension() != ".png" && path.has_extension() &&
                          !formats_of(path).empty() && !is_session(path);
    if (!transfer) {
        state.open(file);
        return;
    }
    try {
        state.scene.transfer = over_volume(read_transfer(path), *state.loaded);
        state.transfer.selected.clear();
        state.notify("read the transfer function " + file);
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
}

void Viewer::Parts::take_skeleton(const std::string &file) {
    try {
        const SkeletonLines lines = read_skeleton_lines(file);
        state.scene.skeleton = {file, {}};
        set_blend(state, Blend::composite); // projections have no depth to meet tubes at
        state.notify(count_text(lines) + " of the skeleton " + file);
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
}

void Viewer::Parts::take_volume(std::shared_ptr<const LoadedVolume> loaded) {
    const ViewSize size = state.view_size();
    state.loaded = loaded;
    const int width = state.scene.width, height = state.scene.height;
    state.scene = loaded->scene;
    state.scene.transfer =
        over_values(state.scene.transfer,
                    state.scene.window.value_or(default_window(loaded->volume.type(), loaded->volume.range())));
    state.scene.window.reset();
    if (state.shown.request > 0 || size.width > 1.0) {
        state.scene.width = width;
        state.scene.height = height;
    }
    if (!loaded->has_session) {
        const ImVec2 view = view_space(state);
        const double aspect = double(view.x) / double(view.y);
        state.scene.camera = framed(framed(state.scene.camera, loaded->volume.grid(), aspect), loaded->visible, aspect);
    }
    state.shown = {}; // numbers of the last volume's picture
    state.first_camera = state.scene.camera;
    state.glide.reset();
    state.transfer = {};
    state.probe.held = false;
    state.probe.ray = {};
    state.compare.open = false;
    state.speed.counts.reset();
    state.speed.rows.clear();
    state.speed.heat_map.reset();
    state.speed.boxes = no_boxes;
    state.skip = {};
    state.file_dialog.open = false; // what it asks for was about the last volume
    state.slices.made_of.clear();
    state.slices.window.reset();
    const auto &dims = loaded->volume.grid().dims;
    state.slices.voxel = {dims[0] / 2, dims[1] / 2, dims[2] / 2};
    render.set_volume(loaded);
    state.history.begin(state.scene);
    requested.clear();
    traversal_is_open = !loaded->has_session;
    if (loaded->opened != demo_volume) {
        store.add_recent(loaded->opened);
    }
    window.set_title(loaded->volume.header().name + " - voxmarch");
    for (const std::string &note : loaded->volume.header().notes) {
        state.notify(note);
    }
    for (const std::string &note : loaded->label_notes) {
        state.notify(note);
    }
    if (!loaded->absent_labels.empty()) {
        state.notify(note_of_absent(loaded->absent_labels, loaded->scene.labels));
    }
    for (const std::string &problem : loaded->problems) {
        state.notify(problem, true);
    }
}

void Viewer::Parts::take_frame() {
    std::optional<Frame> frame = render.take_frame();
    if (!frame) {
        return;
    }
    redraws = std::max(redraws, 1);
    state.shown_image = std::move(frame->image);
    state.picture.show(state.shown_image);
    state.compare.is_measured = false;
    state.other_shown = frame->other.has_value();
    if (frame->other) {
        state.other_image = std::move(*frame->other);
        if (frame->final) {
            state.compare.measured = compare(state.shown_image, state.other_image);
            state.compare.is_measured = true;
        }
        state.other_picture.show(state.compare.difference ? difference_image(state.shown_image, state.other_image)
                                                          : state.other_image);
    }
    frame->image = {};
    frame->other.reset();
    state.shown = std::move(*frame);
}

void Viewer::Parts::take_results() {
    state.status = render.status();
    mailbox.run_all();
    if (auto outcome = loader.take()) {
        if (outcome->error.empty()) {
            take_volume(std::move(outcome->result));
        } else {
            state.notify(outcome->error, true);
            state.welcome_closed = state.welcome_closed && state.loaded;
        }
    }
    take_mesh(state);
    take_frame();
}

} // namespace voxmarch
