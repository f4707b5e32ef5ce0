// The list of recent files: a picture of what was seen, and what is gone is marked.
#include "tests/viewer/viewer_test.h"

#include <filesystem>

namespace voxmarch {
namespace {

TEST_F(ViewerTest, recent_files_have_pictures) {
    const std::string ring = (folder_ / "ring.nrrd").string(), gone = (folder_ / "gone.nrrd").string();
    ASSERT_TRUE(voxmarch(fmt::format("synthesize torus -n 24 -o {}", ring)));
    std::filesystem::copy_file(ring, gone);
    open(gone);
    open(ring);
    ASSERT_TRUE(state().dialogs.recent.pictures.find(ring));
    const Image kept = *state().dialogs.recent.pictures.find(ring);
    EXPECT_EQ(kept.rgba, small_picture(image(), kept.width, kept.height).rgba);
    std::filesystem::remove(gone);
    open("synthetic:sphere:16");
    ASSERT_EQ(state().store.recent.size(), 3u);
    state().dialogs.welcome_closed = false;
    user_does("mousemove " + at(0.5, 0.9)); // a window where nothing happens is not drawn
    ASSERT_TRUE(wait_for([&] { return state().dialogs.recent.textures.contains(ring); }));
    EXPECT_TRUE(state().dialogs.recent.textures.at(ring));
    EXPECT_TRUE(state().dialogs.recent.rows.at(2).missing);
}

} // namespace
} // namespace voxmarch
