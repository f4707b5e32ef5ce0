// What a frame should look like and how it is computed: the words of the command line as types.
#pragma once

#include "base/enum_names.h"
#include "device/device_info.h"
#include "isosurface/extraction.h"
#include "kernels/shared/shared_types.h"
#include "renderer/traversal.h"
#include "transfer/transfer_function.h"
#include "voxmarch/choices.h"
#include "voxmarch/label_edges.h"
#include "voxmarch/lighting.h"

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

// One name everywhere: command line, sessions, statistics, files of kernels.

template <> struct EnumNames<Classification> {
    static constexpr Named<Classification> all[] = {
        {Classification::pre, "pre"}, {Classification::post, "post"}, {Classification::preintegrated, "preintegrated"}};
};

template <> struct EnumNames<Shading> {
    static constexpr Named<Shading> all[] = {{Shading::phong, "phong"}, {Shading::none, "none"}};
};

template <> struct EnumNames<Gradient> {
    static constexpr Named<Gradient> all[] = {
        {Gradient::sobel, "sobel"}, {Gradient::central, "central"}, {Gradient::on_the_fly, "on-the-fly"}};
};

template <> struct EnumNames<GradientSource> {
    static constexpr Named<GradientSource> all[] = {
        {GradientSource::automatic, "auto"}, {GradientSource::scalar, "scalar"}, {GradientSource::opacity, "opacity"}};
};

template <> struct EnumNames<Shadows> {
    static constexpr Named<Shadows> all[] = {
        {Shadows::none, "none"}, {Shadows::full, "full"}, {Shadows::half, "half"}, {Shadows::quarter, "quarter"}};
};

template <> struct EnumNames<ShadowMethod> {
    static constexpr Named<ShadowMethod> all[] = {{ShadowMethod::propagated, "propagated"},
                                                  {ShadowMethod::marched, "marched"}};
};

template <> struct EnumNames<OcclusionMethod> {
    static constexpr Named<OcclusionMethod> all[] = {{OcclusionMethod::cones, "cones"},
                                                     {OcclusionMethod::marched, "marched"}};
};

template <> struct EnumNames<Mode> {
    static constexpr Named<Mode> all[] = {
        {Mode::volume, "volume"}, {Mode::isosurface, "isosurface"}, {Mode::both, "both"}};
};

template <> struct EnumNames<NodeCoding> {
    static constexpr Named<NodeCoding> all[] = {{NodeCoding::bytes, "bytes"}, {NodeCoding::pairs, "pairs"}};
};

template <> struct EnumNames<SurfaceMethod> {
    static constexpr Named<SurfaceMethod> all[] = {{SurfaceMethod::mesh, "mesh"}, {SurfaceMethod::raycast, "raycast"}};
};

template <> struct EnumNames<ChannelBlend> {
    static constexpr Named<ChannelBlend> all[] = {{ChannelBlend::opacity, "opacity"},
                                                  {ChannelBlend::additive, "additive"},
                                                  {ChannelBlend::maximum, "maximum"},
                                                  {ChannelBlend::rgb, "rgb"},
                                                  {ChannelBlend::rgba, "rgba"}};
};

/// Whether the channels are the colours of voxels, which are then classified before interpolation.
constexpr bool are_colors(ChannelBlend blend) { return blend == ChannelBlend::rgb || blend == ChannelBlend::rgba; }

template <> struct EnumNames<Blend> {
    static constexpr Named<Blend> all[] = {
        {Blend::composite, "composite"}, {Blend::mip, "mip"}, {Blend::minip, "minip"}, {Blend::average, "average"}};
};

template <> struct EnumNames<ToneCurve> {
    static constexpr Named<ToneCurve> all[] = {{ToneCurve::none, "none"}, {ToneCurve::filmic, "filmic"}};
};

template <> struct EnumNames<Lighting> {
    static constexpr Named<Lighting> all[] = {{Lighting::shaded, "shaded"}, {Lighting::traced, "traced"}};
};

template <> struct EnumNames<Environment> {
    static constexpr Named<Environment> all[] = {
        {Environment::ambient, "ambient"}, {Environment::background, "background"}, {Environment::picture, "picture"}};
};

template <> struct EnumNames<Interpolation> {
    static constexpr Named<Interpolation> all[] = {
        {Interpolation::nearest, "nearest"}, {Interpolation::linear, "linear"}, {Interpolation::cubic, "cubic"}};
};

