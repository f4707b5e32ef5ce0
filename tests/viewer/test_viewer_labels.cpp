// Labels in the viewer meet the volume in the world, or are refused with the reason. The NRRD files are written here,
// line by line: `space directions` is the step along each voxel axis, `space origin` the centre of the first voxel.
#include "app/viewer/document/opening.h"
#include "app/viewer/panels/labels.h"
#include "scene/pick.h"
#include "tests/viewer/viewer_test.h"
#include "volume/fingerprint.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

/// Three blocks that differ along every axis, so that no other order or direction of the axes looks the same.
int blocks(int x, int y, int z) {
    if (x < 9 && y < 8 && z < 7) {
        return 3;
    }
    if (x >= 12 && y < 10 && z >= 9) {
        return 5;
    }
    return y >= 13 && z < 12 ? 7 : 0;
}

class ViewerLabels : public ViewerTest {
protected:
    /// Bytes by f(x, y, z).
    template <typename F>
    std::string write(const std::string &name, std::array<int, 3> n, const std::string &geometry, F &&value) const {
        const std::string file = (folder_ / name).string();
        std::ofstream stream(file, std::ios::binary);
        stream << fmt::format("NRRD0004\ntype: uint8\ndimension: 3\nspace: left-posterior-superior\nsizes: {} {} {}\n"
                              "space directions: {}\nencoding: raw\n\n",
                              n[0], n[1], n[2], geometry);
        for (int z = 0; z < n[2]; ++z) {
            for (int y = 0; y < n[1]; ++y) {
                for (int x = 0; x < n[0]; ++x) {
                    stream.put(static_cast<char>(value(x, y, z)));
                }
            }
        }
        return file;
    }

    /// 20 x 18 x 16 voxels of 1 x 1 x 1.5; grey where there is a label and where there is none.
    std::string write_volume() const {
        return write("ct.nrrd", {20, 18, 16}, "(1,0,0) (0,1,0) (0,0,1.5)\nspace origin: (10,20,30)",
                     [](int x, int y, int z) { return blocks(x, y, z) > 0 ? 120 : (x + y + z) * 4; });
    }
    std::string write_labels() const {
        return write("labels.nrrd", {20, 18, 16}, "(1,0,0) (0,1,0) (0,0,1.5)\nspace origin: (10,20,30)", blocks);
    }
    /// The same labels: first axis z backwards, then x, then y backwards.
    std::string write_turned() const {
        return write("turned.nrrd", {16, 20, 18}, "(0,0,-1.5) (1,0,0) (0,-1,0)\nspace origin: (10,37,52.5)",
                     [](int a, int b, int c) { return blocks(b, 17 - c, 15 - a); });
    }

    void open_with(const std::string &labels) {
        LoadRequest first;
        first.volume.source = write_volume();
        first.transfer = "thesis";
        first.labels = labels;
        first.label_looks.of = {
            {3, {{}, glm::vec3(1.0f, 0.0f, 0.0f)}}, {5, {0.0f}}, {7, {{}, glm::vec3(0.0f, 1.0f, 0.0f)}}};
        first.label_looks.others = LabelLook{{}, {}, true};
        open(first);
    }

    bool is_told(const std::string &words, bool as_error) {
        return std::any_of(notices().begin(), notices().end(), [&](const Notice &notice) {
            return notice.error == as_error && notice.text.find(words) != std::string::npos;
        });
    }
};

TEST_F(ViewerLabels, labels_in_another_order_of_axes_paint_the_same_picture) {
    open_with("");
    const Image bare = image();
    open_with(write_labels());
    ASSERT_TRUE(loaded()->labels);
    const Image straight = image();
    const std::span<const std::byte> bytes = loaded()->labels->bytes();
    const std::vector<std::byte> placed(bytes.begin(), bytes.end());
    open_with(write_turned());
    ASSERT_TRUE(loaded()->labels);
    EXPECT_EQ(loaded()->labels->grid().dims, (std::array{20, 18, 16}));
    EXPECT_TRUE(std::ranges::equal(loaded()->labels->bytes(), placed));
    EXPECT_EQ(image().rgba, straight.rgba);
    EXPECT_NE(bare.rgba, straight.rgba);
    EXPECT_TRUE(notices().empty()) << notices().front().text;
}

TEST_F(ViewerLabels, a_session_keeps_them) {
    open_with(write_turned());
    const Image shown = image();
    press("ctrl+s");
    settle();
    const std::filesystem::path session = folder_ / "ct-001.json";
    ASSERT_TRUE(std::filesystem::exists(session));
    EXPECT_EQ(nlohmann::json::parse(read_bytes(session)).at("labels").at("xxh3_128"), voxel_hash(*loaded()->labels));
    drop("synthetic:sphere:32");
    ASSERT_FALSE(loaded()->labels);
    drop(session);
    ASSERT_TRUE(loaded()->labels);
    EXPECT_EQ(scene().label_styles.size(), 8u);
    EXPECT_EQ(compare(shown, image(), 4).pixels_above, 0u); // rays may begin at other tiles
    EXPECT_FALSE(is_told("are not the labels", true));
    write("turned.nrrd", {20, 18, 16}, "(1,0,0) (0,1,0) (0,0,1.5)\nspace origin: (10,20,30)",
          [](int x, int y, int z) { return 8 - blocks(x, y, z); });
    drop("synthetic:sphere:32");
    drop(session);
    EXPECT_TRUE(is_told("turned.nrrd are not the labels that", true));
    std::filesystem::remove(folder_ / "turned.nrrd");
    drop("synthetic:sphere:32");
    drop(session);
    EXPECT_FALSE(loaded()->labels);
    EXPECT_EQ(loaded()->volume.grid().dims, (std::array{20, 18, 16}));
    EXPECT_TRUE(is_told("its label volume 'turned.nrrd' was not found", true));
}

