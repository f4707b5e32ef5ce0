// The cells of a field whose voxels lie in one piece.
// Provides: FieldCell, no_cell, stored_voxel, enter_stretch.   Requires: octree_layout.h, scene_*.cl.

// The eight voxels around a place, kept from place to place: most follow each other in one cell.
typedef struct FieldCell {
    int3 low, high;     // lowest and highest voxel; the same along an axis of one voxel
    int3 last;          // voxel of the volume
    float4 left, right; // values at low.x and at high.x; (y, z) = (low, low), (high, low), (low, high), (high, high)
} FieldCell;

static FieldCell no_cell(OCTREE_LAYOUT *octree) {
    FieldCell cell;
    cell.low = cell.high = (int3)(-1);
    cell.last = (int3)(octree->voxels[0] - 1, octree->voxels[1] - 1, octree->voxels[2] - 1);
    cell.left = cell.right = (float4)(0.0f);
    return cell;
}

// Where a voxel of the volume lies.
static int3 stored_voxel(const FieldCell *cell, int3 voxel) { return voxel; }

// See field_place_slots.cl.
static int enter_stretch(const FrameParams *frame, SCENE_PARAMS, int3 begin, int3 end, FieldCell *cell) { return 1; }
