// How volumes of a kind look first, where users have said so once for all.
#pragma once

#include "renderer/views.h"
#include "scene/first_look.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

/// What was said; the rest follows from the data.
struct KindLook {
    std::string transfer{};             ///< preset or file; empty: chosen from the data
    std::optional<ValueRange> window{}; ///< of it
    std::string view{};                 ///< see named_view(); empty: default_view()
    std::optional<glm::vec3> background{};
    bool operator==(const KindLook &) const = default;
};

/// By kinds_of_volumes.
using KindLooks = std::map<std::string, KindLook, std::less<>>;

/// ct: in Hounsfield units; patient: anatomical, of other units, as MR is; labels; field: smooth values everywhere, as
/// of simulations; scan: objects before an emptier background, as of microscopes and industrial CT.
constexpr std::string_view kinds_of_volumes[] = {"ct", "patient", "labels", "field", "scan"};

/// What was said of the kind that the values are of, see guess_data_class(); null: nothing, or the volume has one
/// value.
/// @param survey  of the volume as it is stored
const KindLook *look_of_kind(const KindLooks &looks, const VolumeHeader &header, const DataSurvey &survey);

/// Its function and window where none was asked for, and its background.
/// @param request  transfer "auto": none was asked for
void take_kind(const KindLook &look, LookRequest &request, glm::vec3 &background);

} // namespace voxmarch
