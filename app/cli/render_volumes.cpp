// Volumes behind the first are channels that have grids of their own.
#include "app/cli/render_volumes.h"

#include "app/cli/render_choices.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "renderer/memory_plan.h"
#include "scene/channel_looks.h"
#include "scene/provenance.h"
#include "scene/volume_looks.h"
#include "transfer/preset.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// What is asked of one volume alone.
void require_possible_together(const RenderOptions &options) {
    const std::pair<const char *, bool> ones[] = {{"--lod", options.lod != LevelOfDetail{}},
                                                  {"--time all", !options.times.empty()},
                                                  {"--bricks", options.bricks},
                                                  {"--ranks-own-data", options.ranks_own_data}};
    for (const auto &[name, given] : ones) {
        if (given) {
            throw UsageError(
                fmt::format("{} is for one volume that is not placed: several volumes, and those of --place, "
                            "are drawn whole, and at one time",
                            name));
        }
    }
    if (options.channels.blend() && are_colors(*options.channels.blend())) {
        throw UsageError("red, green and blue are channels of one volume, not several volumes",
                         {{Remedy::drop_choice, "channel-blend"}});
    }
}

VolumeOptions reading_of(const VolumeSource &source) { return {source.source, source.read_options()}; }

/// A whole copy of a source: it may be one of several channels.
void note_channels(const VolumeHeader &header, std::size_t place, int channel) {
    if (header.channels.size() > 1) {
        say(fmt::format("note: of {}, which has {} channels, {} is drawn beside other volumes: --volume {}:channel=N "
                        "draws another",
                        header.name, header.channels.size(), channel_name(header, channel), place + 1));
    }
}

} // namespace

VolumeHeader look_at_others(RenderOptions &options, const VolumeHeader &first) {
    if (!options.volumes.any()) {
        return first;
    }
    require_possible_together(options);
    const std::vector<OtherVolume> &others = options.volumes.others();
    RenderOptions::Together together;
    together.headers.push_back(first);
    for (std::size_t i = 0; i < others.size(); ++i) {
        together.headers.push_back(read_header(reading_of(others[i].volume)));
        note_channels(together.headers.back(), i + 1, others[i].volume.channel);
    }
    std::vector<Note> notes;
    CommonGridLimits limits;
    limits.extended = options.settings.mode == Mode::volume;
    together.common = options.volumes.grid(together.headers, limits, notes);
    say_notes(notes);
    const std::array<int, 3> &dims = together.common.grid.dims;
    if (options.volumes.several()) {
        say(fmt::format("note: {} volumes are drawn together, on a grid of {}x{}x{} voxels of {:.4g}x{:.4g}x{:.4g}{}",
                        together.headers.size(), dims[0], dims[1], dims[2], together.common.grid.spacing.x,
                        together.common.grid.spacing.y, together.common.grid.spacing.z,
                        unit_suffix(together.common.grid.unit)));
    }
    VolumeHeader drawn = first;
    drawn.grid = together.common.grid;
    drawn.placement = Placement::whole;
    options.together = std::move(together);
    return drawn;
}

void read_other_volumes(RenderOptions &options, ReadScene &scene) {
    const Volume &first = scene.content->volume;
    if (first.large()) {
        throw UsageError(fmt::format("{} is too large to be drawn together with other volumes", first.header().name),
                         {{Remedy::reduce_volume}});
    }
    print_notes(first);
    scene.surveys = {options.transfer == "auto" ? scene.survey : survey_data(first)};
    for (const OtherVolume &other : options.volumes.others()) {
        VolumeOptions reading = reading_of(other.volume);
        reading.read.on_survey = [&](DataSurvey stored) { scene.surveys.push_back(std::move(stored)); };
        Volume volume = read_with_progress(reading);
        std::vector<Note> notes = volume.header().notes;
        for (Note &note : notes) {
            note.text = volume.header().name + ": " + note.text;
        }
        say_notes(notes);
        scene.content->other_channels.push_back(std::move(volume));
    }
    CommonGrid &common = options.together->common;
    const bool keeps = options.session && options.session->other_volumes.size() == options.volumes.others().size();
    for (std::size_t i = 0; i < common.places.size(); ++i) {
        if (!keeps) {
            common.places[i].nearest =
                (i > 0 || options.data == DataKind::automatic || options.data == DataKind::labels) &&
                holds_names(channel_of(*scene.content, i).header(), scene.surveys[i]);
        }
    }
    scene.content->common = common;
}

