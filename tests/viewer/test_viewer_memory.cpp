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
    EXPECT_LT(resident_pages() - before, 16L * 1024 * 1024 / ::sysconf(_SC_PAGESIZE));
}

} // namespace

} // namespace voxmarch
