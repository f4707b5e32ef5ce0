// What ranks have to agree on, in the words of options.
#include "app/cli/render_ranks.h"

#include "app/progress.h"
#include "base/error.h"
#include "scene/rank_agreement.h"

#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// "12 pictures of a turn"
std::string task_of(const RenderOptions &options) {
    return fmt::format("{} pictures{}", options.pictures(), options.turntable > 0 ? " of a turn" : "");
}

/// What needs the whole volume on one rank, or more devices.
std::string not_relayed(const RenderOptions &options) {
    const std::pair<bool, const char *> needs[] = {
        {options.labels.given(), "labels"},
        {options.lod != LevelOfDetail{}, "--lod"},
        {options.settings.shadows != Shadows::none, "shadows"},
        {options.settings.ambient_occlusion > 0, "ambient occlusion"},
        {options.settings.adaptive_step, "an adaptive step"},
        {options.settings.mode != Mode::volume, "isosurfaces"},
        {!options.skeleton.source().source.empty(), "skeletons"},
        {options.meshes.given(), "--mesh"},
        {options.heat_map.has_value(), "--heatmap"},
        {options.probe.has_value(), "--probe"},
        {options.verify_skip, "--verify-skip"},
        {options.automatic_step, "--step auto"},
        {options.session.has_value(), "a session"},
        {options.turntable > 0, "--turntable"},
        {options.animate, "--animate"},
        {options.device == "all" || options.device.find(',') != std::string::npos, "several devices a rank"}};
    for (const auto &[given, what] : needs) {
        if (given) {
            return what;
        }
    }
    return "";
}

} // namespace

std::optional<JoinedVolume> join_volume(RenderOptions &options, Ranks &ranks) {
    if (!options.ranks_own_data) {
        return {};
    }
    if (ranks.alone()) {
        throw UsageError("--ranks-own-data is for several ranks: start it with mpirun, each rank with its part");
    }
    if (const std::string what = not_relayed(options); !what.empty()) {
        throw UsageError("--ranks-own-data draws without " + what + ": leave it out");
    }
    options.bricks = true;
    JoinedVolume joined = join_parts(ranks, open_bricks(options.volume.source, options.volume.read),
                                     options.volume.source, options.brick_size);
    if (joined.owners.size() < 3) {
        throw UsageError(fmt::format("--ranks-own-data is for volumes of three bricks of {}^3 cells and more: one rank "
                                     "alone draws smaller ones",
                                     options.brick_size.edge));
    }
    return joined;
}

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
    return {RankTeam(own, ranks, agreement.devices, options.ranks_own_data), std::move(agreement.devices_name)};
}

} // namespace voxmarch
