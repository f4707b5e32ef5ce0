// What ranks have to agree on, in the words of options.
#include "app/cli/render_ranks.h"

#include "app/progress.h"
#include "scene/rank_agreement.h"

#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// "12 pictures of a turn"
std::string task_of(const RenderOptions &options) {
    return fmt::format("{} pictures{}", options.pictures(), options.turntable > 0 ? " of a turn" : "");
}

} // namespace

MetRanks meet_ranks(const RenderOptions &options, Ranks &ranks, DeviceTeam &own, Scene &scene) {
    RankAgreement agreement = agree(ranks, own, scene, task_of(options), options.allow_mixed);
    if (!agreement.models.empty() && !options.allow_mixed) {
        throw UsageError("ranks have devices of several models (" + agreement.models +
                         "), whose pictures may differ by 1/255: give them equal ones, or --allow-mixed");
    }
    if (!agreement.models.empty()) {
        say("note: ranks with devices of several models draw together, whose pictures may differ by 1/255: " +
            agreement.models);
    }
    scene = std::move(agreement.scene);
    return {RankTeam(own, ranks, agreement.devices), std::move(agreement.devices_name)};
}

} // namespace voxmarch
