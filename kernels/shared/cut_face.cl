// Which faces of what is drawn clipping has made.
// Provides: along_axis, is_cut.   Requires: shared_types.h, vectors.cl.

// The component of a vector along an axis.
static float along_axis(float3 vector, int axis) { return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z; }

// Whether clipping made a face, and not the border of the volume.
// last  voxel of the volume
// face  as Ray::face;  upper  of the two across the axis the one of larger coordinates
static int is_cut(const FrameParams *frame, int3 last, int face, int upper) {
    if (face < 0 || face >= 3) {
        return face >= 3;
    }
    return upper ? along_axis(vector3(frame->volume.box_max), face) < along_axis(convert_float3(last), face)
                 : along_axis(vector3(frame->volume.box_min), face) > 0.0f;
}
