// Cameras against the geometry they promise.
#include "base/error.h"
#include "renderer/camera.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

Grid box_grid(std::array<int, 3> dims, glm::dvec3 spacing) {
    Grid grid;
    grid.dims = dims;
    grid.spacing = spacing;
    return grid;
}

TEST(Camera, StandardViewIsTheContract) {
    Grid grid = box_grid({129, 65, 33}, {1.0, 2.0, 1.0});
    grid.origin = {10.0, 20.0, 30.0};
    const Camera camera = standard_view(grid);
    const glm::dvec3 center(10.0 + 64.0, 20.0 + 64.0, 30.0 + 16.0);
    EXPECT_NEAR(glm::distance(camera.target, center), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(camera.eye, center), 1.5 * 130.0, 1e-9); // longest is 65 voxels x 2 mm
    EXPECT_NEAR(glm::dot(glm::normalize(camera.eye - center), glm::normalize(glm::dvec3(0.6, 0.5, 0.8))), 1.0, 1e-12);
    EXPECT_NEAR(std::tan(glm::radians(camera.fov) / 2.0), 0.5, 1e-12);
    EXPECT_EQ(camera.up, glm::dvec3(0, 1, 0));
}

TEST(Camera, RaysGoThroughPixelCentres) {
    Camera camera;
    camera.eye = {0, 0, 2};
    camera.target = {0, 0, 0};
    camera.fov = 90.0;
    const PixelRays rays = pixel_rays(camera, 4, 2);
    // The image plane at distance 1 spans [-2, 2] x [-1, 1]; pixels are 1 wide, centres half a pixel inside.
    EXPECT_NEAR(glm::distance(rays.corner, glm::dvec3(-1.5, 0.5, -1.0)), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(rays.dx, glm::dvec3(1, 0, 0)), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(rays.dy, glm::dvec3(0, -1, 0)), 0.0, 1e-12);
}

TEST(Camera, NamedViewsFrameTheBox) {
    Grid grid = box_grid({100, 60, 30}, {1.0, 1.0, 3.0});
    for (const bool anatomical : {false, true}) {
        grid.anatomical = anatomical;
        for (const std::string &name : view_names()) {
            if (name == "standard") {
                continue;
            }
            for (const double aspect : {0.5, 1.0, 2.0}) {
                const Camera camera = named_view(name, grid, aspect);
                const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
                const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up));
                const glm::dvec3 up = glm::cross(right, forward);
                const double tangent = std::tan(glm::radians(camera.fov) / 2.0);
                double fill = 0.0;
                for (int corner = 0; corner < 8; ++corner) {
                    const glm::dvec3 point = grid.extent() * glm::dvec3(corner & 1, (corner >> 1) & 1, corner >> 2);
                    const double depth = glm::dot(point - camera.eye, forward);
                    ASSERT_GT(depth, 0.0) << name;
                    fill = std::max(fill, std::abs(glm::dot(point - camera.eye, up)) / (depth * tangent));
                    fill = std::max(fill, std::abs(glm::dot(point - camera.eye, right)) / (depth * tangent * aspect));
                }
                EXPECT_LE(fill, 1.0) << name << " cuts the box";
                EXPECT_GE(fill, 0.8) << name << " leaves the box small";
            }
        }
    }
}

TEST(Camera, FrontLooksAtThePatientsFace) {
    Grid grid = box_grid({10, 10, 10}, {1, 1, 1});
    grid.anatomical = true;
    const Camera front = named_view("front", grid, 1.0);
    EXPECT_LT(front.eye.y, front.target.y); // +y is posterior, so the eye is anterior
    EXPECT_EQ(front.up, glm::dvec3(0, 0, 1));
    // The patient's left (+x) appears on the right of the picture, as in every radiological front view.
    EXPECT_GT(pixel_rays(front, 8, 8).dx.x, 0.0);
    const Camera left = named_view("left", grid, 1.0);
    EXPECT_GT(left.eye.x, left.target.x);
}

TEST(Camera, TextRoundTripIsExact) {
    Camera camera;
    camera.eye = {1.0 / 3.0, -2.5e-7, 1234.5678901234};
    camera.target = {0.1, 0.2, 0.3};
    camera.up = {0, 0, -1};
    camera.fov = 42.1;
    const Camera parsed = parse_camera(to_string(camera), Camera());
    EXPECT_EQ(parsed.eye, camera.eye);
    EXPECT_EQ(parsed.target, camera.target);
    EXPECT_EQ(parsed.up, camera.up);
    EXPECT_EQ(parsed.fov, camera.fov);
}

TEST(Camera, PartsLeftOutKeepTheBase) {
    const Camera base = standard_view(box_grid({10, 10, 10}, {1, 1, 1}));
    const Camera parsed = parse_camera("fov=20", base);
    EXPECT_EQ(parsed.eye, base.eye);
    EXPECT_EQ(parsed.fov, 20.0);
}

TEST(Camera, WrongTextIsRefused) {
    const Camera base;
    for (const char *text : {"", "eye", "eye=", "eye=1,2", "eye=1,2,x", "fov=0", "fov=180", "fov=nan", "eye=1,2,inf",
                             "eye=0,0,0,target=0,0,0", "up=0,0,0", "up=0,0,1", "foo=1", "fov=30;", "eye=1,2,3,4"}) {
        EXPECT_THROW(parse_camera(text, base), UsageError) << text;
    }
    EXPECT_THROW(named_view("sideways", Grid(), 1.0), UsageError);
}

} // namespace
} // namespace voxmarch
