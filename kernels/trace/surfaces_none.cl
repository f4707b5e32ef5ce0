// There are no isosurfaces.
// Provides: Isosurfaces, isosurfaces_of, SurfaceHit, stop_at_surface, let_through_by_surfaces.
// Requires: trace_params.h, octree_layout.h, scalar_*.cl, scene_*.cl, philox.cl, way.cl.

typedef int Isosurfaces;

typedef struct SurfaceHit {
    int is_there;
    float3 place, normal, color;
} SurfaceHit;

static Isosurfaces isosurfaces_of(__global const scalar_t *voxels, OCTREE_LAYOUT *layout,
                                  __global const uchar *distances, __global const SurfaceParams *looks, int count) {
    return 0;
}

static SurfaceHit stop_at_surface(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                                  Flight *flight, Random *random) {
    SurfaceHit hit;
    hit.is_there = 0;
    hit.place = hit.normal = hit.color = (float3)(0.0f);
    return hit;
}

static float let_through_by_surfaces(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                                     const Flight *flight) {
    return 1.0f;
}
