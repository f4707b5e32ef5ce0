// Runs a loop for many rounds, so that the host can tell whether the driver lets it (device/quirks.cpp, short_loops).
// Provides: kernel probe_loop.   Requires: nothing.

__kernel void probe_loop(const uint rounds, __global uint *result) {
    uint value = 1u;
    for (uint i = 0u; i < rounds; ++i) {
        value = value * 1664525u + 1013904223u;
    }
    result[get_global_id(0)] = value;
}
