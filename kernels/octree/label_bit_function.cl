// Visible labels have transfer functions, each of which is a bit.
// Provides: LABEL_BITS, bits_of_label.   Requires: shared_types.h.

#define LABEL_BITS ((1 << LABEL_FUNCTIONS) - 1) // all that labels may give a leaf

// label_colors, last_label  see label_volume.cl
static int bits_of_label(__global const uint *label_colors, int last_label, int label) {
    return label_colors[label] >> 25 != 0u ? 1 << label_colors[last_label + 1 + label] : 0;
}
