// The scene: everything that makes a picture of a volume, as one value; and sessions, the files that hold it.
#pragma once

#include "voxmarch/error.h"
#include "voxmarch/label_edges.h"
#include "voxmarch/lighting.h"
#include "voxmarch/transfer_function.h"
#include "voxmarch/types.h"
#include "voxmarch/volume.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch::v1 {

/// A camera in world coordinates.
struct Camera {
    Vec3 eye{0.0, 0.0, 1.0};
    Vec3 target{0.0, 0.0, 0.0};      ///< differs from eye
    Vec3 up{0.0, 1.0, 0.0};          ///< any vector not parallel to the line of sight
    double fov = 53.130102354155978; ///< vertical opening angle in degrees, (0, 180)
    /// Of an orthographic camera, whose rays are parallel: height of the picture in the world, > 0; its rays begin in
    /// the plane through the eye, and fov counts for nothing. Empty: a perspective camera.
    std::optional<double> height{};
    bool operator==(const Camera &) const = default;
};

/// The camera turned around its target.
/// @param right  degrees about `up`; > 0: the camera moves to the right, so the object turns to the left
/// @param up     degrees about the picture's horizontal after that; > 0: the camera moves up. Its `up` turns along, so
///               that poles are no obstacle
/// @throws UsageError for an impossible camera
VOXMARCH_API Camera orbited(const Camera &camera, double right, double up = 0.0);

/// One directional light, a fill from the eye and the material they fall on.
struct Light {
    /// World direction towards the light, any length > 0. Empty: headlight, from the eye to the target.
    std::optional<Vec3> direction{};
    Color ambient{0.3f, 0.3f, 0.3f};     ///< r, g, b in [0, 1], factors of the sample's colour
    Color diffuse{0.8f, 0.8f, 0.8f};     ///< r, g, b in [0, 1], factors of the sample's colour
    Color specular{0.25f, 0.25f, 0.25f}; ///< r, g, b in [0, 1], colour of the highlight
    float shininess = 32.0f;             ///< exponent, [1, 1000]
    bool follows_camera = false;         ///< the direction is the picture's: x right, y up, z to the eye
    float fill = 0.0f; ///< light from the eye that throws no shadows, share of the light's strength, [0, 1]
    bool operator==(const Light &) const = default;
};

/// A light beside the main one, on what faces it. It throws no shadows; ambient occlusion dims it.
struct SideLight {
    Vec3 direction{0.0, 0.0, 1.0}; ///< world direction towards it, any length > 0
    bool follows_camera = false;   ///< the direction is the picture's: x right, y up, z to the eye
    Color color{0.5f, 0.5f, 0.5f}; ///< r, g, b in [0, 1]: shares of the main light's strength
    bool operator==(const SideLight &) const = default;
};

/// Keeps the side n . p >= distance of a plane in the world.
struct ClipPlane {
    Vec3 normal{0.0, 0.0, 1.0}; ///< any length > 0; divided by it, distance too
    double distance = 0.0;      ///< along the normal, in the unit of the grid
    bool operator==(const ClipPlane &) const = default;
};

/// One isosurface.
struct SurfaceStyle {
    double isovalue = 0.0;            ///< in the file's units
    Color color{0.91f, 0.84f, 0.71f}; ///< bone
    float opacity = 1.0f;             ///< of one crossing, [0, 1]
    int channel = 0;                  ///< of the volume, in which it lies; meshes alone lie in others than the first
    bool operator==(const SurfaceStyle &) const = default;
};

/// How much of a channel is seen.
struct ChannelShare {
    double weight = 1.0; ///< factor of its opacities, [0, 1]
    bool visible = true;
    bool operator==(const ChannelShare &) const = default;
};

/// How a channel behind the first looks.
struct ChannelLook {
    TransferFunction transfer{};
    std::optional<ValueRange> window{}; ///< of a normalised function; empty: as that of a scene
    ChannelShare share{};
    bool operator==(const ChannelLook &) const = default;
};

/// Visibility and colour of one label.
struct LabelStyle {
    float visibility = 1.0f;      ///< factor of the opacity, [0, 1]
    std::optional<Color> color{}; ///< replaces the transfer function's
    std::optional<TransferFunction>
        transfer{}; ///< in the place of the scene's; at most 7 different ones, see docs/labels.md
    bool operator==(const LabelStyle &) const = default;
};

/// Parameters of the loops over nodes and samples; they change the speed, never the picture (docs/kernels.md).
struct LoopParams {
    int node_steps = 0;     ///< traversal steps a round, [1, 1024]
    int marching_steps = 0; ///< marching steps a round, a multiple of fused_steps, [1, 4096]
    int fused_steps = 0;    ///< marching steps between two looks at the buffer or map, [1, 16]
    int buffer_length = 0;  ///< segments in the ring buffer, a power of two in [2, 64]
    int decisions = 0;      ///< persistent: rounds between two chances to take a new ray, [1, 1024]
    int pool_tiles = 0;     ///< persistent: warp tiles in a pool, [1, 64]
    bool operator==(const LoopParams &) const = default;
};

