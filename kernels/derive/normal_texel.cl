// Texels of the normal volume from the sums of three slices.
// Provides: Texels, normal_texels.   Requires: gradient_*.cl, lit_*.cl, reach.cl, vectors.cl, shared_types.h.

// In [0, 1]: x, y, z = 0.5 + 0.5 n, n against the gradient, shorter than 1 where that is less than
// 1 / inv_full_gradient();
// w = square root of the gradient's magnitude times magnitude_scale, at most 1.
typedef struct Texels {
    lanes_t x, y, z, w;
} Texels;

// Differences per voxel become differences per length by the spacing of each axis, so that normals are right for
// unequal spacing. Voxels without a gradient get the zero vector: they are not lit. The neighbours outside of the
// volume are those on its faces.
// by_opacity  see lit_*.cl
static Texels normal_texels(const DeriveParams *derive, __global const float *by_opacity, Reaches reaches,
                            SlabSums before, SlabSums at, SlabSums behind) {
    const float3 factor = vector3(derive->inv_spacing) / SLAB_WEIGHT;
    const lanes_t along_x = (before.beside_x + at.within_x + behind.beside_x) * (reaches.x * factor.x);
    const lanes_t along_y = (before.beside_y + at.within_y + behind.beside_y) * (reaches.y * factor.y);
    const lanes_t along_z = (behind.through - before.through) * (reaches.z * factor.z);
    const lanes_t size = sqrt(along_x * along_x + along_y * along_y + along_z * along_z);
    const lanes_t inv_full = inv_full_gradient(derive, by_opacity, at.through * (1.0f / SLAB_WEIGHT));
    const lanes_t share = fmin(size * inv_full, (lanes_t)(1.0f));
    const lanes_t scale = size > derive->smallest_gradient ? -0.5f * share / size : (lanes_t)(0.0f);
    Texels texels;
    texels.x = along_x * scale + 0.5f;
    texels.y = along_y * scale + 0.5f;
    texels.z = along_z * scale + 0.5f;
    texels.w = sqrt(fmin(size * derive->magnitude_scale, (lanes_t)(1.0f)));
    return texels;
}
