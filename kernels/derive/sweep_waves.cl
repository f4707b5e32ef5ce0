// Rays of light through a few slices at a time, as far as the bricks on their way are there: a work-group goes on to the
// next slices when none of its rays waits, in a later wave.
// Provides: Sweep, begin_sweep, go_on, march_slices, sweep_waits, end_sweep.
// Requires: light_step.cl, place_bricks.cl, asked_places.cl; constants SWEEP_SLICES, SWEEP_LOOK,
// BRICK_EDGE.
//
// states  4 + SWEEP_SLICES words a work-item, zero before the first wave: 1 once it has begun, the first slice that is not
//         done, how many steps are done from there on, bits of what is left of the light, bits of the shares
// The more slices, the fewer bricks come again: those across the light come once for each so many.

typedef struct Sweep {
    int slice;                   // the first that is not done
    int step;                    // so many steps are done from there on
    int waits;                   // its next brick is not there
    float through;               // share of the light that meets the slice
    float shares[SWEEP_SLICES];  // that come through each slice from there on
} Sweep;

static __global const uint *own_state(__global const uint *states) {
    const size_t width = get_global_size(0);
    return states + (4 + SWEEP_SLICES) * (get_global_id(1) * width + get_global_id(0));
}

static Sweep begin_sweep(__global const uint *states) {
    __global const uint *state = own_state(states);
    Sweep sweep;
    sweep.slice = (int)state[1];
    sweep.step = (int)state[2];
    sweep.waits = 0;
    sweep.through = state[0] ? as_float(state[3]) : 1.0f;
#pragma unroll
    for (int i = 0; i < SWEEP_SLICES; ++i) {
        sweep.shares[i] = state[0] ? as_float(state[4 + i]) : 1.0f;
    }
    return sweep;
}

// To the next slices.
static void go_on(Sweep *sweep) {
    sweep->slice += SWEEP_SLICES;
    sweep->step = 0;
#pragma unroll
    for (int i = 0; i < SWEEP_SLICES; ++i) {
        sweep->shares[i] = 1.0f;
    }
}

// Whether nothing can be seen in the brick around a lattice position: all light comes through, and it need not come.
static int is_clear_brick(SCENE_PARAMS, float3 lattice) {
    const float3 corner = floor((lattice - LATTICE_OFFSET) * (1.0f / (float)BRICK_EDGE)) * (float)BRICK_EDGE;
    int level = 0;
    while (level < octree->levels - 1 && (BRICK_EDGE >> level) > (1 << octree->leaf_log2)) {
        ++level;
    }
    return nothing_within(octree, nodes, level, corner + 0.5f, corner + ((float)BRICK_EDGE - 0.5f));
}

// Fills in the shares as far as bricks are there.
// steps  of a slice
// skips  not 0: the octree is that of what can be seen
static void march_slices(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, int steps, int skips, Sweep *sweep,
                         Cursor *cursor) {
    float through = sweep->through;
    int lit = 1;
#pragma unroll
    for (int i = 0; i < SWEEP_SLICES; ++i) {
        lit = i % SWEEP_LOOK == 0 ? through > frame->compositing.transmittance_end : lit;
        sweep->step = lit ? sweep->step : max(sweep->step, (i + 1) * steps);
        for (; sweep->step < (i + 1) * steps && !sweep->waits; ++sweep->step) {
            float part;
            const float middle = middle_of_step(ray, (float)(sweep->slice * steps + sweep->step), &part);
            const float3 lattice = lattice_position(frame, ray, middle);
            if (part <= 0.0f || (skips && !is_in_brick(cursor, lattice) && is_clear_brick(SCENE, lattice))) {
                continue;
            }
            const float share = through_step(frame, SCENE, ray, middle, part, cursor);
            if (share < 0.0f) {
                sweep->waits = 1;
                break;
            }
            sweep->shares[i] *= share;
        }
        through *= sweep->shares[i];
    }
}

// Whether some ray of the work-group waits for a brick; all of them are then kept until the next wave.
static int sweep_waits(const Sweep *sweep, __global uint *states, __local int *waiting) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && get_local_id(1) == 0) {
        *waiting = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (sweep->waits) {
        *waiting = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int some = *waiting;
    if (some) {
        __global uint *state = (__global uint *)own_state(states);
        state[0] = 1u;
        state[1] = (uint)sweep->slice;
        state[2] = (uint)sweep->step;
        state[3] = as_uint(sweep->through);
#pragma unroll
        for (int i = 0; i < SWEEP_SLICES; ++i) {
            state[4 + i] = as_uint(sweep->shares[i]);
        }
    }
    return some;
}

// Later waves find nothing left to do.
static void end_sweep(__global uint *states) {
    __global uint *state = (__global uint *)own_state(states);
    state[0] = 1u;
    state[1] = (uint)INT_MAX;
}