namespace {

/// The first volume's function, window and classification, as if it were alone.
ChannelLook first_volume_look(const RenderOptions &options, const ReadScene &read, const DeviceInfo &device,
                              SamplingBackend backend, Scene &scene) {
    RenderOptions own = options;
    const std::string &wanted = options.volumes.wish(0).look.transfer;
    own.transfer = !wanted.empty() ? wanted : options.transfer.empty() ? "auto" : options.transfer;
    own.session.reset();
    own.window = options.volumes.wish(0).look.window  ? options.volumes.wish(0).look.window
                 : options.given.contains("--window") ? options.window
                                                      : std::nullopt;
    take_look(own, read.content->volume.header(), read.content->volume, read.surveys.front(), device, backend, scene);
    ChannelLook look{scene.transfer, scene.window, {}};
    const bool grounds =
        options.volumes.several() && own.transfer == "auto" && scene.settings.blend == Blend::composite;
    look.share.weight = grounds ? ground_weight : 1.0;
    return look;
}

ChannelLook look_of(std::size_t i, const RenderOptions &options, const ReadScene &read) {
    const ChannelWish &wish = options.volumes.wish(i).look;
    const std::string &wanted = wish.transfer.empty() ? options.transfer : wish.transfer;
    ChannelLook look;
    if (wanted.empty() || wanted == "auto") {
        look = automatic_volume_look(channel_of(*read.content, i).header(), read.surveys[i], i, options.settings.blend);
    } else {
        look.transfer = resolve_transfer(wanted);
    }
    const std::optional<ValueRange> all = options.given.contains("--window") ? options.window : std::nullopt;
    look.window = wish.window ? wish.window : all ? all : look.window;
    return look;
}

/// Whether something was said that makes a new look in the place of the session's.
bool is_told(const RenderOptions &options, std::size_t i) {
    const ChannelWish &wish = options.volumes.wish(i).look;
    return !wish.transfer.empty() || wish.window || !options.transfer.empty() || options.given.contains("--window");
}

} // namespace

void take_volume_looks(const RenderOptions &options, const ReadScene &read, const DeviceInfo &device,
                       SamplingBackend backend, Scene &scene) {
    const Scene *session = options.session ? &*options.session : nullptr;
    const std::size_t count = read.content->common->places.size();
    const bool keeps =
        session && session->other_channels.size() + 1 == count && !are_colors(session->settings.channel_blend);
    scene.settings.channel_blend = options.channels.blend() ? *options.channels.blend()
                                   : keeps                  ? session->settings.channel_blend
                                                            : ChannelBlend::opacity;
    scene.place = options.volumes.first().place;
    scene.other_volumes = options.volumes.others();
    scene.other_channels.clear();
    bool names = false;
    for (std::size_t i = 0; i < count; ++i) {
        (i == 0 ? scene.place : scene.other_volumes[i - 1].place).nearest = read.content->common->places[i].nearest;
        names = names || read.content->common->places[i].nearest;
        const ChannelWish &wish = options.volumes.wish(i).look;
        ChannelLook look;
        if (keeps && !is_told(options, i)) {
            look = i == 0 ? ChannelLook{session->transfer, session->window, session->first_channel}
                          : session->other_channels[i - 1];
        } else {
            look = i == 0 ? first_volume_look(options, read, device, backend, scene) : look_of(i, options, read);
        }
        if (wish.color) {
            look.transfer = tinted(std::move(look.transfer), *wish.color, scene.settings.blend);
        }
        look.share.weight = wish.weight.value_or(look.share.weight);
        look.share.visible = look.share.visible && !wish.off;
        if (i > 0) {
            scene.other_channels.push_back(std::move(look));
        } else {
            scene.transfer = std::move(look.transfer);
            scene.window = look.window;
            scene.first_channel = look.share;
        }
    }
    if (!options.classification) {
        scene.settings.classification = names ? Classification::pre : Classification::post;
    } else if (*options.classification == Classification::preintegrated) {
        scene.settings.classification = Classification::post;
    }
}

} // namespace voxmarch
