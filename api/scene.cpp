// Scenes: a first look, cameras and sessions.
#include "voxmarch/scene.h"

#include "api/convert.h"
#include "api/inside.h"
#include "base/error.h"
#include "renderer/reference/caster.h"
#include "scene/channel_wishes.h"
#include "scene/first_look.h"
#include "scene/provenance.h"
#include "scene/session_search.h"

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

namespace voxmarch::v1 {

namespace {

double aspect_of(const Scene &scene) {
    if (scene.width < 1 || scene.height < 1) {
        throw UsageError(fmt::format("a picture of {}x{} pixels", scene.width, scene.height));
    }
    return static_cast<double>(scene.width) / scene.height;
}

} // namespace

Camera orbited(const Camera &camera, double right, double up) {
    voxmarch::Camera result = inner(camera);
    (void)pixel_rays(result, 1, 1); // throws if it is impossible
    const glm::dquat azimuth = glm::angleAxis(glm::radians(right), glm::normalize(result.up));
    const glm::dvec3 toward = azimuth * (result.eye - result.target);
    const glm::dvec3 sideways = glm::normalize(glm::cross(result.up, toward));
    const glm::dquat elevation = glm::angleAxis(glm::radians(-up), sideways);
    result.eye = result.target + elevation * toward;
    result.up = elevation * result.up;
    return outer(result);
}

/// The looks that `voxmarch render` gives several channels.
template <typename Impl> static void take_looks_of_channels(const Impl &impl, const Look &look, Scene &scene) {
    voxmarch::Scene drawn = inner(scene, Traversal::none);
    DrawnChannels channels{impl.numbers(), impl.content, {}, look.transfer, {}};
    for (std::size_t i = 0; i < impl.channels(); ++i) {
        channels.surveys.push_back(impl.survey(i));
    }
    take_channel_looks({}, channels, nullptr, drawn);
    const Scene chosen = outer(drawn);
    scene.transfer = chosen.transfer;
    scene.window = chosen.window;
    scene.first_channel = chosen.first_channel;
    scene.channels = chosen.channels;
    scene.channel_blend = chosen.channel_blend;
    scene.classification = chosen.classification;
}

Scene first_scene(const Volume &volume, const Look &look) {
    const auto &impl = Inside::impl(volume);
    Scene scene;
    scene.width = look.width;
    scene.height = look.height;
    scene.blend = look.blend;
    scene.data = look.data;
    scene.sources.volume = impl.source;
    scene.sources.read = impl.read;
    if (!impl.source.empty()) {
        const VolumeIdentity identity = identity_of(impl.source, impl.content.volume);
        scene.sources.volume_bytes = identity.bytes;
        scene.sources.volume_hash = identity.hash;
    }
    if (impl.channels() > 1) {
        take_looks_of_channels(impl, look, scene);
    } else {
        LookRequest request;
        request.transfer = look.transfer;
        request.data = look.data;
        const voxmarch::Look chosen =
            choose_look(request, inner_settings(scene, Traversal::none), impl.content.volume, impl.survey());
        scene.transfer = outer(chosen.transfer);
        scene.window = chosen.window;
        scene.classification = chosen.classification;
    }
    scene.camera = view_camera(scene, volume, look.view);
    return scene;
}

Camera view_camera(const Scene &scene, const Volume &volume, const std::string &view) {
    const auto &impl = Inside::impl(volume);
    require_looks(scene, impl.channels());
    const voxmarch::Scene drawn = inner(scene, Traversal::none);
    return outer(framing_camera({view, {}}, reference_scene(drawn, impl.content), aspect_of(scene)));
}

static bool is_of_one_volume(const voxmarch::Scene &scene) {
    return scene.other_volumes.empty() && scene.place == PlaceInWorld{};
}

/// Why the library does not draw a session; "" if it does.
static std::string why_not_drawn(const voxmarch::Scene &scene) {
    return !is_of_one_volume(scene)  ? "is a session of several volumes, which this library does not draw"
           : shows_both_sides(scene) ? "is a session of a comparison, which this library does not draw: voxmarch "
                                       "render does, and the viewer saves it anew when the comparison has ended"
                                     : "";
}

Scene read_scene(const std::filesystem::path &file) {
    const voxmarch::Scene scene = read_session(file);
    if (const std::string reason = why_not_drawn(scene); !reason.empty()) {
        throw FileError(file, reason);
    }
    return outer(scene);
}

void write_scene(const Scene &scene, const std::filesystem::path &file) { write_session(inner_session(scene), file); }

/// What the text of a session calls a volume of the program.
static constexpr const char *volume_of_program = "memory";

std::string session_text(const Scene &scene) {
    Scene named = scene;
    if (named.sources.volume.empty()) {
        named.sources.volume = volume_of_program;
        named.sources.read.channels.clear();
        for (int i = 0; !scene.channels.empty() && i <= static_cast<int>(scene.channels.size()); ++i) {
            named.sources.read.channels.push_back(i);
        }
    }
    return to_json(inner_session(named)).dump();
}

Scene scene_of_session(const std::string &text) {
    const voxmarch::Scene scene = [&] {
        try {
            return scene_from_json(text);
        } catch (const std::bad_alloc &) {
            throw;
        } catch (const std::exception &error) { // of the JSON library too
            throw UsageError(std::string("the text of a session: ") + error.what());
        }
    }();
    if (const std::string reason = why_not_drawn(scene); !reason.empty()) {
        throw UsageError("the text " + reason);
    }
    Scene result = outer(scene);
    if (result.sources.volume == volume_of_program) {
        result.sources.volume.clear();
        result.sources.read = {};
    }
    return result;
}

Volume read_volume(const Scene &scene) {
    if (scene.sources.volume.empty()) {
        throw UsageError("the scene names no volume");
    }
    ReadOptions read = scene.sources.read;
    if (read.channels.empty() && scene.channels.empty()) {
        read.channels = {0}; // alone, whatever the file holds
    }
    Volume volume = read_volume(scene.sources.volume, read);
    if (!scene.sources.volume_hash.empty()) {
        const std::string problem = identity_problem({scene.sources.volume_bytes, scene.sources.volume_hash},
                                                     identity_of(scene.sources.volume, Inside::volume(volume)),
                                                     scene.sources.volume, "the scene");
        if (!problem.empty()) {
            throw FileError(scene.sources.volume, problem);
        }
    }
    return volume;
}

} // namespace voxmarch::v1
