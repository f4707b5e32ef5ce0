// Dragging clip planes, their outline in the box, and the rulers of the clip box.
#include "app/viewer/view/clip_moves.h"

#include "volume/voxel_directions.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {

namespace {

constexpr ViewSize clip_view{800.0, 600.0};

Camera clip_camera() {
    Camera camera;
    camera.eye = {30.0, 20.0, 90.0};
    camera.target = {3.0, -4.0, 5.0};
    camera.fov = 40.0;
    return camera;
}

glm::dvec2 pixel_of(glm::dvec3 world) { return glm::dvec2(view_from_world(clip_camera(), clip_view, world)); }

Grid grid_of(std::array<int, 3> dims) {
    Grid grid;
    grid.dims = dims;
    return grid;
}

TEST(ClipMoves, the_ray_of_a_pixel_goes_through_what_is_seen_there) {
    const Camera camera = clip_camera();
    const glm::dvec3 place(-8.0, 6.0, 11.0);
    const glm::dvec3 direction = sight_line(camera, clip_view, pixel_of(place)).direction;
    EXPECT_NEAR(glm::dot(direction, glm::normalize(place - camera.eye)), 1.0, 1e-12);
    const glm::dvec3 aside = place + axes_of(camera).right * length_of_pixels(camera, clip_view, place, 25.0);
    EXPECT_NEAR(pixel_of(aside).x - pixel_of(place).x, 25.0, 1e-9);
}

TEST(ClipMoves, a_pushed_plane_follows_the_mouse_along_its_normal) {
    const ClipPlane plane{{2.0, 0.0, 0.0}, 6.0}; // x = 3
    const glm::dvec3 anchor(3.0, -4.0, 5.0);
    const glm::dvec2 step = pixel_of(anchor + glm::dvec3(0.5, 0.0, 0.0)) - pixel_of(anchor);
    const ClipPlane moved = pushed(plane, anchor, step, clip_camera(), clip_view);
    EXPECT_NEAR(moved.distance, 3.5, 0.01); // but for perspective
    EXPECT_NEAR(glm::length(moved.normal), 1.0, 1e-12);
    const ClipPlane across = pushed(plane, anchor, {-step.y, step.x}, clip_camera(), clip_view);
    EXPECT_NEAR(across.distance, 3.0, 1e-9);
}

TEST(ClipMoves, a_plane_that_faces_the_camera_is_pushed_by_upward_moves) {
    const Camera camera = clip_camera();
    const glm::dvec3 forward = axes_of(camera).forward;
    for (const double sign : {1.0, -1.0}) {
        const ClipPlane plane{sign * forward, glm::dot(sign * forward, camera.target)};
        const ClipPlane moved = pushed(plane, camera.target, {0.0, -20.0}, camera, clip_view);
        const double depth = glm::dot(moved.normal * moved.distance - plane.normal * plane.distance, forward);
        EXPECT_NEAR(depth, length_of_pixels(camera, clip_view, camera.target, 20.0), 1e-9); // away
    }
}

TEST(ClipMoves, a_turned_planes_arrow_ends_under_the_mouse) {
    const glm::dvec3 anchor(3.0, -4.0, 5.0);
    const glm::dvec3 before = glm::normalize(glm::dvec3(1.0, 0.3, 0.2)),
                     wanted = glm::normalize(glm::dvec3(0.7, 0.8, 0.3));
    const ClipPlane plane{before, glm::dot(before, anchor)};
    const ClipPlane moved = turned(plane, anchor, 10.0, pixel_of(anchor + 10.0 * wanted), clip_camera(), clip_view);
    EXPECT_NEAR(glm::length(moved.normal - wanted), 0.0, 1e-9);
    EXPECT_NEAR(glm::dot(moved.normal, anchor), moved.distance, 1e-9); // it turns around its anchor
    // Away from the eye the tip stays behind the anchor.
    const glm::dvec3 behind = glm::normalize(glm::dvec3(0.4, 0.3, -0.8));
    const ClipPlane far{behind, glm::dot(behind, anchor)};
    const ClipPlane still = turned(far, anchor, 10.0, pixel_of(anchor + 10.0 * behind), clip_camera(), clip_view);
    EXPECT_NEAR(glm::length(still.normal - behind), 0.0, 1e-9);
    // Farther than it reaches: across the line of sight, toward the mouse.
    const ClipPlane edge =
        turned(plane, anchor, 10.0, pixel_of(anchor + 30.0 * axes_of(clip_camera()).up), clip_camera(), clip_view);
    EXPECT_GT(glm::dot(edge.normal, axes_of(clip_camera()).up), 0.95);
}

TEST(ClipMoves, planes_cut_boxes_in_polygons) {
    const Grid grid = grid_of({11, 11, 11});
    EXPECT_TRUE(cut_through(grid, {{1.0, 0.0, 0.0}, 11.0}).empty());
    const auto square = cut_through(grid, {{2.0, 0.0, 0.0}, 8.0});
    ASSERT_EQ(square.size(), 4u);
    const auto hexagon = cut_through(grid, {{1.0, 1.0, 1.0}, 15.0});
    ASSERT_EQ(hexagon.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) { // a regular one: in the order of the outline, all sides are equal
        EXPECT_NEAR(glm::length(hexagon[i] - hexagon[(i + 1) % 6]), std::sqrt(50.0), 1e-9);
        EXPECT_NEAR(hexagon[i].x + hexagon[i].y + hexagon[i].z, 15.0, 1e-9);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(square[i].x, 4.0, 1e-12);
        EXPECT_NEAR(glm::length(square[i] - square[(i + 1) % 4]), 10.0, 1e-9);
    }
}

TEST(ClipMoves, the_other_side_is_kept_by_the_flipped_plane) {
    const ClipPlane plane{{0.0, 3.0, 0.0}, 6.0};
    EXPECT_EQ(flipped(plane).distance, -6.0);
    EXPECT_EQ(normalised(plane).distance, 2.0);
    const glm::dvec3 anchor = nearest_on(plane, {5.0, 9.0, -1.0});
    EXPECT_NEAR(glm::length(anchor - glm::dvec3(5.0, 2.0, -1.0)), 0.0, 1e-12);
}

TEST(ClipMoves, slabs_are_two_planes_that_look_at_each_other) {
    const Slab slab{glm::normalize(glm::dvec3(1.0, 2.0, -0.5)), 12.0, 3.0};
    const std::array<ClipPlane, 2> planes = planes_of(slab);
    for (const double beside : {-1.6, -1.4, 0.0, 1.4, 1.6}) { // along the normal, from its middle
        const glm::dvec3 place = slab.normal * (slab.middle + beside);
        bool kept = true;
        for (const ClipPlane &plane : planes) {
            kept = kept && glm::dot(plane.normal, place) >= plane.distance;
        }
        EXPECT_EQ(kept, std::abs(beside) < 1.5) << beside;
    }
    const std::optional<Slab> again = slab_of(planes[0], planes[1]);
    ASSERT_TRUE(again);
    EXPECT_NEAR(again->middle, 12.0, 1e-9);
    EXPECT_NEAR(again->thickness, 3.0, 1e-9);
    EXPECT_FALSE(slab_of(flipped(planes[0]), flipped(planes[1]))) << "they keep nothing";
    EXPECT_FALSE(slab_of(planes[0], ClipPlane{{0.0, 0.0, 1.0}, 0.0}));
}

TEST(ClipMoves, what_clips_can_be_put_by_and_set_again) {
    RenderSettings settings;
    EXPECT_EQ(clip_parts(settings), ClipParts{});
    settings.clip_low.x = 0.25;
    settings.clip_planes = {{{0.0, 1.0, 0.0}, 2.0}};
    const RenderSettings before = settings;
    const ClipParts parts = clip_parts(settings);
    set_clip_parts(settings, {});
    EXPECT_EQ(settings, RenderSettings{});
    set_clip_parts(settings, parts);
    EXPECT_EQ(settings, before);
}

TEST(ClipRuler, lengths_in_the_world_are_those_of_its_corners) {
    Grid grid = grid_of({11, 21, 31});
    grid.spacing = {0.5, 1.0, 2.0};
    grid.origin = {-10.0, 40.0, 7.0};
    grid.direction = glm::dmat3(0, 0, 1, -1, 0, 0, 0, -1, 0); // voxel x up, y to -x, z to -y
    for (int axis = 0; axis < 3; ++axis) {
        const int world = (std::array{2, 0, 1})[static_cast<std::size_t>(axis)];
        EXPECT_EQ(world_axis_of(grid, axis), world);
        const ClipRuler ruler = clip_ruler(grid, axis, true);
        glm::dvec3 last(0.0);
        last[axis] = grid.dims_d()[axis] - 1.0;
        const glm::dvec3 end(grid.world_from_voxel() * glm::dvec4(last, 1.0));
        EXPECT_NEAR(ruler.at(0.0), grid.origin[world], 1e-9);
        EXPECT_NEAR(ruler.at(1.0), end[world], 1e-9);
        EXPECT_NEAR(ruler.share_of(ruler.at(0.3)), 0.3, 1e-12);
        EXPECT_NEAR(ruler.tilt, 0.0, 1e-5);
        EXPECT_EQ(clip_ruler(grid, axis, false).at(1.0), grid.extent()[axis]);
    }
    grid.direction = glm::dmat3(glm::cos(0.2), glm::sin(0.2), 0, -glm::sin(0.2), glm::cos(0.2), 0, 0, 0, 1);
    EXPECT_EQ(world_axis_of(grid, 1), 1);
    EXPECT_NEAR(clip_ruler(grid, 1, true).tilt, glm::degrees(0.2), 1e-9);
    EXPECT_NEAR(clip_ruler(grid, 1, true).at(1.0) - clip_ruler(grid, 1, true).at(0.0), 20.0, 1e-9);
    grid.dims = {1, 1, 1};
    EXPECT_EQ(clip_ruler(grid, 0, true).share_of(3.0), 0.0);
}

} // namespace

} // namespace voxmarch
