// Voxels that differences reach over, as factors of the differences.
// Provides: Reaches, reach.   Requires: lanes_*.cl.

typedef struct Reaches {
    lanes_t x, y, z;
} Reaches;

// 1 / the number of voxels at voxel i: two, at the faces of the volume one. Both are exact, whatever is made of them.
static float reach(int i, int voxels) { return i > 0 && i < voxels - 1 ? 0.5f : 1.0f; }
