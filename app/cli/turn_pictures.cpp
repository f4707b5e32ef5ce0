// As JSON from rank to rank.
#include "app/cli/turn_pictures.h"

#include "base/json_text.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

using Message = nlohmann::json;

Message message_of(const TurnPicture &picture) {
    const FrameStatistics &frame = picture.statistics;
    Message stages = Message::array();
    for (const StageTime &stage : frame.stages) {
        stages.push_back({name_of(stage.stage), stage.ms});
    }
    return {{"number", picture.number},
            {"device", picture.share.device},
            {"name", picture.share.name},
            {"nothing_seen", picture.nothing_seen},
            {"rays", frame.rays},
            {"frame_ms", frame.frame_ms},
            {"paths", frame.paths},
            {"raster_ms", frame.raster_ms},
            {"extraction_ms", frame.extraction_ms},
            {"device_times", frame.device_times},
            {"stages", stages},
            {"triangles", frame.surfaces.surface_triangles},
            {"layers", frame.surfaces.layers},
            {"blocks", frame.surfaces.blocks},
            {"blocks_skipped", frame.surfaces.blocks_skipped}};
}

TurnPicture picture_from(const Message &message, int rank, const std::string &place) {
    TurnPicture picture;
    FrameStatistics &frame = picture.statistics;
    picture.number = message["number"];
    picture.nothing_seen = message["nothing_seen"];
    frame.rays = message["rays"];
    frame.frame_ms = message["frame_ms"];
    frame.paths = message["paths"];
    frame.raster_ms = message["raster_ms"];
    frame.extraction_ms = message["extraction_ms"];
    frame.device_times = message["device_times"];
    for (const Message &stage : message["stages"]) {
        frame.stages.push_back({find_value<Stage>(stage[0].get<std::string>()).value(), stage[1]});
    }
    frame.surfaces.surface_triangles = message["triangles"].get<std::vector<std::uint64_t>>();
    frame.surfaces.layers = message["layers"];
    frame.surfaces.blocks = message["blocks"];
    frame.surfaces.blocks_skipped = message["blocks_skipped"];
    picture.share = {message["device"], message["name"], 1, frame.rays, frame.frame_ms, frame.frame_ms, rank, place};
    return picture;
}

} // namespace

std::vector<TurnPicture> gather_pictures(Ranks &ranks, std::vector<TurnPicture> mine) {
    if (ranks.alone()) {
        return mine;
    }
    Message messages = Message::array();
    for (const TurnPicture &picture : mine) {
        messages.push_back(message_of(picture));
    }
    const std::vector<std::string> texts = ranks.gather(json_text(messages));
    std::vector<TurnPicture> pictures;
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
        for (const Message &message : Message::parse(texts[rank])) {
            pictures.push_back(picture_from(message, static_cast<int>(rank), ranks.name_of(static_cast<int>(rank))));
        }
    }
    std::sort(pictures.begin(), pictures.end(), [](const auto &a, const auto &b) { return a.number < b.number; });
    return pictures;
}

} // namespace voxmarch
