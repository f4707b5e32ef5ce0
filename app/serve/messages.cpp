// The reader of pages' messages.
#include "app/serve/messages.h"

#include "base/error.h"
#include "base/format_problem.h"
#include "base/json_fields.h"
#include "base/json_reader.h"
#include "scene/scene_json_parts.h"
#include "transfer/formats/format.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>

namespace voxmarch {

template <> struct EnumNames<CameraMove::Kind> {
    using Kind = CameraMove::Kind;
    static constexpr Named<Kind> all[] = {{Kind::orbit, "orbit"}, {Kind::turntable, "turntable"}, {Kind::pan, "pan"},
                                          {Kind::zoom, "zoom"},   {Kind::roll, "roll"},           {Kind::fly, "fly"},
                                          {Kind::look, "look"}};
};

template <> struct EnumNames<ReadingsQuestion::File> {
    using File = ReadingsQuestion::File;
    static constexpr Named<File> all[] = {{File::none, "none"}, {File::csv, "csv"}, {File::json, "json"}};
};

namespace {

using json = nlohmann::ordered_json;

double finite(const json &value) {
    const double number = value.get<double>();
    if (!std::isfinite(number)) {
        throw UsageError("it must be finite");
    }
    return number;
}

double within(const json &value, double low, double high) {
    const double number = finite(value);
    if (number < low || number > high) {
        throw UsageError(fmt::format("{:g} is not in {:g} .. {:g}", number, low, high));
    }
    return number;
}

int whole(const json &value, int low, int high) {
    const double number = within(value, low, high);
    if (number != std::floor(number)) {
        throw UsageError(fmt::format("{:g} is no whole number", number));
    }
    return static_cast<int>(number);
}

std::uint32_t counter(const json &value) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 0xffffffffU) {
        throw UsageError("it must be a whole number below 2^32");
    }
    return value.get<std::uint32_t>();
}

std::string word(const json &value) {
    const std::string text = value.get<std::string>();
    if (text.empty() || text.size() > 100) {
        throw UsageError("it must have 1 to 100 letters");
    }
    return text;
}

/// Two numbers in a range, and nothing behind them.
glm::dvec2 pair(const json &value, double low, double high) {
    if (!value.is_array() || value.size() != 2) {
        throw UsageError("it must be two numbers");
    }
    return {within(value[0], low, high), within(value[1], low, high)};
}

/// Three numbers in a range, and nothing behind them.
glm::dvec3 triple(const json &value, double low, double high) {
    if (!value.is_array() || value.size() != 3) {
        throw UsageError("it must be three numbers");
    }
    return {within(value[0], low, high), within(value[1], low, high), within(value[2], low, high)};
}

constexpr double far = 1e12; // pixels, world lengths: more is a mistake

/// The fields of a message, of which none may be unknown.
/// @throws UsageError if the message has a field that is not `known` and that not every message may have
void refuse_others(const json &message, std::initializer_list<std::string_view> known) {
    for (const auto &[name, value] : message.items()) {
        const bool common = name == "type" || name == "request" || name == "moving";
        if (!common && std::find(known.begin(), known.end(), name) == known.end()) {
            throw UsageError(fmt::format("there is no field '{}' in it", name.substr(0, 40)));
        }
    }
}

class MessageFields : public Fields {
public:
    MessageFields(const json &object, std::initializer_list<std::string_view> known) : Fields(object) {
        refuse_others(object, known);
    }

    /// @throws UsageError without the field
    template <typename Use> void need(const char *name, Use &&use) const {
        bool found = false;
        with(name, [&](const json &value) {
            found = true;
            use(value);
        });
        if (!found) {
            throw UsageError(fmt::format("'{}' is missing", name));
        }
    }

    template <NamedEnum Enum> void read_word(const char *name, std::optional<Enum> &target) const {
        if (Enum found{}; has(name)) {
            read_name(name, found);
            target = found;
        }
    }

private:
    bool has(const char *name) const {
        bool found = false;
        with(name, [&](const json &) { found = true; });
        return found;
    }
};

using What = decltype(PageMessage::what);

