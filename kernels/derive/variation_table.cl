// How much the opacity varies between two samples that look the transfer table up.
// Provides: variation_between.   Requires: classify_post.cl.

// Between the samples the scalar runs through all values between theirs, whatever the table holds there.
// total_variation  [i]: sum of the changes of the table's opacity from entry 0 to i, one more than entries
static float variation_between(Sample a, Sample b, __global const float *total_variation) {
    const int first = (int)a.position, second = (int)b.position;
    const float at_a = mix(total_variation[first], total_variation[first + 1], a.position - (float)first);
    const float at_b = mix(total_variation[second], total_variation[second + 1], b.position - (float)second);
    return fabs(at_b - at_a);
}
