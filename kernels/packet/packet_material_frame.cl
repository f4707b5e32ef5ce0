// All matter is of one material.
// Provides: Material16, materials_at.   Requires: packet_sample.cl.

typedef struct Material16 {
    Vector16 ambient, diffuse, specular; // r, g, b in [0, 1]
    float16 shininess;                   // exponent
} Material16;

static Material16 materials_at(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    Material16 materials;
    materials.ambient = splat(frame->material.ambient);
    materials.diffuse = splat(frame->material.diffuse);
    materials.specular = splat(frame->material.specular);
    materials.shininess = (float16)(frame->material.shininess);
    return materials;
}
