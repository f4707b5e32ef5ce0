// Key frames of a scene on a time line: each kind of thing that changes has a track of its own.
#pragma once

#include "base/enum_names.h"
#include "renderer/camera.h"
#include "renderer/settings.h"
#include "scene/channel_look.h"

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// How what is between two key frames goes from one to the other.
enum class Easing {
    linear, ///< evenly
    smooth  ///< slow at both key frames, 3 s^2 - 2 s^3
};

template <> struct EnumNames<Easing> {
    static constexpr Named<Easing> all[] = {{Easing::linear, "linear"}, {Easing::smooth, "smooth"}};
};

/// What has key frames of its own.
enum class Track { camera, transfer, clipping, isosurfaces, light, time };

template <> struct EnumNames<Track> {
    static constexpr Named<Track> all[] = {{Track::camera, "camera"},     {Track::transfer, "transfer"},
                                           {Track::clipping, "clipping"}, {Track::isosurfaces, "isosurfaces"},
                                           {Track::light, "light"},       {Track::time, "time"}};
};

/// A value that is reached at a time.
template <typename T> struct KeyFrame {
    double at = 0.0; ///< seconds, >= 0
    T value{};
    bool operator==(const KeyFrame &) const = default;
};

/// In the order of times, no two at the same.
template <typename T> using KeyFrames = std::vector<KeyFrame<T>>;

/// See RenderSettings, whose fields have the same names.
struct KeptClipping {
    glm::dvec3 clip_low{0.0}, clip_high{1.0};
    std::vector<ClipPlane> clip_planes;
    bool clip_inverted = false;
    bool operator==(const KeptClipping &) const = default;
};

struct KeptSurfaces {
    Mode mode = Mode::volume;
    std::vector<SurfaceStyle> surfaces;
    bool operator==(const KeptSurfaces &) const = default;
};

struct KeptLight {
    Light light;
    std::vector<SideLight> side_lights;
    glm::vec3 background{0.0f};
    std::optional<glm::vec3> background_top;
    double exposure = 0.0;
    bool operator==(const KeptLight &) const = default;
};

struct TimeLine {
    double duration = 5.0; ///< seconds, (0, duration_limit]
    double rate = 30.0;    ///< pictures a second, [1, rate_limit]
    Easing easing = Easing::smooth;

    KeyFrames<Camera> camera;
    KeyFrames<std::vector<ChannelLook>> transfer; ///< of all channels, the first one first
    KeyFrames<KeptClipping> clipping;
    KeyFrames<KeptSurfaces> isosurfaces;
    KeyFrames<KeptLight> light;
    KeyFrames<int> time; ///< VolumeSource::time
    bool operator==(const TimeLine &) const = default;
};

constexpr double duration_limit = 3600.0, rate_limit = 120.0;

/// Calls `use(track, its key frames)` for every track. @param line  a TimeLine, const or not
template <typename Line, typename Use> void for_each_track(Line &line, const Use &use) {
    use(Track::camera, line.camera);
    use(Track::transfer, line.transfer);
    use(Track::clipping, line.clipping);
    use(Track::isosurfaces, line.isosurfaces);
    use(Track::light, line.light);
    use(Track::time, line.time);
}

/// Times of all key frames, or of those of one track; ascending, each once.
std::vector<double> key_times(const TimeLine &line, std::optional<Track> track = {});

/// Whether there is one at this very time. @param track  empty: on any
bool has_key(const TimeLine &line, double at, std::optional<Track> track = {});

/// Removes what is there. @param track  empty: of all
void remove_key(TimeLine &line, double at, std::optional<Track> track = {});

/// Moves what is at `from` to `to`, in the place of what is there. @param track  empty: of all
void move_key(TimeLine &line, double from, double to, std::optional<Track> track = {});

/// The whole, faster or slower. Key frames that are on a picture but for rounding are exactly there.
/// @param duration  of the result, seconds, (0, duration_limit]
TimeLine stretched(TimeLine line, double duration);

/// The time of the nearest picture, in 0 .. duration. Key frames lie on pictures, so that one shows each of them.
double at_picture(const TimeLine &line, double seconds);

/// Pictures of the whole, the first at 0 and the last at the end.
int picture_count(const TimeLine &line);

/// When a picture is shown, seconds.
double time_of_picture(const TimeLine &line, int picture);

} // namespace voxmarch
