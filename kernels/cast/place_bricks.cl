// The volume lies in bricks: samples are taken in the slots of an atlas, where a page table says that their voxels are.
// Moved by whole voxels, a sample keeps its bits (LATTICE_OFFSET).
// Provides: in_one_brick, enter_brick, placed_ray, placed_voxel, volume_position.   Requires: ray.cl, brick_pages.cl, slot_voxels.cl,
// request_*.cl.

// The brick around a lattice position.
static int3 brick_around(const FrameParams *frame, float3 lattice) {
    const float3 brick = (lattice - LATTICE_OFFSET) * (1.0f / (float)BRICK_EDGE);
    return clamp(convert_int3(brick), (int3)(0), last_brick(frame));
}

// From lattice positions in a brick to sampling space of its slot.
static float3 shift_of_brick(int3 brick, uint page) {
    const float3 corner = convert_float3(first_stored_voxel(page) - brick * (int3)(BRICK_EDGE));
    return sampling_from_voxel(corner) - LATTICE_OFFSET;
}

// Whether the samples of a stretch of the ray, from `first` to `last`, have all their voxels in one brick.
static int in_one_brick(const FrameParams *frame, const Ray *ray, float first, float last) {
    return all(brick_around(frame, lattice_position(frame, ray, first)) ==
               brick_around(frame, lattice_position(frame, ray, last)));
}

// Brings the ray to where the voxels around its sample k lie. Returns false if they are not on the device.
static int enter_brick(const FrameParams *frame, SCENE_PARAMS, Ray *ray, float k) {
    const int3 brick = brick_around(frame, lattice_position(frame, ray, k));
    const uint page = page_of_brick(frame, pages, brick);
    ray->shift = shift_of_brick(brick, page);
    return brick_is_there(frame, SCENE, brick, page);
}

// The ray with samples where the voxels around sample k lie, if they are there.
static Ray placed_ray(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k) {
    Ray placed = *ray;
    enter_brick(frame, SCENE, &placed, k);
    return placed;
}

// Where the voxels around a place in voxel space lie, sampling space.
static float3 placed_voxel(const FrameParams *frame, SCENE_PARAMS, float3 voxel) {
    const float3 lattice = voxel + LATTICE_OFFSET;
    const int3 brick = brick_around(frame, lattice);
    return lattice + shift_of_brick(brick, page_of_brick(frame, pages, brick));
}

// The place in the volume of a position on a ray, sampling space.
static float3 volume_position(const Ray *ray, float3 position) {
    return position - ray->shift + (sampling_from_voxel((float3)(0.0f)) - LATTICE_OFFSET);
}
