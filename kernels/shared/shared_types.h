// Parameter structs that cross from the host to the kernels; included by C++ and put first into every program.
//
// Members are 4-byte scalars and arrays of them, so that no compiler can pad them; sizes of those that
// are parameters are multiples of 16 bytes, asserted in both languages. A test fills every field on the host and reads it back through a kernel on each device.
#ifndef VOXMARCH_KERNELS_SHARED_TYPES_H
#define VOXMARCH_KERNELS_SHARED_TYPES_H

typedef int vx_int;
typedef unsigned int vx_uint;
typedef float vx_float;

#ifdef __OPENCL_VERSION__
#define VX_STATIC_ASSERT(name, condition) typedef char vx_assert_##name[(condition) ? 1 : -1]
#define VX_COMPARED(name)
// a * b + c, rounded once wherever the device has an instruction for it: `mad` is rounded once or twice by what stands
// around it, and pictures would depend on that. Where fma is made of many instructions it would take eight times as long.
#if defined(FP_FAST_FMAF) || defined(__FMA__)
#define fused fma
#else
#define fused mad
#endif
#else
#include <cstring>
#define VX_STATIC_ASSERT(name, condition) static_assert(condition, #name)
/// Equal are equal bytes, which have no padding between them: what is made from them is then the same in every bit.
#define VX_COMPARED(name)                                                                                              \
    bool operator==(const name &other) const { return std::memcmp(this, &other, sizeof(name)) == 0; }
#endif

VX_STATIC_ASSERT(vx_types_have_4_bytes, sizeof(vx_int) == 4 && sizeof(vx_uint) == 4 && sizeof(vx_float) == 4);

// What a frame is made of comes in blocks. Results that are kept between frames are kept with the blocks that they were
// made from, and made with nothing else: a key is a whole block, so that no member can be forgotten (docs/kernels.md).
//
// Aligned space: axes along the voxel axes, origin at the centre of voxel (0, 0, 0), unit = the smallest spacing.
// Lengths and angles are those of the world, so rays and light live here. Voxel space: the same axes in voxel indices.

/// Which ray each pixel has: the camera and the picture.
typedef struct ViewParams {
    vx_float eye[3];         ///< aligned space; where the ray of pixel (0, 0), top left, begins
    vx_float ray_corner[3];  ///< aligned direction through the centre of that pixel; any length
    vx_float ray_dx[3];      ///< added to it for one pixel to the right; 0 of parallel rays
    vx_float ray_dy[3];      ///< added to it for one pixel down
    vx_float eye_dx[3];      ///< added to `eye` for one pixel to the right; 0 of rays from one place
    vx_float eye_dy[3];      ///< added to it for one pixel down
    vx_int size[2];          ///< pixels of the picture, or of the part of it that is drawn
    vx_int pixel_origin[2];  ///< the part's top left pixel in the whole picture, whose rays these are; 0 of all
    vx_int parallel;         ///< not 0: all rays have one direction, of unit length (an orthographic camera)
    vx_int reserved;
    VX_COMPARED(ViewParams)
} ViewParams;

VX_STATIC_ASSERT(view_params_is_96_bytes, sizeof(ViewParams) == 96);

/// The volume, and what of it is drawn.
typedef struct VolumeParams {
    vx_int dims[3];                 ///< voxels of the arrays: those of the volume, or of the atlas of its bricks
    vx_int last_label;              ///< entries of the label table - 1; larger labels count as the last
    vx_float voxel_from_aligned[3]; ///< scale, smallest spacing / spacing
    vx_float box_min[3];            ///< voxel space: 0, or -0.5 along an axis of one voxel
    vx_float box_max[3];            ///< voxel space: dims - 1, or 0.5 along an axis of one voxel
    vx_float clamp_max[3];          ///< voxel space: largest float below dims - 1 (0 for one voxel), for buffers
    vx_int plane_count;             ///< clipping planes, 0 .. 6
    vx_float planes[24];            ///< four numbers each: n . voxel + d >= 0 is kept; n * voxel_from_aligned is a unit
    vx_int bricks[3];               ///< along each axis, BRICK_EDGE cells long; 0: the volume lies in one piece
    vx_float last_voxel[4];         ///< of the volume, however it lies: dims - 1; the fourth number is 0
    vx_float hole_min[3];           ///< voxel space; what lies in this box and behind the planes is cut out
    vx_float hole_max[3];           ///< beyond the volume where that is not cut off
    vx_int hole_planes;             ///< of `planes`, which then end no rays
    vx_int has_hole;                ///< not 0: something is cut out
    VX_COMPARED(VolumeParams)
} VolumeParams;

