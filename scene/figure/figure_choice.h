// What is drawn over a picture, as a session keeps it.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace voxmarch {

/// Texts may have fields: {name} of the volume, {value} the isovalues or the window, {time} the number of the time, and
/// {date} of the day on which the picture is made. `{{` is a brace.
struct FigureChoice {
    bool scale_bar = false;             ///< a round length at the depth of the volume's middle
    bool legend = false;                ///< which colour means what
    bool orientation = false;           ///< a cube with the sides of the patient, or the axes of the world
    bool annotations = false;           ///< those of the scene, with lengths and angles
    std::string caption;                ///< below, in the middle; may have several lines
    std::array<std::string, 4> corners; ///< top left, top right, bottom left, bottom right
    double text_height = 0.0;           ///< pixels, [4, 500]; 0: by the size of the picture
    std::optional<glm::vec3> color;     ///< of texts and lines, r, g, b in [0, 1]; empty: what the background asks for

    bool any() const {
        return scale_bar || legend || orientation || annotations || !caption.empty() ||
               corners != std::array<std::string, 4>{};
    }
    bool operator==(const FigureChoice &) const = default;
};

/// "{nme}": what stands in a text like a field and is none; empty: nothing.
std::string unknown_field(const FigureChoice &choice);

/// @throws UsageError for a height out of its range, a colour out of [0, 1]
void validate(const FigureChoice &choice);

/// What differs from a choice of nothing.
nlohmann::ordered_json to_json(const FigureChoice &choice);

/// @throws UsageError as validate()
FigureChoice figure_from_json(const nlohmann::json &object);

} // namespace voxmarch
