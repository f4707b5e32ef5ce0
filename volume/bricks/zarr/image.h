// What a Zarr group says of its image (OME-Zarr 0.4 and 0.5): axes, units, levels of detail and where they lie.
#pragma once

#include "volume/bricks/zarr/chunks.h"
#include "volume/volume.h"

#include <string>
#include <vector>

namespace voxmarch::zarr {

/// An axis of all levels.
struct Axis {
    std::string name; ///< "t", "c", "z", "y", "x"
    std::string type; ///< "time", "channel", "space", or nothing
    std::string unit; ///< "micrometer", or nothing
};

/// A level as it is described. Position of index i along an axis: scale * i + translation.
struct LevelPlace {
    std::string key; ///< of its array
    std::vector<double> scale, translation;
};

/// What `voxmarch convert` says beside OME's metadata, which know no directions.
struct OwnPlace {
    glm::dmat3 direction{1.0}; ///< as Grid has it
    glm::dvec3 origin{0.0}, spacing{1.0};
    std::string unit;
    bool anatomical = false;
};

/// The image of a group, or one array that nothing is said of.
struct Image {
    bool is_described = false; ///< by OME's metadata
    bool states_place = false; ///< that a level has a scale
    std::string name;          ///< of the image; may be empty
    std::vector<Axis> axes;    ///< of every array
    std::vector<LevelPlace> levels;
    std::optional<OwnPlace> own;
    std::vector<ChannelInfo> channels; ///< as many as something is said of
    std::filesystem::path metadata;    ///< the file that says it
};

/// @throws FileError when there is neither an image nor an array, for metadata that are wrong, keys that leave the
/// store, and groups that hold several images
Image read_image(const Store &store);

} // namespace voxmarch::zarr
