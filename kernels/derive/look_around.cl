// Ambient occlusion by cones: which share of its surroundings a texel of the light volume sees (thesis remark 3.3;
// Crassin et al. 2011, section 7).
// Provides: kernel look_around.   Requires: asked_places.cl, pass_levels.cl, store_*.cl, vectors.cl.

// The cones share the sphere among them. All texels take the same steps, each as long as the cone is wide in the
// middle, through the level whose texels are as large: so neighbours never change levels at different places.
//
// texels   the pyramid; levels: its sizes, see pass_levels.cl
// places   float4 a step of each cone: from the texel to its middle in voxels, and its length in texels of its level
// step_levels  level of each step, from 1 on
// low, high  corners of the box that is drawn, voxel space: a cone that has left it sees the rest
// dims     texels of the light volume; w: voxels from one to the next
// within   see asked_places.cl; what nobody asks for sees everything
// seen     a byte a texel: the share, half of a sphere being all: a flat surface is not darkened
// target   the light volume, written if `alone`: there are no shadows that need both
// global size: dims, each rounded up to a multiple of the local size; less along z for a slab from first_slice on
__kernel void look_around(const int4 dims, OCTREE_LAYOUT *octree, __global const uchar *nodes, const float within, const float4 low, const float4 high,
                          __global const ushort *texels, __global const int4 *levels, const int cones, const int steps,
                          __global const float4 *places, __global const int *step_levels, const int first_slice,
                          const int alone, __global uchar *seen, TEXEL_TARGET target) {
    const int3 texel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2) + first_slice);
    if (any(texel >= dims.xyz)) {
        return;
    }
    const float3 voxel = convert_float3(texel * dims.w);
    float share = 1.0f;
    if (is_asked(octree, nodes, voxel, voxel, within)) {
        float sum = 0.0f;
        for (int cone = 0; cone < cones; ++cone) {
            float depth = 0.0f; // binary logarithm of what comes through
            for (int i = 0; i < steps && depth > -10.0f; ++i) {
                const float4 place = places[cone * steps + i];
                const int level = step_levels[i];
                const float3 middle = voxel + place.xyz;
                if (any(middle < low.xyz) || any(middle > high.xyz)) {
                    break;
                }
                const float3 at = middle / (float)(1 << level) + 0.5f;
                depth = fma(place.w, log2(fmax(pass_at_place(texels, levels[level - 1], at), 1e-6f)), depth);
            }
            sum += exp2(depth);
        }
        share = fmin(2.0f * sum / (float)cones, 1.0f);
    }
    const int size[3] = {dims.x, dims.y, dims.z};
    seen[voxel_index(size, texel.x, texel.y, texel.z)] = convert_uchar_sat_rte(share * 255.0f);
    if (alone) {
        store_texel(target, size, texel.x, texel.y, texel.z, (float4)(1.0f, share, 0.0f, 1.0f));
    }
}
