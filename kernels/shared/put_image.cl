// Writes voxels to a 3D image, whose format makes of VOXEL_ONE a 1.
// Provides: VOXEL_TARGET, put_voxels.   Requires: scalar_*.cl; a device with cl_khr_3d_image_writes.

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

#define VOXEL_TARGET __write_only image3d_t

// Four of them along x.
static void put_voxels(__write_only image3d_t target, const int *dims, int3 at, scalar4_t four) {
    const float4 values = convert_float4(four) / (float)VOXEL_ONE;
    write_imagef(target, (int4)(at.x, at.y, at.z, 0), (float4)(values.x));
    write_imagef(target, (int4)(at.x + 1, at.y, at.z, 0), (float4)(values.y));
    write_imagef(target, (int4)(at.x + 2, at.y, at.z, 0), (float4)(values.z));
    write_imagef(target, (int4)(at.x + 3, at.y, at.z, 0), (float4)(values.w));
}