template <> struct EnumNames<LabelEdges> {
    static constexpr Named<LabelEdges> all[] = {{LabelEdges::nearest, "nearest"}, {LabelEdges::smooth, "smooth"}};
};

/// One directional light, a fill from the eye and the material they fall on.
struct Light {
    /// World direction towards the light, any length > 0. Empty: headlight, from the eye to the target.
    std::optional<glm::dvec3> direction;
    glm::vec3 ambient{0.3f};     ///< r, g, b in [0, 1], factors of the sample's colour
    glm::vec3 diffuse{0.8f};     ///< r, g, b in [0, 1], factors of the sample's colour
    glm::vec3 specular{0.25f};   ///< r, g, b in [0, 1], colour of the highlight
    float shininess = 32.0f;     ///< exponent, [1, 1000]
    bool follows_camera = false; ///< the direction is the picture's: x right, y up, z to the eye
    float fill = 0.0f;           ///< light from the eye that throws no shadows, share of the light's strength, [0, 1]
    bool operator==(const Light &) const = default;
};

/// A light beside the main one, on what faces it. It throws no shadows; ambient occlusion dims it.
struct SideLight {
    glm::dvec3 direction{0.0, 0.0, 1.0}; ///< world direction towards it, any length > 0
    bool follows_camera = false;         ///< the direction is the picture's: x right, y up, z to the eye
    glm::vec3 color{0.5f};               ///< r, g, b in [0, 1]: shares of the main light's strength
    bool operator==(const SideLight &) const = default;
};

constexpr std::size_t side_light_limit = SIDE_LIGHT_LIMIT;

/// The light for shadows that can be seen: from above on the left, with a weak fill; the material is that of `light`.
Light key_light(Light light = {});

/// Keeps the side n . p >= distance of a plane in the world.
struct ClipPlane {
    glm::dvec3 normal{0.0, 0.0, 1.0}; ///< any length > 0; divided by it, distance too
    double distance = 0.0;            ///< along the normal, in the unit of the grid
    bool operator==(const ClipPlane &) const = default;
};

constexpr std::size_t clip_plane_limit = 6;

/// Visibility and colour of one label.
struct LabelStyle {
    float visibility = 1.0f;                    ///< factor of the opacity, [0, 1]
    std::optional<glm::vec3> color;             ///< replaces the transfer function's, r, g, b in [0, 1]
    std::optional<TransferFunction> transfer{}; ///< in the place of the volume's, where samples are composited
    bool operator==(const LabelStyle &) const = default;
};

/// One isosurface.
struct SurfaceStyle {
    double isovalue = 0.0;                ///< in the file's units
    glm::vec3 color{0.91f, 0.84f, 0.71f}; ///< r, g, b in [0, 1]; bone
    float opacity = 1.0f;                 ///< of one crossing, [0, 1]
    int channel = 0;                      ///< whose values they are, of those that are drawn together, from 0
    bool operator==(const SurfaceStyle &) const = default;
};

constexpr std::size_t surface_limit = 8;

/// What is done to a picture once its rays have ended.
struct PictureFinish {
    /// The background at the upper edge, which changes evenly from RenderSettings::background at the lower one.
    std::optional<glm::vec3> background_top;

    double exposure = 0.0; ///< stops: colours, but for the background, are multiplied by 2^exposure; [-10, 10]
    ToneCurve tone = ToneCurve::none;

    /// Rays a pixel, on a fixed pattern around its middle; the picture is their mean. [1, 256]
    int samples = 1;

    bool operator==(const PictureFinish &) const = default;
};

constexpr int sample_limit = 256;
constexpr int traced_sample_limit = 65536; ///< of paths

/// How paths of light are followed (docs/tracing.md).
struct TraceSettings {
    /// Collisions of a path with matter at most; light that has been scattered more often is left out. [1, 1024]
    int bounces = 8;

    /// Mean cosine of the angle by which matter turns light (g of Henyey and Greenstein): 0 evenly, above it forwards.
    /// [-0.95, 0.95]
    double anisotropy = 0.0;

    /// How soon a gradient counts as a surface (s of Kroes and others 2012): 0 never, 1 the earliest. [0, 1]
    double surfaces = 0.7;

    /// Angular radius of all lamps, degrees: soft shadows. [0, 90]
    double lamp_radius = 5.0;

