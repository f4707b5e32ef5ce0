// Cameras against the geometry they promise.
#include "base/error.h"
#include "renderer/camera.h"
#include "renderer/views.h"

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

TEST(Camera, OrthographicRaysAreParallelAndAPixelApart) {
    Camera camera;
    camera.eye = {0, 0, 2};
    camera.target = {0, 0, 0};
    camera.height = 6.0;
    camera.fov = 17.0; // counts for nothing
    const PixelRays rays = pixel_rays(camera, 4, 3);
    for (const glm::ivec2 pixel : {glm::ivec2(0, 0), glm::ivec2(3, 0), glm::ivec2(1, 2)}) {
        EXPECT_NEAR(glm::distance(rays.direction(pixel.x, pixel.y), glm::dvec3(0, 0, -1)), 0.0, 1e-15);
        // The picture spans [-4, 4] x [-3, 3] in the plane of the eye; pixels are 2 wide.
        const glm::dvec3 start(-3.0 + 2.0 * pixel.x, 2.0 - 2.0 * pixel.y, 2.0);
        EXPECT_NEAR(glm::distance(rays.start(pixel.x, pixel.y), start), 0.0, 1e-12);
    }
    camera.crop = PictureCrop{40, 30, 12, 7};
    const PixelRays part = pixel_rays(camera, 5, 5);
    camera.crop.reset();
    const PixelRays whole = pixel_rays(camera, 40, 30);
    EXPECT_NEAR(glm::distance(part.start(2, 3), whole.start(14, 10)), 0.0, 1e-12);
    camera.subpixel = {0.25, -0.5};
    const glm::dvec3 moved = pixel_rays(camera, 4, 3).start(0, 0) - rays.start(0, 0);
    EXPECT_NEAR(glm::distance(moved, glm::dvec3(0.5, 1.0, 0.0)), 0.0, 1e-12);
}

TEST(Camera, ProjectionsChangeIntoEachOtherAroundTheTarget) {
    Camera camera;
    camera.eye = {1, 2, 13};
    camera.target = {1, -3, 1};
    camera.fov = 90.0;
    const Camera parallel = orthographic(camera);
    EXPECT_NEAR(*parallel.height, 2.0 * 13.0, 1e-12); // tan 45 degrees on both sides
    EXPECT_EQ(parallel.eye, camera.eye);
    EXPECT_NEAR(height_at(parallel, 1.0), height_at(camera, 13.0), 1e-12);
    Camera near = parallel;
    near.height = 13.0;
    const Camera back = perspective(near);
    EXPECT_FALSE(back.height);
    EXPECT_NEAR(glm::distance(back.eye, 0.5 * (camera.eye + camera.target)), 0.0, 1e-12);
    EXPECT_EQ(projected(camera, Projection::perspective), camera);
    EXPECT_EQ(projected(near, Projection::orthographic), near);
}

/// Numbers of VTK 9.7: SetPosition(0, 0, 10), SetFocalPoint(0, 0, 0), SetViewUp(0.2, 1, 0), then these calls.
TEST(Camera, TurnsAreThoseOfVtk) {
    Camera camera;
    camera.eye = {0, 0, 10};
    camera.target = {0, 0, 0};
    camera.up = {0.2, 1, 0};
    const std::vector<std::vector<CameraTurn>> calls{{{"azimuth", 30}},
                                                     {{"elevation", 40}},
                                                     {{"azimuth", 30}, {"elevation", 40}},
                                                     {{"elevation", 40}, {"azimuth", 30}, {"roll", 25}},
                                                     {{"roll", -70}, {"elevation", 10}, {"azimuth", -15}}};
    const std::vector<std::pair<glm::dvec3, glm::dvec3>> expected{
        {{4.902903378454601, -0.9805806756909202, 8.660254037844389}, {0.19611614, 0.98058068, 0.0}},
        {{1.2606102172643563, 6.303051086321783, 7.660444431189781}, {0.19611614, 0.98058068, 0.0}},
        {{5.016452105478767, 5.551882708678902, 6.634139481689385}, {0.19611614, 0.98058068, 0.0}},
        {{5.016452105478768, 5.551882708678902, 6.6341394816893855}, {0.482879, 0.86715842, -0.12191862}},
        {{-2.8081599957439556, -1.2752822394710475, 9.512512425641978}, {-0.85436876, 0.51966723, 0.0}}};
    for (std::size_t i = 0; i < calls.size(); ++i) {
        CameraParts parts;
        parts.turns = calls[i];
        const Camera turned = with_parts(camera, parts);
        EXPECT_NEAR(glm::distance(turned.eye, expected[i].first), 0.0, 1e-9) << "calls " << i;
        EXPECT_NEAR(glm::distance(glm::normalize(turned.up), expected[i].second), 0.0, 1e-7) << "calls " << i;
        EXPECT_EQ(turned.target, camera.target);
    }
}

TEST(Camera, TurnsInTextComeLastAndInTheirOrder) {
    Camera base;
    base.eye = {0, 0, 10};
    const Camera turned = parse_camera("azimuth=90,eye=0,0,5,zoom=2,fov=40", base);
    EXPECT_NEAR(glm::distance(turned.eye, glm::dvec3(5, 0, 0)), 0.0, 1e-12);
    EXPECT_NEAR(turned.fov, 20.0, 1e-12);
    const Camera high = parse_camera("height=8,zoom=4", base);
    EXPECT_NEAR(*high.height, 2.0, 1e-12);
    EXPECT_EQ(high.fov, base.fov);
    const Camera first = parse_camera("azimuth=90,elevation=45", base),
                 second = parse_camera("elevation=45,azimuth=90", base);
    EXPECT_NEAR(glm::distance(first.eye, second.eye), 0.0, 1e-9) << "about the same up";
    const Camera rolled = parse_camera("roll=90,azimuth=90", base); // up is to the right now
    EXPECT_NEAR(glm::distance(rolled.eye, glm::dvec3(0, -10, 0)), 0.0, 1e-12);
    const Camera above = parse_camera("elevation=90", base);
    EXPECT_NEAR(glm::distance(above.eye, glm::dvec3(0, 10, 0)), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(above.up, glm::dvec3(0, 0, -1)), 0.0, 1e-12) << "a picture at the pole, too";
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
    camera.height = 1.0 / 7.0;
    EXPECT_EQ(parse_camera(to_string(camera), Camera()), camera);
}

TEST(Camera, PartsLeftOutKeepTheBase) {
    const Camera base = standard_view(box_grid({10, 10, 10}, {1, 1, 1}));
    const Camera parsed = parse_camera("fov=20", base);
    EXPECT_EQ(parsed.eye, base.eye);
    EXPECT_EQ(parsed.fov, 20.0);
}

TEST(Camera, WrongTextIsRefused) {
    const Camera base;
    for (const char *text : {"",
                             "eye",
                             "eye=",
                             "eye=1,2",
                             "eye=1,2,x",
                             "fov=0",
                             "fov=180",
                             "fov=nan",
                             "eye=1,2,inf",
                             "eye=0,0,0,target=0,0,0",
                             "up=0,0,0",
                             "up=0,0,1",
                             "foo=1",
                             "fov=30;",
                             "eye=1,2,3,4",
                             "height=0",
                             "height=-1",
                             "azimuth",
                             "zoom=0",
                             "zoom=-2",
                             "roll=nan",
                             "fov=100,zoom=0.5"}) {
        EXPECT_THROW(parse_camera(text, base), UsageError) << text;
    }
}

} // namespace
} // namespace voxmarch
