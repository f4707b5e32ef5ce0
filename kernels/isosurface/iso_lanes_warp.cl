// A team of lanes is a warp, whose lanes wait for each other and exchange numbers by inline PTX; teams do not wait for
// each other.
// Provides: lanes_sync, group_sync, lanes_scan, lane_value.   Requires: nothing; an NVIDIA device as
// warp_ptx.cl; constant LANES; LANES is 32.

static void group_sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
static void lanes_sync(void) { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }

// Sum of the values of the lanes before this one.
// total  sum over all lanes
static uint lanes_scan(uint value, __local uint *scratch, int lane, uint *total) {
    uint sum = value;
#pragma unroll
    for (int distance = 1; distance < LANES; distance *= 2) {
        uint other;
        asm volatile("shfl.sync.up.b32 %0, %1, %2, 0x0, 0xffffffff;" : "=r"(other) : "r"(sum), "r"(distance));
        sum += lane >= distance ? other : 0u;
    }
    asm volatile("shfl.sync.idx.b32 %0, %1, 31, 0x1f, 0xffffffff;" : "=r"(*total) : "r"(sum));
    return sum - value;
}

// The value of another lane of the warp.
static uint lane_value(uint value, uint lane) {
    uint other;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(other) : "r"(value), "r"(lane));
    return other;
}
