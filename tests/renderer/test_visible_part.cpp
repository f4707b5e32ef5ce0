// What of a volume can be seen, against every cell looked at for itself, and cameras that frame it.
#include "renderer/empty_picture.h"
#include "renderer/visible_part.h"

#include "renderer/views.h"
#include "tests/support/volumes.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

Volume make(const std::array<int, 3> &dims, const std::function<int(int, int, int)> &value) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.grid.spacing = {1.0, 1.5, 2.0};
    header.grid.origin = {10.0, -20.0, 30.0};
    return volume_of(header, value);
}

TransferFunction between(double low, double high) {
    TransferFunction transfer;
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, glm::dvec3(1.0)}};
    transfer.opacities = {{low, 0.0}, {low, 0.5}, {high, 0.5}, {high, 0.0}};
    return transfer;
}

struct Box {
    glm::dvec3 low{1e300}, high{-1e300};
    void add(const glm::dvec3 &place) {
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
};

/// Voxel indices of world places.
Box voxel_box(const Volume &volume, const std::vector<glm::dvec3> &places) {
    Box box;
    for (const glm::dvec3 &place : places) {
        box.add(glm::dvec3(glm::inverse(volume.grid().world_from_voxel()) * glm::dvec4(place, 1.0)));
    }
    return box;
}

TEST(LargestOpacity, FollowsTheFunction) {
    TransferFunction transfer = between(100, 120);
    EXPECT_EQ(largest_opacity(transfer, 0, 99), 0.0);
    EXPECT_EQ(largest_opacity(transfer, 0, 255), 0.5) << "between the two values";
    EXPECT_EQ(largest_opacity(transfer, 100, 100), 0.5);
    EXPECT_EQ(largest_opacity(transfer, 0, 100), 0.5);
    EXPECT_EQ(largest_opacity(transfer, 121, 255), 0.0);
    transfer.opacities = {{0.0, 0.0}, {0.5, 0.0}, {1.0, 0.7}};
    EXPECT_EQ(largest_opacity(transfer, 0, 0), 0.0) << "a constant background right below";
    EXPECT_NEAR(largest_opacity(transfer, 0.0, 0.75), 0.35, 1e-12);
    EXPECT_EQ(largest_opacity(transfer, 7, 7), 0.7) << "constant beyond the last point";
}

/// Voxels of 200 in a box; what lies between them and the background of 0 is as visible as they are.
TEST(VisiblePart, IsTheBoxOfTheVisibleCells) {
    const Volume volume = make({50, 40, 30}, [](int x, int y, int z) {
        return x >= 12 && x <= 31 && y >= 5 && y <= 20 && z >= 9 && z <= 9 ? 200 : 0;
    });
    const Box box = voxel_box(volume, visible_corners({&volume, between(50, 150), {}, {}}));
    for (int axis = 0; axis < 3; ++axis) { // cells beside the voxels, and the blocks of up to 4 cells that hold them
        const double low[] = {11, 4, 8}, high[] = {32, 21, 10};
        EXPECT_LE(box.low[axis], low[axis]) << axis;
        EXPECT_GE(box.low[axis], low[axis] - 3) << axis;
        EXPECT_GE(box.high[axis], high[axis]) << axis;
        EXPECT_LE(box.high[axis], high[axis] + 3) << axis;
    }
    EXPECT_TRUE(visible_corners({&volume, between(210, 250), {}, {}}).empty());
}

TEST(VisiblePart, LeavesOutWhatIsClippedOrHidden) {
    const Volume volume = make({32, 32, 32}, [](int, int, int) { return 100; });
    ReferenceScene scene{&volume, between(50, 150), {}, {}};
    scene.settings.clip_low = {0.25, 0.0, 0.0};
    scene.settings.clip_high = {1.0, 0.5, 1.0};
    const Box clipped = voxel_box(volume, visible_corners(scene));
    EXPECT_NEAR(clipped.low.x, 0.25 * 31, 1e-9);
    EXPECT_NEAR(clipped.high.x, 31, 1e-9);
    EXPECT_NEAR(clipped.high.y, 0.5 * 31, 1e-9);
    scene.settings.clip_planes = {{{0.0, 0.0, 1.0}, 1000.0}};
    EXPECT_TRUE(visible_corners(scene).empty());
    scene.settings = {};
    scene.settings.clip_inverted = true; // what is kept above goes
    EXPECT_NEAR(voxel_box(volume, visible_corners(scene)).high.x, 31, 1e-9) << "nothing is clipped";
    scene.settings.clip_low = {0.25, 0.0, 0.0};
    EXPECT_NEAR(voxel_box(volume, visible_corners(scene)).high.x, 0.25 * 31, 1.0);
    scene.settings.clip_planes = {{{0.0, 0.0, 1.0}, 1000.0}};
    EXPECT_NEAR(voxel_box(volume, visible_corners(scene)).high.x, 31, 1e-9) << "the hole is empty";
    scene.settings.clip_low = glm::dvec3(0.0);
    scene.settings.clip_planes = {{{0.0, 0.0, 1.0}, -1000.0}};
    EXPECT_TRUE(visible_corners(scene).empty());
    scene.settings = {};
    const Volume labels = make({32, 32, 32}, [](int x, int, int) { return x < 16 ? 0 : 1; });
    scene.labels = &labels;
    scene.label_styles = {{0.0f, {}}, {1.0f, {}}};
    const Box labelled = voxel_box(volume, visible_corners(scene));
    EXPECT_NEAR(labelled.low.x, 15, 1.0);
    EXPECT_NEAR(labelled.high.x, 31, 1e-9);
}

TEST(VisiblePart, OfSurfacesIsWhereTheyAre) {
    const Volume volume = make({64, 32, 32}, [](int x, int, int) { return 4 * x; });
    ReferenceScene scene{&volume, between(0, 255), {}, {}};
    scene.settings.mode = Mode::isosurface;
    scene.settings.surfaces = {{100.5, {}, 1.0f}};
    const Box box = voxel_box(volume, visible_corners(scene));
    EXPECT_NEAR(box.low.x, 25, 1.0);
    EXPECT_NEAR(box.high.x, 26, 1.0);
    scene.settings.mode = Mode::volume;
    scene.settings.blend = Blend::mip;
    EXPECT_NEAR(voxel_box(volume, visible_corners(scene)).high.x, 63, 1e-9) << "projections show all";
}

/// A box of 200 in noise, of which one voxel in 50 reaches 32, a little above the function's foot; and a fog of 32.
TEST(VisiblePart, ToFrameLeavesOutTheTailOfNoiseButNotFog) {
    TransferFunction transfer = between(30, 255);
    transfer.opacities = {{30.0, 0.0}, {130.0, 0.5}};
    const auto in_box = [](int x, int y, int z) {
        return x >= 12 && x <= 31 && y >= 5 && y <= 20 && z >= 9 && z <= 16;
    };
    const Volume noisy = make({50, 40, 30}, [&](int x, int y, int z) {
        return in_box(x, y, z) ? 200 : (7 * x + 5 * y + 11 * z) % 50 == 0 ? 32 : 20;
    });
    const Box object = voxel_box(noisy, corners_to_frame({&noisy, transfer, {}, {}}));
    EXPECT_NEAR(object.low.x, 10, 2.0);
    EXPECT_NEAR(object.high.y, 22, 2.0);
    EXPECT_LT(voxel_box(noisy, visible_corners({&noisy, transfer, {}, {}})).low.x, 4) << "a frame does show it";
    const Volume fog = make({50, 40, 30}, [&](int x, int y, int z) { return in_box(x, y, z) ? 200 : 32; });
    EXPECT_NEAR(voxel_box(fog, corners_to_frame({&fog, transfer, {}, {}})).low.x, 0, 1e-9);
}

/// From black, or another colour, at `low` to white at `high`.
TransferFunction opaque_ramp(double low, double high, const glm::dvec3 &first = glm::dvec3(0.0)) {
    TransferFunction transfer;
    transfer.domain = TransferDomain::value;
    transfer.colors = {{low, first}, {high, glm::dvec3(1.0)}};
    transfer.opacities = {{low, 1.0}};
    return transfer;
}

/// A box of 200 in air of 0 .. 12, of which 200 is more than ten times.
TEST(VisiblePart, OfProjectionsIsWhatIsAboveTheLowEnd) {
    const Volume volume = make({50, 40, 30}, [](int x, int y, int z) {
        return x >= 12 && x <= 31 && y >= 5 && y <= 20 && z >= 9 && z <= 16 ? 200 : (7 * x + 5 * y + 11 * z) % 13;
    });
    ReferenceScene scene{&volume, opaque_ramp(0, 200), {}, {}};
    const auto expect_object = [&](const std::string &what) {
        const Box box = voxel_box(volume, corners_to_frame(scene));
        const double low[] = {11, 4, 8}, high[] = {32, 21, 17};
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(box.low[axis], low[axis] - 1.5, 1.6) << what << axis;
            EXPECT_NEAR(box.high[axis], high[axis] + 1.5, 1.6) << what << axis;
        }
    };
    const auto expect_all = [&](const std::string &what) {
        const Box box = voxel_box(volume, corners_to_frame(scene));
        EXPECT_LT(glm::distance(box.low, glm::dvec3(0.0)), 1e-9) << what;
        EXPECT_LT(glm::distance(box.high, glm::dvec3(49, 39, 29)), 1e-9) << what;
    };
    for (const Blend blend : {Blend::mip, Blend::average}) {
        scene.settings.blend = blend;
        scene.transfer = opaque_ramp(0, 200);
        expect_object("black to white");
        scene.transfer = opaque_ramp(0, 200, {0.3, 0.0, 0.4});
        expect_object("a colour map: air is dark violet");
        scene.transfer.colors = {{0.0, glm::dvec3(1.0)}, {200.0, glm::dvec3(0.0)}};
        scene.settings.background = glm::vec3(1.0f);
        expect_object("white to black");
        scene.transfer = opaque_ramp(0, 60);
        expect_all("a window in which the air is seen");
        scene.transfer = opaque_ramp(13, 60);
        expect_object("a window above the air");
        scene.transfer = opaque_ramp(210, 250);
        expect_all("nothing is above the window's lower end");
    }
    scene.settings.blend = Blend::mip;
    scene.transfer = between(150, 250);
    expect_object("air is clear");
    scene.settings.clip_high = {0.5, 1.0, 1.0};
    EXPECT_NEAR(voxel_box(volume, corners_to_frame(scene)).high.x, 24.5, 1e-9);
    scene.settings.clip_high = glm::dvec3(1.0);
    scene.settings.blend = Blend::minip;
    scene.transfer = opaque_ramp(0, 200);
    expect_all("what is dark lies in what is not");
}

