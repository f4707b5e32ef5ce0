// What maximum and minimum intensity projections gather along 16 rays; gather_extreme.cl in lanes.
// Provides: Front, empty_front, shown, gather, settled_lanes, finished_lanes, lanes_with_samples, front_quanta.
// Requires: packet_types.cl, EXTREME.

typedef struct Front {
    int16 quantum; // largest so far, times EXTREME; INT_MIN: none
} Front;

static Front empty_front(void) {
    Front front;
    front.quantum = (int16)(INT_MIN);
    return front;
}

// What numbers of quanta count as, times EXTREME: those beyond the ends of the transfer function all look alike.
static int16 shown(const FrameParams *frame, int16 quanta) {
    return EXTREME * clamp(quanta, (int16)(frame->projection.quantum_low), (int16)(frame->projection.quantum_high));
}

// Adds samples of shown values, in some lanes; how many does not matter.
static void gather(Front *front, int16 quanta, int16 lanes, int16 count) {
    front->quantum = select(front->quantum, max(front->quantum, quanta), lanes);
}

// Mask of the lanes where shown values of at most `largest` cannot change the result.
static int16 settled_lanes(const Front *front, int16 largest) { return largest <= front->quantum; }

// Mask of the lanes where nothing can.
static int16 finished_lanes(const FrameParams *frame, const Front *front) {
    return front->quantum >= (EXTREME > 0 ? frame->projection.quantum_high : -frame->projection.quantum_low);
}

static int16 lanes_with_samples(const Front *front) { return front->quantum != INT_MIN; }

static float16 front_quanta(const Front *front) { return convert_float16(EXTREME * front->quantum); }
