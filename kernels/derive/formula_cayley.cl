// Cayley's cubic, whose zero set lies at 128.
// Provides: formula.   Requires: nothing; a device with cl_khr_fp64.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

// x, y, z  in [-0.5, 0.5]; operations in the order of volume/synthetic/formulas.cpp, so that results are the same
static double formula(double x, double y, double z) {
    return 128.0 + 25.0 * (1.0 - 128.0 * x * y * z - 16.0 * (x * x + y * y + z * z));
}
