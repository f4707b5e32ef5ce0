// Everything that makes a picture, as one value: what a session keeps, `voxmarch render` draws and the viewer edits.
#pragma once

#include "renderer/camera.h"
#include "renderer/image.h"
#include "renderer/settings.h"
#include "scene/annotation.h"
#include "scene/channel_look.h"
#include "scene/comparison.h"
#include "scene/figure/figure_choice.h"
#include "scene/picture_plane.h"
#include "scene/slice_frame.h"
#include "scene/time_line.h"
#include "transfer/automatic_classes.h"
#include "transfer/transfer_function.h"
#include "volume/formats/read.h"

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Which level of detail a picture is drawn of; by default the volume itself.
struct LevelOfDetail {
    bool for_screen = false; ///< the coarsest whose voxels are not longer than pixels are wide, see level_for()
    int level = 0;           ///< of others; each one has half as many voxels along each axis
    bool operator==(const LevelOfDetail &) const = default;
};

/// "exact", "screen" or the number of a level from 1 on.
std::string to_string(const LevelOfDetail &lod);

/// @throws UsageError for what is none of these
LevelOfDetail parse_lod(const std::string &text);

/// Which volume, and what the user said about how to read it.
struct VolumeSource {
    std::string source; ///< a VOLUME, see volume/formats/read.h
    std::string raw, series;
    std::optional<glm::dvec3> spacing;
    int downsample = 1;
    int channel = 0, time = 0, level = 0;
    std::string array;
    std::vector<int> other_channels;        ///< drawn together with `channel`, in this order; empty: it is drawn alone
    std::optional<LengthUnit> spacing_unit; ///< empty: the file's
    std::string field;                      ///< made of points; empty: the source is a volume
    std::string orientation{};              ///< see ReadOptions::orientation; empty: the file's

    ReadOptions read_options() const {
        ReadOptions options;
        options.raw = raw;
        options.spacing = spacing;
        options.spacing_unit = spacing_unit;
        options.orientation = orientation;
        options.series = series;
        options.channel = channel;
        options.time = time;
        options.level = level;
        options.array = array;
        options.field = field;
        options.downsample = downsample;
        return options;
    }
    bool operator==(const VolumeSource &) const = default;
};

/// What was said about how to read a volume.
VolumeSource volume_source(const std::string &source, const ReadOptions &read);

/// Which voxels a session is about.
struct VolumeIdentity {
    std::uint64_t bytes = 0; ///< of the file, or of all files in the folder; 0: not known
    std::string hash;        ///< voxel_hash() of the volume as it was read; empty: not known
    bool operator==(const VolumeIdentity &) const = default;
};

/// How a volume among others lies in the world.
struct PlaceInWorld {
    glm::dmat4x3 moved{1.0}; ///< moves its points, in the unit of the first volume
    bool nearest = false;    ///< see VolumePlace
    bool operator==(const PlaceInWorld &) const = default;
};

/// A volume that is drawn together with the first, on a grid of its own (volume/common_grid.h).
struct OtherVolume {
    VolumeSource volume;
    VolumeIdentity identity;
    PlaceInWorld place;
    bool operator==(const OtherVolume &) const = default;
};

/// Lines of a skeleton, drawn as tubes.
struct SkeletonSource {
    std::string source;          ///< a .vtk file of voxmarch skeleton; empty: none
    std::optional<double> width; ///< diameter of the tubes, in the volume's unit; empty: 1/250 of its diagonal
    bool operator==(const SkeletonSource &) const = default;
};

/// Most meshes of files in a scene.
inline constexpr std::size_t mesh_limit = 16;

/// A mesh of a file, drawn by depth with volume and isosurfaces and clipped alike. It lies in the world of the volume:
/// in LPS, and in the volume's unit, as far as the file says nothing else.
struct SceneMesh {
    std::string source;                      ///< .ply, .stl or .obj
    glm::vec3 color{0.94f, 0.72f, 0.30f};    ///< parts in [0, 1]
    float opacity = 1.0f;                    ///< (0, 1]
    Convention convention = Convention::lps; ///< of a file that says none
    bool operator==(const SceneMesh &) const = default;
};

