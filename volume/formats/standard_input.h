// A volume that comes through standard input: it is kept in memory, where the readers of files find it.
#pragma once

#include "volume/formats/volume_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

namespace voxmarch {

/// The VOLUME argument that means it, also in sessions and messages. A file of this name is ./standard input.
inline constexpr const char *standard_input = "standard input";

inline bool is_standard_input(std::string_view source) { return source == standard_input; }

/// Reads a descriptor to its end and keeps what came, for as long as the program runs, in anonymous memory that nobody
/// can change any more. Other data than NRRD and NumPy arrays (.npy) are refused after their first bytes.
/// @param most      bytes
/// @param progress  called several times a second also while nothing comes, with a share that is not known (below 0);
/// may throw
/// @throws FileError naming standard input; MemoryError for more than `most` bytes
void keep_standard_input(int descriptor, std::uint64_t most, const std::function<void(double)> &progress);

/// Where readers of files find it; empty: nothing was kept.
std::filesystem::path standard_input_file();

/// What was kept, with errors and notes that name standard input.
/// @throws FileError if nothing was kept, or for a NRRD header whose voxels lie elsewhere; UsageError for choices that
/// are of files; as open_nrrd() and open_numpy()
std::unique_ptr<VolumeFile> open_standard_input(const ReadOptions &options);

} // namespace voxmarch