VX_STATIC_ASSERT(volume_params_is_224_bytes, sizeof(VolumeParams) == 224);

/// Where a ray takes samples, and what counts as a gradient there.
typedef struct SamplingParams {
    vx_float step;              ///< distance of samples in aligned space = voxels of the smallest spacing
    vx_int offset_mask;         ///< the tile of lattice offsets has (offset_mask + 1)^2 numbers, a power of two
    vx_float smallest_gradient; ///< stored value per aligned length; smaller ones are rounding, not direction
    vx_float inv_full_gradient; ///< gradients of 1 / this are fully lit, smaller ones less; a large number: all are
    VX_COMPARED(SamplingParams)
} SamplingParams;

VX_STATIC_ASSERT(sampling_params_is_16_bytes, sizeof(SamplingParams) == 16);

/// How what a ray has found becomes a pixel.
typedef struct CompositingParams {
    vx_float background[3];     ///< r, g, b in [0, 1]
    vx_float transmittance_end; ///< a ray ends when its transmittance is below this; 0 never
    VX_COMPARED(CompositingParams)
} CompositingParams;

VX_STATIC_ASSERT(compositing_params_is_16_bytes, sizeof(CompositingParams) == 16);

/// Where stored values lie in the transfer table.
typedef struct TableParams {
    vx_float scale;         ///< table coordinate = clamp(stored value * scale + bias, 0, 1) * last
    vx_float bias;
    vx_float last;          ///< number of table entries - 1
    vx_float visible_begin; ///< table coordinates up to this have opacity 0
    vx_float rows_last;     ///< rows of the two-dimensional table - 1
    vx_float reserved[3];
    VX_COMPARED(TableParams)
} TableParams;

VX_STATIC_ASSERT(table_params_is_32_bytes, sizeof(TableParams) == 32);

/// How projections compare values and draw the one they find.
typedef struct ProjectionParams {
    vx_float quantum_scale;      ///< quanta = stored value * this, rounded
    vx_float stored_per_quantum; ///< 1 / quantum_scale
    vx_int quantum_low;          ///< quanta up to this look alike
    vx_int quantum_high;         ///< quanta from this on look alike
    vx_float strength[2];        ///< of the colour: opacity * the first + the second, at most 1
    vx_float reserved[2];
    VX_COMPARED(ProjectionParams)
} ProjectionParams;

VX_STATIC_ASSERT(projection_params_is_32_bytes, sizeof(ProjectionParams) == 32);

/// Where the light comes from.
typedef struct LightParams {
    vx_float direction[3]; ///< aligned space, unit vector towards the light
    vx_float reserved;
    VX_COMPARED(LightParams)
} LightParams;

VX_STATIC_ASSERT(light_params_is_16_bytes, sizeof(LightParams) == 16);

/// What matter makes of the light: factors of the Phong model.
typedef struct MaterialParams {
    vx_float ambient[3];  ///< r, g, b in [0, 1]
    vx_float diffuse[3];  ///< r, g, b in [0, 1]
    vx_float specular[3]; ///< r, g, b in [0, 1]
    vx_float shininess;   ///< exponent
    vx_float fill;        ///< diffuse light from the eye beside the light's own, share of its strength
    vx_float outline;     ///< how much darker surfaces are that turn away from the eye, [0, 1]
    VX_COMPARED(MaterialParams)
} MaterialParams;

