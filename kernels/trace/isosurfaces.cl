// What paths of light know of isosurfaces, and what they are scattered by.
// Provides: Isosurfaces, isosurfaces_of, SurfaceHit, no_hit, SURFACE_BEFORE.
// Requires: trace_params.h, octree_layout.h, scalar_*.cl.

// Aligned lengths from a surface to where a path goes on that it scatters, so that it does not meet it again.
#define SURFACE_BEFORE 1e-3f

// Voxels in full precision, the octree of leaves that hold an isovalue with its distance map, and how the surfaces look.
typedef struct Isosurfaces {
    __global const scalar_t *voxels;
    OCTREE_LAYOUT *layout;
    __global const uchar *distances;
    __global const SurfaceParams *looks;
    int count;
} Isosurfaces;

static Isosurfaces isosurfaces_of(__global const scalar_t *voxels, OCTREE_LAYOUT *layout,
                                  __global const uchar *distances, __global const SurfaceParams *looks, int count) {
    Isosurfaces isosurfaces;
    isosurfaces.voxels = voxels;
    isosurfaces.layout = layout;
    isosurfaces.distances = distances;
    isosurfaces.looks = looks;
    isosurfaces.count = count;
    return isosurfaces;
}

// What a path is scattered by.
typedef struct SurfaceHit {
    int is_there;
    float3 place;  // voxel space, SURFACE_BEFORE the surface
    float3 normal; // aligned space, unit vector on the side that the path comes from
    float3 color;
} SurfaceHit;

static SurfaceHit no_hit(void) {
    SurfaceHit hit;
    hit.is_there = 0;
    hit.place = hit.normal = hit.color = (float3)(0.0f);
    return hit;
}
