// Finds isosurfaces along rays, without a mesh: the oracle for pictures of meshes.
// Provides: kernel cast_surfaces.   Requires: surface_light.cl, surface_field.cl, octree_walk.cl, ray.cl.

// A crossing of a surface on a ray.
typedef struct Crossing {
    float k;     // where, as an index on the lattice of samples
    int surface; // which, -1: none
} Crossing;

static float3 voxel_of_sample(const FrameParams *frame, const Ray *ray, float k) {
    return sample_position(frame, ray, k) - sampling_from_voxel((float3)(0.0f));
}

static float value_of_sample(const FrameParams *frame, __global const scalar_t *voxels, const Ray *ray, float k) {
    return field_at_voxel(frame, voxels, voxel_of_sample(frame, ray, k));
}

// Where between two samples the value reaches `isovalue`: the Illinois method, eight steps.
// low, high  values at `begin` and `end`, less the isovalue, of different sides
static float refine_crossing(const FrameParams *frame, __global const scalar_t *voxels, const Ray *ray, float isovalue,
                             float begin, float end, float low, float high) {
    float k = begin;
    int side = 0;
    for (int i = 0; i < 8; ++i) {
        k = fma(end - begin, low / (low - high), begin);
        const float value = value_of_sample(frame, voxels, ray, k) - isovalue;
        if ((value >= 0.0f) == (low >= 0.0f)) {
            begin = k;
            low = value;
            high = side == 1 ? 0.5f * high : high;
            side = 1;
        } else {
            end = k;
            high = value;
            low = side == 2 ? 0.5f * low : low;
            side = 2;
        }
    }
    return k;
}

// The first crossing behind `last` in a stretch of the ray on which values change from `low` to `high`.
static Crossing next_crossing(const FrameParams *frame, __global const scalar_t *voxels, const Ray *ray,
                              __global const SurfaceParams *surfaces, int surface_count, float begin, float end,
                              float low, float high, Crossing last) {
    Crossing next = {FLT_MAX, -1};
    for (int i = 0; i < surface_count; ++i) {
        const float isovalue = surfaces[i].isovalue;
        if ((low >= isovalue) != (high >= isovalue)) {
            const float k =
                refine_crossing(frame, voxels, ray, isovalue, begin, end, low - isovalue, high - isovalue);
            if ((k > last.k || (k == last.k && i > last.surface)) && k < next.k) {
                next.k = k;
                next.surface = i;
            }
        }
    }
    return next;
}

// Layers found so far on a ray.
typedef struct Found {
    int count;
    float transmittance;
} Found;

// Stores a crossing unless its label hides it.
static void store_crossing(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                           __global const SurfaceParams *surfaces, const Ray *ray, Crossing crossing, size_t pixel,
                           __global uint2 *layers, Found *found) {
    const float3 voxel = voxel_of_sample(frame, ray, crossing.k);
    const float3 normal = field_normal(frame, voxels, voxel, ray->view);
    const float depth = fma(crossing.k, frame->sampling.step, ray->t_first);
    const uint2 layer =
        surface_layer(frame, SCENE, voxels, surfaces + crossing.surface, depth, -ray->view, voxel, normal);
    const float opacity = layer_rgba(layer).w;
    if (opacity > 0.0f) {
        layers[(size_t)found->count * (size_t)frame->view.size[0] * (size_t)frame->view.size[1] + pixel] = layer;
        ++found->count;
        found->transmittance *= 1.0f - opacity;
    }
}

// Looks for crossings in the leaves of the octree that hold an isovalue. A sample belongs to a stretch of the ray from
// the sample before to itself; the box's faces end the first and the last stretch.
static void find_crossings(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                           __global const SurfaceParams *surfaces, int surface_count, int layer_limit, const Ray *ray,
                           size_t pixel, __global uint2 *layers, Found *found) {
    Counts counts = no_counts();
    Walk walk = start_walk(frame, SCENE, ray);
    float reached = ray->entry, low = 0.0f; // value at `reached`, if known
    int known = 0;
    while (!walk_is_done(ray, &walk)) {
        float begin, end;
        if (next_node(frame, SCENE, ray, &walk, &begin, &end, &counts) != NODE_MARCH) {
            continue;
        }
        const float stop = end >= ray->sample_count ? ray->exit : end;
        if (begin - 1.0f > reached) {
            reached = begin - 1.0f;
            known = 0;
        }
        while (reached < stop) {
            low = known ? low : value_of_sample(frame, voxels, ray, reached);
            known = 1;
            const float next = fmin(floor(reached) + 1.0f, stop);
            const float high = value_of_sample(frame, voxels, ray, next);
            Crossing crossing = {-FLT_MAX, -1};
            for (;;) {
                crossing =
                    next_crossing(frame, voxels, ray, surfaces, surface_count, reached, next, low, high, crossing);
                if (crossing.surface < 0) {
                    break;
                }
                store_crossing(frame, SCENE, voxels, surfaces, ray, crossing, pixel, layers, found);
                if (found->count >= layer_limit || found->transmittance <= 0.002f) {
                    return;
                }
            }
            reached = next;
            low = high;
        }
    }
}

// layers  see layer.cl, NO_LAYER everywhere
// most    grows to the number of layers of a pixel
// global size: pixels across and down, each rounded up to a multiple of the local size
__kernel void cast_surfaces(const FrameParams frame_value, SCENE_PARAMS, __global const scalar_t *voxels,
                            __global const SurfaceParams *surfaces, const int surface_count, const int layer_limit,
                            __global uint2 *layers, volatile __global int *most) {
    const FrameParams *frame = &frame_value;
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= frame->view.size[0] || y >= frame->view.size[1]) {
        return;
    }
    const Ray ray = make_ray(frame, SCENE, x, y);
    const size_t pixel = (size_t)y * (size_t)frame->view.size[0] + (size_t)x;
    Found found = {0, 1.0f};
    if (ray.sample_count > 0.0f) {
        find_crossings(frame, SCENE, voxels, surfaces, surface_count, layer_limit, &ray, pixel, layers, &found);
    }
    if (found.count > 0) {
        atomic_max(most, found.count);
    }
}
