// Thins vessels to curves, lists the longest branches, and draws the curves into the glassy vessels.
#include <voxmarch/voxmarch.h>

#include <algorithm>
#include <cstdio>

int main() {
    try {
        voxmarch::Device device;
        const voxmarch::Volume volume = voxmarch::synthetic_volume("vessels", 96);
        voxmarch::SkeletonOptions options;
        options.largest = 1;
        options.prune = 3.0; // no twigs of noise
        voxmarch::Skeleton skeleton = voxmarch::extract_skeleton(device, volume, 100.0, options);
        voxmarch::write_skeleton(skeleton, "vessels.vtk");

        std::printf("%zu branches, %zu ends, total length %.1f\n", skeleton.summary.branches, skeleton.summary.ends,
                    skeleton.summary.length);
        std::vector<voxmarch::SkeletonBranch> &branches = skeleton.branches;
        std::sort(branches.begin(), branches.end(), [](const auto &a, const auto &b) { return a.length > b.length; });
        for (std::size_t i = 0; i < std::min<std::size_t>(branches.size(), 5); ++i) {
            std::printf("length %6.1f, mean radius %4.2f\n", branches[i].length, branches[i].mean_radius);
        }

        voxmarch::Renderer renderer(device, volume);
        voxmarch::Scene scene = voxmarch::first_scene(volume, {.width = 480, .height = 480});
        scene.mode = voxmarch::Mode::isosurface;
        scene.surfaces = {{.isovalue = 100.0, .opacity = 0.3f}};
        renderer.set_skeleton(skeleton);
        voxmarch::write_png(renderer.render(scene), "vessels.png");
    } catch (const voxmarch::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
