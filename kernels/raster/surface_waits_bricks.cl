// Rays wait where a brick is missing, and are searched on from there in a later wave.
// Provides: begin_search, end_search.   Requires: surface_search.cl.
//
// state  four words of a pixel, zero before the first wave: 1 while the ray waits, 2 once it has ended, where on its
//        lattice it waits, layers found so far, and the transmittance behind them

// Returns false if there is nothing to search.
static int begin_search(__global const uint *state, OCTREE_LAYOUT *octree, const Ray *ray, Search *search,
                        Found *found) {
    const int waits = state[0] == 1u;
    *search = start_search(octree, ray, waits ? as_float(state[1]) : ray->entry);
    found->count = waits ? (int)state[2] : 0;
    found->transmittance = waits ? as_float(state[3]) : 1.0f;
    return ray->sample_count > 0.0f && state[0] != 2u;
}

static void end_search(const Search *search, const Found *found, __global uint *state) {
    vstore4((uint4)(search->waits ? 1u : 2u, as_uint(search->reached), (uint)found->count,
                    as_uint(found->transmittance)), 0, state);
}
