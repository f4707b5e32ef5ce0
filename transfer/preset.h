// Named transfer functions and the automatic choice.
#pragma once

#include "base/note.h"
#include "transfer/automatic_classes.h"
#include "transfer/transfer_function.h"
#include "volume/histogram.h"

#include <string>
#include <vector>

namespace voxmarch {

/// All presets, in the order of `voxmarch transfer --list`.
const std::vector<TransferFunction> &transfer_presets();

/// @throws UsageError with the nearest names when there is no such preset
const TransferFunction &find_preset(const std::string &name);

/// A function that makes a good first look at this volume: a recipe for each class of data. Its `description` says what
/// was chosen and why.
/// @param histogram  of the voxels that are drawn
/// @param guess      of the volume as it is stored
TransferFunction automatic_transfer(const VolumeHeader &header, const Histogram &histogram, const DataGuess &guess);

/// Black to white and opaque everywhere: what projections are shown through.
TransferFunction opaque_grays();

/// A file of any format that read_transfer knows, or a preset's name. A name that is both means the preset.
/// @param notes  gets what reading a file ignored or assumed; null: nobody wants to know
/// @throws UsageError, FileError
TransferFunction resolve_transfer(const std::string &name_or_file, std::vector<Note> *notes = nullptr);

} // namespace voxmarch
