// What average intensity projection gathers along 16 rays; gather_mean.cl in lanes.
// Provides: Front, empty_front, shown, gather, settled_lanes, finished_lanes, lanes_with_samples, front_quanta.
// Requires: packet_types.cl.

// Sums of whole numbers do not depend on how the samples are put together.
typedef struct Front {
    long16 sum; // of quanta
    int16 count;
} Front;

static Front empty_front(void) {
    Front front;
    front.sum = (long16)(0);
    front.count = (int16)(0);
    return front;
}

// What numbers of quanta count as.
static int16 shown(const FrameParams *frame, int16 quanta) { return quanta; }

// Adds `count` samples of shown values, in some lanes.
static void gather(Front *front, int16 quanta, int16 lanes, int16 count) {
    front->sum += convert_long16(quanta) * convert_long16(count & lanes);
    front->count += count & lanes;
}

// Masks of the lanes where shown values of at most `largest`, or any, cannot change the result: none.
static int16 settled_lanes(const Front *front, int16 largest) { return (int16)(0); }
static int16 finished_lanes(const FrameParams *frame, const Front *front) { return (int16)(0); }

static int16 lanes_with_samples(const Front *front) { return front->count > 0; }

static float16 front_quanta(const Front *front) {
    return convert_float16(front->sum) / convert_float16(max(front->count, 1));
}
