// What matter makes of the light.
// Provides: Material, frame_material.   Requires: vectors.cl, shared_types.h.

typedef struct Material {
    float3 ambient, diffuse, specular; // r, g, b in [0, 1]
    float shininess;                   // exponent
} Material;

static Material frame_material(const FrameParams *frame) {
    Material material;
    material.ambient = vector3(frame->material.ambient);
    material.diffuse = vector3(frame->material.diffuse);
    material.specular = vector3(frame->material.specular);
    material.shininess = frame->material.shininess;
    return material;
}
