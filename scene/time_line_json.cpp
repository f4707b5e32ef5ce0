// Time lines in sessions. Key frames have the fields that the scene has, under the same names.
#include "base/error.h"
#include "base/json_fields.h"
#include "scene/scene_json_parts.h"

#include <cmath>
#include <fmt/format.h>
#include <initializer_list>

namespace voxmarch {

using json = nlohmann::ordered_json;

namespace {

/// Those of the settings' fields that a track keeps.
json picked(const RenderSettings &settings, std::initializer_list<const char *> names) {
    const json all = to_json(settings);
    json result = json::object();
    for (const char *name : names) {
        result[name] = all.at(name);
    }
    return result;
}

json value_json(const Camera &camera) { return to_json(camera); }

json value_json(const std::vector<ChannelLook> &looks) { return {{"channels", to_json(looks)}}; }

json value_json(const KeptClipping &key) {
    RenderSettings settings;
    settings.clip_low = key.clip_low;
    settings.clip_high = key.clip_high;
    settings.clip_planes = key.clip_planes;
    settings.clip_inverted = key.clip_inverted;
    return picked(settings, {"clip", "clip_planes", "clip_inverted"});
}

json value_json(const KeptSurfaces &key) {
    RenderSettings settings;
    settings.mode = key.mode;
    settings.surfaces = key.surfaces;
    return picked(settings, {"mode", "surfaces"});
}

json value_json(const KeptLight &key) {
    RenderSettings settings;
    settings.light = key.light;
    settings.side_lights = key.side_lights;
    settings.background = key.background;
    settings.finish.background_top = key.background_top;
    settings.finish.exposure = key.exposure;
    return picked(settings, {"background", "background_top", "exposure", "light", "light_follows_camera", "side_lights",
                             "fill", "ambient", "diffuse", "specular", "shininess"});
}

json value_json(int time) { return {{"time", time}}; }

void read_value(const json &object, Camera &camera) { camera = camera_from_json(object); }

void read_value(const json &object, std::vector<ChannelLook> &looks) {
    looks = channels_from_json(object.at("channels"));
    if (looks.empty()) {
        throw UsageError("a key frame of the transfer function has none");
    }
}

void read_value(const json &object, KeptClipping &key) {
    const RenderSettings settings = settings_from_json(object);
    key = {settings.clip_low, settings.clip_high, settings.clip_planes, settings.clip_inverted};
}

void read_value(const json &object, KeptSurfaces &key) {
    const RenderSettings settings = settings_from_json(object);
    key = {settings.mode, settings.surfaces};
}

void read_value(const json &object, KeptLight &key) {
    const RenderSettings settings = settings_from_json(object);
    key = {settings.light, settings.side_lights, settings.background, settings.finish.background_top,
           settings.finish.exposure};
}

void read_value(const json &object, int &time) { time = object.at("time").get<int>(); }

} // namespace

json to_json(const TimeLine &line) {
    json result = {{"duration", line.duration}, {"rate", line.rate}, {"easing", name_of(line.easing)}};
    for_each_track(line, [&](Track track, const auto &keys) {
        json list = json::array();
        for (const auto &key : keys) {
            json &one = list.emplace_back(json{{"at", key.at}});
            one.update(value_json(key.value));
        }
        if (!keys.empty()) {
            result[std::string(name_of(track))] = std::move(list);
        }
    });
    return result;
}

TimeLine time_line_from_json(const json &object) {
    const Fields fields(object);
    TimeLine line;
    fields.read("duration", line.duration);
    fields.read("rate", line.rate);
    fields.read_name("easing", line.easing);
    if (!(line.duration > 0.0 && line.duration <= duration_limit && line.rate >= 1.0 && line.rate <= rate_limit)) {
        throw UsageError(fmt::format("a time line of {} s at {} pictures a second: up to {} s and 1 to {} pictures",
                                     line.duration, line.rate, duration_limit, rate_limit));
    }
    for_each_track(line, [&](Track track, auto &keys) {
        fields.with(std::string(name_of(track)).c_str(), [&](const json &list) {
            for (const json &one : list) {
                auto &key = keys.emplace_back();
                key.at = one.at("at").template get<double>();
                read_value(one, key.value);
                const bool ascends = keys.size() < 2 || key.at > keys[keys.size() - 2].at;
                if (!(key.at >= 0.0 && key.at <= duration_limit && ascends)) {
                    throw UsageError(
                        fmt::format("a key frame at {} s: their times ascend from 0 to {}", key.at, duration_limit));
                }
            }
        });
    });
    return line;
}

} // namespace voxmarch