/// The ways of rays through empty space, "none" (the standard caster) among them. All give the same picture bit for bit
/// on one device; they differ in speed (thesis chapters 4 and 5).
VOXMARCH_API std::vector<std::string> traversals();

/// What changes how fast a frame comes, never a bit of it on one device.
struct SpeedSettings {
    std::string traversal{};           ///< how empty space is skipped, of traversals(); empty: the fastest here.
                                       ///< Sessions keep the one that was meant
    int leaf_size = 0;                 ///< edge of the octree's leaves in cells: 1, 2, 4, .. 32; 0: chosen
    double threshold = 0.9;            ///< nodes with a larger share of occupied leaves are marched, [0, 1)
    std::optional<LoopParams> loops{}; ///< empty: the traversal's defaults
    NodeCoding node_coding = NodeCoding::bytes; ///< of octrees that rays walk through
    int group_width = 16, group_height = 8;     ///< work-group in pixels; multiples of 8 and 4
    int local_padding = 0;                      ///< local memory a work-group reserves without using it, bytes
    Extraction extraction = Extraction::blocks;
    bool operator==(const SpeedSettings &) const = default;
};

/// A mesh of a file that is drawn with the volume, by depth and clipped alike.
struct MeshSource {
    std::string file{}; ///< .ply, .stl, .obj or .glb; lengths in the volume's unit if it says none
    Color color{0.94f, 0.72f, 0.30f};
    double opacity = 1.0;                    ///< (0, 1]
    Convention convention = Convention::lps; ///< of a file that says none
    bool operator==(const MeshSource &) const = default;
};

/// Where the things of a session come from. Renderers take them as they are given and do not look here.
struct SceneSources {
    std::string volume{};             ///< a VOLUME, see read_volume(); empty: a volume of the program
    ReadOptions read{};               ///< how it is read; `labels` is not kept
    std::uint64_t volume_bytes = 0;   ///< of its files; 0: not known
    std::string volume_hash{};        ///< of the voxels as they were read, 32 hexadecimal digits; empty: not known
    std::string labels{};             ///< a label volume; empty: none
    std::string labels_hash{};        ///< of the labels on the volume's grid; empty: not known
    std::string skeleton{};           ///< a .vtk file of lines; empty: none
    std::optional<double> tubes{};    ///< diameter of the skeleton's tubes, in the volume's unit; empty: chosen
    std::vector<MeshSource> meshes{}; ///< at most 16
    bool operator==(const SceneSources &) const = default;
};

/// How paths of light are followed.
struct TraceSettings {
    int bounces = 8;          ///< light that was scattered more often is left out, [1, 1024]
    double anisotropy = 0.0;  ///< mean cosine of the angle by which matter turns light, [-0.95, 0.95]
    double surfaces = 0.7;    ///< how soon a gradient counts as a surface, [0, 1]; 0: never
    double lamp_radius = 5.0; ///< angular radius of all lamps, degrees, [0, 90]
    Environment environment = Environment::ambient;
    std::string environment_file{};         ///< of Environment::picture: a panorama, .hdr or .exr
    double environment_turn = 0.0;          ///< of it, to the left, degrees, [-360, 360]
    double environment_strength = 1.0;      ///< factor of the light from all around, [0, 1000]
    double error = 0.0;                     ///< a picture that is as good ends before all samples, [0, 1]; 0: none does
    int seed = 0;                           ///< of the random numbers, at least 0
    double aperture = 0.0;                  ///< diameter of the lens, in the unit of the volume; 0: all is sharp
    std::optional<double> focus_distance{}; ///< of what is sharp, along the line of sight; empty: the camera's target
    std::optional<std::array<double, 2>> focus_at{}; ///< place in the picture that is, shares from its top left
    double emission = 0.0;                           ///< radiance of glowing matter, times its colour, [0, 100]
    bool denoise = false;                            ///< the noise of few samples is taken out; needs 2
    bool operator==(const TraceSettings &) const = default;
};

/// Everything that makes a picture.
struct Scene {
    int width = 1024, height = 768; ///< pixels, [1, 16384]
    Camera camera{};
    Color background{0.0f, 0.0f, 0.0f};
    std::optional<Color> background_top{}; ///< at the upper edge, `background` being that at the lower; empty: even
    double exposure = 0.0;                 ///< stops: colours are multiplied by 2^exposure, [-10, 10]
    ToneCurve tone = ToneCurve::none;
    int samples = 1;          ///< rays a pixel, of which it is the mean, [1, 256]; paths of traced light, [1, 65536]
    bool transparent = false; ///< RGBA8 pictures have opacities in place of the background; costs a second frame

