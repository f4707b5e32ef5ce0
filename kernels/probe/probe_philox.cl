// The words of a counter, for a test.
// Provides: kernel philox_words.   Requires: philox.cl.

__kernel void philox_words(const uint4 counter, const uint2 key, __global uint4 *words) {
    words[0] = philox4x32(counter, key);
}