    Environment environment = Environment::ambient;

    /// Of Environment::picture: a panorama, .hdr or .exr.
    std::string environment_file;

    /// How far the panorama is turned to the left around what is above the picture, degrees. [-360, 360]
    double environment_turn = 0.0;

    /// What the light from all around is multiplied by. [0, 1000]
    double environment_strength = 1.0;

    /// A picture ends before all of its samples are drawn once it is this good: see ErrorBound. 0: all are drawn. [0,
    /// 1]
    double error = 0.0;

    int seed = 0; ///< of the random numbers, at least 0

    /// Diameter of the lens that a picture is seen through, in the unit of the grid: what lies before and behind its
    /// focus is blurred. 0: a pinhole. [0, 1e9]
    double aperture = 0.0;

    /// Distance of the plane that is sharp from the eye, along the line of sight, in the unit of the grid; > 0. Empty:
    /// that of the camera's target.
    std::optional<double> focus_distance;

    /// The plane goes through what is seen at this place of the picture: shares of its width and height from the top
    /// left, in [0, 1]. Not together with a distance; where nothing is seen, that of the target.
    std::optional<glm::dvec2> focus_at;

    /// Matter glows: radiance of dense matter that nothing shines on, times the colour of the transfer function.
    /// [0, 100]
    double emission = 0.0;

    /// The noise of few samples is taken out of the picture (docs/denoise.md); its strength is told by at least two.
    bool denoise = false;
    bool operator==(const TraceSettings &) const = default;
};

struct RenderSettings {
    Mode mode = Mode::volume;
    std::vector<SurfaceStyle> surfaces; ///< of the modes isosurface and both: 1 .. surface_limit
    SurfaceMethod surface_method = SurfaceMethod::mesh;
    Extraction extraction = Extraction::blocks; ///< of meshes

    /// Crossings of a ray with transparent surfaces that are drawn, nearest first; those behind are left out. [1, 64]
    int surface_layers = 8;

    /// Where clipping opens isosurfaces their inside is filled: at places on the clip box and planes that are not below
    /// an isovalue, in the colour and opacity of the surface with the largest. Two layers more for each channel.
    bool surface_caps = false;

    /// Projections are neither shaded nor shadowed and classify their result alone. All traversals but `none` are one
    /// loop for them, which walks past nodes of the octree that cannot change the result.
    Blend blend = Blend::composite;

    ChannelBlend channel_blend = ChannelBlend::opacity; ///< of volumes of several channels
    LabelEdges label_edges = LabelEdges::nearest;       ///< of composited samples

    /// Of scalars, colours and normals along rays through volumes in one piece; cubic ones take eight fetches.
    Interpolation interpolation = Interpolation::linear;

    Classification classification = Classification::post;

    /// Traced pictures are composited volumes of one channel in one piece; their finish.samples are paths, of which
    /// there may be traced_sample_limit. Traversal `none` gives all paths one bound of the extinction, any other the
    /// bounds of the octree's leaves.
    Lighting lighting = Lighting::shaded;
    TraceSettings trace;
    Shading shading = Shading::phong;
    Gradient gradient = Gradient::sobel;

    /// Several channels have normals of their opacities alone, post-classified functions of scalar and gradient those
    /// of scalars, whose magnitudes they look up.
    GradientSource gradient_of = GradientSource::automatic;
    Traversal traversal = Traversal::none;

    /// Distance of two ray samples in voxels of the smallest spacing. Opacity is corrected for it, so it changes
    /// noise and cost, not brightness. Range [0.01, 16].
    double step = 0.5;

    /// `step` is the finest, and a sample stands for up to 16 of them where little varies in a leaf (docs/kernels.md,
    /// "Strides"). Composited post-classified volumes without labels and surfaces; traversals `none` and the distance
    /// maps.
    bool adaptive_step = false;

    /// A ray ends once its accumulated opacity exceeds this. Range (0, 1]; 1 never ends early.
    double opacity_cutoff = 0.99;

    /// Edge of the octree's leaves in cells: 1, 2, 4, 8, 16 or 32; 0: the traversal's own default.
    int leaf_size = 0;

    /// Nodes of the octree with a larger share of occupied leaves are marched through. Range [0, 1).
    double threshold = 0.9;

    /// Of composited frames whose rays walk through the octree; others have bytes.
    NodeCoding node_coding = NodeCoding::bytes;

