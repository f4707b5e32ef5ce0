// Frame parameters: aligned space has the lengths and angles of the world, voxel space its indices.
#include "renderer/frame_params.h"
#include "renderer/views.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

Grid oblique_grid() {
    Grid grid;
    grid.dims = {20, 30, 40};
    grid.spacing = {0.5, 1.0, 2.0};
    grid.origin = {-5.0, 7.0, 11.0};
    grid.direction = glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.7, glm::normalize(glm::dvec3(1, 2, 3))));
    return grid;
}

TEST(FrameParams, AlignedSpaceScalesToVoxelIndices) {
    const Grid grid = oblique_grid();
    const glm::dvec3 voxel(3.0, 4.0, 5.0);
    const glm::dvec3 world = glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
    const glm::dvec3 aligned = aligned_from_world(grid, world);
    const glm::dvec3 scale = grid.smallest_spacing() / grid.spacing;
    EXPECT_NEAR(glm::distance(aligned * scale, voxel), 0.0, 1e-12);
}

TEST(FrameParams, MirroredGridsKeepTheirPlaces) {
    Grid grid = oblique_grid();
    grid.direction[0] = -grid.direction[0];
    const glm::dvec3 voxel(1.0, 2.0, 3.0);
    const glm::dvec3 world = glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
    const glm::dvec3 scale = grid.smallest_spacing() / grid.spacing;
    EXPECT_NEAR(glm::distance(aligned_from_world(grid, world) * scale, voxel), 0.0, 1e-12);
}

TEST(FrameParams, CentreRayHitsTheTargetVoxel) {
    const Grid grid = oblique_grid();
    Camera camera = standard_view(grid);
    camera.target = glm::dvec3(grid.world_from_voxel() * glm::dvec4(7.0, 8.0, 9.0, 1.0));
    const FrameParams frame = make_frame_params(grid, camera, 33, 21, RenderSettings());
    double best = 1e30;
    for (double t = 0.0; t < 1000.0; t += 0.01) {
        glm::dvec3 position;
        for (int i = 0; i < 3; ++i) {
            const double direction =
                frame.view.ray_corner[i] + 16.0 * frame.view.ray_dx[i] + 10.0 * frame.view.ray_dy[i];
            position[i] = (frame.view.eye[i] + t * direction) * frame.volume.voxel_from_aligned[i];
        }
        best = std::min(best, glm::distance(position, glm::dvec3(7.0, 8.0, 9.0)));
    }
    EXPECT_LT(best, 0.02);
}

TEST(FrameParams, SingleSlicesGetAThicknessOfOneVoxel) {
    Grid grid;
    grid.dims = {10, 1, 5};
    const RayBox box = voxel_box(grid);
    EXPECT_EQ(box.min, glm::dvec3(0.0, -0.5, 0.0));
    EXPECT_EQ(box.max, glm::dvec3(9.0, 0.5, 4.0));
}

TEST(FrameParams, HeadlightShinesFromTheEye) {
    const Grid grid = oblique_grid();
    const Camera camera = standard_view(grid);
    const glm::dvec3 toward_eye = glm::normalize(camera.eye - camera.target);
    EXPECT_NEAR(glm::dot(light_direction(Light(), camera), toward_eye), 1.0, 1e-12);
    Light light;
    light.direction = glm::dvec3(0, 0, 5);
    EXPECT_NEAR(glm::distance(light_direction(light, camera), glm::dvec3(0, 0, 1)), 0.0, 1e-12);
}

} // namespace
} // namespace voxmarch
