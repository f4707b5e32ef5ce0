// Isosurfaces that paths of light meet: every crossing of the interpolated values with an isovalue, cell by cell through
// the leaves that hold one.
// Provides: stop_at_surface, let_through_by_surfaces.
// Requires: isosurfaces.cl, caps_*.cl, philox.cl, way.cl, octree_layout.h, clip_hole.cl, surface_field.cl,
// surface_label_*.cl, cell_crossing.cl.

// A block of cells on a way: one that may hold a surface, or those of leaves that hold none.
typedef struct SurfaceWalk {
    FieldCell cell;    // of a block of one
    float4 values;     // of it on the way, see cubic_in_cell()
    float2 range;      // smallest and largest value at its corners
    int3 low, high;    // cells of the block: low included, high excluded
    float3 leave;      // where the way leaves it along each axis, aligned lengths
    float begin, end;  // of the way through it
    float reached;     // share of that up to which all crossings are found
    uint inside;       // bit i: the values have reached isovalue i
    int holds;         // whether it may hold a surface
    int knows_sides;   // whether `inside` is that of a cell: before the first none is crossed
} SurfaceWalk;

static void enter_block(const FrameParams *frame, const Isosurfaces *isosurfaces, const Flight *flight, int3 cell,
                        SurfaceWalk *walk) {
    OCTREE_LAYOUT *layout = isosurfaces->layout;
    const int3 leaves = (int3)(layout->leaves[0], layout->leaves[1], layout->leaves[2]);
    const int3 leaf = cell >> layout->leaf_log2;
    walk->holds = 0;
    walk->reached = 0.0f;
    if (any(cell < (int3)(0)) || any(cell >= max(walk->cell.last, (int3)(1)))) {
        walk->end = flight->end;
        return;
    }
    const int distance = isosurfaces->distances[(leaf.z * leaves.y + leaf.y) * leaves.x + leaf.x];
    walk->holds = distance == 0;
    walk->low = walk->holds ? cell : (leaf - (int3)(distance - 1)) << layout->leaf_log2;
    walk->high = walk->holds ? cell + 1 : (leaf + (int3)(distance)) << layout->leaf_log2;
    const float3 planes = convert_float3(select(walk->low, walk->high, flight->direction > (float3)(0.0f)));
    walk->leave = (planes - flight->origin) / flight->direction;
    walk->end = fmin(fmin(walk->leave.x, fmin(walk->leave.y, walk->leave.z)), flight->end);
    if (walk->holds) {
        const float3 corner = convert_float3(cell);
        enter_cell(frame, isosurfaces->voxels, corner + 0.5f, &walk->cell);
        const float3 begin = clamp(place_in_flight(flight, walk->begin) - corner, 0.0f, 1.0f);
        walk->values = cubic_in_cell(&walk->cell, begin, flight->direction * fmax(walk->end - walk->begin, 0.0f));
        const float4 low = fmin(walk->cell.left, walk->cell.right), high = fmax(walk->cell.left, walk->cell.right);
        walk->range = (float2)(fmin(fmin(low.x, low.y), fmin(low.z, low.w)), fmax(fmax(high.x, high.y), fmax(high.z, high.w)));
    }
}

static SurfaceWalk begin_walk(const FrameParams *frame, const Isosurfaces *isosurfaces, const Flight *flight) {
    SurfaceWalk walk;
    walk.cell = no_cell(isosurfaces->layout);
    walk.low = walk.high = (int3)(0);
    walk.leave = (float3)(0.0f);
    walk.values = (float4)(0.0f);
    walk.range = (float2)(0.0f);
    walk.begin = flight->begin;
    walk.inside = 0u;
    walk.knows_sides = 0;
    if (flight->begin >= flight->end) {
        walk.holds = 0;
        walk.reached = 0.0f;
        walk.end = flight->end;
        return walk;
    }
    enter_block(frame, isosurfaces, flight, lowest_voxel(&walk.cell, place_in_flight(flight, flight->begin)), &walk);
    return walk;
}

// To the block behind: the next cell is known exactly along the axes on which the way leaves this one, see next_span().
static void next_block(const FrameParams *frame, const Isosurfaces *isosurfaces, const Flight *flight,
                       SurfaceWalk *walk) {
    walk->begin = walk->end;
    const int3 beside = convert_int3_rtn(place_in_flight(flight, walk->end));
    const int3 within = clamp(beside, walk->low, walk->high - 1);
    const int3 behind = select(walk->low - 1, walk->high, flight->direction > (float3)(0.0f));
    enter_block(frame, isosurfaces, flight, select(within, behind, walk->leave <= (float3)(walk->end)), walk);
}

