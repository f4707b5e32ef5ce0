// Steps that are too coarse for a function, found on the host.
#include "scene/finer_step.h"

#include "renderer/views.h"
#include "volume/synthetic/synthetic.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

class FinerStep : public ::testing::Test {
protected:
    const Volume volume_ = synthesize("sphere", 24);
    ReferenceScene scene_{&volume_, {}, standard_view(volume_.grid()), {}};

    /// A shell of values so wide, in the middle of them.
    void set_shell(double width) {
        scene_.transfer.domain = TransferDomain::value;
        scene_.transfer.colors = {{0.0, glm::dvec3(1.0)}};
        scene_.transfer.opacities = {{128 - width, 0.0}, {128, 0.9}, {128 + width, 0.0}};
    }
};

TEST_F(FinerStep, a_thin_shell_needs_one_and_a_wide_one_does_not) {
    scene_.settings.step = 2.0;
    set_shell(2.0);
    const std::optional<double> step = finer_step(scene_, 64, 48);
    ASSERT_TRUE(step);
    EXPECT_LT(*step, 1.0);
    EXPECT_GE(*step, 0.01);
    set_shell(120.0);
    scene_.settings.step = 0.5;
    EXPECT_FALSE(finer_step(scene_, 64, 48));
}

TEST_F(FinerStep, what_has_no_such_step_needs_none) {
    scene_.settings.step = 2.0;
    set_shell(2.0);
    scene_.settings.blend = Blend::mip;
    EXPECT_FALSE(finer_step(scene_, 64, 48));
    scene_.settings.blend = Blend::composite;
    scene_.settings.classification = Classification::preintegrated;
    EXPECT_FALSE(finer_step(scene_, 64, 48));
    scene_.settings.classification = Classification::post;
    scene_.settings.mode = Mode::isosurface;
    EXPECT_FALSE(finer_step(scene_, 64, 48));
}

} // namespace

} // namespace voxmarch