What read_move(const json &object) {
    const MessageFields fields(object, {"kind", "by", "factor", "at"});
    CameraMove move;
    fields.need("kind", [](const json &) {});
    fields.read_name("kind", move.kind);
    const bool zooms = move.kind == CameraMove::Kind::zoom;
    fields.need(zooms ? "factor" : "by", [](const json &) {});
    fields.with("by", [&](const json &value) {
        if (!value.is_array() || value.empty() || value.size() > 3) {
            throw UsageError("it must be one to three numbers");
        }
        for (std::size_t i = 0; i < value.size(); ++i) {
            move.by[static_cast<int>(i)] = within(value[i], -far, far);
        }
    });
    fields.with("factor", [&](const json &value) { move.factor = within(value, 0.01, 100.0); });
    fields.with("at", [&](const json &value) { move.at = pair(value, -1e6, 1e6); });
    return move;
}

What read_camera(const json &object) {
    const MessageFields fields(object, {"camera"});
    Camera camera;
    fields.need("camera", [&](const json &value) {
        const MessageFields known(value, {"eye", "target", "up", "fov", "height"});
        for (const char *name : {"eye", "target", "up"}) {
            known.need(name, [](const json &place) { triple(place, -far, far); });
        }
        camera = camera_from_json(value);
    });
    return camera;
}

What read_size(const json &object) {
    const MessageFields fields(object, {"width", "height"});
    PictureSize size;
    fields.need("width", [&](const json &value) { size.width = whole(value, 1, 65535); });
    fields.need("height", [&](const json &value) { size.height = whole(value, 1, 65535); });
    return size;
}

void read_channel(const MessageFields &fields, int &channel) {
    fields.with("channel", [&](const json &value) { channel = whole(value, 0, 255); });
}

What read_transfer(const json &object) {
    const MessageFields fields(object, {"transfer", "channel"});
    ChosenTransfer chosen;
    read_channel(fields, chosen.channel);
    TransferFunction &transfer = chosen.transfer;
    fields.need("transfer", [&](const json &value) {
        TransferNotes notes;
        try {
            transfer = read_voxmarch(value.dump(), notes);
        } catch (const FormatProblem &problem) {
            throw UsageError(problem.what());
        }
        if (!notes.empty()) { // of fields that it does not know
            throw UsageError(notes.front().text);
        }
        validate(transfer);
    });
    return chosen;
}

std::optional<ValueRange> window_or_null(const json &value) {
    if (value.is_null()) {
        return std::nullopt;
    }
    if (!value.is_array() || value.size() != 2) {
        throw UsageError("it must be null or two numbers");
    }
    const ValueRange window{within(value[0], -1e300, 1e300), within(value[1], -1e300, 1e300)};
    if (!(window.min < window.max)) {
        throw UsageError("the first number must be below the second");
    }
    return window;
}

What read_window(const json &object) {
    const MessageFields fields(object, {"window", "channel"});
    ChosenWindow chosen;
    read_channel(fields, chosen.channel);
    fields.need("window", [&](const json &value) { chosen.window = window_or_null(value); });
    return chosen;
}

What read_share(const json &object) {
    const MessageFields fields(object, {"channel", "visible", "weight"});
    ShareChange share;
    read_channel(fields, share.channel);
    fields.with("visible", [&](const json &value) { share.visible = value.get<bool>(); });
    fields.with("weight", [&](const json &value) { share.weight = within(value, 0.0, 1.0); });
    return share;
}

What read_time(const json &object) {
    const MessageFields fields(object, {"time"});
    ChosenTime chosen;
    fields.need("time", [&](const json &value) { chosen.time = whole(value, 0, 1 << 30); });
    return chosen;
}

What read_count(const json &object) {
    const MessageFields fields(object, {"on"});
    CountWish wish;
    fields.need("on", [&](const json &value) { wish.on = value.get<bool>(); });
    return wish;
}

/// [n.x, n.y, n.z, distance] of each.
std::vector<ClipPlane> planes(const json &value) {
    if (!value.is_array() || value.size() > clip_plane_limit) {
        throw UsageError(fmt::format("it must be a list of at most {} planes", clip_plane_limit));
    }
    std::vector<ClipPlane> list;
    for (const json &plane : value) {
        if (!plane.is_array() || plane.size() != 4) {
            throw UsageError("a plane must be four numbers");
        }
        list.push_back({triple({plane[0], plane[1], plane[2]}, -far, far), within(plane[3], -far, far)});
        if (glm::length(list.back().normal) < 1e-9) {
            throw UsageError("the first three numbers of a plane are its normal, which cannot be 0");
        }
    }
    return list;
}