    // What is shown.
    Mode mode = Mode::volume;
    TransferFunction transfer{};
    std::optional<ValueRange> window{};      ///< of a normalised function; empty: [0, 255] for u8 data, else the range
    DataKind data = DataKind::automatic;     ///< what an automatic function took the values for
    std::optional<std::string> value_unit{}; ///< written behind values, "" for none; empty: what `data` says
    Blend blend = Blend::composite;          ///< projections are neither shaded nor shadowed
    ChannelShare first_channel{};            ///< of a volume of several channels, whose function and window these are
    std::vector<ChannelLook> channels{};     ///< those behind the first, as many as the volume has
    ChannelBlend channel_blend = ChannelBlend::opacity;
    std::vector<SurfaceStyle> surfaces{}; ///< of the modes isosurface and both: 1 .. 8
    SurfaceMethod surface_method = SurfaceMethod::mesh;
    int surface_layers = 8;           ///< crossings of a ray with transparent surfaces, nearest first; [1, 64]
    bool surface_caps = false;        ///< surfaces that clipping opens are filled there
    std::vector<LabelStyle> labels{}; ///< of the labels 0 .. size - 1 of Renderer::set_labels()
    LabelEdges label_edges = LabelEdges::nearest; ///< of composited volumes
    Interpolation interpolation = Interpolation::linear;

    /// Part of the box that is drawn: shares of its edges along the voxel axes, low < high in [0, 1].
    Vec3 clip_low{0.0, 0.0, 0.0}, clip_high{1.0, 1.0, 1.0};
    std::vector<ClipPlane> clip_planes{}; ///< at most 6
    bool clip_inverted = false;           ///< what box and planes keep is cut out, and the rest is drawn

    // How it is lit.
    Lighting lighting = Lighting::shaded; ///< traced: of composited volumes (docs/tracing.md)
    TraceSettings trace{};
    Shading shading = Shading::phong;
    Gradient gradient = Gradient::sobel;
    GradientSource gradient_of = GradientSource::automatic;
    Light light{};
    std::vector<SideLight> side_lights{}; ///< at most 3
    double outline = 0.0;                 ///< how much darker surfaces are that turn away from the eye, [0, 1]
    Shadows shadows = Shadows::none;
    ShadowMethod shadow_method = ShadowMethod::propagated;
    int ambient_occlusion = 0; ///< directions in which a voxel looks around, [0, 64]; 0: none
    OcclusionMethod ambient_occlusion_method = OcclusionMethod::cones;
    double full_gradient = 0.0; ///< gradients below this share of the range a voxel length are lit less, [0, 1]

    // How it is sampled.
    Classification classification = Classification::post;
    double step = 0.5;            ///< of ray samples, voxels of the smallest spacing, [0.01, 16]
    bool adaptive_step = false;   ///< `step` is the finest, samples stand for up to 16 of them where little changes
    double opacity_cutoff = 0.99; ///< a ray ends once its accumulated opacity exceeds this, (0, 1]; 1: never early
    bool jitter = false;          ///< noise in place of wood-grain, by a fixed blue-noise tile

    SpeedSettings speed{};
    SceneSources sources{};

    bool operator==(const Scene &) const = default;
};

/// What was said about a first look; the rest follows from the data.
struct Look {
    int width = 1024, height = 768; ///< pixels
    std::string transfer = "auto";  ///< preset, file, or auto: chosen from the data
    std::string view{}; ///< standard, iso, front, back, left, right, top, bottom; empty: what suits the data
    DataKind data = DataKind::automatic; ///< what an automatic function takes the values for
    Blend blend = Blend::composite;      ///< projections get a window that suits the data
};

/// What `voxmarch render` draws without options: functions of all channels, window, classification and camera chosen
/// from the data; the camera frames what can be seen.
/// @throws UsageError for an unknown preset or view, FileError for a file that is none
/// Cost: some passes over the voxels.
VOXMARCH_API Scene first_scene(const Volume &volume, const Look &look = {});

/// The camera of a named view, moved to frame what can be seen of the scene (`standard` stays where it is). The scene's
/// own camera does not count. @throws UsageError for an unknown name
VOXMARCH_API Camera view_camera(const Scene &scene, const Volume &volume, const std::string &view);

/// Reads a session, or the session in a PNG of voxmarch. Files it names are looked for beside it, too.
/// @throws FileError
VOXMARCH_API Scene read_scene(const std::filesystem::path &file);

/// Writes a session; sources are named by their way from its folder. `sources.volume` must not be empty, because a
/// session that names no volume shows nothing.
/// @throws UsageError for a scene without a volume, OutputError; the file appears whole or not at all
VOXMARCH_API void write_scene(const Scene &scene, const std::filesystem::path &file);

/// The text of a session, as write_scene() writes it, with sources as they are. A volume of the program is called
/// "memory" in it. @throws UsageError for a scene that breaks a rule
VOXMARCH_API std::string session_text(const Scene &scene);

/// @throws UsageError that says what is wrong with the text
VOXMARCH_API Scene scene_of_session(const std::string &text);

/// Reads what the scene names as its volume. @throws as read_volume(); FileError if it is not the volume that the
/// session was made of
VOXMARCH_API Volume read_volume(const Scene &scene);

} // namespace voxmarch::v1
