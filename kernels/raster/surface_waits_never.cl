// All voxels are there: rays are searched from end to end.
// Provides: begin_search, end_search.   Requires: surface_search.cl.

// Returns false if there is nothing to search.
static int begin_search(__global const uint *state, OCTREE_LAYOUT *octree, const Ray *ray, Search *search,
                        Found *found) {
    *search = start_search(octree, ray, ray->entry);
    found->count = 0;
    found->transmittance = 1.0f;
    return ray->sample_count > 0.0f;
}

static void end_search(const Search *search, const Found *found, __global uint *state) {}
