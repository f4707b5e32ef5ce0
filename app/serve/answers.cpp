// What pixels show, and what annotations measure.
#include "app/serve/answers.h"

#include "app/serve/served_slice.h"
#include "base/error.h"
#include "scene/annotation_table.h"
#include "scene/label_styles.h"
#include "scene/pick.h"
#include "scene/value_unit.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

namespace {

std::string json_text(const nlohmann::ordered_json &object) {
    return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// @throws UsageError
std::size_t channel_place(const LoadedVolume &loaded, int channel) {
    const auto place = static_cast<std::size_t>(channel);
    if (place > loaded.other_channels.size()) {
        throw UsageError(fmt::format("there is no channel {}: channels are counted from 0 to {}", channel,
                                     loaded.other_channels.size()));
    }
    return place;
}

/// Of a comparison that of the side which has the pixel; empty between both.
std::optional<glm::dvec3> place_in_view(const Scene &scene, const LoadedVolume &loaded, const glm::dvec2 &at) {
    const int width = width_of_side(scene);
    const bool right = shows_both_sides(scene) && at.x >= scene.width - width;
    const Scene side = half_of(scene, right ? Side::b : Side::a);
    const glm::ivec2 pixel(glm::floor(right ? at - glm::dvec2(scene.width - width, 0.0) : at));
    const bool inside = pixel.x >= 0 && pixel.y >= 0 && pixel.x < width && pixel.y < scene.height;
    return inside ? seen_place(loaded, side, pixel.x, pixel.y) : std::nullopt;
}

/// Half a voxel around their centres belongs to the volume.
bool holds(const Grid &grid, const glm::dvec3 &world) {
    const glm::dvec3 voxel = voxel_of(grid, world);
    return glm::all(glm::greaterThanEqual(voxel, glm::dvec3(-0.5))) &&
           glm::all(glm::lessThanEqual(voxel, grid.dims_d() - 0.5));
}

std::string unit_behind(const Scene &scene, const LoadedVolume &loaded, std::size_t channel) {
    const std::string unit = value_unit_of(scene, loaded, channel);
    return unit.empty() ? "" : " " + unit;
}

} // namespace

std::string picked_text(const Scene &scene, const LoadedVolume &loaded, const PlaceQuestion &question,
                        std::uint32_t request) {
    const std::size_t channel = channel_place(loaded, question.channel);
    const Grid &grid = loaded.grid();
    std::optional<glm::dvec3> place =
        question.slice ? place_in_slice(grid, *question.slice, question.at) : place_in_view(scene, loaded, question.at);
    if (question.slice && !holds(grid, *place)) {
        place.reset();
    }
    nlohmann::ordered_json answer{{"type", "picked"}, {"request", request}, {"place", nullptr}};
    if (place) {
        answer["place"] = {place->x, place->y, place->z};
        answer["where"] = place_text(grid, *place);
        if (const auto value = value_at(channel_of(loaded, channel), *place)) {
            answer["value"] = fmt::format("{:.5g}{}", *value, unit_behind(scene, loaded, channel));
        }
        if (const auto label = label_at(loaded, *place)) {
            answer["label"] = *label;
        }
    }
    return json_text(answer);
}

std::string readings_text(const Scene &scene, const LoadedVolume &loaded, const ReadingsQuestion &question,
                          std::uint32_t request, const std::function<void()> &still_wanted) {
    const std::size_t channel = channel_place(loaded, question.channel);
    const Volume &volume = channel_of(loaded, channel);
    const double threshold =
        otsu_threshold(channel == 0 ? loaded.histogram : loaded.other_values.at(channel - 1).histogram);
    const std::string unit = unit_behind(scene, loaded, channel);
    std::vector<AnnotationRow> rows;
    nlohmann::ordered_json texts = nlohmann::ordered_json::array();
    for (const Annotation &annotation : scene.annotations) {
        rows.push_back({annotation, read_annotation(volume, annotation, threshold, [&](double) { still_wanted(); })});
        texts.push_back(reading_text(annotation, rows.back().reading, loaded.grid(), unit));
    }
    nlohmann::ordered_json answer{{"type", "readings"}, {"request", request}, {"texts", texts}};
    if (question.file != ReadingsQuestion::File::none) {
        const std::string word = value_unit_of(scene, loaded, channel);
        answer["file"] = question.file == ReadingsQuestion::File::csv ? annotations_csv(rows, volume, threshold, word)
                                                                      : annotations_json(rows, volume, threshold, word);
    }
    return json_text(answer);
}

} // namespace voxmarch
