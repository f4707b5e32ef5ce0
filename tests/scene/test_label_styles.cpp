// How labels look: what was asked for, what a session kept, what their file says, and the palette.
#include "scene/label_styles.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace voxmarch {

namespace {

constexpr glm::vec3 red(1.0f, 0.0f, 0.0f), green(0.0f, 1.0f, 0.0f);

/// The labels 0, 2 and 4.
Volume labels() {
    VolumeHeader header;
    header.grid.dims = {4, 3, 2};
    std::vector<std::byte> bytes;
    for (int i = 0; i < 24; ++i) {
        bytes.push_back(static_cast<std::byte>(i / 8 * 2));
    }
    return {std::move(header), std::move(bytes)};
}

TEST(LabelStyles, are_of_the_palette_where_nobody_said) {
    const std::vector<LabelStyle> styles = label_styles(labels(), "labels.raw", {});
    ASSERT_EQ(styles.size(), 5u);
    EXPECT_EQ(styles[0], LabelStyle{}) << "the background keeps the transfer function's colour";
    for (int label = 1; label < 5; ++label) {
        EXPECT_EQ(styles[static_cast<std::size_t>(label)], (LabelStyle{1.0f, palette_color(label)}));
    }
}

TEST(LabelStyles, are_what_was_asked_for) {
    LabelLooks asked;
    asked.of = {{2, {0.25f}}, {4, {{}, red}}};
    asked.others = LabelLook{{}, {}, true};
    const std::vector<LabelStyle> styles = label_styles(labels(), "labels.raw", asked);
    EXPECT_EQ(styles[1], LabelStyle{});
    EXPECT_EQ(styles[2], (LabelStyle{0.25f, palette_color(2)}));
    EXPECT_EQ(styles[4], (LabelStyle{1.0f, red}));
}

TEST(LabelStyles, of_a_session_stay_but_for_what_is_asked_now) {
    const std::vector<LabelStyle> session = {{}, {}, {0.5f, green}};
    LabelLooks asked;
    asked.of = {{4, {0.0f}}};
    const std::vector<LabelStyle> styles = label_styles(labels(), "labels.raw", asked, session);
    EXPECT_EQ(styles[2], session[2]);
    EXPECT_EQ(styles[3], LabelStyle{}) << "no palette: the session says nothing of it";
    EXPECT_EQ(styles[4], (LabelStyle{0.0f, {}}));
}

TEST(LabelStyles, of_a_file_of_names_go_before_those_of_a_session) {
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "label_styles.ctbl";
    std::ofstream(file) << "2 liver 255 0 0 255\n";
    LabelLooks asked;
    asked.names = file.string();
    EXPECT_EQ(label_styles(labels(), "labels.raw", asked)[2], (LabelStyle{1.0f, red}));
    EXPECT_EQ(label_styles(labels(), "labels.raw", asked)[4], (LabelStyle{1.0f, palette_color(4)}));
    EXPECT_EQ(label_styles(labels(), "labels.raw", asked, {{}, {}, {0.5f, green}})[2], (LabelStyle{0.5f, red}));
    std::filesystem::remove(file);
    EXPECT_THROW(label_styles(labels(), "labels.raw", asked), Error);
}

TEST(LabelStyles, a_session_knows_its_own_labels_under_every_name) {
    const std::string own(32, 'a'), other(32, 'b');
    Scene session;
    session.labels = "organs.nrrd";
    session.labels_hash = own;
    session.label_styles = {{}, {0.5f, green}};
    EXPECT_EQ(session_styles(session, own, false), session.label_styles);
    EXPECT_EQ(session_styles(session, other, false), session.label_styles) << "what it names is meant, if changed";
    EXPECT_EQ(session_styles(session, own, true), session.label_styles);
    EXPECT_TRUE(session_styles(session, other, true).empty());
    session.labels_hash.clear(); // of an older version, or without labels
    EXPECT_TRUE(session_styles(session, "", true).empty());
}

TEST(LabelStyles, absent_labels_are_those_asked_for_without_voxels) {
    LabelLooks asked;
    EXPECT_TRUE(absent_labels(labels(), asked).empty());
    asked.of = {{0, {}}, {3, {}}, {4, {}}, {65535, {}}};
    EXPECT_EQ(absent_labels(labels(), asked), (std::vector{3, 65535}));
}

} // namespace

} // namespace voxmarch