VX_STATIC_ASSERT(material_params_is_48_bytes, sizeof(MaterialParams) == 48);

#define SIDE_LIGHT_LIMIT 3

/// Lights that throw no shadows.
typedef struct SideLightParams {
    vx_float directions[9]; ///< aligned space, a unit vector towards each
    vx_float colors[9];     ///< r, g, b in [0, 1] of each: shares of the light's strength
    vx_int count;           ///< 0 .. SIDE_LIGHT_LIMIT
    vx_int reserved;
    VX_COMPARED(SideLightParams)
} SideLightParams;

VX_STATIC_ASSERT(side_light_params_is_80_bytes, sizeof(SideLightParams) == 80);

#define MATERIAL_POINT_LIMIT 8

/// Materials by scalar, linear between the points, in place of that of MaterialParams.
typedef struct MaterialPointParams {
    vx_float scalars[8]; ///< stored values, ascending
    vx_float factors[32]; ///< ambient, diffuse, specular in [0, 1] and the exponent of each point
    vx_int count;        ///< of different ones, the last of which is repeated behind it; 0: MaterialParams counts
    vx_int reserved[3];
    VX_COMPARED(MaterialPointParams)
} MaterialPointParams;

VX_STATIC_ASSERT(material_point_params_is_176_bytes, sizeof(MaterialPointParams) == 176);

/// How the light volume is read.
typedef struct LightVolumeParams {
    vx_int dims[3];        ///< texels
    vx_float clamp_max[3]; ///< as that of the volume
    vx_float scale;        ///< texels per voxel: 1, 1/2 or 1/4
    vx_float bias[2];      ///< it is asked so many voxels along the normal and towards the light
    vx_float reserved[3];
    VX_COMPARED(LightVolumeParams)
} LightVolumeParams;

VX_STATIC_ASSERT(light_volume_params_is_48_bytes, sizeof(LightVolumeParams) == 48);

/// Where the stored values of one channel lie in its transfer table, and that in the tables of all channels.
typedef struct ChannelParams {
    vx_float scale;       ///< as in TableParams
    vx_float bias;
    vx_float last;
    vx_float color_scale; ///< of channels that are red, green and blue: share of full brightness = stored * this + bias
    vx_float color_bias;
    vx_int first;         ///< its first entry
    vx_int visible;       ///< 0: what it holds is not looked at
    vx_int reserved;
    VX_COMPARED(ChannelParams)
} ChannelParams;

VX_STATIC_ASSERT(channel_params_is_32_bytes, sizeof(ChannelParams) == 32);

/// Where the voxels of a channel lie that has a grid of its own (channel_voxel.cl). Those of all channels lie behind
/// their ChannelParams.
typedef struct ChannelPlace {
    vx_float own_from_grid[12]; ///< rows of 4: its voxel space from that of the frame's grid
    vx_float low[3];            ///< own voxels: outside of this box, that of its voxel centres, it gives nothing
    vx_float high[3];
    vx_float clamp_max[3];      ///< as in VolumeParams
    vx_int dims[3];             ///< its voxels
    vx_int nearest;             ///< not 0: its values are names, and samples take that of the nearest voxel
    vx_float reach;             ///< own voxels by which rounding may miss a place; 0 where those of the grid were moved
    vx_int reserved[2];
    VX_COMPARED(ChannelPlace)
} ChannelPlace;

VX_STATIC_ASSERT(channel_place_is_112_bytes, sizeof(ChannelPlace) == 112);

/// Everything a ray caster needs to know about one frame beside the voxels.
typedef struct FrameParams {
    ViewParams view;
    VolumeParams volume;
    SamplingParams sampling;
    CompositingParams compositing;
    TableParams table;
    ProjectionParams projection;
    LightParams light;
    MaterialParams material;
    LightVolumeParams light_volume;
    SideLightParams side_lights;
    MaterialPointParams material_points;
} FrameParams;

VX_STATIC_ASSERT(frame_params_is_784_bytes, sizeof(FrameParams) == 784);