/// Where the places come to lie in the picture: -1 .. 1 is the picture.
Box in_picture(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect) {
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up));
    const double scale = std::tan(glm::radians(camera.fov) / 2.0);
    Box box;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 way = place - camera.eye;
        const double depth = glm::dot(way, forward);
        EXPECT_GT(depth, 0.0);
        box.add({glm::dot(way, right) / (depth * scale * aspect),
                 glm::dot(way, glm::cross(right, forward)) / (depth * scale), depth});
    }
    return box;
}

TEST(Framing, FillsThePictureWithAMargin) {
    const Volume volume =
        make({50, 40, 30}, [](int x, int y, int z) { return std::hypot(x - 12, y - 20, z - 20) < 8 ? 200 : 0; });
    const std::vector<glm::dvec3> places = visible_corners({&volume, between(50, 255), {}, {}});
    for (const double aspect : {0.5, 1.0, 2.0}) {
        for (const std::string &name : view_names()) {
            const Camera from = named_view(name, volume.grid(), aspect);
            const Camera camera = framed(from, places, aspect);
            const Box box = in_picture(camera, places, aspect);
            const double wide = box.high.x - box.low.x, high = box.high.y - box.low.y;
            EXPECT_NEAR(std::max(wide, high), 2.0 * 0.96, 1e-9) << name << aspect;
            const int axis = wide > high ? 0 : 1; // both margins of the axis that fills the picture
            EXPECT_NEAR(box.low[axis], -0.96, 1e-9) << name << aspect;
            EXPECT_NEAR(box.high[axis], 0.96, 1e-9) << name << aspect;
            EXPECT_NEAR(box.low[1 - axis], -box.high[1 - axis], 1e-6) << name << aspect;
            EXPECT_NEAR(glm::dot(glm::normalize(camera.eye - camera.target), glm::normalize(from.eye - from.target)),
                        1.0, 1e-12);
            EXPECT_EQ(camera.fov, from.fov);
        }
    }
    EXPECT_EQ(framed(standard_view(volume.grid()), std::vector<glm::dvec3>{}, 1.0).eye,
              standard_view(volume.grid()).eye);
    const Camera point = framed(standard_view(volume.grid()), std::vector{glm::dvec3(1, 2, 3)}, 1.0);
    EXPECT_TRUE(std::isfinite(point.eye.x));
}

