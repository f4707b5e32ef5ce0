// Where the search for isosurfaces along a ray has got to.
// Provides: Found, Search, start_search.   Requires: field_place_*.cl, ray.cl.

// Layers found so far on a ray.
typedef struct Found {
    int count;
    float transmittance;
} Found;

// All indices on the ray's lattice. A stretch ends at a sample: it belongs to the sample; the box's faces end the first
// and the last one.
typedef struct Search {
    float k;         // the next sample whose leaf is asked for its distance
    float stop;      // up to here stretches are worth looking at
    float reached;   // up to here all crossings are found
    float end;       // of the stretch that begins there
    float low, high; // values at its ends
    int known;       // `low` is
    int waits;       // for the brick of the stretch
    FieldCell cell;
} Search;

// reached  0 .. sample_count, or the ray's entry: up to there all is done
static Search start_search(OCTREE_LAYOUT *octree, const Ray *ray, float reached) {
    Search search;
    search.k = clamp(floor(reached) + 1.0f, 0.0f, ray->sample_count - 1.0f);
    search.stop = search.reached = search.end = reached;
    search.low = search.high = 0.0f;
    search.known = search.waits = 0;
    search.cell = no_cell(octree);
    return search;
}