/// What making the colour+opacity and normal images needs.
typedef struct DeriveParams {
    vx_int dims[3];             ///< voxels of the arrays, see VolumeParams
    vx_float table_scale;       ///< as in TableParams
    vx_float table_bias;
    vx_float table_last;
    vx_float inv_spacing[3];    ///< smallest spacing / spacing
    vx_float smallest_gradient; ///< stored value per aligned length; smaller ones are rounding, not direction
    vx_float inv_full_gradient; ///< as in SamplingParams
    vx_float magnitude_scale;   ///< gradient magnitudes become texels by this: 1 is the steepest told apart
    vx_int volume_dims[3];      ///< voxels of the volume
    vx_int reserved;
} DeriveParams;

VX_STATIC_ASSERT(derive_params_is_64_bytes, sizeof(DeriveParams) == 64);

/// What deciding which leaves of the octree are occupied needs.
typedef struct OccupancyParams {
    vx_int leaves;              ///< number of leaves
    vx_float threshold;         ///< nodes with a larger share of occupied leaves are marched through, [0, 1)
    vx_float table_scale;       ///< as in TableParams
    vx_float table_bias;
    vx_float table_last;
    vx_int labelled;            ///< bits of leaves' labels, one of which a leaf must have; 0: whatever its labels
    vx_int joined;              ///< 1: leaves that were occupied before stay so
    vx_float reserved;
} OccupancyParams;

VX_STATIC_ASSERT(occupancy_params_is_32_bytes, sizeof(OccupancyParams) == 32);

/// Rays of light that are followed through the slices of the light volume, see kernels/derive/propagate_light.cl.
/// Columns and rows count texels along the two other axes, in the order x, y, z.
typedef struct LightSweep {
    vx_int axis;      ///< across the slices: the one that the light follows most, in texels
    vx_int from_high; ///< not 0: slice 0 has the largest coordinate
    vx_int slices;
    vx_int steps;     ///< samples of a ray between two slices
    vx_int across[2]; ///< texels of a slice
    vx_int first[2];  ///< column and row of the first ray in slice 0
    vx_float shift[2]; ///< columns and rows a ray moves by from slice to slice, -1 .. 1
    vx_float reserved[2];
} LightSweep;

VX_STATIC_ASSERT(light_sweep_is_48_bytes, sizeof(LightSweep) == 48);

/// What extracting an isosurface needs to know beside the voxels.
typedef struct IsoParams {
    vx_int dims[3];          ///< voxels
    vx_int blocks[3];        ///< blocks along each axis; of ISO_BLOCK_... voxels, unless others were asked for
    vx_float isovalue;       ///< of stored values; a voxel is inside if its value is not below
    vx_int aligned;          ///< not 0: every row of voxels begins at a multiple of 8 voxels
    vx_float inv_spacing[3]; ///< smallest spacing / spacing, for normals
    vx_int flip;             ///< not 0: triangles and normals face higher scalars
    vx_int slots;            ///< active blocks there is room for
    vx_int vertices;         ///< vertices there is room for
    vx_int triangles;        ///< triangles there is room for
    vx_int counters;         ///< index of the first counter of this extraction
    vx_int first_slice;      ///< the field's, in its volume
    vx_int begin_slice;      ///< of what is extracted; a multiple of ISO_BLOCK_Z
    vx_int end_slice;        ///< behind the last whose vertices are extracted; a multiple of ISO_BLOCK_Z, or all slices
    vx_int end_layer;        ///< behind the last layer of cells that is extracted
} IsoParams;

VX_STATIC_ASSERT(iso_params_is_80_bytes, sizeof(IsoParams) == 80);

/// Where a work unit of the isosurface strategy `scan` lies, in layers of blocks.
typedef struct ScanUnit {
    vx_int first_layer;
    vx_int own_layers;
    vx_int layers; ///< classified: the own ones, and the one behind if there is one
    vx_int reserved;
} ScanUnit;

