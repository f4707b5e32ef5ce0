// Presets that users have made: a folder of transfer functions in our own format.
#pragma once

#include "transfer/transfer_function.h"

#include <filesystem>
#include <string>
#include <vector>

namespace voxmarch {

struct OwnPreset {
    std::filesystem::path file;
    TransferFunction function; ///< its name is the preset's
};

/// All of the folder, by name. @param problems  gets a sentence for each file that cannot be read
std::vector<OwnPreset> read_own_presets(const std::filesystem::path &folder, std::vector<std::string> &problems);

/// Why a preset cannot have this name; "" if it can.
std::string problem_of_name(const std::vector<OwnPreset> &presets, const std::string &name);

/// Adds the function under this name to the list and to the folder, in a file of its own.
/// Precondition: problem_of_name() is "". @throws OutputError, UsageError for a function that validate() refuses
/// @return the new one
const OwnPreset &add_own_preset(std::vector<OwnPreset> &presets, const std::filesystem::path &folder,
                                TransferFunction function, const std::string &name);

/// The same with another name; its file has another one, too.
/// Preconditions: problem_of_name() is "", and `index` is of the list. @throws as add_own_preset()
void rename_own_preset(std::vector<OwnPreset> &presets, std::size_t index, const std::string &name);

/// Takes it out of the list and removes its file. @throws FileError if that cannot be removed
void delete_own_preset(std::vector<OwnPreset> &presets, std::size_t index);

/// A function over values as shares of `window`, so that it suits volumes with other values, too; unchanged if it
/// goes beyond that.
TransferFunction over_shares(const TransferFunction &transfer, ValueRange window);

} // namespace voxmarch
