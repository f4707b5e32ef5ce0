// What is dropped on the window: lines, meshes, measurements and transfer functions go into the document, all else is
// opened.
#include "app/viewer/document/opening.h"

#include "app/remedy_text.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "base/error.h"
#include "base/text.h"
#include "isosurface/read_mesh.h"
#include "scene/annotation_table.h"
#include "scene/skeleton_tubes.h"
#include "transfer/file.h"

#include <filesystem>
#include <fmt/format.h>

namespace voxmarch {

namespace {

void take_skeleton(Document &document, const std::string &file, Notices &notices) {
    try {
        const SkeletonLines lines = read_skeleton_lines(file);
        document.scene.skeleton = {file, {}};
        set_blend(document, Blend::composite); // projections have no depth to meet tubes at
        notices.add(count_text(lines) + " of the skeleton " + file);
    } catch (const Error &error) {
        notices.add(viewer_text(error), true);
    }
}

void take_transfer(Document &document, const std::string &file, TransferEditor &editor, Notices &notices) {
    try {
        document.transfer() = over_volume(read_transfer(file), *document.loaded, document.channel());
        editor.selected.clear();
        notices.add("read the transfer function " + file);
    } catch (const Error &error) {
        notices.add(viewer_text(error), true);
    }
}

void take_annotations(Document &document, const std::string &file, Notices &notices) {
    try {
        const std::vector<Annotation> read = read_annotations(file);
        std::vector<Annotation> &all = document.scene.annotations;
        if (all.size() + read.size() > annotation_limit) {
            throw UsageError(
                fmt::format("{} and {} measurements are more than {}", all.size(), read.size(), annotation_limit));
        }
        all.insert(all.end(), read.begin(), read.end());
        notices.add(fmt::format("read {} measurements of {}", read.size(), file));
    } catch (const Error &error) {
        notices.add(viewer_text(error), true);
    }
}

/// Shows the mesh in the volume. @return whether the file is one
bool take_mesh(Document &document, const std::filesystem::path &file, Notices &notices) {
    if (!is_readable_mesh(file)) {
        return false;
    }
    try {
        std::vector<SceneMesh> &meshes = document.scene.meshes;
        const std::size_t triangles = read_mesh(file).mesh.triangles.size();
        if (meshes.size() >= mesh_limit) {
            notices.add(fmt::format("{} meshes are shown, which is the most; remove one", meshes.size()), true);
            return true;
        }
        meshes.push_back({file.string()});
        set_blend(document, Blend::composite);
        document.scene.settings.surface_method = SurfaceMethod::mesh;
        notices.add(fmt::format("{} triangles of the mesh {}", triangles, file.string()));
    } catch (const Error &error) {
        if (text::lower(file.extension().string()) == ".ply") { // it may hold points, which are a volume's
            return false;
        }
        notices.add(viewer_text(error), true);
    }
    return true;
}

} // namespace

bool take_file(ViewerState &state, const std::string &file) {
    if (!holds_annotations(file)) {
        return false;
    }
    if (state.document.loaded) {
        take_annotations(state.document, file, state.notices);
    } else {
        state.notices.add(file + ": holds measurements; open their volume first", true);
    }
    return true;
}

void drop_file(ViewerState &state, const std::string &file) {
    const std::filesystem::path path(file);
    const bool loaded = state.document.loaded != nullptr;
    if (take_file(state, file)) {
        return;
    }
    if (loaded && holds_lines(path)) {
        take_skeleton(state.document, file, state.notices);
    } else if (loaded && take_mesh(state.document, path, state.notices)) {
        return;
    } else if (loaded && path.extension() != ".png" && path.has_extension() && !formats_of(path).empty() &&
               !is_session(path)) {
        take_transfer(state.document, file, state.tools.transfer, state.notices);
    } else {
        open_source(state, file);
    }
}

} // namespace voxmarch
