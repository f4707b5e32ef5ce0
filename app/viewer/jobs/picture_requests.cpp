// Pictures as text.
#include "app/viewer/jobs/picture_requests.h"

#include <nlohmann/json.hpp>

namespace voxmarch {

std::string request_text(const ViewerState &state) {
    std::string text = to_json(state.scene).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    if (state.compare.open) {
        text += edit_text(state.compare.other) + (state.compare.difference ? "difference" : "") +
                std::to_string(state.compare.device);
    }
    if (state.speed.heat_map) {
        text += name_of(*state.speed.heat_map);
    }
    return text;
}

} // namespace voxmarch
