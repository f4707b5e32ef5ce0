// Starts counting and takes the counts.
#include "app/viewer/transfer/plane_count.h"

#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/transfer/plane_editor.h"

namespace voxmarch {

void count_plane(PlaneEditor &plane, const Document &document, Jobs &jobs) {
    constexpr std::size_t most_voxels = std::size_t{16} << 20;
    const Volume &volume = document.volume();
    // Of a series one time stands for all, as its function does: it plays faster than voxels are counted.
    const auto is_same = [&](const LoadedVolume &counted) {
        const LoadedVolume &loaded = *document.loaded;
        return &counted == &loaded || (counted.series && loaded.series && counted.opened == loaded.opened);
    };
    if (!plane.counted || !is_same(*plane.counted) || plane.counted_channel != document.channel()) {
        plane.counted = document.loaded;
        plane.counted_channel = document.channel();
        plane.joint.reset();
        jobs.joint.start(volume.header().name, // `counted` keeps the volume
                         [counted = plane.counted, &volume](const std::function<void(double)> &progress) {
                             return std::make_shared<const JointHistogram>(
                                 joint_histogram(volume.large() ? volume.sample() : volume, most_voxels, progress));
                         });
    }
    if (auto outcome = jobs.joint.take()) {
        plane.joint = std::move(outcome->result); // without memory for it the plane stays dark
    }
}

} // namespace voxmarch
