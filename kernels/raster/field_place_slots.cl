// The cells of a field whose voxels lie in slots of an atlas.
// Provides: FieldCell, cell_before, no_cell, last_voxel, stored_voxel, enter_stretch.
// Requires: octree_layout.h, scene_*.cl, brick_pages.cl, slot_voxels.cl, request_*.cl; constant BRICK_EDGE.

// As that of field_place_whole.cl.
typedef struct FieldCell {
    int3 low, high;
    int3 last;
    float4 left, right;
    int3 brick; // whose slot voxels are read from
    int3 shift; // from voxels of the volume to those of the atlas
} FieldCell;

static FieldCell cell_before(int3 last) {
    FieldCell cell;
    cell.low = cell.high = cell.brick = (int3)(-1);
    cell.last = last;
    cell.left = cell.right = (float4)(0.0f);
    cell.shift = (int3)(0);
    return cell;
}

static FieldCell no_cell(OCTREE_LAYOUT *octree) {
    return cell_before((int3)(octree->voxels[0] - 1, octree->voxels[1] - 1, octree->voxels[2] - 1));
}

// Of the volume: the frame's size is that of the atlas.
static int3 last_voxel(const FrameParams *frame, OCTREE_LAYOUT *octree) { return no_cell(octree).last; }

// Where a voxel of the volume lies: it is one of those around the stretch that was entered.
static int3 stored_voxel(const FieldCell *cell, int3 voxel) { return voxel + cell->shift; }

// Goes to the slot that holds all cells of a stretch of a ray, shorter than a voxel, and the voxels around them: that of
// the lower brick along every axis. So a ray never needs two, and bricks along it never come nearer to the eye. Returns
// false if the brick is not on the device.
// begin, end  lowest voxels of the cells around its ends
static int enter_stretch(const FrameParams *frame, SCENE_PARAMS, int3 begin, int3 end, FieldCell *cell) {
    const int3 bricks = (int3)(frame->volume.bricks[0], frame->volume.bricks[1], frame->volume.bricks[2]);
    const int3 brick = min(begin, end) / BRICK_EDGE;
    if (all(brick == cell->brick)) {
        return 1;
    }
    const uint page = page_of_brick(pages, bricks, brick);
    cell->brick = brick;
    cell->shift = first_stored_voxel(page) - brick * BRICK_EDGE;
    return brick_is_there(SCENE, bricks, brick, page);
}
