// There is one light.
// Provides: add_side_lights.   Requires: packet_material_*.cl, packet_ray.cl.

static void add_side_lights(const FrameParams *frame, const Material16 *materials, Vector16 gradient, float16 length16,
                            const Rays *rays, float16 toward_view, Vector16 *diffuse, Vector16 *highlight) {}
