// Turns the camera around a volume, a picture each 30 degrees.
#include <voxmarch/voxmarch.h>

#include <cstdio>

int main() {
    try {
        voxmarch::Device device;
        const voxmarch::Volume volume = voxmarch::synthetic_volume("piggy", 96);
        voxmarch::Renderer renderer(device, volume);
        voxmarch::Scene scene = voxmarch::first_scene(volume, {.width = 320, .height = 320});
        scene.camera.fov = 65.0;                   // room for every side
        scene.light.direction = {{1.0, 2.0, 1.0}}; // stands still in the world
        scene.shadows = voxmarch::Shadows::half;
        for (int frame = 0; frame < 12; ++frame) {
            const voxmarch::Frame picture = renderer.render(scene);
            char name[32];
            std::snprintf(name, sizeof(name), "turn_%02d.png", frame);
            voxmarch::write_png(picture, name);
            std::printf("%s: %.1f ms\n", name, picture.statistics.frame_ms);
            scene.camera = voxmarch::orbited(scene.camera, 30.0);
        }
    } catch (const voxmarch::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