What read_look(const json &object) {
    const MessageFields fields(object, {"mode", "isovalue", "surface_color", "surface_opacity", "shadows", "shading",
                                        "blend", "projection", "ambient_occlusion", "clip", "clip_planes",
                                        "clip_inverted", "background", "step", "annotations"});
    LookChange look;
    fields.read_word("mode", look.mode);
    fields.read_word("shadows", look.shadows);
    fields.read_word("shading", look.shading);
    fields.read_word("blend", look.blend);
    fields.read_word("projection", look.projection);
    fields.with("isovalue", [&](const json &value) { look.isovalue = within(value, -1e300, 1e300); });
    fields.with("surface_color", [&](const json &value) { look.surface_color = triple(value, 0.0, 1.0); });
    fields.with("surface_opacity", [&](const json &value) { look.surface_opacity = within(value, 0.0, 1.0); });
    fields.with("ambient_occlusion", [&](const json &value) { look.ambient_occlusion = whole(value, 0, 64); });
    fields.with("background", [&](const json &value) { look.background = triple(value, 0.0, 1.0); });
    fields.with("step", [&](const json &value) { look.step = within(value, 0.1, 4.0); });
    fields.with("annotations", [&](const json &value) { look.annotations = value.get<bool>(); });
    fields.with("clip", [&](const json &value) {
        if (!value.is_array() || value.size() != 2) {
            throw UsageError("it must be two corners");
        }
        look.clip.emplace(triple(value[0], 0.0, 1.0), triple(value[1], 0.0, 1.0));
        if (!glm::all(glm::lessThan(look.clip->first, look.clip->second))) {
            throw UsageError("the first corner must be below the second");
        }
    });
    fields.with("clip_planes", [&](const json &value) { look.clip_planes = planes(value); });
    fields.with("clip_inverted", [&](const json &value) { look.clip_inverted = value.get<bool>(); });
    return look;
}

What read_labels(const json &object) {
    const MessageFields fields(object, {"labels", "visibility", "color"});
    LabelChange change;
    fields.with("labels", [&](const json &value) {
        if (!value.is_array() || value.empty()) {
            throw UsageError("it must be a list of labels");
        }
        for (const json &label : value) {
            change.labels.push_back(whole(label, 0, 65535));
        }
    });
    fields.with("visibility", [&](const json &value) { change.visibility = within(value, 0.0, 1.0); });
    fields.with("color", [&](const json &value) {
        change.plain = value.is_null();
        if (!change.plain) {
            change.color = triple(value, 0.0, 1.0);
        }
    });
    return change;
}

What read_new_annotation(const json &object) {
    const MessageFields fields(object, {"kind", "places"});
    NewAnnotation annotation;
    fields.need("kind", [](const json &) {});
    fields.read_name("kind", annotation.kind);
    fields.need("places", [&](const json &value) {
        if (!value.is_array()) {
            throw UsageError("it must be a list of places");
        }
        for (const json &place : value) {
            annotation.places.push_back(triple(place, -far, far));
        }
    });
    if (!is_whole({annotation.kind, {}, annotation.places})) {
        throw UsageError(
            fmt::format("'places': {} are not those of a {}", annotation.places.size(), name_of(annotation.kind)));
    }
    return annotation;
}

What read_annotation_change(const json &object) {
    const MessageFields fields(object, {"annotation", "visible", "name", "removed"});
    AnnotationChange change;
    fields.need("annotation", [&](const json &value) {
        change.annotation = whole(value, 0, static_cast<int>(annotation_limit) - 1);
    });
    fields.with("visible", [&](const json &value) { change.visible = value.get<bool>(); });
    fields.with("name", [&](const json &value) { change.name = word(value); });
    fields.read("removed", change.removed);
    return change;
}

/// Which slice it is, and how large its picture.
SliceWish slice_of(const MessageFields &fields) {
    SliceWish slice;
    fields.need("axis", [&](const json &value) { slice.axis = whole(value, 0, 2); });
    fields.need("position", [&](const json &value) { slice.position = within(value, 0.0, 1.0); });
    fields.with("longest", [&](const json &value) { slice.longest = whole(value, 16, 4096); });
    return slice;
}

