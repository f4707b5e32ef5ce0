// Adding points to a transfer function, one after the other, while the list of points grows.
#include "app/viewer/transfer/edit.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

TEST(AddPoint, tells_where_the_point_is) {
    std::vector<EditPoint> points{{0.0, glm::dvec3(0.0), 0.0}, {100.0, glm::dvec3(1.0), 1.0}};
    for (int i = 0; i < 40; ++i) { // inserts move the list in memory now and then
        const double scalar = (37 * i) % 100 + 0.5;
        const std::size_t index = add_point(points, scalar, 0.25);
        ASSERT_LT(index, points.size()) << i;
        EXPECT_EQ(points[index].scalar, scalar);
        EXPECT_EQ(points[index].opacity, 0.25);
    }
    EXPECT_EQ(add_point(points, 120.0, 0.5), 42u); // at the end
}

TEST(AddPoint, several_at_one_place_all_stay) {
    TransferFunction transfer;
    set_edit_points(transfer, {{0.0, glm::dvec3(0.0), 0.0}, {100.0, glm::dvec3(1.0), 1.0}});
    for (int i = 0; i < 5; ++i) {
        std::vector<EditPoint> points = edit_points(transfer);
        const std::size_t index = add_point(points, 40.0, 0.1 * (i + 1));
        EXPECT_EQ(index, static_cast<std::size_t>(i == 0 ? 1 : 2)); // the later ones between 40 and the one before
        EXPECT_NEAR(points[index].scalar, 40.0, 0.2);
        set_edit_points(transfer, points);
        EXPECT_EQ(edit_points(transfer).size(), 3u + static_cast<std::size_t>(i));
    }
}

} // namespace

} // namespace voxmarch
