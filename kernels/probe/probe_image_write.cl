// Writes known texels into a 2x2x2 image, so that the host can tell whether writes to 3D images arrive.
// Provides: kernel probe_image_write.   Requires: nothing; a device that lists cl_khr_3d_image_writes.

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

// Voxel number i of 8, x fastest, becomes i / 8 in all four components.
__kernel void probe_image_write(__write_only image3d_t image) {
    const int i = get_global_id(0);
    write_imagef(image, (int4)(i & 1, (i >> 1) & 1, i >> 2, 0), (float4)(i / 8.0f));
}
