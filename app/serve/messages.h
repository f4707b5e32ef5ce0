// What pages tell the server: JSON texts, read strictly.
#pragma once

#include "renderer/camera.h"
#include "renderer/settings.h"
#include "scene/annotation.h"
#include "transfer/transfer_function.h"
#include "volume/volume.h"

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace voxmarch {

/// Bytes of a message; of one that begins with {"type":"session", as looks of many labels take room.
constexpr std::size_t longest_message = std::size_t{64} << 10, longest_session = std::size_t{1} << 20;

/// What the hand does to the camera, scene/camera_moves.h.
struct CameraMove {
    enum class Kind { orbit, turntable, pan, zoom, roll, fly, look };
    Kind kind = Kind::orbit;
    glm::dvec3 by{0.0};             ///< pixels of the picture (x, y); of `fly` world lengths; of `roll` degrees (x)
    double factor = 1.0;            ///< of `zoom`: > 1 is nearer, [0.01, 100]
    std::optional<glm::dvec2> at{}; ///< of `zoom`: the pixel that keeps its place
};

struct ChosenView {
    std::string name; ///< renderer/views.h, or "first"
};

struct PictureSize {
    int width = 0, height = 0; ///< pixels, >= 1
};

struct ChosenTransfer {
    TransferFunction transfer;
    int channel = 0; ///< its place among those that are drawn, >= 0
};

struct ChosenPreset {
    std::string name; ///< of a preset, or "auto"
    int channel = 0;  ///< as above
};

struct ChosenWindow {
    std::optional<ValueRange> window; ///< empty: the default
    int channel = 0;                  ///< as above
};

/// How much of a channel is seen. Of what is left empty nothing changes.
struct ShareChange {
    int channel = 0; ///< as above
    std::optional<bool> visible;
    std::optional<double> weight; ///< [0, 1]
};

struct ChosenTime {
    int time = 0; ///< of a series, >= 0
};

/// Whether samples are counted when the picture is whole.
struct CountWish {
    bool on = false;
};

/// Of all that is left empty nothing changes.
struct LookChange {
    std::optional<Mode> mode;
    std::optional<double> isovalue;
    std::optional<glm::dvec3> surface_color; ///< parts in [0, 1]
    std::optional<double> surface_opacity;   ///< [0, 1]
    std::optional<Shadows> shadows;
    std::optional<Shading> shading;
    std::optional<Blend> blend;
    std::optional<Projection> projection;
    std::optional<int> ambient_occlusion; ///< directions, [0, 64]
    std::optional<std::pair<glm::dvec3, glm::dvec3>> clip;
    std::optional<std::vector<ClipPlane>> clip_planes; ///< at most clip_plane_limit
    std::optional<bool> clip_inverted;
    std::optional<glm::dvec3> background;
    std::optional<double> step;      ///< [0.1, 4]
    std::optional<bool> annotations; ///< whether pictures show them
};

/// How labels are seen. Of what is left empty nothing changes.
struct LabelChange {
    std::vector<int> labels;          ///< [0, 65535]; empty: all
    std::optional<double> visibility; ///< [0, 1]
    std::optional<glm::dvec3> color;  ///< parts in [0, 1]
    bool plain = false;               ///< the colours of the function, in place of `color`
};

struct NewAnnotation {
    AnnotationKind kind = AnnotationKind::point;
    std::vector<glm::dvec3> places; ///< as many as its kind has, world
};

/// Of what is left empty nothing changes.
struct AnnotationChange {
    int annotation = 0; ///< its place in the list, >= 0
    std::optional<bool> visible;
    std::optional<std::string> name; ///< 1 to 100 letters
    bool removed = false;
};

struct WholeSession {
    std::string text; ///< JSON of a session; not looked at yet
};

/// A slice across the volume as a picture of its own.
struct SliceWish {
    int axis = 2;                         ///< of the voxels, across the slice
    double position = 0.5;                ///< share of the axis, [0, 1]
    int longest = 512;                    ///< pixels of the longer edge, [16, 4096]
    std::optional<ChosenWindow> window{}; ///< that slices show from now on; empty: as before
};

/// Whether somebody is there; the answer, a `pong`, tells whether a picture is being made.
struct Ping {};

struct SceneQuestion {}; ///< how all is by now; the answer is `told`

/// What lies under a pixel; the answer is `picked`.
struct PlaceQuestion {
    glm::dvec2 at{0.0};               ///< of the page's picture, or of a slice's
    std::optional<SliceWish> slice{}; ///< empty: of the page's picture
    int channel = 0;                  ///< whose value is told, as above
};

/// What annotations measure; the answer is `readings`.
struct ReadingsQuestion {
    enum class File { none, csv, json };
    File file = File::none; ///< a table of all, too
    int channel = 0;        ///< whose values are told, as above
};

struct AtRest {}; ///< the hand lies still: the picture may become fine

struct PictureShown {
    std::uint32_t picture = 0; ///< its number: the next one may come
};

struct PageMessage {
    std::uint32_t request = 0; ///< the page's own number of it; pictures tell the last that they show
    bool moving = false;       ///< more of the same follows soon: small pictures will do
    std::variant<AtRest, PictureShown, CameraMove, Camera, ChosenView, PictureSize, ChosenTransfer, ChosenPreset,
                 ChosenWindow, ShareChange, ChosenTime, CountWish, LookChange, LabelChange, NewAnnotation,
                 AnnotationChange, WholeSession, SliceWish, Ping, SceneQuestion, PlaceQuestion, ReadingsQuestion>
        what;
};

/// @throws UsageError that says what is wrong: no JSON, unknown types and fields, what is out of its range
PageMessage parse_message(std::string_view text);

/// Refuses JSON that is nested deeper than `most`, which its readers would follow. @throws UsageError
void require_shallow(std::string_view text, int most = 24);

} // namespace voxmarch