    /// Empty: the traversal's defaults.
    std::optional<LoopParams> loops;

    /// Moves the lattice of samples of every pixel by up to half a step, after a fixed blue-noise tile: noise in place
    /// of wood-grain.
    bool jitter = false;

    /// Samples where the field changes less than this share of its range over a voxel length are lit in proportion, so
    /// that noise in flat regions is not. Range [0, 1]. What the rounding of integers may have made is never lit in
    /// full, see DeviceVolume::gradient_scale.
    double full_gradient = 0.0;

    glm::vec3 background{0.0f}; ///< r, g, b in [0, 1]
    PictureFinish finish;

    /// How much darker shaded surfaces are that turn away from the eye. [0, 1]
    double outline = 0.0;

    Light light;
    std::vector<SideLight> side_lights; ///< at most side_light_limit
    Shadows shadows = Shadows::none;
    ShadowMethod shadow_method = ShadowMethod::propagated;

    /// Directions in which a voxel looks around for ambient occlusion, [0, 64]; 0: none. Same resolution as shadows,
    /// half if there are none. Cones are at least 16, see cone_count().
    int ambient_occlusion = 0;
    OcclusionMethod ambient_occlusion_method = OcclusionMethod::cones;

    /// Part of the box that is drawn: shares of its edges along the voxel axes, low < high in [0, 1].
    glm::dvec3 clip_low{0.0}, clip_high{1.0};
    std::vector<ClipPlane> clip_planes; ///< at most clip_plane_limit
    bool clip_inverted = false;         ///< what box and planes keep together is cut out, and the rest is drawn

    /// Work-group of the one-pixel back ends in pixels; x a multiple of 8, y of 4 (whole warp tiles, thesis 3.6.1).
    int group_width = 16, group_height = 8;

    /// Local memory a work-group reserves without using it, bytes: fewer groups are then resident (thesis 6.2.5).
    int local_padding = 0;

    bool operator==(const RenderSettings &) const = default;
};

/// Whether the normals of one channel are those of voxels' opacities, in place of their scalars.
bool normals_of_opacity(const RenderSettings &settings);

/// Whether pictures are means of traced paths.
inline bool is_traced(const RenderSettings &settings) { return settings.lighting == Lighting::traced; }

/// Whether their noise is taken out of them, which needs the whole picture.
inline bool is_denoised(const RenderSettings &settings) { return is_traced(settings) && settings.trace.denoise; }

/// Whether tiles of a picture do not stand for themselves: noise, and how large it is, are those of all of it.
inline bool is_drawn_as_one(const RenderSettings &settings) {
    return is_traced(settings) && (settings.trace.denoise || settings.trace.error > 0.0);
}

/// Whether clipping leaves something of the volume out.
bool is_clipped(const RenderSettings &settings);

/// Whether it is inverted: there is a hole in what is drawn.
bool cuts_out(const RenderSettings &settings);

/// Whether surfaces are drawn that clipping opens, and are filled there.
bool draws_caps(const RenderSettings &settings);

/// Layers that a pixel may have: crossings, and caps before and behind them.
int most_layers(const RenderSettings &settings);

/// Whether every voxel is classified, for what is drawn or for its normals.
bool classifies_voxels(const RenderSettings &settings);

/// The finest step of `--step adaptive`.
constexpr double finest_adaptive_step = 0.25;

/// The leaf size given or the traversal's own; of strides that of the distance maps, whatever the traversal. Leaves of
/// 4 cells or fewer are doubled in volumes of more than 2^29 voxels: frames take 3 % longer and edits a fifth less
/// (1024^3 on an NVIDIA H200).
/// @param dims  voxels; left out: a volume that is not large
int leaf_size_of(const RenderSettings &settings, const std::array<int, 3> &dims = {1, 1, 1});

/// @param channels  of the volume, at least 1
/// @throws UsageError for a blend that takes more
void require_channels(ChannelBlend blend, std::size_t channels);

/// The settings a frame is drawn with: those that mean nothing to its blend are set to what it does instead.
RenderSettings as_drawn(RenderSettings settings);

/// The loop parameters given or the traversal's own.
LoopParams loops_of(const RenderSettings &settings);

/// @throws UsageError for traced settings with what paths are not followed through
void require_traceable(const RenderSettings &settings);

/// @throws UsageError naming the first field out of range
void validate(const RenderSettings &settings);

} // namespace voxmarch
