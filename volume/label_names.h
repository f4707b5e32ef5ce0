// Names and colours of labels, from the files in which ITK-SNAP and 3D Slicer keep them.
#pragma once

#include "base/note.h"

#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>

namespace voxmarch {

struct NrrdHeader;

/// What a file says of one label.
struct LabelName {
    std::string name;      ///< never empty
    glm::vec3 color{1.0f}; ///< parts in [0, 1]
    bool has_color = true; ///< else the file leaves the choice to programs
    bool is_named = true;  ///< else the name is made of the label
};

/// By label.
using LabelNames = std::map<int, LabelName>;

/// "Left kidney", or "label 40" if it has no name.
std::string label_name(const LabelNames &names, int label);

/// Reads names and colours:
/// - ITK-SNAP label descriptions: `index r g b alpha visible mesh "name"`, colours 0 .. 255, alpha 0 .. 1;
/// - colour tables of 3D Slicer (.ctbl, .txt) and FreeSurfer: `index name r g b a`, 0 .. 255; Slicer's `_` are spaces;
/// - the header of a .seg.nrrd of 3D Slicer: SegmentN_Name, SegmentN_LabelValue, SegmentN_Color, and of several layers
///   those of layer 0 (SegmentN_Layer).
/// Empty lines and those that begin with # hold nothing.
/// @throws FileError that names the line, if a line is of neither kind, a number lies out of its range, or a label
///         appears twice; or if the file names no label
LabelNames read_label_names(const std::filesystem::path &file);

/// Names that a label volume carries itself: those of a .seg.nrrd and of a DICOM segmentation; empty for any other
/// file.
/// @throws FileError as above
LabelNames label_names_within(const std::filesystem::path &volume);

/// The segments that the header of a .seg.nrrd describes, of several layers those of layer 0; one without a name is
/// called by its label, "Segment 3". Empty: it describes none.
/// @param file  for messages @throws FileError as above
LabelNames segment_names(const NrrdHeader &header, const std::filesystem::path &file);

/// That some segments have no name, and how they are called; empty: all have one.
std::optional<Note> unnamed_note(const LabelNames &segments);

} // namespace voxmarch
