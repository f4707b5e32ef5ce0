// Normals follow the opacity that the transfer function gave the voxels (pre-classified frames, thesis 3.5.2).
// Provides: FIELD_SOURCE, load_field.   Requires: load_*.cl.

#define FIELD_SOURCE COLOR_SOURCE

static float load_field(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    return load_opacity(field, dims, x, y, z);
}
