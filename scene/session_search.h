// Where the files are that a session names.
#pragma once

#include "base/error.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace voxmarch {

/// What a session calls `source`: at its place, if that is a whole path; on the way from the session's folder; under
/// its bare name beside the session; in the current folder; among `known`. Of several the first whose size is `bytes`,
/// else the first. Volumes that are made are everywhere.
/// @param bytes  see source_bytes(); 0: not known
/// @param known  whole paths that may be meant; those with the bare name of the source are looked at
/// @return the source itself if it is nowhere
std::string find_source(const std::string &source, const std::filesystem::path &session, std::uint64_t bytes = 0,
                        const std::vector<std::string> &known = {});

/// @param what    names it in the message, "volume"
/// @param remedy  that names it instead, Remedy::find_volume
/// @throws FileError that tells where find_source() has looked, if nothing is there
void require_source(const std::string &source, const std::filesystem::path &session, const std::string &what,
                    Remedy remedy);

/// The last part of a path: the name of the file or folder.
std::string bare_name(const std::string &source);

/// Bytes of the file, or of all files in the folder; 0 for what is neither.
std::uint64_t source_bytes(const std::string &source);

} // namespace voxmarch
