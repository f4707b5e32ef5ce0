// Command line options of volumes that are drawn together: which, where they lie, how they look.
#pragma once

#include "app/cli/channel_options.h"
#include "scene/scene.h"
#include "volume/common_grid.h"

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What is said of one of several volumes.
struct VolumeWish {
    ChannelWish look;
    std::optional<int> channel, time; ///< to read of a file that holds several
    std::string place;                ///< x,y,z or a file; empty: where the file says
};

/// VOLUME behind the first, --place, --volume KEY:LOOK, and --transfer KEY=FILE. A KEY is the place of a volume on the
/// command line, from 1, or the name of its file without folder and endings.
class SeveralVolumes {
public:
    /// Adds the positional arguments and --place. @param command  whose VOLUME was added
    void add_to(CLI::App &command);

    /// Takes KEY:LOOK. @return false if the text is none: it names a file
    bool accept_volume(const std::string &text);

    /// Takes KEY=NAME|FILE. @return false if the text is none: a function for all volumes
    bool accept_transfer(const std::string &text);

    /// Gives every volume what was said of it by place or name, and reads the files of places.
    /// @param first    source of the first volume
    /// @param session  has the volumes behind the first, and their places, where the command line names none; else null
    /// @throws UsageError, FileError
    void resolve(const std::string &first, const Scene *session);

    /// Whether there is more than one volume, or one that is placed.
    bool any() const { return !others_.empty() || first_.place != PlaceInWorld{}; }
    bool several() const { return !others_.empty(); }

    const OtherVolume &first() const { return first_; } ///< its place alone
    const std::vector<OtherVolume> &others() const { return others_; }

    /// What was said of volume i, the first is 0.
    const VolumeWish &wish(std::size_t i) const;

    /// Whether --transfer, --volume or --place were given to volumes one by one.
    bool given() const { return !said_.empty(); }

    /// The grid of all, by their headers. @throws as common_grid()
    CommonGrid grid(const std::vector<VolumeHeader> &headers, const CommonGridLimits &limits,
                    std::vector<Note> &notes) const;

private:
    std::vector<std::string> sources_;         ///< behind the first
    std::map<std::string, VolumeWish> said_;   ///< by KEY
    std::map<std::size_t, VolumeWish> wishes_; ///< by place
    OtherVolume first_;
    std::vector<OtherVolume> others_;
};

} // namespace voxmarch
