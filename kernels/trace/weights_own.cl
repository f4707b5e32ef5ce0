// Matter of one transfer function at a place: there is nothing to weigh.
// Provides: weigh_by_extinction.   Requires: classify_*.cl.

static Sample weigh_by_extinction(Sample sample) { return sample; }
