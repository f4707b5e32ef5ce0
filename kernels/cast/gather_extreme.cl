// What maximum and minimum intensity projections gather along a ray.
// Provides: Front, empty_front, store_front, load_front, shown, gather, is_settled, has_samples, front_quantum.
// Requires: place_*.cl, shared_types.h, EXTREME.

typedef struct Front {
    int quantum; // largest so far, times EXTREME; INT_MIN: none
    float waits_at; // sample whose brick is not there, < 0: none
    Cursor cursor;  // where its samples lie
} Front;

static Front empty_front(void) {
    Front front;
    front.quantum = INT_MIN;
    front.waits_at = -1.0f;
    front.cursor = no_cursor();
    return front;
}

// All that it has gathered as words, and back.
static void store_front(const Front *front, __global uint *words) { words[0] = as_uint(front->quantum); }

static void load_front(__global const uint *words, Front *front) { front->quantum = as_int(words[0]); }

// What a number of quanta counts as, times EXTREME: those beyond the ends of the transfer function all look alike.
static int shown(const FrameParams *frame, int quantum) {
    return EXTREME * clamp(quantum, frame->projection.quantum_low, frame->projection.quantum_high);
}

// Adds `count` samples of a shown value. Returns true once nothing behind can change the result.
static int gather(const FrameParams *frame, Front *front, int quantum, float count) {
    front->quantum = max(front->quantum, quantum);
    return front->quantum >= (EXTREME > 0 ? frame->projection.quantum_high : -frame->projection.quantum_low);
}

// Whether shown values of at most `largest` cannot change the result.
static int is_settled(const Front *front, int largest) { return largest <= front->quantum; }

static int has_samples(const Front *front) { return front->quantum != INT_MIN; }

static float front_quantum(const Front *front) { return (float)(EXTREME * front->quantum); }