TEST_F(ViewerLabels, those_of_a_session_look_the_same_under_another_name) {
    open_with(write_turned());
    const std::vector<LabelStyle> styles = scene().label_styles;
    const Image shown = image();
    press("ctrl+s");
    settle();
    LoadRequest renamed;
    renamed.volume.source = (folder_ / "ct-001.json").string();
    renamed.labels = write_labels(); // the same on the volume's grid
    open(renamed);
    ASSERT_TRUE(loaded()->labels);
    EXPECT_EQ(scene().label_styles, styles);
    EXPECT_EQ(scene().labels, renamed.labels);
    EXPECT_EQ(compare(shown, image(), 4).pixels_above, 0u);
    renamed.label_looks.of = {{3, {0.0f}}}; // what is asked for now goes before
    open(renamed);
    EXPECT_EQ(scene().label_styles[3].visibility, 0.0f);
    EXPECT_EQ(scene().label_styles[7], styles[7]);
}

TEST_F(ViewerLabels, another_grid_is_resampled_with_a_note) {
    open_with(write("coarse.nrrd", {20, 18, 8}, "(1,0,0) (0,1,0) (0,0,3)\nspace origin: (10,20,30)",
                    [](int x, int y, int z) { return blocks(x, y, 2 * z); }));
    ASSERT_TRUE(loaded()->labels);
    EXPECT_TRUE(is_told("(20x18x8 voxels) lies on another grid than ct.nrrd", false));
}

TEST_F(ViewerLabels, labels_of_another_place_are_refused_and_the_volume_is_shown) {
    const std::string away =
        write("away.nrrd", {20, 18, 16}, "(1,0,0) (0,1,0) (0,0,1.5)\nspace origin: (510,20,30)", blocks);
    open_with("");
    const Image bare = image();
    open_with(away);
    EXPECT_FALSE(loaded()->labels);
    EXPECT_TRUE(is_told("away.nrrd: does not overlap with ct.nrrd: the labels lie in (510, 20, 30)", true));
    EXPECT_EQ(image().rgba, bare.rgba);
    EXPECT_EQ(scene().labels, "");
}

/// By the menu of a row and by the button of the label that is chosen: the file of the command line.
TEST_F(ViewerLabels, a_label_of_the_list_becomes_a_mesh) {
    open_with(write_labels());
    for (const char *name : {"Transfer function", "Mode", "Appearance"}) { // the list comes to the top
        state().store.sections[name] = false;
    }
    open_with(write_labels());
    state().document.scene.label_styles[3].color.reset(); // as the command line colours it
    tools().labels.chosen = 3;
    settle();
    const std::filesystem::path here = folder_ / "here.ply", there = folder_ / "there.ply";
    ASSERT_TRUE(click_on("panels", {"labels", "Mesh of this label ..."}, 230.0));
    ASSERT_TRUE(dialogs().file.open);
    EXPECT_TRUE(dialogs().mesh.smooth);
    name_file(here);
    settle();
    ASSERT_FALSE(notices().empty());
    EXPECT_FALSE(notices().back().error) << notices().back().text;
    ASSERT_TRUE(voxmarch(
        fmt::format("mesh {} --labels-of 3 --smooth 20 -o {}", (folder_ / "labels.nrrd").string(), there.string())));
    EXPECT_GT(std::filesystem::file_size(here), 2000u);
    EXPECT_EQ(read_bytes(here), read_bytes(there));
}