What read_place_question(const json &object) {
    const MessageFields fields(object, {"at", "axis", "position", "longest", "channel"});
    PlaceQuestion question;
    read_channel(fields, question.channel);
    fields.need("at", [&](const json &value) { question.at = pair(value, -1e6, 1e6); });
    fields.with("axis", [&](const json &) { question.slice = slice_of(fields); });
    return question;
}

What read_readings_question(const json &object) {
    const MessageFields fields(object, {"file", "channel"});
    ReadingsQuestion question;
    read_channel(fields, question.channel);
    fields.read_name("file", question.file);
    return question;
}

What read_slice(const json &object) {
    const MessageFields fields(object, {"axis", "position", "longest", "window", "channel"});
    SliceWish slice = slice_of(fields);
    fields.with("window", [&](const json &value) {
        read_channel(fields, slice.window.emplace().channel);
        slice.window->window = window_or_null(value);
    });
    return slice;
}

What read_view(const json &object) {
    const MessageFields fields(object, {"name"});
    ChosenView view;
    fields.need("name", [&](const json &value) { view.name = word(value); });
    return view;
}

What read_preset(const json &object) {
    const MessageFields fields(object, {"name", "channel"});
    ChosenPreset preset;
    read_channel(fields, preset.channel);
    fields.need("name", [&](const json &value) { preset.name = word(value); });
    return preset;
}

What read_session_message(const json &object) {
    const MessageFields fields(object, {"session"});
    WholeSession session;
    fields.need("session", [&](const json &value) { session.text = value.dump(); });
    return session;
}

What read_rest(const json &object) {
    refuse_others(object, {});
    return AtRest{};
}

What read_ping(const json &object) {
    refuse_others(object, {});
    return Ping{};
}

What read_question(const json &object) {
    refuse_others(object, {});
    return SceneQuestion{};
}

What read_shown(const json &object) {
    const MessageFields fields(object, {"picture"});
    PictureShown shown;
    fields.need("picture", [&](const json &value) { shown.picture = counter(value); });
    return shown;
}

const std::map<std::string, What (*)(const json &), std::less<>> readers = {{"rest", read_rest},
                                                                            {"shown", read_shown},
                                                                            {"move", read_move},
                                                                            {"camera", read_camera},
                                                                            {"view", read_view},
                                                                            {"size", read_size},
                                                                            {"transfer", read_transfer},
                                                                            {"preset", read_preset},
                                                                            {"window", read_window},
                                                                            {"channel", read_share},
                                                                            {"time", read_time},
                                                                            {"count", read_count},
                                                                            {"look", read_look},
                                                                            {"session", read_session_message},
                                                                            {"slice", read_slice},
                                                                            {"ping", read_ping},
                                                                            {"tell", read_question},
                                                                            {"labels", read_labels},
                                                                            {"annotate", read_new_annotation},
                                                                            {"annotation", read_annotation_change},
                                                                            {"pick", read_place_question},
                                                                            {"readings", read_readings_question}};

} // namespace

void require_shallow(std::string_view text, int most) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') {
                ++i;
            } else {
                quoted = c != '"';
            }
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > most) {
                throw UsageError(fmt::format("the JSON is nested more than {} deep", most));
            }
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
}

PageMessage parse_message(std::string_view text) {
    const std::size_t most = text.starts_with(R"({"type":"session",)") ? longest_session : longest_message;
    if (text.size() > most) {
        throw UsageError(fmt::format("a message has {} bytes, at most {} are read", text.size(), most));
    }
    require_shallow(text);
    json object;
    try {
        object = read_ordered_json(text);
    } catch (const FormatProblem &problem) {
        throw UsageError(fmt::format("a message is no JSON that is taken: it {}", problem.what()));
    }
    const Fields common(object);
    PageMessage message;
    std::string type;
    common.read("type", type);
    common.with("request", [&](const json &value) { message.request = counter(value); });
    common.read("moving", message.moving);
    const auto reader = readers.find(type);
    if (reader == readers.end()) {
        throw UsageError(fmt::format("there is no message of type '{}'", type.substr(0, 40)));
    }
    try {
        message.what = reader->second(object);
    } catch (const UsageError &problem) {
        throw UsageError(fmt::format("message '{}': {}", type, problem.what()));
    } catch (const json::exception &) { // e.g. of text that is no UTF-8
        throw UsageError(fmt::format("message '{}' cannot be read", type));
    }
    return message;
}

} // namespace voxmarch
