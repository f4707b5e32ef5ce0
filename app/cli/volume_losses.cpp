// Compares a grid with what formats hold.
#include "app/cli/volume_losses.h"

#include "app/progress.h"
#include "base/text.h"
#include "volume/bricks/writing/zarr_metadata.h"

#include <fmt/format.h>

namespace voxmarch {

void say_losses(const Grid &grid, const std::filesystem::path &output) {
    const bool is_placed = grid.origin != glm::dvec3(0.0) || !is_upright(grid);
    const std::string ending = text::lower(output.extension().string());
    if (ending == ".zarr" && !is_upright(grid)) {
        say(fmt::format("note: OME-Zarr knows no turned axes: {} keeps the directions of the voxels as an attribute "
                        "that voxmarch reads; other programs show it unturned",
                        output.string()));
    } else if (ending.starts_with(".tif") && (is_placed || grid.anatomical)) {
        say(fmt::format("note: TIFF keeps sizes of voxels alone: {} says nothing of place and orientation",
                        output.string()));
    } else if ((ending == ".nii" || ending == ".gz") && !grid.anatomical && is_placed) {
        say(fmt::format("note: NIfTI knows places in patients alone: {} says nothing of origin and directions",
                        output.string()));
    }
}

} // namespace voxmarch
