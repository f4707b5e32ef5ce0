// The list of labels as it is used.
#pragma once

#include "renderer/settings.h"
#include "volume/grid.h"

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct Document;

struct LabelList {
    std::string search;                            ///< shows labels with this in name or number alone
    std::optional<int> chosen;                     ///< whose numbers stand below
    std::string name;                              ///< that is being typed,
    std::optional<int> name_of;                    ///< of this label
    bool picking = false;                          ///< the next click in the 3D view chooses
    bool awaited = false;                          ///< labels are being opened over what is open
    bool scrolls = false;                          ///< to the chosen one
    std::optional<std::vector<LabelStyle>> before; ///< styles before one was shown alone; empty: none is
};

/// Hides all labels but one, and keeps how they were seen.
void show_only(LabelList &list, Document &document, int label);

/// Shows all labels, or hides them.
void show_all_labels(LabelList &list, Document &document, bool seen);

/// Why there can be no mesh of a label; "": there can. Precondition: there are labels
std::string why_no_label_mesh(const Document &document);

/// "131.82 ml" in one unit for all labels; voxels where nobody knows how large they are.
std::string amount_text(std::uint64_t voxels, const Grid &grid);

/// "Label 3: 131819 voxels, 131819 mm\u00b3".
std::string amount_help(int label, std::uint64_t voxels, const Grid &grid);

/// The label at a place of the world: of the nearest voxel; empty outside the volume, or where there are no labels.
std::optional<int> label_at(const Document &document, glm::dvec3 world);

/// Name of a label, or "label 3"; of 0 "no label".
std::string label_name(const Document &document, int label);

constexpr std::size_t longest_label_name = 64; ///< letters

/// Names a label; an empty name gives it that of its file back.
void give_name(Document &document, int label, const std::string &wanted);

/// Chooses what was picked, and shows it in the list.
void choose_label(LabelList &list, std::optional<int> label);

/// Drops what belongs to other labels.
void begin_labels(LabelList &list);

} // namespace voxmarch
