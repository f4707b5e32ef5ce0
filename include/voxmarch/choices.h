// Every choice that the library offers, as enumerations; the same within the library.
#pragma once

namespace voxmarch {

/// A closed interval of scalar values, in the file's units.
struct ValueRange {
    double min = 0.0;
    double max = 0.0;
    bool operator==(const ValueRange &) const = default;
};

/// How a voxel is stored. Wider types (32 and 64 bit integers, doubles) become f32.
enum class ScalarType { u8, i8, u16, i16, f32 };

/// Unit of spacing, origin and all world coordinates of a volume. `unknown` is one voxel or whatever the file meant
/// without saying it; such lengths are printed without a unit and never called mm.
enum class LengthUnit { unknown, meter, millimeter, micrometer, nanometer, angstrom };

/// Where the axes of a patient's world point in files: x, y, z to the left, the back and the head (DICOM, ITK), or to
/// the right, the front and the head (NIfTI). Within the library patients lie in LPS.
enum class Convention { lps, ras };

enum class DeviceKind { cpu, gpu, accelerator, other };

/// How rays take samples; see docs/kernels.md.
enum class SamplingBackend {
    image,  ///< 3D images and the texture units' trilinear filter
    buffer, ///< plain buffers, interpolation written out, one pixel a work-item
    packet  ///< plain buffers, 16 pixels a work-item in float16
};

/// What the user says the data are.
enum class DataKind { automatic, grey, labels, ct };

/// What the scalars of a transfer function's points mean.
enum class TransferDomain {
    normalised, ///< 0 .. 1 over the window: the user's, else [0, 255] for u8 data and [data min, data max] otherwise
    value       ///< the file's own units, e.g. Hounsfield units
};

enum class WidgetShape {
    rectangle, ///< full opacity inside, falling linearly to 0 over the edge of each side; a side at gradient 0 has no
               ///< fall-off, as nothing lies beyond it
    triangle,  ///< apex at ((scalar_low + scalar_high) / 2, gradient_low), widening linearly to [scalar_low,
               ///< scalar_high] at gradient_high; 0 at the slanted sides and above gradient_high.
               ///< It catches the arch of a boundary (Levoy 1988, section 3)
    gaussian,  ///< full in the middle of its box, exp(-1/2) at a third of the way to its sides, 0 from the ellipse in
               ///< the box on (Kniss 2003)
    polygon    ///< inside of its corners (even-odd), falling linearly to 0 over the edge
};

/// What is drawn: the volume, isosurfaces in it, or both, composited by depth.
enum class Mode { volume, isosurface, both };

/// Isosurfaces as triangles, extracted and drawn, or found along the rays.
enum class SurfaceMethod { mesh, raycast };

/// What a ray makes of its samples: composites them front to back, or shows the largest, smallest or mean scalar in the
/// transfer function's colour, at full strength but where the function shows nothing.
enum class Blend { composite, mip, minip, average };

/// How what several channels of a volume give at one place becomes one colour and one opacity.
enum class ChannelBlend {
    opacity,  ///< opacities as of matter, 1 - product(1 - a_i), and the mean of the colours weighted by a_i
    additive, ///< the same opacities, and colours added as light is: that of the strongest channel in full, those of
              ///< others in proportion
    maximum,  ///< of each sample the channel of the largest opacity
    rgb,      ///< the first three channels are red, green and blue; opacity by the first one's transfer function of the
              ///< luminance (ITU-R BT.709)
    rgba      ///< the same with opacity by the fourth channel's transfer function of the fourth channel
};

/// How values between voxels are found: the nearest voxel's, trilinear, or the cubic B-spline of the 64 voxels around,
/// which smooths them (Sigg and Hadwiger 2005). Isosurfaces are trilinear, and so is light between its texels.
enum class Interpolation { nearest, linear, cubic };

/// Transfer function applied per voxel before interpolation, per sample after it (thesis 3.5.1, 3.6.7), or to the whole
/// segment of a ray around a sample (Engel, Kraus and Ertl 2001).
enum class Classification { pre, post, preintegrated };

/// `phong`: ambient + diffuse + specular of one directional light, both sides of a surface lit (thesis 3.6.5.2).
enum class Shading { none, phong };

/// Filter of the normal volume (thesis 3.5.2), or six fetches around every lit sample instead of one (3.6.7).
enum class Gradient { central, sobel, on_the_fly };

/// Whose gradients make the normals (thesis 3.6.7): `automatic`: of opacities where they are classified before
/// interpolation or mixed of several channels, else of scalars.
enum class GradientSource { automatic, scalar, opacity };

/// Resolution of the shadows: a texel for every voxel, for every second or fourth along each axis (thesis 3.6.6).
enum class Shadows { none, full, half, quarter };

/// How the light that is left at a texel is found: by following the light through the volume once, slice by slice, or
/// by marching from every texel through the octree, as marched ambient occlusion does.
enum class ShadowMethod { propagated, marched };

/// How the share of its surroundings that a texel sees is found: by cones in growing steps through a pyramid of
/// transmittances, or by rays that are marched through the octree.
enum class OcclusionMethod { cones, marched };

/// How bright colours become those of a screen: cut off at white, or running into it as on film.
enum class ToneCurve { none, filmic };

/// What a picture is made of.
enum class PixelFormat {
    rgba8,  ///< 8 bits a channel over the scene's background, opaque; as PNG files have it
    rgba32f ///< floats, colour multiplied by opacity and before any background: over a background b the picture is
            ///< rgb + (1 - a) b. Opacities stop rising at the scene's cutoff; isosurfaces have colours of 8 bits.
};

/// How the states of the octree's nodes are kept for rays: a byte each, beside the counts that they were made of, or
/// two in three bits (thesis 4.2) and nothing beside.
enum class NodeCoding { bytes, pairs };

/// How the triangles of an isosurface are found. All strategies give the same set of triangles.
enum class Extraction {
    blocks,      ///< minima and maxima of blocks, active blocks alone (Parallel Marching Blocks), welded over blocks
    scan,        ///< classification, exclusive scan, compaction, generation (Rogeiro 2011, chapter 3)
    histopyramid ///< output-centric: HistoPyramids with 5-to-1 reductions (Dyken and Ziegler 2010)
};

/// Which voxels of a mesh are inside.
enum class InsideRule {
    winding, ///< rays to it entered the mesh another number of times than they left it: parts may overlap
    parity   ///< rays to it crossed the mesh an odd number of times: what lies in two parts is outside
};

/// How much of an object one iteration of thinning may take.
enum class Peeling {
    /// Only voxels that had background at one of their six faces when the iteration began: a layer from all sides, so
    /// that the skeleton lies in the middle.
    layers,
    /// All voxels, as Palagyi and Kuba (1999) and Jimenez and Ruiz de Miras (2012) have it: a direction belongs to four
    /// of the twelve subiterations, so up to four layers go from sides along the axes and one from oblique ones.
    published
};

/// What a node of a skeleton is, by its voxels and the branches there. Files hold these numbers.
enum class NodeKind {
    end = 1,   ///< the tip of one branch
    fork = 2,  ///< a branch point: several branches, or one that reaches a loop within the node
    wall = 3,  ///< the wall of cavities, with or without branches
    alone = 4, ///< no branches: a lone voxel, or a loop within the node
};

} // namespace voxmarch
