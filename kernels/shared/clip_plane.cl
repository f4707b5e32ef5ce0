// The clipping planes of a frame.
// Provides: clip_plane.   Requires: shared_types.h.

// The four numbers of a clipping plane. Each is read from its own fixed place: some drivers crash on a kernel argument
// that is indexed by a variable (device/quirks.cpp, indexed_arguments).
static float4 clip_plane(const FrameParams *frame, int plane) {
    float4 numbers = vload4(0, frame->volume.planes);
    numbers = plane == 1 ? vload4(1, frame->volume.planes) : numbers;
    numbers = plane == 2 ? vload4(2, frame->volume.planes) : numbers;
    numbers = plane == 3 ? vload4(3, frame->volume.planes) : numbers;
    numbers = plane == 4 ? vload4(4, frame->volume.planes) : numbers;
    return plane == 5 ? vload4(5, frame->volume.planes) : numbers;
}
