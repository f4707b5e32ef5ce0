// Everybody tells rank 0 what it has; rank 0 compares and tells all what it found.
#include "scene/rank_agreement.h"

#include "base/error.h"
#include "base/json_text.h"
#include "device/equal_devices.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

using Message = nlohmann::json;

namespace {

Message device_json(const DeviceInfo &device) {
    return {{"index", device.index},
            {"name", device.name},
            {"platform", device.platform},
            {"version", device.version},
            {"driver", device.driver}};
}

DeviceInfo device_from(const Message &text) {
    DeviceInfo device;
    device.index = text["index"];
    device.name = text["name"];
    device.platform = text["platform"];
    device.version = text["version"];
    device.driver = text["driver"];
    return device;
}

/// "64x64x64 uint8, 0 to 255"
std::string volume_text(const Volume &volume) {
    const std::array<int, 3> &dims = volume.grid().dims;
    return fmt::format("{}x{}x{} {}, {:.9g} to {:.9g}{}", dims[0], dims[1], dims[2], name_of(volume.type()),
                       volume.range().min, volume.range().max,
                       volume.non_finite_count() > 0 ? fmt::format(", {} not finite", volume.non_finite_count()) : "");
}

Message terms_of(DeviceTeam &team, const Scene &scene, const std::string &task) {
    Message devices = Message::array();
    for (std::size_t member = 0; member < team.size(); ++member) {
        devices.push_back(device_json(team.renderer(member).device()));
    }
    const SceneContent &content = *team.renderer(0).content();
    const std::size_t lines = content.lines ? content.lines->lines.lines.size() : 0;
    return {{"devices", devices},
            {"backend", name_of(team.renderer(0).backend())},
            {"task", task},
            {"volume", volume_text(content.volume)},
            {"hash", scene.identity.hash},
            {"labels", scene.labels_hash},
            {"lines", lines}};
}

/// What ranks differ in though they must not; empty: nothing.
struct Difference {
    std::string of_files, of_choices;
};

Difference difference(const Ranks &ranks, const std::vector<Message> &terms, bool backends_matter) {
    const Message &first = terms.front();
    for (std::size_t rank = 1; rank < terms.size(); ++rank) {
        const Message &other = terms[rank];
        const std::string name = ranks.name_of(static_cast<int>(rank)), lead = ranks.name_of(0);
        const auto differ = [&](const char *field) { return other[field] != first[field]; };
        const auto both = [&](const char *field) {
            return fmt::format("{} has {}, {} has {}", lead, first[field].get<std::string>(), name,
                               other[field].get<std::string>());
        };
        if (differ("volume")) {
            return {"ranks read different volumes: " + both("volume"), ""};
        }
        if (differ("hash")) {
            return {fmt::format("the voxels of {} and of {} differ", lead, name), ""};
        }
        if (differ("labels") || differ("lines")) {
            return {
                fmt::format("{} of {} and of {} differ", differ("labels") ? "the labels" : "the skeletons", lead, name),
                ""};
        }
        if (backends_matter && differ("backend")) {
            return {"", "ranks sample in different ways: " + both("backend")};
        }
        if (differ("task")) {
            return {"", "ranks are to draw different pictures: " + both("task")};
        }
    }
    return {};
}

Message verdict_on(const Ranks &ranks, const std::vector<Message> &terms, const Scene &scene, bool allow_mixed) {
    std::vector<DeviceInfo> devices;
    Message counts = Message::array();
    std::string models;
    for (std::size_t rank = 0; rank < terms.size(); ++rank) {
        std::vector<DeviceInfo> own;
        for (const Message &device : terms[rank]["devices"]) {
            own.push_back(device_from(device));
        }
        models += fmt::format("{}{}: '{}'", models.empty() ? "" : ", ", ranks.name_of(static_cast<int>(rank)),
                              names_together(own));
        counts.push_back(own.size());
        devices.insert(devices.end(), own.begin(), own.end());
    }
    const bool mixed = !several_models(devices).empty();
    const Difference found = difference(ranks, terms, allow_mixed || !mixed);
    return {{"files", found.of_files}, {"choices", found.of_choices},     {"models", mixed ? models : ""},
            {"devices", counts},       {"name", names_together(devices)}, {"scene", json_text(to_json(scene))}};
}

/// Rank 0's; this rank's own where it is that, as everything in it is known here.
Scene first_scene(const Ranks &ranks, const Scene &mine, const std::string &first) {
    return ranks.lead() || json_text(to_json(mine)) == first ? mine : scene_from_json(first);
}

} // namespace

RankAgreement agree(Ranks &ranks, DeviceTeam &team, const Scene &scene, const std::string &task, bool allow_mixed) {
    if (ranks.alone()) {
        return {{team.size()}, team.device().name, "", scene};
    }
    std::vector<Message> terms;
    for (const std::string &text : ranks.gather(json_text(terms_of(team, scene, task)))) {
        terms.push_back(Message::parse(text));
    }
    const Message verdict = Message::parse(
        ranks.broadcast(ranks.lead() ? json_text(verdict_on(ranks, terms, scene, allow_mixed)) : std::string()));
    if (const std::string files = verdict["files"]; !files.empty()) {
        throw FileError(scene.volume.source, files);
    }
    if (const std::string choices = verdict["choices"]; !choices.empty()) {
        throw UsageError(choices);
    }
    RankAgreement agreement;
    for (const Message &count : verdict["devices"]) {
        agreement.devices.push_back(count);
    }
    agreement.devices_name = verdict["name"];
    agreement.models = verdict["models"];
    agreement.scene = first_scene(ranks, scene, verdict["scene"]);
    return agreement;
}

} // namespace voxmarch
