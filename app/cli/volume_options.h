// The options that say which volume is meant and how to read it; shared by every command that takes one.
#pragma once

#include "app/cli/time_selection.h"
#include "base/error.h"
#include "volume/bricks/brick_source.h"
#include "volume/formats/read.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

namespace voxmarch {

/// The volume is in a format that this build cannot read: the input's fault for the exit code, not the device's.
class UnreadableFormat : public Error {
public:
    using Error::Error;
};

/// Adds --value-unit. @param unit  empty: not given
void add_value_unit_option(CLI::App &command, std::optional<std::string> &unit);

struct VolumeOptions {
    std::string source;
    ReadOptions read;
    std::optional<TimeSelection> several_times{}; ///< empty: read.time alone

    /// Adds the positional VOLUME and, as group "Volume", its options.
    /// @param channel  --channel N as well; without, the command has one of its own
    /// @param times    --time takes several
    void add_to(CLI::App &command, bool channel = true, bool times = false);
};

/// Reads header and voxels with a progress line. @throws as read_volume, UnreadableFormat, Interrupted
Volume read_with_progress(const VolumeOptions &options);

/// Reads header and voxels with a progress line, unless they take more than `room` bytes and can be read piece by
/// piece. @throws as open_volume, UnreadableFormat, Interrupted
OpenedVolume open_with_progress(const VolumeOptions &options, std::uint64_t room);

/// Bytes that the voxels of a volume may take in the memory of this machine: --memory-limit, or three quarters of what
/// it has. @param memory_limit_mib  0: no option
std::uint64_t voxel_room(int memory_limit_mib);

/// Reads the voxels with a progress line and does not look at their values; see volume_of().
/// @param meanwhile  called now and then; what it throws ends the reading
/// @throws as load_voxels, UnreadableFormat, Interrupted
LoadedVoxels load_with_progress(const VolumeOptions &options, const std::function<void()> &meanwhile);

/// Reads the header alone. @throws as read_volume_header, UnreadableFormat
VolumeHeader read_header(const VolumeOptions &options);

/// Tells the user on stderr what the reader decided and found.
void print_notes(const Volume &volume);
void print_notes(const Volume &volume, const std::vector<Note> &notes); ///< these in the place of the reader's
void print_notes(const OpenedVolume &volume);
void say_notes(const std::vector<Note> &notes);

} // namespace voxmarch
