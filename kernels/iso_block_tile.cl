// The voxels that the vertices of a block need, in local memory: its own and those around them.
// Provides: TILE_VOXELS, load_tile, write_tile_vertex.
// Requires: iso_block.cl, iso_vertex.cl, iso_place_*.cl, iso_normals_*.cl.

// A tile has the voxels -1 .. 9 of lines y, z = -1 .. 5 of a block; beyond the volume its nearest voxels. The first own
// voxel of a line is its fourth, so that vectors of four are aligned.
enum { TILE_FIRST = 4, TILE_LINE = 16, TILE_SLICE = 7 * TILE_LINE, TILE_VOXELS = 7 * TILE_SLICE };

// Lines that are read: rows of cells and the four sides around them, but not the edges between these.
enum { TILE_LINES = BLOCK_ROWS + 4 * 5 };

// Place of the first own voxel of a line in a tile.
static int tile_line(int y, int z) { return (z + 1) * TILE_SLICE + (y + 1) * TILE_LINE + TILE_FIRST; }

typedef struct Line {
    scalar8_t own;
    scalar_t before, ninth, tenth;
} Line;

// y and z of line e.
static int2 line_position(int e) {
    const int side = e / 5 - 5, along = e % 5;
    return (int2)(side == 0 ? -1 : side == 1 ? 5 : along, side < 0 ? e / 5 : side == 2 ? -1 : side == 3 ? 5 : along);
}

static Line load_line(IsoParams params, __global const scalar_t *voxels, int3 origin, int whole, int e) {
    const int last = params.dims[0] - 1;
    const int2 at = line_position(e);
    __global const scalar_t *row = voxel_row(params, voxels, max(origin.y + at.x, 0), max(origin.z + at.y, 0));
    Line line;
    line.own = whole ? *(__global const scalar8_t *)(row + origin.x) : load_eight(params, row, origin.x);
    line.before = row[max(origin.x - 1, 0)];
    line.ninth = row[min(origin.x + 8, last)];
    line.tenth = row[min(origin.x + 9, last)];
    return line;
}

// Keeps line e and, if it is a row of cells, which of its voxels are inside.
static void store_line(IsoParams params, Line line, int e, __local scalar_t *tile, __local uint *rows) {
    const int2 at = line_position(e);
    __local scalar_t *first = tile + tile_line(at.x, at.y);
    first[-1] = line.before;
    *(__local scalar4_t *)first = line.own.lo;
    *(__local scalar4_t *)(first + 4) = line.own.hi;
    first[8] = line.ninth;
    first[9] = line.tenth;
    if (e < BLOCK_ROWS) {
        rows[e] = inside_bits(params, line.own, line.ninth);
    }
}

// Reads a tile and which voxels of the block are inside. A lane reads two lines at once, so that it waits for both
// together; lanes that are too many repeat the last.
static void load_tile(IsoParams params, __global const scalar_t *voxels, int3 block, int lane, __local scalar_t *tile,
                      __local uint *rows) {
    const int3 origin = block * (int3)(ISO_BLOCK_X, ISO_BLOCK_Y, ISO_BLOCK_Z);
    const int whole = params.aligned && origin.x + 7 < params.dims[0];
    for (int i = lane; i < TILE_LINES; i += 2 * LANES) {
        const int j = min(i + LANES, TILE_LINES - 1);
        Line first, second;
        if (whole) {
            first = load_line(params, voxels, origin, 1, i);
            second = load_line(params, voxels, origin, 1, j);
        } else {
            first = load_line(params, voxels, origin, 0, i);
            second = load_line(params, voxels, origin, 0, j);
        }
        store_line(params, first, i, tile, rows);
        store_line(params, second, j, tile, rows);
    }
}

// As gradient_at, for the voxel at `at` of a tile.
static float3 tile_gradient(IsoParams params, __local const scalar_t *at, int3 p) {
    const float3 change = (float3)((float)at[1] - (float)at[-1], (float)at[TILE_LINE] - (float)at[-TILE_LINE],
                                   (float)at[TILE_SLICE] - (float)at[-TILE_SLICE]);
    const float3 share = (float3)(p.x > 0 && p.x < params.dims[0] - 1 ? 0.5f : 1.0f,
                                  p.y > 0 && p.y < params.dims[1] - 1 ? 0.5f : 1.0f,
                                  p.z > 0 && p.z < params.dims[2] - 1 ? 0.5f : 1.0f);
    return change * share * vector3(params.inv_spacing);
}

// Writes the vertex of a cut edge of a block.
// code  own row << 5 | axis << 3 | x
static void write_tile_vertex(IsoParams params, __local const scalar_t *tile, int3 block, int code, uint index,
                              __global float *positions, __global float *normals) {
    if (index >= (uint)params.vertices) {
        return;
    }
    const int axis = code >> 3 & 3;
    const int3 own = (int3)(code & 7, code >> 5 & 3, code >> 7);
    const int3 voxel = block * (int3)(ISO_BLOCK_X, ISO_BLOCK_Y, ISO_BLOCK_Z) + own, along = step_along(axis);
    __local const scalar_t *at = tile + tile_line(own.y, own.z) + own.x;
    __local const scalar_t *next = at + (axis == 0 ? 1 : axis == 1 ? TILE_LINE : TILE_SLICE);
    const float value = (float)*at, next_value = (float)*next;
    const float t = crossing(params, value, next_value);
    vstore3(place_of(params, voxel, axis, t), (size_t)index, positions);
    if (HAS_NORMALS) {
        const float3 normal = normal_of(params, tile_gradient(params, at, voxel),
                                        tile_gradient(params, next, voxel + along), axis, t, next_value > value);
        vstore3(normal, (size_t)index, normals);
    }
}
