// Rays of light through a few slices at a time: the whole volume is there.
// Provides: Sweep, begin_sweep, go_on, march_slices, sweep_waits, end_sweep.
// Requires: light_step.cl; constants SWEEP_SLICES, SWEEP_LOOK.

// How far the ray of a work-item is.
typedef struct Sweep {
    int slice;                   // the first that is not done
    float through;               // share of the light that meets it
    float shares[SWEEP_SLICES];  // that come through each slice from there on
} Sweep;

// states  see sweep_waves.cl
static Sweep begin_sweep(__global const uint *states) {
    Sweep sweep;
    sweep.slice = 0;
    sweep.through = 1.0f;
#pragma unroll
    for (int i = 0; i < SWEEP_SLICES; ++i) {
        sweep.shares[i] = 1.0f;
    }
    return sweep;
}

// To the next slices.
static void go_on(Sweep *sweep) {
    sweep->slice += SWEEP_SLICES;
#pragma unroll
    for (int i = 0; i < SWEEP_SLICES; ++i) {
        sweep->shares[i] = 1.0f;
    }
}

// Fills in the shares. How much light is left is looked at every SWEEP_LOOK slices: not knowing it, fetches overlap.
// steps  of a slice
static void march_slices(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, int steps, int skips, Sweep *sweep,
                         Cursor *cursor) {
    const float first = (float)(sweep->slice * steps), last = (float)((sweep->slice + SWEEP_SLICES) * steps);
    if (sweep->through <= frame->compositing.transmittance_end || ray->entry >= last || ray->exit <= first) {
        return;
    }
    for (int j = 0; j < steps; ++j) {
#pragma unroll
        for (int i = 0; i < SWEEP_SLICES; ++i) {
            float part;
            const float middle = middle_of_step(ray, (float)((sweep->slice + i) * steps + j), &part);
            sweep->shares[i] *= through_step(frame, SCENE, ray, middle, part, cursor);
        }
    }
}

// Whether some ray of the work-group waits for a brick.
static int sweep_waits(const Sweep *sweep, __global uint *states, __local int *waiting) { return 0; }

static void end_sweep(__global uint *states) {}
