// What lies over a picture as shapes, for whoever paints them: into pixels, files of vectors, or a window.
#pragma once

#include "scene/scene.h"
#include "scene/scene_content.h"
#include "skeleton/tubes.h"
#include "volume/label_names.h"

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace voxmarch {

// Places are pixels from the upper left corner of the picture, colours r, g, b, a in [0, 1].

struct FigureLine {
    std::vector<glm::dvec2> points; ///< at least two
    glm::dvec4 color;
    double width; ///< pixels
};

/// A convex polygon, filled.
struct FigureArea {
    std::vector<glm::dvec2> corners; ///< at least three
    glm::dvec4 color;
};

/// A rectangle whose colour goes from the first, below, to the last, above.
struct FigureRamp {
    glm::dvec2 low, high;           ///< upper left and lower right corner
    std::vector<glm::dvec4> colors; ///< at least two
};

struct FigureText {
    glm::dvec2 at;
    glm::dvec2 anchor; ///< which place of the text lies there: (0, 0) its upper left corner, (1, 1) its lower right one
    std::string text;  ///< one line, UTF-8
    double height;     ///< of a line of text, pixels
    glm::dvec4 color;  ///< with a rim around, see rim_around()

    /// Stands beside `at`, on a dark ground in the place of a rim: whoever paints knows how long texts are, and keeps
    /// all these apart, see place_texts().
    bool beside = false;
};

/// Grey, 0 or 1, of the rim around a text or line of this colour: black or white, whichever has the higher contrast
/// ratio to it (WCAG 2.1), so that it can be read where what lies below has its own colour.
double rim_around(const glm::dvec4 &color);

using FigureShape = std::variant<FigureLine, FigureArea, FigureRamp, FigureText>;
using Figure = std::vector<FigureShape>; ///< the last lie above

/// Whether voxels have a label, and whether the picture shows those.
enum class LabelPresence { absent, elsewhere, shown };

/// What a figure tells of the volumes beside the scene.
struct FigureFacts {
    std::string name; ///< of the volume
    Grid grid;
    std::vector<ValueRange> windows; ///< of each channel, see window_of()
    std::vector<ValueRange> ranges;  ///< of each channel's values
    std::vector<std::string> channel_names;
    std::vector<std::string> channel_units;  ///< " HU": of each channel's values; "" or none: nobody knows it
    std::vector<TransferFunction> transfers; ///< of each channel, as it is drawn
    LabelNames label_names;
    std::vector<LabelPresence> labels; ///< of each label; nobody knows of those beyond, which count as shown
    std::optional<RadiusRange> tubes;  ///< of the skeleton that is shown
    std::vector<std::string> readings; ///< of each annotation: what stands beside it
    std::string value_unit;            ///< " HU": of values, behind them; "" if nobody knows it
    std::string date;                  ///< "2026-11-26"
    std::string value;                 ///< of {value}; "": what the scene says
    std::string place;                 ///< of {place}; "": there is no such field
    std::string heading;               ///< above, in the middle: which side of a comparison it is
};

/// All but readings, which cost more.
FigureFacts figure_facts(const Scene &scene, const SceneContent &content);

/// What stands beside each annotation; nothing beside hidden ones.
/// @param with_values  whether the content holds the voxels that the picture shows, so that values are told, too
/// @throws as read_annotation()
std::vector<std::string> annotation_readings(const Scene &scene, const SceneContent &content, bool with_values);

/// All that the scene's choice names, laid out for a picture of the scene's size and camera.
/// @param with_annotations  false: without them, whatever the choice
Figure make_figure(const Scene &scene, const FigureFacts &facts, bool with_annotations = true);

/// The same with the facts of the content. @param with_values  see annotation_readings()
/// @param heading  above, in the middle; "": nothing  @throws as read_annotation()
Figure make_figure(const Scene &scene, const SceneContent &content, bool with_values, const std::string &heading = "");

/// Points, rulers, angles and lines that lie in a slice, with what they measure; those that cross it are fainter.
/// @param slice  the pixels of its picture  @throws as read_annotation()
Figure annotations_in_slice(const Scene &scene, const SceneContent &content, const SliceFrame &slice,
                            double text_height);

/// What differs from the choice, as the picture has no room for it: "left out .."; "": nothing. One line.
std::string crowding_note(const Scene &scene, const FigureFacts &facts);

/// A side of the orientation cube that is seen.
struct CubeSide {
    glm::dvec3 normal; ///< of the world
    std::vector<glm::dvec2> corners;
};

/// Sides of the cube of a scene whose figure has one and room for it; they do not overlap.
std::vector<CubeSide> cube_sides(const Scene &scene, const FigureFacts &facts);

/// The longest 1, 2 or 5 of a power of ten up to `most`; 0 where there is none (most <= 0, not finite).
double round_length(double most);

/// "50 mm", "20 um", "100 units"
std::string length_text(double length, LengthUnit unit);

} // namespace voxmarch
