// What average intensity projection gathers along a ray: the mean of the scalars on it, like an X-ray picture.
// Provides: Front, empty_front, store_front, load_front, shown, gather, is_settled, has_samples, front_quantum.
// Requires: place_*.cl, shared_types.h.

// Sums of whole numbers do not depend on how the samples are put together.
typedef struct Front {
    long sum; // of quanta
    float count;
    float waits_at; // sample whose brick is not there, < 0: none
    Cursor cursor;  // where its samples lie
} Front;

static Front empty_front(void) {
    Front front;
    front.sum = 0;
    front.count = 0.0f;
    front.waits_at = -1.0f;
    front.cursor = no_cursor();
    return front;
}

// All that it has gathered as words, and back.
static void store_front(const Front *front, __global uint *words) {
    vstore2(as_uint2(front->sum), 0, words);
    words[2] = as_uint(front->count);
}

static void load_front(__global const uint *words, Front *front) {
    front->sum = as_long(vload2(0, words));
    front->count = as_float(words[2]);
}

// What a number of quanta counts as.
static int shown(const FrameParams *frame, int quantum) { return quantum; }

// Adds `count` samples of a value. Returns true once nothing behind can change the result: never.
static int gather(const FrameParams *frame, Front *front, int quantum, float count) {
    front->sum += (long)quantum * (long)count;
    front->count += count;
    return 0;
}

// Whether shown values of at most `largest` cannot change the result.
static int is_settled(const Front *front, int largest) { return 0; }

static int has_samples(const Front *front) { return front->count > 0.0f; }

static float front_quantum(const Front *front) { return (float)front->sum / front->count; }