// The next crossing in the cell; see next_crossing().
static int next_in_cell(const Isosurfaces *isosurfaces, SurfaceWalk *walk) {
    float nearest = 2.0f;
    int found = -1;
    for (int i = 0; i < isosurfaces->count; ++i) {
        const float isovalue = isosurfaces->looks[i].isovalue;
        const int inside = (int)((walk->inside >> i) & 1u);
        if ((walk->range.x >= isovalue) == inside && (walk->range.y >= isovalue) == inside) {
            continue;
        }
        const float4 values = walk->values - (float4)(isovalue, 0.0f, 0.0f, 0.0f);
        const float s = crossing_of_cubic(values, walk->reached, inside);
        found = s < nearest ? i : found;
        nearest = fmin(s, nearest);
    }
    if (found >= 0) {
        walk->inside ^= 1u << found;
        walk->reached = nearest;
    }
    return found;
}

static void find_sides(const Isosurfaces *isosurfaces, SurfaceWalk *walk) {
    for (int i = 0; i < isosurfaces->count; ++i) {
        walk->inside |= walk->values.x >= isosurfaces->looks[i].isovalue ? 1u << i : 0u;
    }
    walk->knows_sides = 1;
}

// The next crossing on the way. Returns the number of its surface, -1: there is none.
static int next_crossing(const FrameParams *frame, const Isosurfaces *isosurfaces, const Flight *flight,
                         SurfaceWalk *walk) {
    for (;;) {
        if (walk->holds && !walk->knows_sides) {
            find_sides(isosurfaces, walk);
        }
        const int found = walk->holds ? next_in_cell(isosurfaces, walk) : -1;
        if (found >= 0 || walk->end >= flight->end) {
            return found;
        }
        next_block(frame, isosurfaces, flight, walk);
    }
}

static float3 place_of_crossing(const Flight *flight, const SurfaceWalk *walk) {
    return place_in_flight(flight, mix(walk->begin, walk->end, walk->reached));
}

// Colour of a surface at a crossing, and its opacity. Labels may hide it, and what is cut out is not there.
static float4 color_of_crossing(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                                const SurfaceWalk *walk, int surface, float3 voxel) {
    __global const SurfaceParams *look = isosurfaces->looks + surface;
    const float4 seen = surface_label(frame, isosurfaces->voxels, labels, label_colors, look->isovalue, walk->cell.last,
                                      (int3)(0), voxel, vload3(0, look->color));
    return (float4)(seen.xyz, is_cut_out(frame, voxel) ? 0.0f : look->opacity * seen.w);
}

// Ends a flight at the first surface or cap that it does not get through, which chance decides.
static SurfaceHit stop_at_surface(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                                  Flight *flight, Random *random) {
    const float3 voxel_from_aligned = vector3(frame->volume.voxel_from_aligned);
    SurfaceHit hit = stop_at_cap(frame, SCENE, isosurfaces, flight, random); // unless a surface lies before it
    SurfaceWalk walk = begin_walk(frame, isosurfaces, flight);
    for (;;) {
        const int surface = next_crossing(frame, isosurfaces, flight, &walk);
        if (surface < 0) {
            return hit;
        }
        const float3 voxel = place_of_crossing(flight, &walk);
        const float4 color = color_of_crossing(frame, SCENE, isosurfaces, &walk, surface, voxel);
        if (next_random(random) < color.w) {
            const float side = (walk.inside >> surface) & 1u ? 1.0f : -1.0f; // 1: it is seen from lower values
            const float3 back = -flight->direction / voxel_from_aligned;
            hit.is_there = 1;
            hit.normal = side * field_normal(frame, isosurfaces->voxels, voxel, side * back, &walk.cell);
            hit.place = voxel + SURFACE_BEFORE * hit.normal * voxel_from_aligned;
            hit.color = color.xyz;
            flight->end = mix(walk.begin, walk.end, walk.reached);
            return hit;
        }
    }
}

// Share of the light that all surfaces on a way and their caps let through.
static float let_through_by_surfaces(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                                     const Flight *flight) {
    float share = let_through_by_caps(frame, SCENE, isosurfaces, flight);
    SurfaceWalk walk = begin_walk(frame, isosurfaces, flight);
    while (share > 0.0f) {
        const int surface = next_crossing(frame, isosurfaces, flight, &walk);
        if (surface < 0) {
            break;
        }
        const float3 voxel = place_of_crossing(flight, &walk);
        share *= 1.0f - color_of_crossing(frame, SCENE, isosurfaces, &walk, surface, voxel).w;
    }
    return share;
}
