// Reads a file, says what is in it, and draws it through a transfer function of the user's choice:
//   2_read_and_choose FILE [PRESET or FILE of a transfer function]
#include <voxmarch/voxmarch.h>

#include <array>
#include <cstdio>

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s VOLUME [TRANSFER]\n", argv[0]);
        return 2;
    }
    try {
        const voxmarch::Volume volume = voxmarch::read_volume(argv[1]);
        const voxmarch::Grid &grid = volume.grid();
        const std::vector<double> parts = volume.percentiles(std::array{0.5, 0.99});
        std::printf("%s: %dx%dx%d, values %g to %g, half of them up to %g, 99%% up to %g\n", volume.name().c_str(),
                    grid.dims[0], grid.dims[1], grid.dims[2], volume.range().min, volume.range().max, parts[0],
                    parts[1]);
        for (const std::string &note : volume.notes()) {
            std::printf("note: %s\n", note.c_str());
        }
        voxmarch::Look look;
        look.transfer = argc > 2 ? argv[2] : "auto";
        const voxmarch::Scene scene = voxmarch::first_scene(volume, look);
        std::printf("transfer function %s: %s\n", scene.transfer.name.c_str(), scene.transfer.description.c_str());

        voxmarch::Device device;
        voxmarch::Renderer renderer(device, volume);
        voxmarch::write_png(renderer.render(scene), "read.png", &scene); // a picture that tells how it was made
    } catch (const voxmarch::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
