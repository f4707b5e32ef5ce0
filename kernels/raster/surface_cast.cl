// Finds isosurfaces along rays, without a mesh: the oracle for pictures of meshes.
// Provides: kernel cast_surfaces.
// Requires: surface_light.cl, surface_field.cl, surface_search.cl, surface_waits_*.cl, surface_probe_*.cl,
// distance_*.cl, leaf_ray.cl, hole_*.cl, ray.cl.

// A crossing of a surface on a ray.
typedef struct Crossing {
    float k;     // where, as an index on the lattice of samples
    int surface; // which, -1: none
} Crossing;

static float3 voxel_of_sample(const FrameParams *frame, const Ray *ray, float k) {
    return place_on_ray(frame, ray, k) - sampling_from_voxel((float3)(0.0f));
}

static float value_of_sample(const FrameParams *frame, __global const scalar_t *voxels, const Ray *ray, float k,
                             FieldCell *cell) {
    return field_at_voxel(frame, voxels, voxel_of_sample(frame, ray, k), cell);
}

// Where between two samples the value reaches `isovalue`: the Illinois method, eight steps.
// low, high  values at `begin` and `end`, less the isovalue, of different sides
static float refine_crossing(const FrameParams *frame, __global const scalar_t *voxels, const Ray *ray, float isovalue,
                             float begin, float end, float low, float high, FieldCell *cell) {
    float k = begin;
    int side = 0;
    for (int i = 0; i < 8; ++i) {
        k = fma(end - begin, low / (low - high), begin);
        const float value = value_of_sample(frame, voxels, ray, k, cell) - isovalue;
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
                              __constant SurfaceParams *surfaces, int surface_count, float begin, float end,
                              float low, float high, Crossing last, FieldCell *cell) {
    Crossing next = {FLT_MAX, -1};
    for (int i = 0; i < surface_count; ++i) {
        const float isovalue = surfaces[i].isovalue;
        if ((low >= isovalue) != (high >= isovalue)) {
            const float k =
                refine_crossing(frame, voxels, ray, isovalue, begin, end, low - isovalue, high - isovalue, cell);
            if ((k > last.k || (k == last.k && i > last.surface)) && k < next.k) {
                next.k = k;
                next.surface = i;
            }
        }
    }
    return next;
}

// Stores a crossing unless its label hides it, or it is cut out.
static void store_crossing(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                           __constant SurfaceParams *surfaces, const Ray *ray, Crossing crossing, size_t pixel,
                           __global uint2 *layers, Found *found, FieldCell *cell) {
    if (in_hole(ray->hole, crossing.k)) {
        return;
    }
    const float3 voxel = voxel_of_sample(frame, ray, crossing.k);
    const float3 normal = field_normal(frame, voxels, voxel, ray->view, cell);
    const float depth = fma(crossing.k, frame->sampling.step, ray->t_first);
    const uint2 layer =
        surface_layer(frame, SCENE, voxels, surfaces + crossing.surface, depth, -ray->view, cell->last,
                      stored_voxel(cell, (int3)(0)), voxel, normal, 0.0f);
    const float opacity = layer_rgba(layer).w;
    if (opacity > 0.0f) {
        layers[(size_t)found->count * (size_t)frame->view.size[0] * (size_t)frame->view.size[1] + pixel] = layer;
        ++found->count;
        found->transmittance *= 1.0f - opacity;
    }
}

static void pass_stretch(Search *search) {
    search->reached = search->end;
    search->low = search->high;
    search->known = 1;
}

// Asks the leaf around the next sample how far there is nothing, and goes there or sets `stop` behind what is to be
// looked at. A stretch between two samples may cut the corner of a leaf that holds neither: it is passed over only if
// all leaves it may reach hold no isovalue.
static void pass_leaves(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, const LeafRay *leaf_ray, int reach,
                        Search *search) {
    const float k = search->k, last = ray->sample_count - 1.0f;
    const int3 leaf = leaf_of_sample(frame, ray, leaf_ray, k);
    const int distance = distance_of_leaf(SCENE, leaf_ray, leaf);
    const int skipped = max(distance, 1);
    const float next = first_sample_behind(leaf_ray, leaf + (int3)(1 - skipped), leaf + (int3)(skipped), k);
    if (distance <= reach) {
        if (k - 1.0f > search->reached) {
            search->reached = k - 1.0f;
            search->known = 0;
        }
        search->stop = k >= last ? ray->exit : distance > 0 ? k : fmin(next, last);
    }
    search->k = k < last ? fmin(next, last) : next;
}

static int changes_side(__constant SurfaceParams *surfaces, int surface_count, float low, float high) {
    int changes = 0;
    for (int i = 0; i < surface_count; ++i) {
        changes |= (low >= surfaces[i].isovalue) != (high >= surfaces[i].isovalue);
    }
    return changes;
}

// Goes on to the next stretch on which the values change sides of an isovalue. Returns false at the end of the ray, and
// where it waits. All that is costly is done behind this loop: there the work-items of a warp are together again.
static int next_stretch(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                        __constant SurfaceParams *surfaces, int surface_count, float stored_per_sample, float error,
                        const Ray *ray, const LeafRay *leaf_ray, int reach, Search *search) {
    for (;;) {
        while (search->reached >= search->stop) {
            if (search->k >= ray->sample_count) {
                return 0;
            }
            pass_leaves(frame, SCENE, ray, leaf_ray, reach, search);
        }
        const int clear = clear_stretches(frame, SCENE, surfaces, surface_count, stored_per_sample, error, ray,
                                          search->reached, search->stop);
        if (clear > 0) {
            search->reached = fmin(floor(search->reached) + (float)clear, search->stop);
            search->known = 0;
            continue;
        }
        search->end = fmin(floor(search->reached) + 1.0f, search->stop);
        const int3 begin = lowest_voxel(&search->cell, voxel_of_sample(frame, ray, search->reached));
        const int3 end = lowest_voxel(&search->cell, voxel_of_sample(frame, ray, search->end));
        search->waits = !enter_stretch(frame, SCENE, begin, end, &search->cell);
        if (search->waits) {
            return 0;
        }
        search->low = search->known ? search->low
                                    : value_of_sample(frame, voxels, ray, search->reached, &search->cell);
        search->high = value_of_sample(frame, voxels, ray, search->end, &search->cell);
        if (changes_side(surfaces, surface_count, search->low, search->high)) {
            return 1;
        }
        pass_stretch(search);
    }
}

// Looks for crossings in the leaves that hold an isovalue, skipping the others by the distance to the nearest.
static void find_crossings(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                           __constant SurfaceParams *surfaces, int surface_count, int layer_limit,
                           float stored_per_sample, float error, const Ray *ray, size_t pixel, __global uint2 *layers,
                           Search *search, Found *found) {
    const LeafRay leaf_ray = make_leaf_ray(frame, octree, ray);
    const int reach = (int)ceil(frame->sampling.step / (float)(1 << octree->leaf_log2)); // leaves a stretch may reach
    while (next_stretch(frame, SCENE, voxels, surfaces, surface_count, stored_per_sample, error, ray, &leaf_ray, reach,
                        search)) {
        Crossing crossing = {-FLT_MAX, -1};
        for (;;) {
            crossing = next_crossing(frame, voxels, ray, surfaces, surface_count, search->reached, search->end,
                                     search->low, search->high, crossing, &search->cell);
            if (crossing.surface < 0) {
                break;
            }
            store_crossing(frame, SCENE, voxels, surfaces, ray, crossing, pixel, layers, found, &search->cell);
            if (found->count >= layer_limit || found->transmittance <= 0.002f) {
                return;
            }
        }
        pass_stretch(search);
    }
}

// stored_per_sample, error  see surface_probe_image.cl
// layers  see layer.cl, NO_LAYER everywhere
// most    grows to the number of layers of a pixel
// states  four words a pixel, see surface_waits_bricks.cl
// global size: pixels across and down, each rounded up to a multiple of the local size
__kernel void cast_surfaces(const FrameParams frame_value, SCENE_PARAMS, __global const scalar_t *voxels,
                            __constant SurfaceParams *surfaces, const int surface_count, const int layer_limit,
                            const float stored_per_sample, const float error,
                            __global uint2 *layers, volatile __global int *most, __global uint *states) {
    const FrameParams *frame = &frame_value;
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= frame->view.size[0] || y >= frame->view.size[1]) {
        return;
    }
    const Ray ray = make_ray(frame, SCENE, x, y);
    const size_t pixel = (size_t)y * (size_t)frame->view.size[0] + (size_t)x;
    Search search;
    Found found;
    if (!begin_search(states + 4 * pixel, octree, &ray, &search, &found)) {
        return;
    }
    find_crossings(frame, SCENE, voxels, surfaces, surface_count, layer_limit, stored_per_sample, error, &ray, pixel,
                   layers, &search, &found);
    end_search(&search, &found, states + 4 * pixel);
    if (found.count > *most) { // most pixels find it large enough, and do not queue for it
        atomic_max(most, found.count);
    }
}
