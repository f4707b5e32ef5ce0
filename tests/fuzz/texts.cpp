// Transfer functions, sessions, texts in pictures, names of files, and words of users.
#include "tests/fuzz/readers.h"

#include "app/serve/messages.h"
#include "app/serve/scene_edits.h"
#include "app/serve/served_session.h"
#include "app/serve/web_rules.h"
#include "renderer/png_text.h"
#include "scene/load_volume.h"
#include "scene/scene.h"
#include "transfer/file.h"
#include "volume/formats/raw_guess.h"
#include "volume/formats/volume_file.h"
#include "volume/label_names.h"
#include "volume/particles/density_field.h"
#include "volume/synthetic/expression.h"
#include "volume/voxel_directions.h"

#include <array>
#include <nlohmann/json.hpp>

namespace voxmarch::fuzz {

namespace {

/// What was read is a function; written in our own format and read again it is the same.
template <TransferFunction (*read)(const std::string &, TransferNotes &)> void read_function(std::string_view bytes) {
    TransferNotes notes;
    const TransferFunction transfer = read(std::string(bytes), notes);
    validate(transfer);
    const std::string written = to_json(transfer); // what is no UTF-8 is replaced
    require(to_json(read_voxmarch(written, notes)) == written, "a function there and back");
}

/// Written and read again it is the same.
void read_session_text(std::string_view bytes) {
    const Scene scene = scene_from_json(std::string(bytes));
    const std::string written = to_json(scene).dump();
    require(to_json(scene_from_json(written)).dump() == written, "a session there and back");
}

/// A picture with a session in it, as it is found; whose text is found again when it is put in.
void read_png_text(std::string_view bytes) {
    const auto found = find_png_text(bytes, session_keyword);
    if (bytes.size() < 12 || bytes.substr(8, 4) != std::string_view("\0\0\0\15", 4)) {
        return; // it does not begin like a picture of ours
    }
    std::string picture(bytes);
    insert_png_text(picture, session_keyword, found.value_or("a text"));
    require(find_png_text(picture, session_keyword) == found.value_or("a text"), "a text there and back");
}

/// The name of a file of raw voxels, and the layout as users write it.
void read_raw_words(std::string_view bytes) {
    const std::string text(bytes);
    for (const RawLayout &guess : guess_raw_layouts(text, bytes.size() * 4096)) {
        require(fit_of(guess, bytes.size() * 4096).possible(), "a layout that does not fit");
        require(to_text(parse_raw_layout(to_text(guess))) == to_text(guess), "a layout there and back");
    }
    if (const auto layout = raw_layout_from_name(text)) {
        fit_of(*layout, 1000);
    }
    const RawLayout layout = parse_raw_layout(text);
    require(to_text(parse_raw_layout(to_text(layout))) == to_text(layout), "a layout there and back");
}

/// Voxels that the name of their file describes: its first line, then the voxels.
void read_raw_file(std::string_view bytes) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    ReadOptions options;
    options.raw = std::string(bytes.substr(0, end));
    const auto file = open_raw(file_of(bytes.substr(std::min(end + 1, bytes.size())), "a.raw"), options);
    require(file->load({})->bytes().size() == file->header.byte_count(), "the number of voxels");
}

void read_label_file(std::string_view bytes) {
    for (const auto &[label, name] : read_label_names(file_of(bytes, "a.txt"))) {
        require(label >= 0 && !name.name.empty(), "a label");
    }
}

void read_expression(std::string_view bytes) {
    const Expression expression(bytes);
    std::array<float, 3> voxels{};
    expression.evaluate(std::array{-1.0, 0.0, 1.0}, 0.5, -0.5, voxels);
    for (const float voxel : voxels) {
        require(std::isfinite(voxel), "a voxel");
    }
    expression.opencl();
}

void read_words(std::string_view bytes) {
    if (const auto directions = parse_directions(bytes)) {
        require(parse_directions(to_text(*directions)).has_value(), "directions there and back");
    }
    parse_density_field(std::string(bytes));
}

/// A volume that is served.
const LoadedVolume &served() {
    static const std::shared_ptr<const LoadedVolume> loaded = [] {
        LoadRequest request;
        request.volume.source = "synthetic:sphere:8";
        return load_volume(request);
    }();
    return *loaded;
}

void require_served(const Scene &scene) {
    const Scene &open = served().scene;
    require(scene.volume == open.volume && scene.labels == open.labels && scene.skeleton == open.skeleton &&
                scene.other_volumes == open.other_volumes,
            "a scene of other files than those that are open");
    require(scene.width >= 1 && scene.width <= 400 && scene.height >= 1 && scene.height <= 300,
            "a size within the limit");
    require(to_json(scene_from_json(session_text(scene))).dump() == session_text(scene), "a session there and back");
}

/// Messages of a page, a line each, to a scene that they edit.
void read_page_messages(std::string_view bytes) {
    const SizeLimit limit{400, 300};
    Scene scene = first_scene(served(), 64, 48);
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        scene = edited(std::move(scene), parse_message(bytes.substr(0, end)), served(), limit);
        require_served(scene);
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
}

void read_served_session(std::string_view bytes) { require_served(scene_of_session(bytes, served(), {400, 300})); }

/// Target, host, origin and authorization of a request, a line each.
void read_web_words(std::string_view bytes) {
    if (const auto target = parse_target(bytes.substr(0, bytes.find('\n')))) {
        require(target->path.starts_with('/') && target->query.size() <= 32, "a target");
    }
    const bool own = is_own_origin(bytes, "localhost");
    require(!own || bytes.size() < 20, "an origin");
    if (const auto name = host_name(bytes)) {
        require(!name->empty() && name->find_first_of(" /@\n\r") == std::string::npos, "a host");
        is_address(*name);
    }
    bearer(bytes);
}

} // namespace

std::vector<FuzzedReader> text_readers() {
    return {{"transfer", read_function<read_voxmarch>},
            {"transfer-paraview", read_function<read_paraview>},
            {"transfer-slicer", read_function<read_slicer>},
            {"transfer-slicer-vp", read_function<read_slicer_vp>},
            {"transfer-slicer-mrml", read_function<read_slicer_mrml>},
            {"transfer-inviwo", read_function<read_inviwo>},
            {"transfer-voreen", read_function<read_voreen>},
            {"transfer-image", read_function<read_image>},
            {"session", read_session_text},
            {"page-messages", read_page_messages},
            {"served-session", read_served_session},
            {"web-words", read_web_words},
            {"png-text", read_png_text},
            {"raw-words", read_raw_words},
            {"raw", read_raw_file},
            {"labels", read_label_file},
            {"expression", read_expression},
            {"words", read_words}};
}

} // namespace voxmarch::fuzz
