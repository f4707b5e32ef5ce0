// What the viewer says is so: winners, numbers of pictures, files that it cannot show, what pictures tell.
#include "renderer/png_text.h"
#include "scene/provenance.h"
#include "tests/viewer/viewer_test.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

namespace voxmarch {

namespace {

/// Somebody else's work on all cores, now and then.
class Load {
public:
    Load() {
        for (unsigned i = 0; i < std::max(2u, std::thread::hardware_concurrency()); ++i) {
            threads_.emplace_back([this, i] {
                for (unsigned round = i; !stop_; ++round) {
                    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20 + round % 7 * 30);
                    while (!stop_ && std::chrono::steady_clock::now() < end) {
                    }
                    std::this_thread::sleep_for(std::chrono::milliseconds(10 + round % 5 * 20));
                }
            });
        }
    }
    ~Load() {
        stop_ = true;
        for (std::thread &thread : threads_) {
            thread.join();
        }
    }

private:
    std::atomic<bool> stop_ = false;
    std::vector<std::thread> threads_;
};

bool contains(const std::string &text, const std::string &part) { return text.find(part) != text.npos; }

TEST_F(ViewerTest, only_what_is_faster_wins) {
    open("synthetic:torus:48");
    {
        const Load load;
        press("v");
        settle();
        EXPECT_TRUE(contains(comparison(), "the same settings")) << comparison();
        int winners = 0;
        for (int i = 1; i <= 4; ++i) { // nothing that takes a noticeable time
            tools().compare.other.settings.background = glm::vec3(0.01f * static_cast<float>(i));
            settle();
            winners += contains(comparison(), "no winner") ? 0 : 1;
            EXPECT_GE(frame().race.rounds(), 3u) << comparison();
        }
        EXPECT_LE(winners, 1) << "a load may fall on one side of a race in all its rounds, though seldom";
    }
    scene().settings.step = 0.05;
    settle();
    EXPECT_TRUE(wait_for([this] { return contains(comparison(), ": B is "); })) << comparison();
    press("v");
    settle();
}

TEST_F(ViewerTest, a_wrong_skeleton_is_told_and_the_volume_opens) {
    const std::filesystem::path broken = folder_ / "broken.vtk";
    std::ofstream(broken) << "no lines";
    for (const std::string &lines : {broken.string(), (folder_ / "missing.vtk").string()}) {
        open("synthetic:torus:24", lines);
        ASSERT_TRUE(loaded());
        EXPECT_EQ(loaded()->volume.header().name, "torus:24");
        EXPECT_TRUE(scene().skeleton.source.empty());
        EXPECT_TRUE(status().error.empty()) << status().error;
        const auto told = std::find_if(notices().begin(), notices().end(), [&](const Notice &notice) {
            return notice.error && contains(notice.text, lines);
        });
        EXPECT_NE(told, notices().end());
        EXPECT_TRUE(frame().final);
    }
}

TEST_F(ViewerTest, numbers_are_those_of_the_picture_that_is_there) {
    open("synthetic:sphere:32");
    EXPECT_EQ(frame().width, scene().width);
    EXPECT_EQ(frame().height, scene().height);
    const std::uint64_t last = frame().request;
    const auto before = loaded();
    open_source(state(), "synthetic:torus:32");
    ASSERT_TRUE(wait_for([&] { return loaded() != before; }));
    EXPECT_EQ(frame().request, 0u) << "no numbers of the last volume";
    EXPECT_EQ(frame().statistics.frame_ms, 0.0);
    while (frame().request == 0) {
        viewer_->step(5);
    }
    EXPECT_GT(frame().request, last) << "no picture that was under way when the volume came";
    settle();
    SDL_SetWindowSize(state().window.handle(), 700, 500);
    settle();
    EXPECT_EQ(frame().width, scene().width);
    EXPECT_EQ(image().width, frame().width);
}

TEST_F(ViewerTest, times_of_isosurfaces_have_their_triangles) {
    samples_ = 2;
    open("synthetic:torus:48");
    press("m");
    settle(); // a coarse picture of full size, the full one that only shades the same triangles, and smoothing
    EXPECT_GT(frame().statistics.raster_ms, 0.0);
    press("1");
    settle();
    EXPECT_GT(frame().statistics.raster_ms, 0.0);
}

TEST_F(ViewerTest, pictures_name_no_folders_and_come_back_from_elsewhere) {
    const std::filesystem::path data = folder_ / "private-data", other = folder_ / "other";
    std::filesystem::create_directories(data);
    std::filesystem::create_directories(other);
    const std::string volume = (data / "head.nrrd").string();
    ASSERT_TRUE(voxmarch("synthesize torus -n 24 -o " + volume));
    open(volume);
    press("p");
    press("ctrl+s");
    settle();
    const std::filesystem::path picture = folder_ / "head-001.png", session = folder_ / "head-001.json";
    const auto text = find_png_text(read_bytes(picture), session_keyword);
    ASSERT_TRUE(text);
    const auto told = nlohmann::json::parse(*text);
    EXPECT_EQ(told["volume"]["source"], "head.nrrd");
    EXPECT_EQ(told["made"]["device"], status().device);
    EXPECT_GT(told["made"]["frame_ms"].get<double>(), 0.0);
    EXPECT_FALSE(contains(read_bytes(picture), "private-data"));
    // A session beside the volume's folder keeps the way there, not where that is.
    EXPECT_EQ(nlohmann::json::parse(read_bytes(session))["volume"]["source"], "private-data/head.nrrd");
    EXPECT_FALSE(contains(read_bytes(session), folder_.string()));
    ASSERT_TRUE(voxmarch(fmt::format("render {} --strict -o {}", session.string(), (folder_ / "again.png").string())));
    EXPECT_EQ(read_png(folder_ / "again.png").rgba, read_png(picture).rgba);

    // What was opened lately is known by its name.
    std::filesystem::rename(picture, other / "head-001.png");
    open("synthetic:sphere:16");
    drop(other / "head-001.png");
    EXPECT_EQ(scene().volume.source, volume);
    EXPECT_TRUE(status().error.empty());

    // Other voxels under that name are told of.
    ASSERT_TRUE(voxmarch("synthesize tree -n 24 -o " + volume));
    drop(other / "head-001.png");
    const auto different = std::find_if(notices().begin(), notices().end(), [](const Notice &notice) {
        return contains(notice.text, "is not the volume that");
    });
    EXPECT_NE(different, notices().end());

    tools().save.embed = Embed::none;
    press("p");
    settle();
    EXPECT_FALSE(find_png_text(read_bytes(tools().save.folder / "head-001.png"), session_keyword));
}

TEST_F(ViewerTest, another_volume_is_not_shown_under_the_last_ones_picture) {
    open("synthetic:sphere:32");
    settle();
    ASSERT_TRUE(view().shown.texture);
    const std::uint64_t last = frame().request;
    user_does("mousemove 640 400");
    const auto before = loaded();
    open_source(state(), "synthetic:torus:32");
    ASSERT_TRUE(wait_for([&] { return loaded() != before; }));
    EXPECT_TRUE(!view().shown.texture || frame().request > last) << "the sphere";
    settle();
    EXPECT_TRUE(view().shown.texture);
}

TEST_F(ViewerTest, a_picture_that_is_never_drawn_is_told_of) {
    open("synthetic:sphere:32");
    settle();
    const std::filesystem::path file = folder_ / "lost.png";
    save_picture(state(), file, 1000, 1000);
    show_volume(state(), loaded()); // as the end of a comparison does
    settle();
    EXPECT_TRUE(tools().save.under_way.empty());
    const bool told = std::ranges::any_of(
        notices(), [](const Notice &notice) { return notice.error && contains(notice.text, "is not saved"); });
    EXPECT_NE(std::filesystem::exists(file), told);
}

TEST_F(ViewerTest, a_mesh_that_is_dropped_lies_in_the_volume) {
    open("synthetic:sphere:32");
    settle();
    const std::filesystem::path file = folder_ / "surface.ply";
    ASSERT_TRUE(voxmarch("mesh synthetic:torus:32 --isovalue 128 -o " + file.string()));
    const Pixels without = image().rgba;
    drop(file);
    ASSERT_EQ(scene().meshes.size(), 1u);
    EXPECT_EQ(loaded()->scene.volume.source, "synthetic:sphere:32");
    EXPECT_NE(image().rgba, without);
    press("ctrl+z");
    settle();
    EXPECT_TRUE(scene().meshes.empty());
    EXPECT_EQ(image().rgba, without);
    drop(folder_ / "none.stl");
    EXPECT_TRUE(notices().back().error);
}

} // namespace

} // namespace voxmarch
