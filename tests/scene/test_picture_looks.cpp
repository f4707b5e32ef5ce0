// Looks set what they are about, and nothing else.
#include "base/error.h"
#include "scene/picture_looks.h"

#include <gtest/gtest.h>
#include <set>

namespace voxmarch {
namespace {

TEST(PictureLooks, can_be_drawn_and_differ) {
    std::set<std::string_view> names;
    for (const PictureLook &look : picture_looks()) {
        names.insert(look.name);
        RenderSettings settings;
        settings.step = 0.25;
        settings.finish.samples = 9;
        apply_look(look.name, settings);
        EXPECT_NO_THROW(validate(settings)) << look.name;
        EXPECT_EQ(settings.step, 0.25) << "is no matter of looks";
        EXPECT_EQ(settings.finish.samples, 9);
        for (const PictureLook &other : picture_looks()) {
            EXPECT_EQ(has_look(other.name, settings), other.name == look.name) << look.name << ", " << other.name;
        }
    }
    EXPECT_EQ(names, (std::set<std::string_view>{"plain", "clinical", "cinematic", "x-ray"}));
}

TEST(PictureLooks, leave_nothing_of_each_other) {
    for (const PictureLook &look : picture_looks()) {
        RenderSettings settings;
        apply_look(look.name, settings);
        apply_look("plain", settings);
        EXPECT_EQ(settings, RenderSettings{}) << look.name;
    }
}

TEST(PictureLooks, are_named_where_there_is_none) {
    RenderSettings settings;
    try {
        apply_look("vivid", settings);
        FAIL();
    } catch (const UsageError &error) {
        EXPECT_STREQ(error.what(), "there is no look 'vivid'; choose one of plain, clinical, cinematic, x-ray");
    }
    EXPECT_EQ(settings, RenderSettings{});
}

} // namespace
} // namespace voxmarch
