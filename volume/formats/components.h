// Files with several values a voxel, of which one is read: they are the channels of the volume.
#pragma once

#include "volume/formats/byte_source.h"
#include "volume/formats/file_scalar.h"
#include "volume/formats/read.h"

#include <filesystem>
#include <memory>
#include <string>

namespace voxmarch {

/// Values that lie side by side at every voxel.
struct Components {
    int count = 1;
    int chosen = 0; ///< the one that is read
};

/// Chooses options.channel, and tells in the header which channels there are.
/// @param count       as the file says it
/// @param are_colors  whether three or four are red, green, blue and opacity
/// @throws FileError for a count that no file has, UsageError for a channel that is not there
Components choose_component(std::int64_t count, bool are_colors, const ReadOptions &options,
                            const std::filesystem::path &file, VolumeHeader &header);

/// Chooses options.time likewise, of volumes of several times.
/// @throws as choose_component()
Components choose_time(std::int64_t count, const ReadOptions &options, const std::filesystem::path &file,
                       VolumeHeader &header);

/// Whether values of which the file does not say what they are, are colours: programs that write no more than this
/// write colours as three or four bytes.
inline bool look_like_colors(std::int64_t count, FileScalar type) {
    return (count == 3 || count == 4) && type == FileScalar::u8;
}

/// Names red, green, blue and opacity. Precondition: 3 or 4 channels
std::vector<ChannelInfo> color_channels(std::size_t count);

/// The number that the user wants, of those that there are.
/// @param what  "channel"; @throws UsageError for one that is not there, with `remedy`
std::uint64_t chosen_number(const char *what, int wanted, std::uint64_t there, const std::filesystem::path &file,
                            Remedy remedy);

/// Notes which number of several is read. @param name  of it; may be empty
void note_choice(VolumeHeader &header, const char *what, std::uint64_t number, std::uint64_t there,
                 const std::string &name, Remedy remedy);

/// The values of the chosen component alone; the source itself if there is one.
/// @param value_size  bytes of one value. Precondition: as many bytes are read at once as whole values have
std::unique_ptr<ByteSource> open_component(std::unique_ptr<ByteSource> all, Components components,
                                           std::size_t value_size);

} // namespace voxmarch
