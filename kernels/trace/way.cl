// A straight way through what is drawn of the volume.
// Provides: Flight, make_flight, place_in_flight.   Requires: shared_types.h, vectors.cl, clip_plane.cl.

typedef struct Flight {
    float3 origin;    // voxel space
    float3 direction; // voxel space, per aligned length, no part 0
    float begin, end; // aligned lengths; end <= begin where it passes by
} Flight;

// origin     voxel space, anywhere
// direction  aligned space, unit vector
static Flight make_flight(const FrameParams *frame, float3 origin, float3 direction) {
    Flight flight;
    flight.origin = origin;
    flight.direction = nonzero3(direction * vector3(frame->volume.voxel_from_aligned));
    const float3 to_min = (vector3(frame->volume.box_min) - origin) / flight.direction;
    const float3 to_max = (vector3(frame->volume.box_max) - origin) / flight.direction;
    const float3 enter = fmin(to_min, to_max), leave = fmax(to_min, to_max);
    flight.begin = fmax(fmax(enter.x, enter.y), fmax(enter.z, 0.0f));
    flight.end = fmin(leave.x, fmin(leave.y, leave.z));
    for (int plane = 0; plane < frame->volume.plane_count; ++plane) {
        const float4 numbers = clip_plane(frame, plane);
        const float slope = nonzero(dot(numbers.xyz, flight.direction));
        const float t = -(dot(numbers.xyz, origin) + numbers.w) / slope;
        flight.begin = slope < 0.0f ? flight.begin : fmax(flight.begin, t);
        flight.end = slope < 0.0f ? fmin(flight.end, t) : flight.end;
    }
    return flight;
}

static float3 place_in_flight(const Flight *flight, float t) { return fma((float3)(t), flight->direction, flight->origin); }