TEST(EmptyPicture, SaysWhy) {
    const Volume volume = make({32, 32, 32}, [](int x, int, int) { return 4 * x; });
    ReferenceScene scene{&volume, between(50, 150), named_view("front", volume.grid(), 1.0), {}};
    const auto why = [&] { return why_nothing_is_seen(scene, 64, 64); };
    const auto says = [&](const std::string &part) {
        return why().find(part) != std::string::npos ? ::testing::AssertionSuccess()
                                                     : ::testing::AssertionFailure() << why();
    };
    EXPECT_TRUE(says("too thin"));
    scene.transfer = between(130, 200);
    EXPECT_TRUE(says("shows values from 130 to 200 alone, the values lie from 0 to 124"));
    scene.transfer.opacities = {{0.0, 0.0}};
    EXPECT_TRUE(says("shows nothing from 0 to 124"));
    scene.settings.mode = Mode::isosurface;
    scene.settings.surfaces = {{300.0, {}, 1.0f}};
    EXPECT_TRUE(says("no surface at 300"));
    scene.settings = {};
    scene.transfer = between(0, 30);
    scene.settings.clip_low = {0.5, 0.0, 0.0};
    EXPECT_TRUE(says("clipped away"));
    scene.settings = {};
    const Volume labels = make({32, 32, 32}, [](int, int, int) { return 1; });
    scene.labels = &labels;
    scene.label_styles = {{1.0f, {}}, {0.0f, {}}};
    EXPECT_TRUE(says("labels"));
    scene.labels = nullptr;
    scene.camera.target = scene.camera.eye + (scene.camera.eye - scene.camera.target);
    EXPECT_TRUE(says("looks past the volume"));
}

RenderSettings over(float grey) {
    RenderSettings settings;
    settings.background = glm::vec3(grey);
    return settings;
}

TEST(EmptyPicture, IsOfTheBackground) {
    Image image{3, 2, Pixels(24, 51)};
    EXPECT_TRUE(is_empty(image, over(0.2f)));
    EXPECT_FALSE(is_empty(image, over(0.0f))) << "all of the picture is an object";
    image.rgba[22] = 52;
    EXPECT_FALSE(is_empty(image, over(0.2f)));
    EXPECT_TRUE(is_empty({3, 2, Pixels(24, 0)}, over(0.7f))) << "clear";
}

} // namespace
} // namespace voxmarch
