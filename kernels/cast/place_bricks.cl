// The volume lies in bricks: samples are taken in the slots of an atlas, where a page table says that their voxels are.
// Moved by whole voxels, a sample keeps its bits (LATTICE_OFFSET).
// Provides: Cursor, no_cursor, sample_position, is_in_brick, enter_run, Places, place_run, ray_of_sample, placed_ray,
// placed_voxel, volume_position, inside_volume.
// Requires: ray.cl, brick_pages.cl, slot_voxels.cl, request_*.cl, fused_steps.cl; constant
// BRICK_EDGE.

// The brick that a ray is in.
typedef struct Cursor {
    float3 middle; // lattice position
    float3 shift;  // from lattice positions in it to sampling space of its slot
} Cursor;

static Cursor no_cursor(void) {
    Cursor cursor;
    cursor.middle = (float3)(FLT_MAX);
    cursor.shift = (float3)(0.0f);
    return cursor;
}

// Position of sample k in sampling space, for fetches.
static float3 sample_position(const FrameParams *frame, const Ray *ray, float k) {
    return lattice_position(frame, ray, k) + ray->shift;
}

// The brick around a lattice position.
static int3 brick_around(const FrameParams *frame, float3 lattice) {
    const float3 place = (lattice - LATTICE_OFFSET) * (1.0f / (float)BRICK_EDGE);
    const int3 bricks = (int3)(frame->volume.bricks[0], frame->volume.bricks[1], frame->volume.bricks[2]);
    return clamp(convert_int3(place), (int3)(0), bricks - 1);
}

// Brings the cursor to a brick. Returns its page.
static uint move_to(const FrameParams *frame, SCENE_PARAMS, int3 brick, Cursor *cursor) {
    const int3 bricks = (int3)(frame->volume.bricks[0], frame->volume.bricks[1], frame->volume.bricks[2]);
    const uint page = page_of_brick(pages, bricks, brick);
    const float3 corner = convert_float3(brick * (int3)(BRICK_EDGE));
    cursor->middle = corner + (LATTICE_OFFSET + 0.5f * (float)BRICK_EDGE);
    cursor->shift = sampling_from_voxel(convert_float3(first_stored_voxel(page)) - corner) - LATTICE_OFFSET;
    return page;
}

// Brings the cursor to the brick around a lattice position. Returns false if it is not on the device: it is asked for.
static int enter_brick(const FrameParams *frame, SCENE_PARAMS, float3 lattice, Cursor *cursor) {
    const int3 bricks = (int3)(frame->volume.bricks[0], frame->volume.bricks[1], frame->volume.bricks[2]);
    const int3 brick = brick_around(frame, lattice);
    const uint page = move_to(frame, SCENE, brick, cursor);
    return brick_is_there(SCENE, bricks, brick, page);
}

// Its far faces included: samples on them need no other brick.
static int is_in_brick(const Cursor *cursor, float3 lattice) {
    const float3 away = fabs(lattice - cursor->middle);
    return fmax(away.x, fmax(away.y, away.z)) <= 0.5f * (float)BRICK_EDGE;
}

// The same with the voxels around the cells that a slot holds: from one before the first to below
// two behind the last, a little less.
static int is_in_slot(const Cursor *cursor, float3 lattice) {
    const float3 away = fabs(lattice - cursor->middle - 0.5f);
    return fmax(away.x, fmax(away.y, away.z)) <= 0.5f * (float)BRICK_EDGE + 1.484375f;
}

// Brings the cursor to where the voxels around sample `first` lie, and tells of those around all samples up to `last`.
static int enter_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float first, float last, Cursor *cursor) {
    const float3 front = lattice_position(frame, ray, first);
    if (!is_in_brick(cursor, front) && !enter_brick(frame, SCENE, front, cursor)) {
        *cursor = no_cursor();
        return RUN_WAITS;
    }
    if (first == last) {
        return RUN_PLACED;
    }
    const float3 back = lattice_position(frame, ray, last);
    return is_in_brick(cursor, back) ? RUN_PLACED : is_in_slot(cursor, back) ? RUN_REACHES : RUN_SPLIT;
}

// Where the voxels around the samples of a run lie, from lattice positions to sampling space of their slots.
typedef struct Places {
    float3 shift[FUSED_STEPS];
} Places;

// Finds the places of samples k .. k + FUSED_STEPS - 1, and brings the cursor to the last. Returns false if one of their
// bricks is not on the device; nobody is asked for it, as the ray may end before.
static int place_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Cursor *cursor, Places *places) {
    const float3 front = lattice_position(frame, ray, k), back = lattice_position(frame, ray, k + (float)(FUSED_STEPS - 1));
    if (is_in_brick(cursor, front) && is_in_brick(cursor, back)) {
#pragma unroll
        for (int i = 0; i < FUSED_STEPS; ++i) {
            places->shift[i] = cursor->shift;
        }
        return 1;
    }
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        const float3 lattice = lattice_position(frame, ray, k + (float)i);
        if (!is_in_brick(cursor, lattice) && !is_there(move_to(frame, SCENE, brick_around(frame, lattice), cursor))) {
            *cursor = no_cursor();
            return 0;
        }
        places->shift[i] = cursor->shift;
    }
    return 1;
}

// The ray with sample i of a run in its slot.
static const Ray *ray_of_sample(const Ray *ray, const Places *places, int i, Ray *copy) {
    *copy = *ray;
    copy->shift = places->shift[i];
    return copy;
}

// The ray with samples in the slot of the cursor's brick.
static const Ray *placed_ray(const Ray *ray, const Cursor *cursor, Ray *copy) {
    *copy = *ray;
    copy->shift = cursor->shift;
    return copy;
}

// Where the voxels around a place in voxel space lie, sampling space.
static float3 placed_voxel(const FrameParams *frame, SCENE_PARAMS, float3 voxel) {
    Cursor cursor = no_cursor();
    const float3 lattice = voxel + LATTICE_OFFSET;
    enter_brick(frame, SCENE, lattice, &cursor);
    return lattice + cursor.shift;
}

// The place in the volume of a position on a ray, sampling space.
static float3 volume_position(const Ray *ray, float3 position) {
    return position - ray->shift + (sampling_from_voxel((float3)(0.0f)) - LATTICE_OFFSET);
}

// A position beyond a face in its place on it, sampling space. The voxels behind a face repeat it, but texture units
// that clamp before they weigh (NVIDIA) round otherwise than those that weigh equal voxels.
static float3 inside_volume(const FrameParams *frame, const Ray *ray, float3 position) {
    const float3 first = ray->shift + LATTICE_OFFSET; // where the volume's first voxel would lie
    return clamp(position, first, first + vector3(frame->volume.last_voxel));
}
