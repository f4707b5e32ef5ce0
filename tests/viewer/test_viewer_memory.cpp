// Memory of the viewer over many frames and volumes.
#include "tests/viewer/viewer_test.h"

#include <fstream>
#include <unistd.h>

namespace voxmarch {

namespace {

/// Pages of memory this process holds.
long resident_pages() {
    std::ifstream stream("/proc/self/statm");
    long all = 0, resident = 0;
    stream >> all >> resident;
    return resident;
}

long mebibytes(long count) { return count * 1024 * 1024 / ::sysconf(_SC_PAGESIZE); } // in pages

TEST_F(ViewerTest, memory_stays_flat_over_frames_and_loads) {
    open("synthetic:sphere:32");
    const auto turn = [&](int frames) {
        for (int i = 0; i < frames; ++i) {
            scene().camera = orbited(scene().camera, {3.0, 1.0}, size_of_view(scene()));
            viewer_->step(1);
        }
    };
    const auto reload = [&](int times) {
        for (int i = 0; i < times; ++i) {
            open_source(state(), "synthetic:sphere:32");
            settle();
        }
    };
    turn(100);
    reload(4);
    const long before = resident_pages();
    turn(1000);
    reload(20);
    EXPECT_LT(resident_pages() - before, mebibytes(16));
}

TEST_F(ViewerTest, memory_stays_flat_over_a_thousand_actions) {
    open("synthetic:sphere:32");
    const Scene first = scene();
    constexpr Command commands[] = {Command::toggle_slices,
                                    Command::next_slice,
                                    Command::toggle_clipping,
                                    Command::mode_both,
                                    Command::toggle_shading,
                                    Command::next_shadows,
                                    Command::toggle_slices,
                                    Command::help,
                                    Command::toggle_box,
                                    Command::view_top,
                                    Command::help,
                                    Command::toggle_box,
                                    Command::theme_light,
                                    Command::undo,
                                    Command::camera_undo,
                                    Command::theme_dark,
                                    Command::toggle_clipping,
                                    Command::measure_distance,
                                    Command::measure_distance,
                                    Command::next_classification,
                                    Command::next_classification,
                                    Command::next_classification,
                                    Command::toggle_probe,
                                    Command::toggle_probe,
                                    Command::mode_volume};
    int count = 0;
    const auto cycle = [&](int times) {
        for (int i = 0; i < times; ++i) {
            for (const Command command : commands) {
                execute(state(), command);
                viewer_->step(1);
                ++count;
            }
            settle();
            scene() = first; // undone, in one step
            settle();
        }
    };
    cycle(10);
    const long before = resident_pages();
    count = 0;
    cycle(40);
    EXPECT_EQ(count, 1000);
    EXPECT_LT(resident_pages() - before, mebibytes(16));
}

} // namespace

} // namespace voxmarch
