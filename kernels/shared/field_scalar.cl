// Normals follow the stored scalar (post-classified frames).
// Provides: FIELD_SOURCE, load_field, load_fields.   Requires: load_*.cl.

#define FIELD_SOURCE SCALAR_SOURCE

static float load_field(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    return load_scalar(field, dims, x, y, z);
}

// Sixteen of them along x, all inside.
static float16 load_fields(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    return load_scalars(field, dims, x, y, z);
}
