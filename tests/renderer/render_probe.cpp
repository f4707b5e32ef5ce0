// Renders a tiny scene and prints a hash of its bytes; run by scripts that vary threads, runs and simulators.
// usage: render_probe EDGE SIZE BACKEND... with BACKEND image, buffer, packet, or bricks: three of them, room for two
#include "base/hash.h"
#include "device_fixture.h"
#include "renderer/views.h"
#include "volume/bricks/stored_bricks.h"

#include <cstdlib>
#include <iostream>

using namespace voxmarch;

namespace {

SamplingBackend backend_of(const std::string &name) {
    return name == "image"    ? SamplingBackend::image
           : name == "buffer" ? SamplingBackend::buffer
                              : SamplingBackend::packet;
}

RenderSettings with_strides() {
    RenderSettings settings;
    settings.adaptive_step = true;
    settings.step = finest_adaptive_step;
    settings.traversal = Traversal::octant_distance_map;
    return settings;
}

void print_hash(const Image &image, const std::string &what) {
    const std::uint64_t hash = fnv1a(std::as_bytes(std::span(image.rgba)));
    std::cout << what << " " << std::hex << hash << std::dec << "\n";
}

/// What packets have kernels of their own for beside composited samples.
void print_other_packets(const Volume &volume, int size) {
    TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}, size, size};
    const auto print = [&](const char *what) {
        print_hash(render_on_device(scene, SamplingBackend::packet), std::string("packet ") + what);
    };
    scene.settings.traversal = Traversal::octant_distance_map;
    scene.settings.blend = Blend::average;
    print("average");
    scene.settings.blend = Blend::composite;
    scene.settings.gradient = Gradient::on_the_fly;
    print("on the fly");
    scene.settings.shading = Shading::none;
    scene.settings.classification = Classification::preintegrated;
    print("preintegrated");
}

/// Three bricks in a row, of buffers and of images, with room for two.
void print_bricks(int size) {
    const Volume volume = blob_volume({130, 4, 4}, ScalarType::u8);
    const auto read = [&](const VoxelBox &box, std::span<std::byte> to) { read_box(volume, box, to); };
    for (const SamplingBackend backend : {SamplingBackend::buffer, SamplingBackend::image}) {
        VolumeRenderer renderer(
            DeviceVolume(test_device(), BrickVoxels{volume.header(), volume.range(), read, {}, 2}, backend));
        renderer.set_transfer(smooth_transfer(), volume.range());
        RenderSettings settings;
        settings.traversal = Traversal::octant_distance_map;
        settings.shading = Shading::none;
        settings.group_width = 8;
        settings.group_height = 4;
        print_hash(renderer.render(standard_view(volume.grid()), size, size, settings), "bricks");
        std::cout << renderer.brick_counts()->uploads << " bricks came\n";
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 4) {
        std::cerr << "usage: render_probe EDGE SIZE BACKEND...\n";
        return 2;
    }
    const int edge = std::atoi(argv[1]), size = std::atoi(argv[2]);
    const Volume volume = blob_volume({edge, edge, edge}, ScalarType::u8);
    for (int i = 3; i < argc; ++i) {
        if (std::string(argv[i]) == "bricks") {
            print_bricks(size);
            continue;
        }
        for (const Classification classification : {Classification::pre, Classification::post}) {
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}, size, size};
            scene.settings.classification = classification;
            scene.settings.group_width = 8;
            scene.settings.group_height = 4;
            print_hash(render_on_device(scene, backend_of(argv[i])),
                       std::string(argv[i]) + " " + std::string(name_of(classification)));
        }
        const TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), with_strides(), size, size};
        print_hash(render_on_device(scene, backend_of(argv[i])), std::string(argv[i]) + " strides");
        if (backend_of(argv[i]) == SamplingBackend::packet) {
            print_other_packets(volume, size);
        }
    }
}
