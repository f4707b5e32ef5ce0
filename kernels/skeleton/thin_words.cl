// A subiteration of thinning: tests the words of the list and writes them anew, and lists words whose voxels have lost
// a neighbour.
// Provides: kernels thin_rows, thin_across.   Requires: thin_match.cl; constant THIN_GROUP.
//
// `before` and `after` are bit volumes with a margin (skeleton/bit_volume.h) that agree outside of the list. A word is
// in the list of an iteration if one of its voxels lost a neighbour in this iteration or the one before: any other has
// been tested in all 12 directions since, and would be kept again. `surface` holds the voxels that were at the surface
// when the iteration began: it is made anew for listed words, and words that are not listed have not changed. `stamps`
// holds the last iteration in which a word was reached by a deletion (of its own voxels too), so it is in the list if
// that is iteration - 1 at least.
//
// The list grows while it is worked on: counts[0] words are there from the start of the iteration and counts[1 + s] are
// appended in subiteration s, to be tested from the next one on. So no word is appended and read in one launch.

// 32 voxels with their neighbours in the row: x before, y themselves, z after.
uint3 shifted(__global const uint *words, uint word) {
    const uint here = words[word];
    return (uint3)(here << 1 | words[word - 1u] >> 31, here, here >> 1 | words[word + 1u] << 31);
}

// Lists a word unless it is in the list. Reading the stamp first spares most of the exchanges; others may exchange it
// meanwhile, and then the exchange decides.
void reach(ThinParams params, uint word, __global volatile uint *stamps, __global volatile uint *counts,
           __global uint *list, uint listed) {
    const uint now = (uint)params.iteration;
    if (stamps[word] == now) {
        return;
    }
    if (atomic_xchg(stamps + word, now) + 1u < now) {
        list[listed + atomic_inc(counts + 1 + params.subiteration)] = word;
    }
}

// Lists the words that hold object voxels around deleted ones.
void reach_neighbours(ThinParams params, uint word, uint deleted, __global const uint *before,
                      __global volatile uint *stamps, __global volatile uint *counts, __global uint *list,
                      uint listed) {
    const uint beside = deleted | deleted << 1 | deleted >> 1;
    for (int z = -1; z <= 1; ++z) {
        for (int y = -1; y <= 1; ++y) {
            const uint there = (uint)((int)word + y * params.row_stride + z * params.slice_stride);
            if (before[there] & beside) {
                reach(params, there, stamps, counts, list, listed);
            }
            if ((deleted & 1u) && before[there - 1u] >> 31) {
                reach(params, there - 1u, stamps, counts, list, listed);
            }
            if (deleted >> 31 && (before[there + 1u] & 1u)) {
                reach(params, there + 1u, stamps, counts, list, listed);
            }
        }
    }
}

// Words listed before this subiteration. All counts are read at once, though some of them are growing: one after the
// other would take longer than a small list.
uint listed_words(ThinParams params, __global const uint *counts) {
    uint listed = counts[0];
#pragma unroll
    for (int i = 1; i < THIN_SUBITERATIONS; ++i) {
        const uint count = counts[i];
        listed += i <= params.subiteration ? count : 0u;
    }
    return listed;
}

void finish_word(ThinParams params, uint word, uint here, uint deleted, __global const uint *before,
                 __global uint *after, __global volatile uint *counts, __global volatile uint *stamps,
                 __global uint *list, uint listed) {
    after[word] = here & ~deleted;
    if (deleted) {
        reach_neighbours(params, word, deleted, before, stamps, counts, list, listed);
    }
}

// Voxels of a word that this iteration may delete.
uint allowed(ThinParams params, __global const uint *surface, uint word) {
    return params.by_layers ? surface[word] : 0xffffffffu;
}

// Subiterations whose two directions lie across the rows of words; first_step and second_step lead there, and west and
// east are along the row.
__kernel __attribute__((reqd_work_group_size(THIN_GROUP, 1, 1)))
void thin_rows(ThinParams params, __global const uint *before, __global uint *after,
                        __global const uint *surface, __global uint *state, __global volatile uint *stamps,
                        __global uint *list) {
    __global volatile uint *counts = state + params.counts;
    const uint listed = listed_words(params, state + params.counts);
    for (uint i = (uint)get_global_id(0); i < listed; i += (uint)get_global_size(0)) {
        const uint word = list[i], here = before[word];
        const uint up = (uint)((int)word + params.first_step), south = (uint)((int)word + params.second_step);
        uint deleted = border(here, before[south], before[up]) & allowed(params, surface, word);
        if (deleted) {
            const uint down = (uint)((int)word - params.first_step);
            Around n;
            n.down_south = shifted(before, (uint)((int)down + params.second_step));
            n.down = shifted(before, down);
            n.down_north = shifted(before, (uint)((int)down - params.second_step));
            n.south = shifted(before, south);
            n.here = shifted(before, word);
            n.north = shifted(before, (uint)((int)word - params.second_step));
            n.up_south = shifted(before, (uint)((int)up + params.second_step));
            n.up = shifted(before, up);
            n.up_north = shifted(before, (uint)((int)up - params.second_step));
            deleted &= deletable(n);
        }
        finish_word(params, word, here, deleted, before, after, counts, stamps, list, listed);
    }
}

// Three rows of words as (down, here, up), where up is along the row, forwards unless mirrored.
uint3 along(ThinParams params, __global const uint *before, uint word) {
    const uint3 row = shifted(before, word);
    return params.mirrored ? row.zyx : row;
}

// Subiterations of which one direction (up) lies along the rows of words; first_step leads to the other (south),
// second_step to the third axis (east).
__kernel __attribute__((reqd_work_group_size(THIN_GROUP, 1, 1)))
void thin_across(ThinParams params, __global const uint *before, __global uint *after,
                          __global const uint *surface, __global uint *state, __global volatile uint *stamps,
                          __global uint *list) {
    __global volatile uint *counts = state + params.counts;
    const uint listed = listed_words(params, state + params.counts);
    for (uint i = (uint)get_global_id(0); i < listed; i += (uint)get_global_size(0)) {
        const uint word = list[i];
        const uint south = (uint)((int)word + params.first_step), north = (uint)((int)word - params.first_step);
        const uint3 s = along(params, before, south), c = along(params, before, word);
        uint deleted = border(c.y, s.y, c.z) & allowed(params, surface, word);
        if (deleted) {
            const uint3 sw = along(params, before, (uint)((int)south - params.second_step));
            const uint3 se = along(params, before, (uint)((int)south + params.second_step));
            const uint3 w = along(params, before, (uint)((int)word - params.second_step));
            const uint3 e = along(params, before, (uint)((int)word + params.second_step));
            const uint3 nw = along(params, before, (uint)((int)north - params.second_step));
            const uint3 n = along(params, before, north);
            const uint3 ne = along(params, before, (uint)((int)north + params.second_step));
            Around around;
            around.down_south = (uint3)(sw.x, s.x, se.x);
            around.down = (uint3)(w.x, c.x, e.x);
            around.down_north = (uint3)(nw.x, n.x, ne.x);
            around.south = (uint3)(sw.y, s.y, se.y);
            around.here = (uint3)(w.y, c.y, e.y);
            around.north = (uint3)(nw.y, n.y, ne.y);
            around.up_south = (uint3)(sw.z, s.z, se.z);
            around.up = (uint3)(w.z, c.z, e.z);
            around.up_north = (uint3)(nw.z, n.z, ne.z);
            deleted &= deletable(around);
        }
        finish_word(params, word, c.y, deleted, before, after, counts, stamps, list, listed);
    }
}
