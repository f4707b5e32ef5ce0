// Composites samples front to back (A-compositing, thesis 3.6.5.3).
// Provides: Front, empty_front, store_front, load_front, integrate_sample, composite, integrate_samples, front_color,
// front_alone.
// Requires: ray.cl, hole_*.cl, place_*.cl, classify_*.cl, label_*.cl, shade_*.cl, count_*.cl; constant FUSED_STEPS.

// What a ray has gathered so far.
typedef struct Front {
    float3 rgb;          // premultiplied colour
    float transmittance; // share of the light behind that still gets through, 1 .. 0
    float waits_at;      // sample whose brick is not there, < 0: none
    Cursor cursor;       // where its samples lie
} Front;

static Front empty_front(void) {
    Front front;
    front.rgb = (float3)(0.0f);
    front.transmittance = 1.0f;
    front.waits_at = -1.0f;
    front.cursor = no_cursor();
    return front;
}

// All that it has gathered as four words, and back.
static void store_front(const Front *front, __global uint *words) {
    vstore4(as_uint4((float4)(front->rgb, front->transmittance)), 0, words);
}

static void load_front(__global const uint *words, Front *front) {
    const float4 values = as_float4(vload4(0, words));
    front->rgb = values.xyz;
    front->transmittance = values.w;
}

// Composites a classified sample behind what `front` already holds. The arithmetic is spelled out, because traversals
// must agree on every bit.
// normal  shading_normal() at the sample
// Returns true once nothing behind can be seen any more (early ray termination).
static int composite(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position, Sample sample,
                     float3 normal, Front *front, Counts *counts) {
    count_visible(counts);
    const float3 own = label_rgb(frame, SCENE, position, sample_rgb(frame, SCENE, sample));
    const float3 rgb = shade(frame, SCENE, ray, k, position, normal, front->transmittance, own);
    const float weight = front->transmittance * sample.opacity;
    front->rgb = fma((float3)(weight), rgb, front->rgb);
    front->transmittance -= weight;
    count_opacity(counts, front->transmittance, fma(k, frame->sampling.step, ray->t_first));
    return front->transmittance < frame->compositing.transmittance_end;
}

// Takes sample k of the ray. All traversals ask for the ray's own sample indices, hence give the same picture.
// Returns true once the ray is opaque, or waits.
static int integrate_sample(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Front *front,
                            Counts *counts) {
    if (in_hole(ray->hole, k)) { // whose bricks nobody needs
        count_sample(counts);
        return 0;
    }
    if (enter_run(frame, SCENE, ray, k, k, &front->cursor) == RUN_WAITS) {
        front->waits_at = k;
        return 1;
    }
    Ray copy;
    const Ray *placed = placed_ray(ray, &front->cursor, &copy);
    const float3 position = sample_position(frame, placed, k);
    Sample sample = classify(frame, SCENE, placed, k, position);
    sample.opacity *= label_opacity(frame, SCENE, position);
    sample.opacity = seen_opacity(ray->hole, k, step_of_sample(ray, k), sample.opacity);
    count_sample(counts);
    return sample.opacity > 0.0f && composite(frame, SCENE, placed, k, position, sample,
                                              shading_normal(frame, SCENE, placed, position), front, counts);
}

// The same samples as integrate_samples(), one after the other, as far as their bricks are there.
static int integrate_one_by_one(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Front *front,
                                Counts *counts) {
    int done = 0;
    for (float i = k; i < fmin(k + (float)FUSED_STEPS, ray->sample_count) && !done; i += 1.0f) {
        done = integrate_sample(frame, SCENE, ray, i, front, counts);
    }
    return done;
}

// Takes the samples k .. k + FUSED_STEPS - 1, as far as the ray has them. Returns true once the ray is opaque, or
// waits.
static int integrate_samples(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Front *front,
                             Counts *counts) {
    Places places;
    if (!place_run(frame, SCENE, ray, k, &front->cursor, &places)) {
        return integrate_one_by_one(frame, SCENE, ray, k, front, counts);
    }
    Ray copy;
    float3 positions[FUSED_STEPS];
    Sample samples[FUSED_STEPS];
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        positions[i] = sample_position(frame, ray_of_sample(ray, &places, i, &copy), k + (float)i);
        count_sample(counts);
    }
    classify_run(frame, SCENE, ray, &places, k, positions, samples);
    // Fetched four at a time before the first is needed, so that they too hide each other's latency; eight take registers
    // that the traversals with buffers lack.
    float3 gradients[FUSED_STEPS];
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        samples[i].opacity *= label_opacity(frame, SCENE, positions[i]);
        const float at = k + (float)i;
        samples[i].opacity = seen_opacity(ray->hole, at, step_of_sample(ray, at), samples[i].opacity);
    }
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        if (i % 4 == 0) {
#pragma unroll
            for (int j = i; j < min(i + 4, (int)FUSED_STEPS); ++j) {
                gradients[j] = samples[j].opacity > 0.0f
                                   ? shading_normal(frame, SCENE, ray_of_sample(ray, &places, j, &copy), positions[j])
                                   : (float3)(0.0f);
            }
        }
        if (samples[i].opacity > 0.0f && k + (float)i < ray->sample_count &&
            composite(frame, SCENE, ray_of_sample(ray, &places, i, &copy), k + (float)i, positions[i], samples[i],
                      gradients[i], front, counts)) {
            return 1;
        }
    }
    return 0;
}

// What the ray shows over a background.
static float3 front_color(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    return fma((float3)(front->transmittance), vector3(frame->compositing.background), front->rgb);
}

// What the ray shows without one: premultiplied colour and opacity.
static float4 front_alone(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    return (float4)(front->rgb, 1.0f - front->transmittance);
}
