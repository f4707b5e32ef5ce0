// The volume lies in one piece: samples are taken where they lie.
// Provides: Cursor, no_cursor, sample_position, enter_run, Places, place_run, ray_of_sample, placed_ray, placed_voxel,
// volume_position, inside_volume.
// Requires: ray.cl.

// Nothing to remember.
typedef int Cursor;

static Cursor no_cursor(void) { return 0; }

// Position of sample k in sampling space, for fetches.
static float3 sample_position(const FrameParams *frame, const Ray *ray, float k) {
    return lattice_position(frame, ray, k) + (sampling_from_voxel((float3)(0.0f)) - LATTICE_OFFSET);
}

// See place_bricks.cl.
static int enter_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float first, float last, Cursor *cursor) {
    return RUN_PLACED;
}

// All lie in the same piece.
typedef int Places;

static int place_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Cursor *cursor, Places *places) {
    *places = 0;
    return 1;
}

static const Ray *ray_of_sample(const Ray *ray, const Places *places, int i, Ray *copy) { return ray; }

static const Ray *placed_ray(const Ray *ray, const Cursor *cursor, Ray *copy) { return ray; }

// Where the voxels around a place in voxel space lie, sampling space.
static float3 placed_voxel(const FrameParams *frame, SCENE_PARAMS, float3 voxel) { return sampling_from_voxel(voxel); }

// The place in the volume of a position on a ray, sampling space.
static float3 volume_position(const Ray *ray, float3 position) { return position; }

// A position beyond a face in its place on it. Fetches clamp by themselves here.
static float3 inside_volume(const FrameParams *frame, const Ray *ray, float3 position) { return position; }
