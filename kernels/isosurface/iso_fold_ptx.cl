// Smallest and largest of eight columns of 8-bit voxels, two at once.
// Provides: Fold, first_fold, fold_in, smallest_of, largest_of.
// Requires: iso_scalar_u8.cl; an NVIDIA device of compute capability 9.0 or later, which compares pairs of 16 bits.

// Even columns are kept as 16-bit numbers. Odd ones are the high bytes of such numbers, with the even ones below them:
// those do not matter to which high byte is the smallest or largest.
typedef struct Fold {
    uint2 low_even, high_even, low_odd, high_odd;
} Fold;

static uint pair_min(uint a, uint b) {
    uint result;
    asm("min.u16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
}

static uint pair_max(uint a, uint b) {
    uint result;
    asm("max.u16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
}

static uint2 even_columns(uint2 odd) { return odd & 0x00ff00ffu; }

static Fold first_fold(scalar8_t row) {
    Fold fold;
    fold.low_odd = fold.high_odd = as_uint2(row);
    fold.low_even = fold.high_even = even_columns(fold.low_odd);
    return fold;
}

static void fold_in(Fold *fold, scalar8_t row) {
    const uint2 odd = as_uint2(row), even = even_columns(odd);
    fold->low_odd = (uint2)(pair_min(fold->low_odd.x, odd.x), pair_min(fold->low_odd.y, odd.y));
    fold->high_odd = (uint2)(pair_max(fold->high_odd.x, odd.x), pair_max(fold->high_odd.y, odd.y));
    fold->low_even = (uint2)(pair_min(fold->low_even.x, even.x), pair_min(fold->low_even.y, even.y));
    fold->high_even = (uint2)(pair_max(fold->high_even.x, even.x), pair_max(fold->high_even.y, even.y));
}

static scalar8_t columns_of(uint2 even, uint2 odd) { return as_uchar8((odd & 0xff00ff00u) | even); }

static scalar8_t smallest_of(const Fold *fold) { return columns_of(fold->low_even, fold->low_odd); }

static scalar8_t largest_of(const Fold *fold) { return columns_of(fold->high_even, fold->high_odd); }
