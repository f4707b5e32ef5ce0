// Volumes with the scene that shows them first.
#include "scene/load_volume.h"

#include "renderer/visible_part.h"
#include "scene/first_look.h"
#include "transfer/preset.h"
#include "volume/fingerprint.h"
#include "volume/synthetic/synthetic.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

class LoadVolume : public ::testing::Test {
protected:
    const fs::path folder_ =
        fs::path(::testing::TempDir()) /
        fmt::format("load_volume_{}", ::testing::UnitTest::GetInstance()->current_test_info()->name());
    static constexpr int edge = 12;

    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    /// Labels 0 .. 3 in slabs; with `shift` others.
    std::string write_labels(const std::string &name, int shift = 0) const {
        const fs::path file = folder_ / fmt::format("{}_{}x{}x{}_uint8.raw", name, edge, edge, edge);
        std::ofstream stream(file, std::ios::binary);
        for (int i = 0; i < edge * edge * edge; ++i) {
            stream.put(static_cast<char>((i % edge + shift) / 3 % 4));
        }
        return file.string();
    }

    static LoadRequest request_for(const std::string &labels = "") {
        LoadRequest request;
        request.volume.source = fmt::format("synthetic:sphere:{}", edge);
        request.labels = labels;
        return request;
    }

    /// A session of the volume with these labels, and the second one hidden.
    fs::path write_labelled_session(const std::string &labels) const {
        LoadRequest request = request_for(labels);
        request.label_looks.of = {{2, {0.0f}}};
        const fs::path file = folder_ / "session.json";
        write_session(load_volume(request)->scene, file);
        return file;
    }

    static LoadRequest request_for_session(const fs::path &session, const std::string &labels) {
        LoadRequest request;
        request.volume.source = session.string();
        request.labels = labels;
        return request;
    }
};

TEST_F(LoadVolume, comes_with_a_scene_that_shows_it) {
    double share = 0.0;
    const auto loaded = load_volume(request_for(), [&](double now) { share = now; });
    EXPECT_EQ(share, 1.0);
    const Scene &scene = loaded->scene;
    EXPECT_EQ(scene.volume.source, "synthetic:sphere:12");
    EXPECT_EQ(scene.identity.hash, voxel_hash(loaded->volume));
    EXPECT_EQ(scene.transfer, choose_look({}, {}, loaded->volume, survey_data(loaded->volume)).transfer);
    EXPECT_FALSE(loaded->has_session);
    EXPECT_TRUE(loaded->problems.empty());
    EXPECT_EQ(loaded->visible, corners_to_frame(reference_scene(scene, *loaded)));
    const Scene wide = first_scene(*loaded, 200, 50);
    EXPECT_EQ(wide.width, 200);
    EXPECT_EQ(wide.camera, framing_camera({}, reference_scene(scene, *loaded), 4.0));
}

TEST_F(LoadVolume, in_memory_is_shown_like_one_from_a_file) {
    const auto read = load_volume(request_for());
    const auto held = load_volume(synthesize("sphere", edge), request_for());
    EXPECT_EQ(held->scene.transfer, read->scene.transfer);
    EXPECT_EQ(held->scene.identity.hash, read->scene.identity.hash);
    EXPECT_EQ(held->visible, read->visible);
    EXPECT_EQ(held->histogram.counts, read->histogram.counts);
    EXPECT_EQ(load_volume(synthesize("sphere", edge))->scene.volume.source, "");
}

TEST_F(LoadVolume, a_session_keeps_camera_and_settings) {
    Scene session = load_volume(request_for())->scene;
    session.camera.fov = 12.0;
    session.settings.step = 1.5;
    session.transfer = resolve_transfer("thesis");
    write_session(session, folder_ / "session.json");
    const auto loaded = load_volume(request_for_session(folder_ / "session.json", ""));
    EXPECT_TRUE(loaded->has_session);
    EXPECT_EQ(loaded->scene.settings.step, 1.5);
    EXPECT_EQ(loaded->scene.transfer.name, "thesis");
    EXPECT_EQ(first_scene(*loaded, 200, 50).camera.fov, 12.0);
    EXPECT_TRUE(loaded->problems.empty());
    EXPECT_TRUE(loaded->visible.empty());
}

TEST_F(LoadVolume, a_sessions_labels_look_the_same_under_another_name) {
    const fs::path session = write_labelled_session(write_labels("a"));
    const auto own = load_volume(request_for_session(session, ""));
    ASSERT_TRUE(own->labels);
    ASSERT_EQ(own->scene.label_styles.size(), 4u);
    EXPECT_EQ(own->scene.label_styles[2].visibility, 0.0f);
    const std::string copy = write_labels("b");
    const auto renamed = load_volume(request_for_session(session, copy));
    EXPECT_EQ(renamed->scene.label_styles, own->scene.label_styles);
    EXPECT_EQ(renamed->scene.labels, copy);
    EXPECT_TRUE(renamed->problems.empty());
    const auto other = load_volume(request_for_session(session, write_labels("c", 1)));
    EXPECT_EQ(other->scene.label_styles[2].visibility, 1.0f);
    EXPECT_TRUE(other->problems.empty()) << "nobody meant the session's";
    // What is asked for now goes before what the session kept.
    LoadRequest request = request_for_session(session, copy);
    request.label_looks.of = {{1, {0.5f}}};
    const auto changed = load_volume(request);
    EXPECT_EQ(changed->scene.label_styles[1].visibility, 0.5f);
    EXPECT_EQ(changed->scene.label_styles[2].visibility, 0.0f);
}

TEST_F(LoadVolume, tells_of_a_sessions_labels_that_changed) {
    const fs::path session = write_labelled_session(write_labels("a"));
    write_labels("a", 1);
    const auto loaded = load_volume(request_for_session(session, ""));
    ASSERT_EQ(loaded->problems.size(), 1u);
    EXPECT_NE(loaded->problems[0].text.find("are not the labels that"), std::string::npos) << loaded->problems[0].text;
}

TEST_F(LoadVolume, without_what_is_wrong_beside_it) {
    LoadRequest request = request_for((folder_ / "gone.nrrd").string());
    request.skeleton = (folder_ / "gone.vtk").string();
    const auto loaded = load_volume(request);
    EXPECT_EQ(loaded->problems.size(), 2u);
    EXPECT_FALSE(loaded->labels);
    EXPECT_FALSE(loaded->lines);
    EXPECT_EQ(loaded->scene.labels, "");
    EXPECT_EQ(loaded->scene.skeleton.source, "");
    request = request_for(write_labels("a"));
    request.label_looks.of = {{7, {0.0f}}};
    EXPECT_EQ(load_volume(request)->absent_labels, std::vector{7});
}

TEST_F(LoadVolume, ends_when_progress_throws) {
    EXPECT_THROW(load_volume(request_for(), [](double) { throw 1; }), int);
}

} // namespace

} // namespace voxmarch
