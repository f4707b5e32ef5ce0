// Maximum intensity projection: a ray shows the largest scalar on it.
// Provides: Front, empty_front, shown, gather, is_settled, has_samples, front_quantum.   Requires: shared_types.h.

typedef struct Front {
    int quantum; // largest so far; INT_MIN: none
} Front;

static Front empty_front(void) {
    Front front;
    front.quantum = INT_MIN;
    return front;
}

// What a number of quanta counts as: those beyond the ends of the transfer function all look alike.
static int shown(const FrameParams *frame, int quantum) {
    return clamp(quantum, frame->quantum_low, frame->quantum_high);
}

// Adds `count` samples of a shown value. Returns true once nothing behind can change the result.
static int gather(const FrameParams *frame, Front *front, int quantum, float count) {
    front->quantum = max(front->quantum, quantum);
    return front->quantum >= frame->quantum_high;
}

// Whether values between shown bounds cannot change the result.
static int is_settled(const Front *front, int2 bounds) { return bounds.y <= front->quantum; }

static int has_samples(const Front *front) { return front->quantum != INT_MIN; }

static float front_quantum(const Front *front) { return (float)front->quantum; }
