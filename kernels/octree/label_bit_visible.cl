// Labels are visible or not.
// Provides: LABEL_BITS, bits_of_label.   Requires: nothing.

#define LABEL_BITS 1 // all that a label may give a leaf

// label_colors, last_label  see label_volume.cl
static int bits_of_label(__global const uint *label_colors, int last_label, int label) {
    return label_colors[label] >> 25 != 0u;
}
