// Votes of the lanes of an NVIDIA warp by inline PTX; NVIDIA's OpenCL has no sub-groups.
// Provides: warp_any, warp_count.   Requires: an NVIDIA device of compute capability 7.0 or later.
// Votes run over the lanes active at the call (activemask), so they are safe in diverged code: since Volta the lanes
// of a warp are not in lockstep by themselves.

static int warp_any(int predicate) {
    int result;
    asm volatile("{\n\t.reg .pred p, q;\n\t.reg .b32 m;\n\t"
                 "activemask.b32 m;\n\tsetp.ne.s32 p, %1, 0;\n\t"
                 "vote.sync.any.pred q, p, m;\n\tselp.s32 %0, 1, 0, q;\n\t}"
                 : "=r"(result) : "r"(predicate));
    return result;
}

static uint warp_count(int predicate) {
    uint ballot;
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 m;\n\t"
                 "activemask.b32 m;\n\tsetp.ne.s32 p, %1, 0;\n\t"
                 "vote.sync.ballot.b32 %0, p, m;\n\t}"
                 : "=r"(ballot) : "r"(predicate));
    return popcount(ballot);
}
