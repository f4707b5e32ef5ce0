// Extracts an isosurface, measures it against what is known of it, and saves it.
#include <voxmarch/voxmarch.h>

#include <cstdio>
#include <numbers>

int main() {
    try {
        voxmarch::Device device;
        const voxmarch::Volume volume = voxmarch::synthetic_volume("sphere", 101); // 128 at radius 35
        voxmarch::Mesh mesh = voxmarch::extract_isosurface(device, volume, 128.0);
        voxmarch::smooth(mesh, 10);
        const voxmarch::MeshMeasures measures = voxmarch::measure(mesh);

        const double radius = 35.0;
        std::printf("%zu triangles, %s, %zu component(s), Euler number %d\n", mesh.triangles.size(),
                    measures.watertight() ? "watertight" : "open", measures.components,
                    static_cast<int>(measures.euler));
        std::printf("area %.1f (the sphere's: %.1f), volume %.1f (%.1f)\n", measures.area,
                    4.0 * std::numbers::pi * radius * radius, measures.volume,
                    4.0 / 3.0 * std::numbers::pi * radius * radius * radius);
        voxmarch::write_mesh(mesh, "sphere.ply");

        // And how it looks.
        voxmarch::Renderer renderer(device, volume);
        voxmarch::Scene scene = voxmarch::first_scene(volume, {.width = 480, .height = 480});
        scene.mode = voxmarch::Mode::isosurface;
        scene.surfaces = {{.isovalue = 128.0}};
        voxmarch::write_png(renderer.render(scene), "sphere.png");
    } catch (const voxmarch::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
