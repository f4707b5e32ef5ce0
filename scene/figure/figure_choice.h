// What is drawn over a picture, as a session keeps it.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Where parts lie, if not where they usually do: shares of the width and the height from the upper left corner, [0,
/// 1]: (0, 0) is the corner, (0.5, 1) the middle of the lower edge. Parts give way to others there.
struct FigurePlaces {
    std::optional<glm::dvec2> scale_bar;   ///< else at the lower right
    std::optional<glm::dvec2> legend;      ///< else at the right, of slices at the upper right
    std::optional<glm::dvec2> orientation; ///< else at the lower left
    std::optional<glm::dvec2> caption;     ///< else below, in the middle
    bool operator==(const FigurePlaces &) const = default;
};

/// Texts may have fields: {name} of the volume, {value} the isovalues or the window, {time} the number of the time,
/// {date} of the day on which the picture is made, and of slices {place} where the first one lies. `{{` is a brace.
struct FigureChoice {
    bool scale_bar = false;             ///< a round length at the depth of the volume's middle
    bool legend = false;                ///< which colour means what
    bool orientation = false;           ///< a cube with the sides of the patient, or the axes of the world
    bool annotations = false;           ///< those of the scene, with lengths and angles
    std::string caption;                ///< below, in the middle; may have several lines
    std::array<std::string, 4> corners; ///< top left, top right, bottom left, bottom right
    double text_height = 0.0;           ///< pixels, [4, 500]; 0: by the size of the picture
    std::optional<glm::vec3> color;     ///< of texts and lines, r, g, b in [0, 1]; empty: what the background asks for
    FigurePlaces places;
    double text_millimeters = 0.0; ///< height of texts in print, [0.5, 100]; 0: text_height says it
    std::optional<double> dpi;     ///< pixels an inch of the printed picture, [10, 2400]; empty: pictures tell none

    bool any() const {
        return scale_bar || legend || orientation || annotations || !caption.empty() ||
               corners != std::array<std::string, 4>{};
    }
    bool operator==(const FigureChoice &) const = default;
};

constexpr double millimeters_an_inch = 25.4;
constexpr double usual_dpi = 96.0; ///< of millimetres where a choice has no dpi

/// Height of texts that the choice asks for in a picture of this size, pixels: if it says none, 1/32 of the picture,
/// and 6 points in print where it says the dpi. It may get smaller where there is no room.
double wanted_text_height(const FigureChoice &choice, glm::dvec2 size);

/// "top-left", "top", .. "center" .. "bottom-right": names of nine places of a picture, row by row.
const std::vector<std::string> &place_names();

/// A name of these, or two shares "0.2,0.9". Empty: neither.
std::optional<glm::dvec2> place_of_word(const std::string &word);

/// "{nme}": what stands in a text like a field and is none; empty: nothing. @param of_slice  which have a {place}
std::string unknown_field(const FigureChoice &choice, bool of_slice = false);

/// @throws UsageError for a height, place or dpi out of its range, a colour out of [0, 1]
void validate(const FigureChoice &choice);

/// What differs from a choice of nothing.
nlohmann::ordered_json to_json(const FigureChoice &choice);

/// @throws UsageError as validate()
FigureChoice figure_from_json(const nlohmann::json &object);

} // namespace voxmarch
