// Coarser volumes of the same box, which are drawn while a large one is on its way.
#pragma once

#include "scene/load_volume.h"
#include "volume/volume.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace voxmarch {

/// Every n-th voxel of a volume, or of its sample where it is large: at most so many, at least one cell.
/// Cost: those voxels are read.
Volume quick_preview(const Volume &volume, std::uint64_t most_voxels);

/// What shows more than quick_preview(): the finest level of a large volume's source of at most so many voxels, means
/// of boxes of a volume in memory. Empty if nothing has more voxels than `than`.
/// @param progress  called now and then with the share done; may throw
/// @throws what reading throws, MemoryError
std::optional<Volume> fine_preview(const Volume &volume, std::uint64_t most_voxels, const Grid &than,
                                   const std::function<void(double)> &progress = {});

/// The same of all channels on one grid, with what is drawn of them. Precondition: !loaded.common
std::shared_ptr<const SceneContent> quick_preview_content(const LoadedVolume &loaded, std::uint64_t most_voxels);

/// What is drawn of the preview in the place of what was loaded: with its labels and lines.
std::shared_ptr<const SceneContent> preview_content(Volume preview, const LoadedVolume &loaded);

} // namespace voxmarch
