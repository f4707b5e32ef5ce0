// One bound of the extinction for the whole way: that of the transfer function, wherever the way goes.
// Provides: Span, first_span, next_span.   Requires: trace_params.h, way.cl, scene_*.cl.

typedef struct Span {
    float end;      // that of the way, aligned lengths
    float majorant; // no place has a larger extinction, per aligned length
} Span;

static Span first_span(SCENE_PARAMS, __global const TraceParams *trace, __global const float *majorants,
                       const Flight *flight) {
    Span span;
    span.end = flight->end;
    span.majorant = trace->majorant;
    return span;
}

// There is none behind it.
static Span next_span(SCENE_PARAMS, __global const TraceParams *trace, __global const float *majorants,
                      const Flight *flight, Span span) {
    return span;
}
