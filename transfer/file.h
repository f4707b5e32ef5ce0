// Reads and writes one transfer function in any of the known file formats (docs/transfer-format.md).
#pragma once

#include "transfer/formats/format.h"

#include <filesystem>
#include <string>

namespace voxmarch {

/// Reads a file of any format; which one, its extension tells, and its content where several formats share that.
/// Functions of formats without names are called like the file.
/// @param notes  gets what was ignored or assumed; null: nobody wants to know
/// @throws FileError naming line and field of what is wrong
TransferFunction read_transfer(const std::filesystem::path &file, TransferNotes *notes = nullptr);

/// Writes the format that the file's extension names (of several, the first).
/// @param format  name of a format that wins over the extension; empty: the extension decides
/// @throws UsageError for a function that validate() refuses or an unknown format, OutputError; the file appears whole
/// or not at all
void write_transfer(const TransferFunction &transfer, const std::filesystem::path &file, TransferNotes *notes = nullptr,
                    std::string_view format = {});

/// Our own format as text.
std::string to_json(const TransferFunction &transfer);

} // namespace voxmarch
