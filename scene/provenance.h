// What a picture tells about itself: the session that draws it again, which voxels, which device, how long.
#pragma once

#include "base/enum_names.h"
#include "device/device_info.h"
#include "scene/scene.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// How much a PNG tells.
enum class Embed {
    none, ///< nothing: its bytes are the same whenever and wherever it is drawn
    name, ///< files by their names alone
    full  ///< files by their absolute paths
};

template <> struct EnumNames<Embed> {
    static constexpr Named<Embed> all[] = {{Embed::name, "name"}, {Embed::full, "full"}, {Embed::none, "none"}};
};

/// What drew a picture.
struct Drawn {
    const DeviceInfo &device;
    SamplingBackend backend;
    double frame_ms; ///< FrameStatistics::frame_ms
};

/// Size of the file and hash of the voxels. Cost: as voxel_hash()
VolumeIdentity identity_of(const std::string &source, const Volume &volume);

/// The texts for write_png(): the session, with a part "made" of version, device, driver and time. None for
/// Embed::none.
std::vector<std::pair<std::string, std::string>> picture_texts(const Scene &scene, Embed embed,
                                                               const std::optional<Drawn> &drawn);

/// The first field in which what two pictures tell of themselves differs, as "camera/eye/0", or "text" if one is none
/// of a picture; "" if both are of the same scene and version. Where, when and how fast they were drawn does not count,
/// and neither does the time line that they are of.
/// @param voxels  whether it counts of which voxels they are
std::string different_field(const std::string &one, const std::string &other, bool voxels = true);

/// "" if the voxels are those that the session means; else one line that says what differs.
/// @param source  what was read as the session's volume
/// @param file    the session
std::string identity_problem(const VolumeIdentity &expected, const VolumeIdentity &found, const std::string &source,
                             const std::string &file);

/// The same of the session's labels; "" too where the session tells no hash.
/// @param hash    voxel_hash() of what was read from `labels`, on the volume's grid
std::string labels_problem(const Scene &scene, const std::string &hash, const std::string &labels,
                           const std::string &file);

} // namespace voxmarch
