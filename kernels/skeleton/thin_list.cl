// The list of words that a thinning iteration tests, and which of their voxels it may delete.
// Provides: kernels list_border_words, list_reached_words.   Requires: nothing; constant THIN_GROUP.

// Object voxels of a word with background at one of their six faces.
uint at_surface(ThinParams params, __global const uint *words, uint word) {
    const uint row = (uint)params.row_stride, slice = (uint)params.slice_stride, here = words[word];
    const uint inner = (here << 1 | words[word - 1u] >> 31) & (here >> 1 | words[word + 1u] << 31) &
                       words[word - row] & words[word + row] & words[word - slice] & words[word + slice];
    return here & ~inner;
}

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

// The first list: words with an object voxel at the surface. Copies the volume, too.
// begin, end  words without the margin's slices
__kernel __attribute__((reqd_work_group_size(THIN_GROUP, 1, 1)))
void list_border_words(ThinParams params, uint begin, uint end, __global const uint *before,
                                __global uint *after, __global uint *surface, __global uint *state,
                                __global uint *stamps, __global uint *list) {
    __local uint found[2];
    __global volatile uint *counts = (__global volatile uint *)(state + params.counts);
    for (uint first = begin + (uint)(get_group_id(0) * get_local_size(0)); first < end;
         first += (uint)get_global_size(0)) {
        const uint word = first + (uint)get_local_id(0);
        const uint here = word < end ? before[word] : 0u;
        const uint wanted = here ? at_surface(params, before, word) : 0u;
        if (word < end) {
            after[word] = here;
            surface[word] = wanted;
            stamps[word] = wanted ? (uint)params.iteration - 1u : 0u;
        }
        append(wanted, word, found, list, counts);
    }
}

// The list of the next iteration: words of this one's that a deletion reached, and their voxels at the surface; those
// of all other words are as they were. Also clears the counts of the iteration after the next, and notes that this one
// had something to test.
__kernel __attribute__((reqd_work_group_size(THIN_GROUP, 1, 1)))
void list_reached_words(ThinParams params, __global const uint *words, __global uint *surface,
                                 __global uint *state, __global const uint *stamps, __global const uint *list,
                                 __global uint *next_list) {
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
        if (wanted) {
            surface[word] = at_surface(params, words, word);
        }
        append(wanted, word, found, next_list, (__global volatile uint *)(state + params.counts_next));
    }
}
