// Adding points to a transfer function, one after the other, while the list of points grows.
#include "app/viewer/transfer_edit.h"

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

} // namespace

} // namespace voxmarch
