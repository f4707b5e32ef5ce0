// Distance to a sphere, 128 on it.
// Provides: formula.   Requires: nothing; a device with cl_khr_fp64.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

// x, y, z  in [-0.5, 0.5]; operations in the order of volume/synthetic/formulas.cpp, so that results are the same
static double formula(double x, double y, double z) {
    return 128.0 + 510.0 * (0.35 - sqrt(x * x + y * y + z * z));
}