VX_STATIC_ASSERT(scan_unit_is_16_bytes, sizeof(ScanUnit) == 16);

/// What one pixel's ray did (kernels/cast/count_on.cl). Iterations of warps are counted by one of their lanes, so that
/// the sum over the lanes is that over the warps: SIMD efficiency = steps / (lanes of a warp * iterations). Buffers
/// hold one a pixel.
typedef struct PixelCounts {
    vx_uint nodes;             ///< traversal steps
    vx_uint node_iterations;   ///< warp iterations of traversal steps, counted by this lane
    vx_uint samples;           ///< marching steps
    vx_uint sample_iterations; ///< warp iterations of marching steps, counted by this lane
    vx_uint visible;           ///< marching steps with opacity > 0
} PixelCounts;

VX_STATIC_ASSERT(pixel_counts_is_20_bytes, sizeof(PixelCounts) == 20);

/// What the rasteriser needs to know about one surface and one layer beside the frame.
typedef struct RasterParams {
    vx_float pixel_from_voxel[12]; ///< rows of 4: voxel space to (x w, y w, w); pixel centres are whole x and y, w is
                                   ///< the depth along the line of sight, aligned lengths; to (x, y, w) where rays
                                   ///< are parallel
    vx_int vertices;
    vx_int triangles;
    vx_int first;                  ///< number of the first triangle among those of all surfaces
    vx_int opaque_begin;           ///< triangles of this number and above hide what lies behind
    vx_int layers;                 ///< found together, the nearest ones of each pixel
    vx_int layer;                  ///< found alone: 0 is the nearest; others lie behind the layer before
    vx_int clipped;                ///< not 0: fragments outside of the frame's box or behind its planes are dropped
    vx_int queue_limit;            ///< tiles there is room for
    vx_float isovalue;             ///< of stored values; tells inside from outside for labels
    vx_int tile_begin;             ///< raster_tiles draws MOST_TILES of the queue from here on
    vx_int reserved[2];
} RasterParams;

VX_STATIC_ASSERT(raster_params_is_96_bytes, sizeof(RasterParams) == 96);

/// How one surface looks.
typedef struct SurfaceParams {
    vx_float color[3];  ///< r, g, b in [0, 1]
    vx_float opacity;   ///< of one crossing, [0, 1]
    vx_float isovalue;  ///< of stored values
    vx_int first;       ///< number of its first triangle, see RasterParams
    vx_int triangles;
    vx_int reserved;
    VX_COMPARED(SurfaceParams)
} SurfaceParams;

VX_STATIC_ASSERT(surface_params_is_32_bytes, sizeof(SurfaceParams) == 32);

/// What one launch of thinning needs to know. Indices of counts are into the state buffer.
typedef struct ThinParams {
    vx_int row_stride;        ///< words from one row to the next
    vx_int slice_stride;      ///< words from one slice to the next
    vx_int iteration;         ///< the first is 2
    vx_int subiteration;      ///< 0 .. 11
    vx_int first_step;        ///< words to the neighbour in a direction of the subiteration, see thin_words.cl
    vx_int second_step;
    vx_int mirrored;          ///< not 0: the direction along the rows is west
    vx_int counts;            ///< of this iteration: words listed at its start, then appended in each subiteration
    vx_int counts_next;       ///< of the next iteration
    vx_int counts_after_next;
    vx_int by_layers;         ///< not 0: only voxels that were at the surface when the iteration began may go
    vx_int reserved;
} ThinParams;

VX_STATIC_ASSERT(thin_params_is_48_bytes, sizeof(ThinParams) == 48);

/// Samples are taken where every coordinate is a whole number of 256ths of a voxel: moved by whole voxels, into a brick
/// of an atlas, they then give the same bits, texture units included, whose weights have 8 bits. A float between 2^15
/// and 2^16 is such a number, so positions are computed with this added to them, and rounded once. Beyond 16384 voxels
/// the numbers are coarser, as floats are.
#define LATTICE_OFFSET 49152.0f

