// What expressions call: functions of doubles that host and devices compute to the same bit.
//
// The libraries of drivers round sine, cosine and exponential differently. Here they are sums and products alone, which
// every device with doubles rounds alike as long as products are not contracted with sums: not in a program behind this
// file, until that is allowed again.
#ifndef VOXMARCH_KERNELS_static inlineS_H
#define VOXMARCH_KERNELS_static inlineS_H

#ifndef __OPENCL_VERSION__
#include <cfloat>
#include <cmath>
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#endif

/// The first of two that are the same: of -0 and 0, and beside what is no number.
static inline double formula_min(double a, double b) { return b < a ? b : a; }
static inline double formula_max(double a, double b) { return a < b ? b : a; }

/// base * base * ... from left to right. exponent  0 or more
static inline double formula_power(double base, int exponent) {
    double result = exponent > 0 ? base : 1.0;
    for (int i = 1; i < exponent; ++i) {
        result *= base;
    }
    return result;
}

/// Taylor series of sine and cosine, for |x| <= pi/4: what is left out is below 1e-19.
static inline double formula_sine_series(double x) {
    const double s = x * x;
    double sum = 1.0 / 355687428096000.0; // 1/17!
    sum = sum * s - 1.0 / 1307674368000.0;
    sum = sum * s + 1.0 / 6227020800.0;
    sum = sum * s - 1.0 / 39916800.0;
    sum = sum * s + 1.0 / 362880.0;
    sum = sum * s - 1.0 / 5040.0;
    sum = sum * s + 1.0 / 120.0;
    sum = sum * s - 1.0 / 6.0;
    return x + x * (sum * s);
}

static inline double formula_cosine_series(double x) {
    const double s = x * x;
    double sum = 1.0 / 20922789888000.0; // 1/16!
    sum = sum * s - 1.0 / 87178291200.0;
    sum = sum * s + 1.0 / 479001600.0;
    sum = sum * s - 1.0 / 3628800.0;
    sum = sum * s + 1.0 / 40320.0;
    sum = sum * s - 1.0 / 720.0;
    sum = sum * s + 1.0 / 24.0;
    return 1.0 - (0.5 * s - sum * (s * s));
}

/// Sine of x plus `quarters` quarter turns. Good to a few units in the last place up to |x| = 1e5.
static inline double formula_turned_sine(double x, double quarters) {
    const double turns = floor(x * 0.63661977236758134308 + 0.5); // 2/pi
    // pi/2 in three parts; the first two have 33 bits each, so that their products with `turns` are exact.
    const double rest = x - turns * 1.57079632673412561417 - turns * 6.07710050630396597660e-11 -
                        turns * 2.02226624879595063154e-21;
    const double all = turns + quarters, quarter = all - 4.0 * floor(0.25 * all);
    const double value =
        quarter == 1.0 || quarter == 3.0 ? formula_cosine_series(rest) : formula_sine_series(rest);
    return quarter >= 2.0 ? -value : value;
}

static inline double formula_sin(double x) { return formula_turned_sine(x, 0.0); }
static inline double formula_cos(double x) { return formula_turned_sine(x, 1.0); }

/// 2^k exp(r), |r| <= ln(2)/2; exp(r) by its Taylor series, of which less than 1e-17 is left out.
static inline double formula_exp(double x) {
    const double inside = formula_max(formula_min(x, 1000.0), -1000.0); // beyond it is infinite or 0 in any case
    const double k = floor(inside * 1.44269504088896338700 + 0.5);      // 1/ln(2)
    const double r = inside - k * 6.93147180369123816490e-01 - k * 1.90821492927058770002e-10; // ln(2) in two parts
    double sum = 1.0 / 6227020800.0; // 1/13!
    sum = sum * r + 1.0 / 479001600.0;
    sum = sum * r + 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    return ldexp(1.0 + (r + sum * (r * r)), k == k ? (int)k : 0); // a number that is none has no power
}

/// What a voxel holds of a value: 0 of what is no number or too large for one.
static inline float formula_voxel(double value) { return fabs(value) <= (double)FLT_MAX ? (float)value : 0.0f; }

#endif
