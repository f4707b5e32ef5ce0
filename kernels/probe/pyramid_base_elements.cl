// The base of a HistoPyramid: elements, each of which is retained if it is odd. That is the talk's first step, by its own
// launch or in that which builds the first levels (Dyken and Ziegler 2010, "Optimizing the HistoPyramid Reduction").
// Provides: base_count, kernel pyramid_first_step.   Requires: nothing.

static uint base_count(uint element) { return element & 1u; }

__kernel void pyramid_first_step(uint count, __global const uint *elements, __global uint *counts) {
    const uint i = (uint)get_global_id(0);
    if (i < count) {
        counts[i] = base_count(elements[i]);
    }
}
