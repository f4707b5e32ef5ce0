// What the reference ray caster sees at one place: colour, opacity and light, in double precision.
#pragma once

#include "renderer/reference/caster.h"
#include "renderer/reference/cones.h"

#include <array>
#include <map>
#include <optional>

namespace voxmarch {

/// A straight line through the volume: voxel space, per unit of aligned length.
struct ReferenceRay {
    glm::dvec3 origin, direction;
    glm::dvec3 toward;    ///< unit vector, aligned space
    double t_near, t_far; ///< inside the box and all clipping planes; t_far <= t_near: nowhere
    glm::dvec3 face{0.0}; ///< unit normal of the face it enters through, aligned space; 0 if it starts inside
    double hole_near = 1e30, hole_far = -1e30; ///< in what is cut out; hole_far <= hole_near: nowhere
    glm::dvec3 hole_face{0.0};                 ///< unit normal of the face it leaves that through

    /// Whether what lies at `t` is cut out.
    bool in_hole(double t) const { return t >= hole_near && t < hole_far; }

    /// Where samples lie, voxel space: in whole 256ths of a voxel, as the eye does for them (LATTICE_OFFSET).
    glm::dvec3 at(double t) const {
        return glm::round((glm::round(origin * 256.0) / 256.0 + t * direction) * 256.0) / 256.0;
    }
};

/// Refers to its scene. Remembers the light it has computed.
class ReferenceSampler {
public:
    explicit ReferenceSampler(const ReferenceScene &scene);

    /// The ray clipped to what is drawn.
    ReferenceRay clip(glm::dvec3 origin, glm::dvec3 toward) const;

    /// Whether a place in voxel space is cut out.
    bool is_cut_out(glm::dvec3 position) const;

    /// Scalar at a position in voxel space, value of the file; 0 where there is none.
    double value(glm::dvec3 position) const;

    /// The same of a channel; empty where it has none. Voxels are what linear interpolation gives at their places.
    std::optional<double> value_of_channel(std::size_t channel, glm::dvec3 position, Interpolation interpolation) const;

    /// Whether there is one: not beside the box of a volume that has a grid of its own.
    bool has_value(glm::dvec3 position) const;

    /// Factor of the opacity that the label there gives, [0, 1]; 1 without labels.
    double visibility(glm::dvec3 position) const;

    /// (r, g, b, opacity) of the sample at `t` that stands for the ray from `front` to `back`; pre-integrated frames
    /// look at these ends, all others take them as one step.
    glm::dvec4 classify(const ReferenceRay &ray, double t, double front, double back) const;

    /// (r, g, b, opacity of `step` voxel lengths) of a place in voxel space, after what labels make of it.
    glm::dvec4 styled_sample(glm::dvec3 position, double step) const;

    /// The colour of that sample under the scene's light. `depth` is the distance behind the face, voxel lengths.
    glm::dvec3 shade(const ReferenceRay &ray, double t, double depth, double seen, glm::dvec3 rgb);

    /// (light, surroundings) of a texel of the light volume (thesis 3.6.6).
    glm::dvec2 light_texel(glm::ivec3 texel);

private:
    const ReferenceScene &scene_;
    std::array<double, 256> opacity_roundings_{};     // pre-classified
    std::vector<glm::dvec4> plane_voxels_;            // pre-classified by scalar and gradient, x fastest
    std::map<std::array<int, 3>, glm::dvec2> lights_; // of texels of the light volume
    std::optional<ReferenceCones> cones_;

    /// Whether scalar and gradient classify; projections look at scalars alone.
    bool has_plane() const { return scene_.transfer.is_two_dimensional() && scene_.settings.blend == Blend::composite; }
    bool is_pre() const { return scene_.settings.classification == Classification::pre; }

    /// Whether normals are those of opacities: of classified voxels, or of several channels.
    bool normals_of_opacity() const { return voxmarch::normals_of_opacity(scene_.settings) || scene_.mixes(); }
    glm::dvec4 mixed(glm::dvec3 position, double step, Interpolation interpolation) const;
    glm::dvec4 color_voxel(glm::ivec3 voxel) const;
    void classify_plane_voxels();
    glm::dvec4 classified_voxel(glm::ivec3 voxel) const;
    using VoxelField = double (ReferenceSampler::*)(glm::ivec3) const; // of voxels inside
    double scalar_field(glm::ivec3 voxel) const;
    double gradient_field(glm::ivec3 voxel) const;
    double derivative(VoxelField field, glm::ivec3 voxel, int axis) const;
    glm::dvec3 gradient(VoxelField field, glm::ivec3 voxel) const;
    double magnitude_root(glm::ivec3 voxel) const;
    double mean_in_slice(glm::ivec3 voxel) const;
    double rounding() const;
    glm::dvec3 normal(glm::dvec3 gradient, double rounding) const;
    glm::dvec3 stored_normal(glm::ivec3 voxel) const;
    glm::dvec3 sampled_normal(glm::dvec3 position) const;
    glm::dvec4 classify_segment(glm::dvec3 front, glm::dvec3 back) const;
    glm::dvec4 sample_at(glm::dvec3 position) const;
    glm::dvec4 classify_2d(glm::dvec3 position) const;

    /// What matter makes of the light.
    struct Material {
        glm::dvec3 ambient, diffuse, specular;
        double shininess;
    };
    Material material_at(glm::dvec3 position) const;

    /// A look of labels at a place, and its share there.
    struct LabelPart {
        const LabelStyle *style; ///< null: the volume's own
        double share;            ///< 1 together
    };
    const LabelStyle *style_of(glm::ivec3 voxel) const;
    const TransferFunction &function_of(const LabelStyle *style) const;
    bool has_label_functions() const;
    std::vector<LabelPart> labels_at(glm::dvec3 position) const;
    glm::dvec4 styled(glm::dvec3 position, glm::dvec4 sample) const;
    double transmittance(glm::dvec3 voxel, glm::dvec3 toward, double reach) const;
    double seen_around(glm::dvec3 voxel);
    glm::dvec2 light_at(glm::dvec3 position, glm::dvec3 outward, double seen);
};

} // namespace voxmarch
