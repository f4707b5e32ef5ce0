// The volume lies in one piece: samples are taken where they lie.
// Provides: in_one_brick, enter_brick, placed_ray, placed_voxel, volume_position.   Requires: ray.cl.

// Whether the samples of a stretch of the ray, from `first` to `last`, have all their voxels in one brick.
static int in_one_brick(const FrameParams *frame, const Ray *ray, float first, float last) { return 1; }

// Brings the ray to where the voxels around its sample k lie. Returns false if they are not on the device.
static int enter_brick(const FrameParams *frame, SCENE_PARAMS, Ray *ray, float k) { return 1; }

// The ray with samples where the voxels around sample k lie, if they are there.
static Ray placed_ray(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k) { return *ray; }

// Where the voxels around a place in voxel space lie, sampling space.
static float3 placed_voxel(const FrameParams *frame, SCENE_PARAMS, float3 voxel) { return sampling_from_voxel(voxel); }

// The place in the volume of a position on a ray, sampling space.
static float3 volume_position(const Ray *ray, float3 position) { return position; }
