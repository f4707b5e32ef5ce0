// Edits the transfer function and draws again. Only what depends on the function is made anew: the frame tells which
// stages it took, and the second one uploads no voxels and makes no normals.
#include <voxmarch/voxmarch.h>

#include <cstdio>

namespace {

void draw(voxmarch::Renderer &renderer, const voxmarch::Scene &scene, const char *file) {
    const voxmarch::Frame picture = renderer.render(scene);
    voxmarch::write_png(picture, file);
    std::printf("%s:", file);
    for (const voxmarch::StageTime &stage : picture.statistics.stages) {
        std::printf(" %s", stage.stage.c_str());
    }
    std::printf("\n");
}

} // namespace

int main() {
    try {
        voxmarch::Device device;
        const voxmarch::Volume volume = voxmarch::synthetic_volume("teddy", 96);
        voxmarch::Renderer renderer(device, volume);
        voxmarch::Scene scene = voxmarch::first_scene(volume, {.width = 480, .height = 480});
        draw(renderer, scene, "before.png");

        // Over the window, [0, 255] here: clear up to 0.25, then denser and denser; blue to white.
        scene.transfer.name = "glass";
        scene.transfer.domain = voxmarch::TransferDomain::normalised;
        scene.transfer.opacities = {{0.25, 0.0}, {0.4, 0.02}, {1.0, 0.6}};
        scene.transfer.colors = {{0.2, {0.1, 0.2, 0.8}}, {0.6, {0.6, 0.8, 0.9}}, {1.0, {1.0, 1.0, 1.0}}};
        draw(renderer, scene, "after.png");
        voxmarch::write_transfer(scene.transfer, "after.json"); // for the next time, and for `voxmarch render`
    } catch (const voxmarch::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
