// Places under the mouse on cut surfaces: caps are hit where they are drawn.
#include "scene/camera_moves.h"
#include "scene/load_volume.h"
#include "scene/pick.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

/// Looks down along z at the middle of a ball of radius 0.35 of the edge, which is cut open there.
class PickTest : public ::testing::Test {
protected:
    PickTest() : loaded_(load_volume(ball())), scene_(first_scene(*loaded_, 64, 64)) {
        scene_.settings.mode = Mode::isosurface;
        scene_.settings.surfaces = {{128.0, {1.0f, 1.0f, 1.0f}, 1.0f}};
        scene_.settings.surface_caps = true;
        const glm::dvec3 middle = loaded_->grid().center();
        scene_.camera.target = middle;
        scene_.camera.eye = middle + glm::dvec3(0.0, 0.0, 150.0);
        scene_.camera.up = {0.0, 1.0, 0.0};
    }

    static LoadRequest ball() {
        LoadRequest request;
        request.volume.source = "synthetic:sphere:49";
        return request;
    }

    double z_of_middle() const {
        const auto place = seen_place(*loaded_, scene_, 32, 32);
        return place ? place->z : -1.0;
    }

    std::shared_ptr<const LoadedVolume> loaded_;
    Scene scene_;
    const double radius_ = 0.35 * 48.0;
};

TEST_F(PickTest, parallel_rays_hit_what_is_drawn_at_their_pixel) {
    scene_.camera.height = 60.0;
    scene_.camera.eye += glm::dvec3(40.0, -20.0, 0.0); // not along an axis
    for (const glm::ivec2 pixel : {glm::ivec2(32, 32), glm::ivec2(22, 40), glm::ivec2(41, 27)}) {
        const auto place = seen_place(*loaded_, scene_, pixel.x, pixel.y);
        ASSERT_TRUE(place);
        EXPECT_NEAR(glm::distance(*place, loaded_->grid().center()), radius_, 0.2);
        const glm::dvec3 seen = view_from_world(scene_.camera, size_of_view(scene_), *place);
        EXPECT_NEAR(seen.x, pixel.x + 0.5, 0.01);
        EXPECT_NEAR(seen.y, pixel.y + 0.5, 0.01);
    }
    EXPECT_EQ(seen_place(*loaded_, scene_, 2, 2), std::nullopt);
}

TEST_F(PickTest, caps_are_hit_where_they_are_drawn) {
    EXPECT_NEAR(z_of_middle(), 24.0 + radius_, 0.2);
    scene_.settings.clip_high.z = 0.6; // of the 48 between the outermost voxels
    EXPECT_NEAR(z_of_middle(), 0.6 * 48.0, 0.05);
    const auto value = seen_value(*loaded_, scene_, 32, 32, 0);
    ASSERT_TRUE(value);
    EXPECT_GT(*value, 200.0) << "what the cut shows is inside of the ball";
    scene_.settings.surface_caps = false;
    EXPECT_NEAR(z_of_middle(), 24.0 - radius_, 0.2) << "hollow: its far side";
    scene_.settings.surface_caps = true;
    scene_.settings.clip_high.z = 0.95;
    EXPECT_NEAR(z_of_middle(), 24.0 + radius_, 0.2) << "nothing of it is cut";
}

TEST_F(PickTest, the_border_of_the_volume_has_no_caps) {
    scene_.settings.clip_high.x = 0.9; // clipped, but not where the ray comes in
    scene_.settings.surfaces.front().isovalue = -1.0;
    EXPECT_EQ(seen_place(*loaded_, scene_, 32, 32), std::nullopt);
}

TEST_F(PickTest, behind_what_is_cut_out_is_a_cap) {
    scene_.settings.clip_low = {0.2, 0.2, 0.5};
    scene_.settings.clip_high = {0.8, 0.8, 0.95};
    scene_.settings.clip_inverted = true;
    EXPECT_NEAR(z_of_middle(), 24.0, 0.05);
}

} // namespace

} // namespace voxmarch
