// Votes of the lanes of an NVIDIA warp by inline PTX; NVIDIA's OpenCL has no sub-groups.
// Provides: warp_any, warp_count, warp_rank, warp_broadcast, warp_elects, warp_sync.
// Requires: nothing; an NVIDIA device of compute capability 7.0 or later; work-groups of whole warps.
//
// Since Volta the lanes of a warp are not in lockstep by themselves. Votes name all 32 lanes: they wait for each other
// there, so every lane of the warp must come.

static int warp_any(int predicate) {
    int result;
    asm volatile("{\n\t.reg .pred p, q;\n\t"
                 "setp.ne.s32 p, %1, 0;\n\t"
                 "vote.sync.any.pred q, p, 0xffffffff;\n\tselp.s32 %0, 1, 0, q;\n\t}"
                 : "=r"(result) : "r"(predicate));
    return result;
}

static uint warp_ballot(int predicate) {
    uint ballot;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "setp.ne.s32 p, %1, 0;\n\t"
                 "vote.sync.ballot.b32 %0, p, 0xffffffff;\n\t}"
                 : "=r"(ballot) : "r"(predicate));
    return ballot;
}

static uint lanes_below(void) {
    uint mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

static uint warp_count(int predicate) { return popcount(warp_ballot(predicate)); }

// Number of lanes below this one in which the predicate holds.
static uint warp_rank(int predicate) { return popcount(warp_ballot(predicate) & lanes_below()); }

// The value of the warp's first lane.
static uint warp_broadcast(uint value) {
    uint result;
    asm volatile("shfl.sync.idx.b32 %0, %1, 0, 0x1f, 0xffffffff;" : "=r"(result) : "r"(value));
    return result;
}

// Orders what the lanes write to memory, too.
static void warp_sync(void) { asm volatile("bar.warp.sync 0xffffffff;"); }

// 1 in one of the lanes that run this together, 0 in the others; no vote, any lanes may come.
static uint warp_elects(void) {
    uint active;
    asm volatile("activemask.b32 %0;" : "=r"(active));
    return (active & lanes_below()) == 0u ? 1u : 0u;
}
