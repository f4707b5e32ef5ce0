// Texts of pictures, and whether a volume is the one that a picture was made of.
#include "scene/provenance.h"

#include "base/format_problem.h"
#include "base/json_reader.h"
#include "scene/session_search.h"
#include "volume/fingerprint.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

using json = nlohmann::ordered_json;

VolumeIdentity identity_of(const std::string &source, const Volume &volume) {
    return {source_bytes(source), voxel_hash(volume)};
}

std::vector<std::pair<std::string, std::string>> picture_texts(const Scene &scene, Embed embed,
                                                               const std::optional<Drawn> &drawn) {
    if (embed == Embed::none) {
        return {};
    }
    json text = to_json(with_names(scene, embed == Embed::full ? absolute_source : bare_name));
    json made = {{"voxmarch", VOXMARCH_VERSION}};
    if (drawn) {
        made["device"] = drawn->device.name;
        made["platform"] = drawn->device.platform;
        made["driver"] = drawn->device.driver;
        made["backend"] = name_of(drawn->backend);
        made["frame_ms"] = drawn->frame_ms;
    }
    text["made"] = made;
    return {{session_keyword, text.dump(2, ' ', false, json::error_handler_t::replace) + "\n"}};
}

namespace {

/// What decides how a picture looks; null of no session.
nlohmann::json drawn_of(const std::string &text, bool voxels) {
    nlohmann::json session;
    try {
        session = read_json(text);
    } catch (const FormatProblem &) {
        return nullptr;
    }
    if (!session.is_object() || !session.contains("made") || !session.contains("volume")) {
        return nullptr;
    }
    session["made"] = {{"voxmarch", session["made"].value("voxmarch", "")}};
    session.erase("time_line");
    if (!voxels && session["volume"].is_object()) {
        session["volume"].erase("bytes");
        session["volume"].erase("xxh3_128");
    }
    return session;
}

} // namespace

std::string different_field(const std::string &one, const std::string &other, bool voxels) {
    const nlohmann::json a = drawn_of(one, voxels), b = drawn_of(other, voxels);
    if (a.is_null() || b.is_null()) {
        return "text";
    }
    const nlohmann::json differences = nlohmann::json::diff(a, b);
    return differences.empty() ? "" : differences[0].at("path").get<std::string>().substr(1);
}

std::string identity_problem(const VolumeIdentity &expected, const VolumeIdentity &found, const std::string &source,
                             const std::string &file) {
    if (expected.hash.empty()) {
        return fmt::format("{} does not tell which voxels it was made of: {} may be others", file, source);
    }
    if (expected.hash == found.hash) {
        return "";
    }
    const std::string size = expected.bytes > 0 && found.bytes > 0 && expected.bytes != found.bytes
                                 ? fmt::format(", {} bytes instead of {}", found.bytes, expected.bytes)
                                 : "";
    return fmt::format("{} is not the volume that {} was made of: its voxels have the hash {} instead of {}{}", source,
                       file, found.hash, expected.hash, size);
}

std::string labels_problem(const Scene &scene, const std::string &hash, const std::string &labels,
                           const std::string &file) {
    if (scene.labels_hash.empty() || hash == scene.labels_hash) {
        return "";
    }
    return fmt::format("{} are not the labels that {} was made of: their voxels have another hash", labels, file);
}

} // namespace voxmarch
