// Named transfer functions and the automatic choice.
#pragma once

#include "transfer/transfer_function.h"
#include "volume/histogram.h"

#include <string>
#include <vector>

namespace voxmarch {

/// All presets, in the order of `voxmarch transfer --list`.
const std::vector<TransferFunction> &transfer_presets();

/// @throws UsageError with the nearest names when there is no such preset
const TransferFunction &find_preset(const std::string &name);

/// A function that makes a good first look at this volume: chosen from type, range, histogram and (for Hounsfield
/// data) the modality. Its `description` says what was chosen and why.
TransferFunction automatic_transfer(const VolumeHeader &header, const Histogram &histogram);

/// Black to white and opaque everywhere: what projections are shown through.
TransferFunction opaque_grays();

/// A file of any format that read_transfer knows, preset name or "auto". A name that is both a preset and a file means
/// the preset.
/// @param notes  gets what reading a file ignored or assumed; null: nobody wants to know
/// @throws UsageError, FileError
TransferFunction resolve_transfer(const std::string &name_or_file, const VolumeHeader &header,
                                  const Histogram &histogram, std::vector<std::string> *notes = nullptr);

} // namespace voxmarch
