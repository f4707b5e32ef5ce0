// Coordinates and opacities of the transfer table.
// Provides: table_position, table_opacity.   Requires: nothing.
//
// Both grow with the stored value wherever the table's opacity does, rounding included. The octree relies on it: what
// is transparent at both ends of a leaf's values, and at the entries between, is transparent at every sample.

// Table coordinate of a stored value, 0 .. last.
static float table_position(float stored, float scale, float bias, float last) {
    return clamp(fma(stored, scale, bias), 0.0f, 1.0f) * last;
}

// entry  opacity at the entry, and its change up to the next; share  0 .. 1 between them
static float table_opacity(float2 entry, float share) { return fma(share, entry.y, entry.x); }
