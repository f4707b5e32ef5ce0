// How labels look: what was asked for, what a session kept, what their file says, and what they get otherwise.
#pragma once

#include "scene/scene.h"
#include "volume/label_names.h"
#include "volume/volume.h"

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// How one label was asked to look.
struct LabelLook {
    std::optional<float> visibility{}; ///< empty: wholly visible
    std::optional<glm::vec3> color{};  ///< empty: the one that it has anyway
    bool plain = false;                ///< the transfer function's colour
    std::string transfer{}; ///< its own function, a preset or a file, whose colours it has if `color` is empty;
                            ///< empty: the volume's
};

/// How labels were asked to look.
struct LabelLooks {
    std::string names{};               ///< file of names and colours; empty: what the labels' own file says
    std::map<int, LabelLook> of{};     ///< by label
    std::optional<LabelLook> others{}; ///< of all labels that are not among them
};

/// Colours that are told apart, whatever their number: hues a golden section apart.
glm::vec3 palette_color(int label);

/// The same for lines over labels: bright, and between the hues of the first labels.
glm::vec3 line_color(int line);

/// The names in `file`; without one, those that the label volume itself carries. @throws FileError
LabelNames label_names_for(const std::string &file, const std::string &label_volume);

/// Styles of the labels 0 .. the largest in the volume: what was asked for, else what they were in a session, else for
/// labels above 0 the colour that a file of names or their own tells, else one of a palette.
/// @param file     of the labels
/// @param session  see session_styles(); empty: none
/// @throws FileError for a file of names or of a transfer function that is broken; as resolve_transfer()
std::vector<LabelStyle> label_styles(const Volume &labels, const std::string &file, const LabelLooks &asked,
                                     const std::vector<LabelStyle> &session = {});

/// What a session says about the looks of these labels: all that it has if they are its own, also under another name;
/// nothing of others.
/// @param hash   voxel_hash() of the labels on the volume's grid
/// @param named  they were named beside the session, in the place of those that it names
std::vector<LabelStyle> session_styles(const Scene &session, const std::string &hash, bool named);

/// The same of the names that the user has given.
std::map<int, std::string> session_names(const Scene &session, const std::string &hash, bool named);

/// What files say of labels, under the names that the scene gives them.
LabelNames named_labels(const Scene &scene, LabelNames of_files);

/// Voxels that have a label; empty where nobody counted.
std::optional<std::uint64_t> label_voxels(const Volume &labels, int label);

/// Labels that were asked to look somehow and that no voxel has, in order.
/// @param labels  whole numbers 0 .. 65535
/// Cost: one pass over the voxels, if any label was asked for.
std::vector<int> absent_labels(const Volume &labels, const LabelLooks &asked);

} // namespace voxmarch