/// A volume in bricks lies in an atlas of slots. A page, a word for each brick, says in which: x | y << 10 | z << 20.
/// A slot holds the cells of its brick and the voxels around them that interpolation and gradients look at; what would
/// lie outside of the volume is its nearest voxel.
/// The cells along an edge of a brick are a constant of programs, BRICK_EDGE (renderer/brick_size.h).
#define BRICK_APRON 1        // voxels before the first
#define BRICK_AROUND 4       // voxels along an edge of a slot beyond the cells: the apron and three behind
#define BRICK_STORED (BRICK_EDGE + BRICK_AROUND) // voxels along an edge of a slot
#define PAGE_MISSING 0xffffffffu

// The transfer table. Entry i holds what interpolation between entries i and i + 1 needs, so a look-up is one load:
//   opacities     float2[n]  (opacity i, opacity i+1 - opacity i), corrected to one step
//   table_colors  uint2[n]   (colour i, colour i+1), 10 bits a channel: r | g << 10 | b << 20
// Tables of several channels lie one behind the other, from ChannelParams::first on (channel_opacities, channel_colors).
// The two-dimensional table, row by row, of pre-integration (rows: scalar at the back of a ray segment) or of a 2D
// transfer function (rows: square root of the gradient magnitude); the last row and column are there twice:
//   table_2d      uint4[rows][n][2]   bits of the opacities of one step, then colours: of an entry, the next along the
//                 row, the next row's, and the one behind that, so that a look-up reads 16 bytes in one piece

enum {
    WARP_TILE_WIDTH = 8, ///< a warp of 32 lanes covers 8 x 4 pixels (thesis 3.6.1)
    WARP_TILE_HEIGHT = 4,
    GROUP_POOL_SLOTS = 32, ///< rectangles a work-group's pool remembers (pool_group.cl)
    GROUP_POOL_LENGTH = 1 + 2 * GROUP_POOL_SLOTS,
    SHARED_RAY_WORDS = 14, ///< words a ray keeps in local memory beside its segments and counters (rays_shared.cl)
    PACKET_WIDTH = 4,    ///< a packet of 16 lanes covers 4 x 4 pixels
    PACKET_HEIGHT = 4,
    ISO_BLOCK_X = 8,     ///< voxels of a block, in whose order meshes come; `blocks` can have others along y and z
    ISO_BLOCK_Y = 4,
    ISO_BLOCK_Z = 4,
    RASTER_TILE = 32,    ///< edge of the tiles that large triangles are cut into, pixels
    MOST_TILES = 1 << 16, ///< of them that one launch draws
    ISO_COUNTERS = 4,    ///< counters of one extraction: active blocks, vertices, triangles, unused
    ISO_REGION = 16384,  ///< blocks of consecutive numbers whose vertices and triangles are added up together
    CHANNEL_LIMIT = 4,   ///< channels that a volume has at most
    LABEL_FUNCTIONS = 8, ///< transfer functions of a frame with labels at most, the volume's own among them
    THIN_SUBITERATIONS = 12,
    THIN_COUNTS = 16,    ///< counts of one thinning iteration; the state buffer holds those of three, in turn
    THIN_LAST_ITERATION = 3 * THIN_COUNTS, ///< place in the state buffer: last iteration that had words to test
    THIN_STATE = 4 * THIN_COUNTS,          ///< length of the state buffer
    VOXELIZE_ODD = 1,         ///< flags of a voxel: an odd number of crossings lies before it
    VOXELIZE_NOT_ZERO = 2,    ///< its winding number is not 0
    VOXELIZE_OPEN_RAYS = 0,   ///< places among what rays through a mesh have found: rays of an odd number of crossings
    VOXELIZE_UNEVEN_RAYS = 1, ///< of an even one, which enter another number of times than they leave
    VOXELIZE_LOWEST = 2,      ///< winding number of a voxel
    VOXELIZE_HIGHEST = 3,
    VOXELIZE_FOUND = 4        ///< how many there are
};

#endif