struct Scene {
    VolumeSource volume;
    VolumeIdentity identity;
    SkeletonSource skeleton;
    std::vector<SceneMesh> meshes;          ///< at most mesh_limit
    PlaceInWorld place;                     ///< of `volume`
    std::vector<OtherVolume> other_volumes; ///< drawn together with it; then `volume` has no other channels
    std::string labels;                     ///< volume of labels on the same grid; empty: none
    std::string labels_hash;                ///< voxel_hash() of the labels on that grid; empty: not known
    std::vector<LabelStyle> label_styles;   ///< of the labels 0 .. size - 1
    std::map<int, std::string> label_names; ///< that the user has given, in the place of those of files; none is empty
    int width = 1024, height = 768;         ///< of the picture, pixels
    Camera camera;
    TransferFunction transfer;
    DataKind data = DataKind::automatic;     ///< what an automatic function takes the values for
    std::optional<std::string> value_unit;   ///< written behind values; empty: what the data are taken for says it
    std::optional<ValueRange> window;        ///< of a normalised transfer function; empty: default_window()
    ChannelShare first_channel;              ///< or of the only one
    std::vector<ChannelLook> other_channels; ///< as many as volume.other_channels, or as other_volumes
    RenderSettings settings;
    bool transparent = false; ///< pictures have opacities in place of the background
    LevelOfDetail lod;
    std::vector<std::optional<ValueRange>> slice_windows; ///< by channel: values that slices show black and in full;
                                                          ///< empty, or missing: those of the data. Not of the picture
    SlicePlanes slice_planes;                             ///< as a viewer shows them, not of the picture
    std::vector<PicturePlane> planes;                     ///< drawn by depth; of who draws, not kept in sessions
    std::vector<Annotation> annotations;                  ///< drawn by who shows the scene, not a part of the picture
    FigureChoice figure;                                  ///< drawn over finished pictures
    std::optional<SceneComparison> comparison; ///< pictures then show two sides; a viewer has its own meanwhile
    TimeLine time_line;                        ///< what changes in animations, see scene_at(); not of the picture
    bool operator==(const Scene &) const = default;
};

/// The scene's picture by draw(settings), which is called twice if it is transparent.
Image draw_picture(const Scene &scene, const std::function<Image(const RenderSettings &)> &draw);

/// The unit as it is written behind values: without blanks around it, of at most 16 letters; "" for none.
/// @throws UsageError for a longer one, or one with control characters
std::string checked_unit(const std::string &text);

/// Whether two functions are the same, point by point; the name counts too.
bool same_transfer(const TransferFunction &a, const TransferFunction &b);

/// Field for field what `voxmarch render` has options for, under the same names.
nlohmann::ordered_json to_json(const RenderSettings &settings);

/// The session: a JSON object with "format": "voxmarch-session".
nlohmann::ordered_json to_json(const Scene &scene);

/// Fields that are missing keep their defaults.
/// @throws UsageError that says what is wrong with the text
Scene scene_from_json(const std::string &text);

/// Keyword of the text in a PNG that holds its session.
constexpr const char *session_keyword = "voxmarch-session";

/// Whether the file is a session or a PNG with one in it. Cost: reads files that end in .json or .png.
bool is_session(const std::filesystem::path &file);

/// A source that means the same in every folder.
std::string absolute_source(const std::string &source);

/// Volumes, labels, skeletons and meshes become what find_source() (session_search.h) finds; what it does not find
/// stays.
/// @param known  files and folders that may be meant, wherever they are
/// @throws FileError if it is none or broken
Scene read_session(const std::filesystem::path &file, const std::vector<std::string> &known = {});

/// Files are named by their way from the session's folder. @throws OutputError; the file appears whole or not at all
void write_session(const Scene &scene, const std::filesystem::path &file);

/// The scene with `name_of` of the names of volume, labels, skeleton and meshes, but of synthetic volumes.
Scene with_names(const Scene &scene, const std::function<std::string(const std::string &)> &name_of);

} // namespace voxmarch
