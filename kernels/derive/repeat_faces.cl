// Texels of slots that lie outside of the volume become those on its faces: samples on a face may ask for them.
// Provides: kernel repeat_faces.   Requires: slot_voxels.cl, vectors.cl.

// texels  of the atlas, RGBA8
// global size: dims of the atlas
__kernel void repeat_faces(const DeriveParams derive_value, __global const int4 *slot_bricks, __global uchar4 *texels) {
    const DeriveParams *derive = &derive_value;
    const int3 at = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    const int3 voxel = voxel_in_volume(derive->dims, slot_bricks, at);
    const int3 last = (int3)(derive->volume_dims[0], derive->volume_dims[1], derive->volume_dims[2]) - 1;
    const int3 from = at + clamp(voxel, (int3)(0), last) - voxel;
    if (any(from != at) && all(from / BRICK_STORED == at / BRICK_STORED)) {
        texels[voxel_index(derive->dims, at.x, at.y, at.z)] =
            texels[voxel_index(derive->dims, from.x, from.y, from.z)];
    }
}
