// Our versioned JSON file of one transfer function (schema: docs/transfer-format.md).
#pragma once

#include "transfer/transfer_function.h"

#include <filesystem>
#include <string>

namespace voxmarch {

/// Strict: unknown fields, wrong types and unordered points are errors that name the field (and line for bad JSON).
/// @throws FileError
TransferFunction read_transfer(const std::filesystem::path &file);

/// @throws OutputError; the file appears whole or not at all
void write_transfer(const TransferFunction &transfer, const std::filesystem::path &file);

/// The text read_transfer reads.
std::string to_json(const TransferFunction &transfer);

} // namespace voxmarch
