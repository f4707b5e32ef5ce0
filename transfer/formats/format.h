// The transfer function file formats behind one table; each has a file of its own (NAME.cpp).
#pragma once

#include "base/format_problem.h"
#include "base/note.h"
#include "transfer/transfer_function.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// What a reader ignored or assumed, or a writer could not say: one sentence each, for the user to see.
using TransferNotes = std::vector<Note>;

struct TransferFormat {
    std::string_view name;                    ///< "paraview"
    std::string_view title;                   ///< "ParaView colour map"
    std::vector<std::string_view> extensions; ///< ".vp.json"; lower case
    std::string_view mark;                    ///< text that tells its files from others with the same extension
    bool gradient_opacities;                  ///< it holds them
    bool opacity_distance;

    /// @param bytes  the whole file. @throws FormatProblem, InvalidTransfer
    TransferFunction (*read)(const std::string &bytes, TransferNotes &notes);

    /// The whole file. Precondition: validate() accepts the function.
    std::string (*write)(const TransferFunction &transfer, TransferNotes &notes);
};

/// Ours first.
const std::vector<TransferFormat> &transfer_formats();

/// The formats whose files may have this name: those with the longest extension that fits.
std::vector<const TransferFormat *> formats_of(const std::filesystem::path &file);

/// ".json, .vp.json, ..." for messages.
std::string known_extensions();

TransferFunction read_voxmarch(const std::string &bytes, TransferNotes &notes);
TransferFunction read_paraview(const std::string &bytes, TransferNotes &notes);
TransferFunction read_slicer(const std::string &bytes, TransferNotes &notes);
TransferFunction read_slicer_vp(const std::string &bytes, TransferNotes &notes);
TransferFunction read_slicer_mrml(const std::string &bytes, TransferNotes &notes);
TransferFunction read_inviwo(const std::string &bytes, TransferNotes &notes);
TransferFunction read_voreen(const std::string &bytes, TransferNotes &notes);
TransferFunction read_image(const std::string &bytes, TransferNotes &notes);

std::string write_voxmarch(const TransferFunction &transfer, TransferNotes &notes);
std::string write_paraview(const TransferFunction &transfer, TransferNotes &notes);
std::string write_slicer(const TransferFunction &transfer, TransferNotes &notes);
std::string write_slicer_vp(const TransferFunction &transfer, TransferNotes &notes);
std::string write_slicer_mrml(const TransferFunction &transfer, TransferNotes &notes);
std::string write_inviwo(const TransferFunction &transfer, TransferNotes &notes);
std::string write_voreen(const TransferFunction &transfer, TransferNotes &notes);
std::string write_image(const TransferFunction &transfer, TransferNotes &notes);

} // namespace voxmarch
