// The cells of a field whose voxels lie in one piece.
// Provides: FieldCell, cell_before, no_cell, last_voxel, stored_voxel, enter_stretch.   Requires: octree_layout.h, scene_*.cl.

// The eight voxels around a place, kept from place to place: most follow each other in one cell.
typedef struct FieldCell {
    int3 low, high;     // lowest and highest voxel; the same along an axis of one voxel
    int3 last;          // voxel of the volume
    float4 left, right; // values at low.x and at high.x; (y, z) = (low, low), (high, low), (low, high), (high, high)
} FieldCell;

// No cell of the volume that ends with voxel `last`.
static FieldCell cell_before(int3 last) {
    FieldCell cell;
    cell.low = cell.high = (int3)(-1);
    cell.last = last;
    cell.left = cell.right = (float4)(0.0f);
    return cell;
}

static FieldCell no_cell(OCTREE_LAYOUT *octree) {
    return cell_before((int3)(octree->voxels[0] - 1, octree->voxels[1] - 1, octree->voxels[2] - 1));
}

// Of the volume; meshes have no octree.
static int3 last_voxel(const FrameParams *frame, OCTREE_LAYOUT *octree) {
    return (int3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
}

// Where a voxel of the volume lies.
static int3 stored_voxel(const FieldCell *cell, int3 voxel) { return voxel; }

// See field_place_slots.cl.
static int enter_stretch(const FrameParams *frame, SCENE_PARAMS, int3 begin, int3 end, FieldCell *cell) { return 1; }
