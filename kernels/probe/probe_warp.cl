// Lets every lane of a work-group vote, so that the host can tell how many lanes a warp has and whether votes work.
// Provides: kernel probe_warp.   Requires: warp_any, warp_count.

// votes  for each work-item: is it in the warp of work-item 5; lanes of its warp; lanes with an odd number in its warp
__kernel void probe_warp(__global uint *votes) {
    const uint i = (uint)get_local_id(0);
    const size_t at = 3 * get_global_id(0);
    votes[at] = (uint)warp_any(i == 5);
    votes[at + 1] = warp_count(1);
    votes[at + 2] = warp_count(i & 1);
}
