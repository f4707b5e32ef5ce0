// Smallest and largest of eight columns of voxels.
// Provides: Fold, first_fold, fold_in, smallest_of, largest_of.   Requires: iso_scalar_*.cl.

typedef struct Fold {
    scalar8_t low, high;
} Fold;

static Fold first_fold(scalar8_t row) {
    Fold fold;
    fold.low = fold.high = row;
    return fold;
}

static void fold_in(Fold *fold, scalar8_t row) {
    fold->low = min(fold->low, row);
    fold->high = max(fold->high, row);
}

static scalar8_t smallest_of(const Fold *fold) { return fold->low; }

static scalar8_t largest_of(const Fold *fold) { return fold->high; }
