// What the layers of a picture hold, once their fragments are in.
// Provides: kernels find_more, trim_layers.   Requires: scene_raster.cl.

// status  [1] becomes 1 if a pixel of the layer shows a triangle through which more can be seen. One work-item a pixel.
__kernel void find_more(const FrameParams frame_value, const RasterParams raster_value,
                        __global const ulong *visible, __global uint *status) {
    const FrameParams *frame = &frame_value;
    const RasterParams *raster = &raster_value;
    const size_t pixels = (size_t)frame->view.size[0] * (size_t)frame->view.size[1], pixel = get_global_id(0);
    if (pixel < pixels && (uint)visible[(size_t)raster->layer * pixels + pixel] < (uint)raster->opaque_begin) {
        status[1] = 1u;
    }
}

// Takes away what lies behind opaque fragments.
// status  [1] grows to the number of layers of the pixel that has most. One work-item a pixel.
__kernel void trim_layers(const FrameParams frame_value, const RasterParams raster_value, __global ulong *visible,
                          volatile __global uint *status) {
    const FrameParams *frame = &frame_value;
    const RasterParams *raster = &raster_value;
    const size_t pixels = (size_t)frame->view.size[0] * (size_t)frame->view.size[1], pixel = get_global_id(0);
    if (pixel >= pixels) {
        return;
    }
    int count = 0;
    ulong fragment = 0;
    while (count < raster->layers && fragment != NO_FRAGMENT) {
        fragment = visible[(size_t)count * pixels + pixel];
        count += fragment != NO_FRAGMENT;
        if ((uint)fragment >= (uint)raster->opaque_begin) {
            break;
        }
    }
    for (int i = count; i < raster->layers && fragment != NO_FRAGMENT; ++i) {
        fragment = visible[(size_t)i * pixels + pixel];
        visible[(size_t)i * pixels + pixel] = NO_FRAGMENT;
    }
    if ((uint)count > status[1]) { // most pixels find it large enough, and do not queue for it
        atomic_max(status + 1, (uint)count);
    }
}
