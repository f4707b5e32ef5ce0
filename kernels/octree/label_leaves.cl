// Which leaves of the octree hold a voxel with a visible label.
// Provides: kernel label_leaves.   Requires: octree_layout.h, label_bit_*.cl.

// One work-item a leaf.
// labels         a label a voxel, tightly packed
// label_colors   see label_volume.cl: the upper 7 bits are the visibility
// margin         voxels around the leaf whose labels its samples look at; their nearest voxels are the leaf's own
// label_visible  a byte a leaf: bits of the labels in it; 0: no sample in it is visible
__kernel void label_leaves(OCTREE_LAYOUT *layout, __global const ushort *labels, __global const uint *label_colors,
                           const int last_label, const int margin, __global uchar *label_visible) {
    const int3 leaf = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (leaf.x >= layout->leaves[0] || leaf.y >= layout->leaves[1] || leaf.z >= layout->leaves[2]) {
        return;
    }
    const int edge = 1 << layout->leaf_log2;
    const int3 corner = leaf * (int3)(edge), first = max(corner - margin, (int3)(0));
    const int3 last_voxel = (int3)(layout->voxels[0] - 1, layout->voxels[1] - 1, layout->voxels[2] - 1);
    const int3 last = min(corner + (int3)(edge + margin), last_voxel);
    int visible = 0;
    for (int z = first.z; z <= last.z && visible != LABEL_BITS; ++z) {
        for (int y = first.y; y <= last.y; ++y) {
            __global const ushort *row =
                labels + ((size_t)z * (size_t)layout->voxels[1] + (size_t)y) * (size_t)layout->voxels[0];
            for (int x = first.x; x <= last.x; ++x) {
                visible |= bits_of_label(label_colors, last_label, min((int)row[x], last_label));
            }
        }
    }
    label_visible[octree_address(layout, 0, leaf.x, leaf.y, leaf.z)] = (uchar)visible;
}
