// Bounds of the extinction leaf by leaf of the octree; what is certainly empty is left in one span, as far as the
// distance map knows.
// Provides: Span, first_span, next_span.   Requires: trace_params.h, way.cl, vectors.cl, octree_layout.h, scene_*.cl.

// A block of leaves on the way.
typedef struct Span {
    int3 low, high; // its leaves: low included, high excluded
    float3 leave;   // where the way leaves it along each axis, aligned lengths
    float end;      // the nearest of these, or that of the way
    float majorant; // no place in it has a larger extinction, per aligned length; 0: nothing is there
} Span;

// Around a leaf. Where the way has left all leaves, a span without matter ends it.
static Span span_around(SCENE_PARAMS, __global const float *majorants, const Flight *flight, int3 leaf) {
    const int3 count = (int3)(octree->leaves[0], octree->leaves[1], octree->leaves[2]);
    Span span;
    span.low = leaf;
    span.high = leaf + 1;
    span.leave = (float3)(flight->end);
    span.end = flight->end;
    span.majorant = 0.0f;
    if (any(leaf < (int3)(0)) || any(leaf >= count)) {
        return span;
    }
    const int address = (leaf.z * count.y + leaf.y) * count.x + leaf.x;
    const int distance = distances[address]; // to the nearest occupied leaf, 0: this is one
    span.low = leaf - (int3)(max(distance - 1, 0));
    span.high = leaf + (int3)(max(distance, 1));
    span.majorant = distance == 0 ? majorants[address] : 0.0f;
    const float edge = (float)(1 << octree->leaf_log2);
    const float3 planes = convert_float3(select(span.low, span.high, flight->direction > (float3)(0.0f))) * edge;
    span.leave = (planes - flight->origin) / flight->direction;
    span.end = fmin(fmin(span.leave.x, fmin(span.leave.y, span.leave.z)), flight->end);
    return span;
}

static Span first_span(SCENE_PARAMS, __global const TraceParams *trace, __global const float *majorants,
                       const Flight *flight) {
    const int3 last = (int3)(octree->leaves[0] - 1, octree->leaves[1] - 1, octree->leaves[2] - 1);
    const float edge = (float)(1 << octree->leaf_log2);
    const float3 begin = place_in_flight(flight, flight->begin) / edge;
    return span_around(SCENE, majorants, flight, clamp(convert_int3(floor(begin)), (int3)(0), last));
}

// The one behind it. Along the axes on which the way leaves the block the next leaf is known exactly, whatever rounding
// does to places, so every span goes on; along the others it is one of the block's.
static Span next_span(SCENE_PARAMS, __global const TraceParams *trace, __global const float *majorants,
                      const Flight *flight, Span span) {
    const float edge = (float)(1 << octree->leaf_log2);
    const int3 beside = convert_int3(floor(place_in_flight(flight, span.end) / edge));
    const int3 within = clamp(beside, span.low, span.high - 1);
    const int3 behind = select(span.low - 1, span.high, flight->direction > (float3)(0.0f));
    return span_around(SCENE, majorants, flight, select(within, behind, span.leave <= (float3)(span.end)));
}
