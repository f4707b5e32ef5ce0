// The list of words that a thinning iteration tests.
// Provides: kernels list_border_words, list_reached_words.   Requires: nothing.

// Appends `word` to a list for every work-item that wants it; one atomic addition a work-group. All work-items of a
// group come here.
void append(uint wanted, uint word, __local uint *found, __global uint *list, __global volatile uint *count) {
    if (get_local_id(0) == 0) {
        found[0] = 0u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint place = wanted ? atomic_inc(found) : 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && found[0]) {
        found[1] = atomic_add(count, found[0]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (wanted) {
        list[found[1] + place] = word;
    }
}

// The first list: words with an object voxel that has background at one of its six faces. Copies the volume, too.
// begin, end  words without the margin's slices
__kernel void list_border_words(ThinParams params, uint begin, uint end, __global const uint *before,
                                __global uint *after, __global uint *state, __global uint *stamps,
                                __global uint *list) {
    __local uint found[2];
    __global volatile uint *counts = (__global volatile uint *)(state + params.counts);
    const uint row = (uint)params.row_stride, slice = (uint)params.slice_stride;
    for (uint first = begin + (uint)(get_group_id(0) * get_local_size(0)); first < end;
         first += (uint)get_global_size(0)) {
        const uint word = first + (uint)get_local_id(0);
        uint wanted = word < end ? before[word] : 0u;
        if (wanted) {
            const uint here = wanted;
            const uint inner = (here << 1 | before[word - 1u] >> 31) & (here >> 1 | before[word + 1u] << 31) &
                               before[word - row] & before[word + row] & before[word - slice] & before[word + slice];
            wanted = here & ~inner;
        }
        if (word < end) {
            after[word] = before[word];
            stamps[word] = wanted ? (uint)params.iteration - 1u : 0u;
        }
        append(wanted, word, found, list, counts);
    }
}

// The list of the next iteration: words of this one's that a deletion reached. Also clears the counts of the iteration
// after the next, and notes that this one had something to test.
__kernel void list_reached_words(ThinParams params, __global uint *state, __global const uint *stamps,
                                 __global const uint *list, __global uint *next_list) {
    __local uint found[2];
    __global const uint *counts = state + params.counts;
    uint listed = 0u;
    for (int i = 0; i <= THIN_SUBITERATIONS; ++i) {
        listed += counts[i];
    }
    if (get_global_id(0) < THIN_COUNTS) {
        state[params.counts_after_next + (int)get_global_id(0)] = 0u;
    }
    if (get_global_id(0) == 0 && listed) {
        state[THIN_LAST_ITERATION] = (uint)params.iteration;
    }
    for (uint first = (uint)(get_group_id(0) * get_local_size(0)); first < listed;
         first += (uint)get_global_size(0)) {
        const uint i = first + (uint)get_local_id(0);
        const uint word = i < listed ? list[i] : 0u;
        const uint wanted = i < listed && stamps[word] == (uint)params.iteration;
        append(wanted, word, found, next_list, (__global volatile uint *)(state + params.counts_next));
    }
}