TEST_F(ViewerLabels, the_list_hides_and_shows_them_and_picks_what_is_seen) {
    open_with(write_labels());
    for (const char *name : {"Transfer function", "Mode", "Appearance"}) { // the list comes to the top
        state().store.sections[name] = false;
    }
    open_with(write_labels());
    const std::vector<LabelStyle> first = scene().label_styles;
    const Image before = image();
    EXPECT_EQ(label_name(state().document, 3), "label 3");
    EXPECT_EQ(label_name(state().document, 0), "no label");
    const auto label = [this](glm::dvec3 voxel) {
        return label_at(state().document, world_of(loaded()->grid(), voxel));
    };
    EXPECT_EQ(label({1.0, 2.0, 3.0}), 3);
    EXPECT_EQ(label({15.4, 5.0, 12.0}), 5);
    EXPECT_EQ(label({-0.6, 2.0, 3.0}), std::nullopt);

    ASSERT_TRUE(click_on("panels", {"labels", "Hide all"}, 110));
    settle();
    for (const LabelStyle &style : scene().label_styles) {
        EXPECT_EQ(style.visibility, 0.0f);
    }
    EXPECT_NE(image().rgba, before.rgba);
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().label_styles, first);
    EXPECT_EQ(image().rgba, before.rgba);

    ASSERT_TRUE(click_on("panels", {"labels", "Pick"}, 175));
    EXPECT_TRUE(tools().labels.picking);
    const auto seen = seen_place(*loaded(), scene(), scene().width / 2, scene().height / 2);
    ASSERT_TRUE(seen);
    const Camera camera = scene().camera;
    click(at(0.5, 0.5));
    settle();
    EXPECT_FALSE(tools().labels.picking);
    EXPECT_EQ(tools().labels.chosen, label_at(state().document, *seen));
    EXPECT_EQ(scene().camera, camera);

    tools().labels.chosen = 7;
    settle();
    ASSERT_TRUE(click_on("panels", {"labels", "##search"}, 230.0));
    type("5");
    EXPECT_EQ(tools().labels.chosen, std::nullopt) << "the list shows it no more";
    tools().labels.search.clear();
    press("Escape");
    press("Escape");
    tools().labels.chosen = 7;
    settle();
    ASSERT_TRUE(click_on("panels", {"labels", "Show only this one"}, 60));
    settle();
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(scene().label_styles[i].visibility, i == 7 ? 1.0f : 0.0f) << i;
        EXPECT_EQ(scene().label_styles[i].color, first[i].color) << i;
    }
    ASSERT_TRUE(click_on("panels", {"labels", "Show the others again"}, 60));
    settle();
    EXPECT_EQ(scene().label_styles, first);
    ASSERT_TRUE(click_on("panels", {"labels", "Show only this one"}, 60));
    settle();
    EXPECT_TRUE(tools().labels.before);
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().label_styles, first);
    EXPECT_FALSE(tools().labels.before) << "there are no others to show again";
}

TEST_F(ViewerLabels, they_are_opened_over_the_volume_named_and_closed) {
    open(write_volume());
    for (const char *name : {"Transfer function", "Mode", "Appearance"}) { // the list comes to the top
        state().store.sections[name] = false;
    }
    const Image bare = image();
    const Camera camera = scene().camera;
    open_labels(state(), write_labels());
    settle();
    ASSERT_TRUE(loaded()->labels);
    EXPECT_EQ(dialogs().section, "Labels") << "the list is shown";
    EXPECT_NE(image().rgba, bare.rgba);
    EXPECT_EQ(scene().camera, camera);
    EXPECT_EQ(label_name(state().document, 3), "label 3");

    tools().labels.chosen = 3;
    settle();
    ASSERT_TRUE(click_on("panels", {"labels", "##name"}, 230.0));
    type("Kidney");
    press("Return");
    settle();
    EXPECT_EQ(label_name(state().document, 3), "Kidney");
    press("ctrl+z");
    settle();
    EXPECT_EQ(label_name(state().document, 3), "label 3");
    press("ctrl+y");
    settle();
    press("ctrl+s");
    settle();
    const std::filesystem::path session = folder_ / "ct-001.json";
    drop("synthetic:sphere:32");
    EXPECT_TRUE(scene().label_names.empty());
    drop(session);
    EXPECT_EQ(label_name(state().document, 3), "Kidney");

    close_labels(state());
    settle();
    EXPECT_FALSE(loaded()->labels);
    EXPECT_TRUE(scene().label_styles.empty());
    EXPECT_EQ(compare(image(), bare, 4).pixels_above, 0u);
}

TEST_F(ViewerLabels, undo_goes_beyond_their_opening_and_closing) {
    open(write_volume());
    settle();
    dialogs().reading.strip = true; // how the file was read
    scene().settings.step = 0.7;
    settle();
    open_labels(state(), write_labels());
    settle();
    ASSERT_TRUE(loaded()->labels);
    EXPECT_TRUE(dialogs().reading.strip);
    EXPECT_TRUE(state().document.history.has_unsaved_edits());
    const std::size_t styles = scene().label_styles.size();
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().settings.step, 0.5);
    EXPECT_EQ(scene().label_styles.size(), styles) << "the labels stay";
    EXPECT_FALSE(scene().labels.empty());
    press("ctrl+y");
    settle();
    EXPECT_EQ(scene().settings.step, 0.7);
    close_labels(state());
    settle();
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().settings.step, 0.5);
    EXPECT_TRUE(scene().labels.empty());
    EXPECT_TRUE(scene().label_styles.empty());
}

TEST_F(ViewerLabels, the_program_takes_them) {
    const std::string volume = write_volume(), labels = write_turned();
    EXPECT_TRUE(
        shows_window(fmt::format("view {} --labels {} --label 3=hide", volume, labels), "ct.nrrd - voxmarch", folder_));
    EXPECT_FALSE(voxmarch(fmt::format("view {} --label 3=hide", volume)));
}

} // namespace

} // namespace voxmarch
