// The order of the start: driver and file at once, then the values.
#include "app/cli/render_reading.h"

#include "app/cli/render_choices.h"
#include "app/cli/render_volumes.h"
#include "app/cli/volume_options.h"
#include "app/progress.h"
#include "renderer/brick_atlas.h"
#include "renderer/memory_plan.h"
#include "scene/brick_content.h"
#include "scene/channel_looks.h"
#include "scene/provenance.h"
#include "scene/value_unit.h"
#include "volume/header_words.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace voxmarch {

OpeningDevice::OpeningDevice(RenderOptions &options, const VolumeHeader &header, int turn)
    : options_(&options), header_(&header),
      opening_(std::async(std::launch::async, [name = options.device, mixed = options.allow_mixed, turn] {
          return open_drawing_devices(name, mixed, turn);
      })) {}

void OpeningDevice::check() {
    if (devices_.opened.empty() && opening_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        get();
    }
}

Device &OpeningDevice::get() {
    if (devices_.opened.empty()) {
        devices_ = opening_.get();
        const DeviceInfo &first = devices_.first().info();
        if (!devices_.models.empty()) {
            say("note: devices of several models draw together, whose pictures may differ by 1/255: " +
                devices_.models);
        }
        backend_ = options_->backend.value_or(backend_for(first, header_->grid.dims));
        options_->settings.gradient = options_->gradient.value_or(gradient_for(first, header_->grid.dims));
        complete_settings(*options_, backend_);
        if (options_->lod == LevelOfDetail{}) {
            choose_bricks(*header_);
        }
    }
    return devices_.first();
}

void OpeningDevice::choose_bricks(const VolumeHeader &header) {
    for (const auto &device : devices_.opened) { // the device with the least room decides
        const std::uint64_t slots = room_for_bricks(*options_, header, device->info(), backend_);
        if (slots > 0) {
            options_->slots = options_->slots > 0 ? std::min(slots, options_->slots) : slots;
        }
    }
    if (options_->slots > 0) {
        const std::array<int, 3> bricks = bricks_along(header.grid.dims, options_->brick_size);
        say(fmt::format("note: {} is drawn in bricks of {}^3 cells: room for {} of {}x{}x{}", header.name,
                        options_->brick_size.edge, options_->slots, bricks[0], bricks[1], bricks[2]));
    }
}

void place_in_bricks(const RenderOptions &options, const OpeningDevice &opening, ReadScene &read) {
    if (options.slots == 0) {
        return;
    }
    const std::vector<Device *> devices = opening.devices().all();
    const auto placed = [&](Device *device) {
        return in_bricks(*device, read.content, opening.backend(), options.slots, options.brick_size);
    };
    read.uploaded.emplace(placed(devices.front()));
    for (Device *const other : std::span(devices).subspan(1)) {
        read.others.push_back(placed(other));
    }
}

namespace {

/// Large synthetic volumes are made where they are drawn; all others are read while the device opens.
CountedVolume read_and_count(const RenderOptions &options, ReadOptions read, OpeningDevice &opening,
                             RunStatistics &run) {
    const VolumeHeader &header = opening.header();
    const bool whole = options.lod == LevelOfDetail{};
    if (whole && !options.together && options.memory_limit_mib == 0 && !options.bricks && better_made(header, read) &&
        opening.get().info().kind == DeviceKind::gpu) {
        run.phase_done("open device", opening.get().info().name);
        read.progress = progress_line("making " + options.volume.source);
        if (std::optional<CountedVolume> made = made_volume(header, read, opening.get(), opening.backend())) {
            return std::move(*made);
        }
    }
    if (!read.field.empty()) {
        opening.get(); // the density is made by a second opened device: drivers open one at a time
    }
    LoadedVoxels loaded = load_with_progress({options.volume.source, read}, [&] { opening.check(); });
    run.phase_done("read", header_words(loaded.header), options.volume.source);
    read.progress = progress_line("looking at " + options.volume.source);
    Device &device = opening.get();
    run.phase_done("open device", device.info().name);
    const std::vector<Device *> devices = opening.devices().all();
    const std::optional<bool> on_device = options.slots > 0 || !whole ? std::optional(false) : std::nullopt;
    return counted_volume(std::move(loaded), read, device, opening.backend(), on_device, std::span(devices).subspan(1));
}

} // namespace

/// Reads the channels behind the first, and tells what the reader found. In bricks the first is drawn alone.
static void read_other_channels(RenderOptions &options, ReadScene &scene) {
    if (options.together) {
        read_other_volumes(options, scene);
        return;
    }
    const Volume &first = scene.content->volume;
    if (options.drawn_channels.size() > 1 &&
        (options.slots > 0 || options.lod != LevelOfDetail{} || first.large() != nullptr)) {
        say(fmt::format("note: several channels are drawn of volumes that lie on the device whole: this is {} alone",
                        channel_name(first.header(), options.drawn_channels[0])));
        options.drawn_channels.resize(1);
    }
    const bool several = options.drawn_channels.size() > 1;
    std::vector<Note> notes = first.header().notes;
    std::erase_if(notes, [&](const Note &note) { // of the one channel, or time, that is read
        return std::ranges::any_of(note.advice, [&](const Advice &one) {
            return (several && one.remedy == Remedy::channel) || (!options.times.empty() && one.remedy == Remedy::time);
        });
    });
    print_notes(first, notes);
    if (!several) {
        return;
    }
    std::string names;
    for (const int channel : options.drawn_channels) {
        names += (names.empty() ? "" : ", ") + channel_name(first.header(), channel);
    }
    say("note: channels drawn together: " + names);
    scene.surveys = {options.transfer == "auto" ? scene.survey : survey_data(first)};
    for (std::size_t i = 1; i < options.drawn_channels.size(); ++i) {
        VolumeOptions other = options.volume;
        other.read.channel = options.drawn_channels[i];
        other.read.on_survey = [&](DataSurvey stored) { scene.surveys.push_back(std::move(stored)); };
        scene.content->other_channels.push_back(read_with_progress(other));
    }
}

void find_units(const RenderOptions &options, ReadScene &read) {
    const bool told = options.figure.choice().any() || (options.session && options.session->comparison);
    for (std::size_t i = 0; told && i <= read.content->other_channels.size(); ++i) {
        const Volume &volume = channel_of(*read.content, i);
        const DataSurvey &known = read.surveys.empty() ? read.survey : read.surveys.at(i);
        const bool looks = known.histogram.total == 0 && !volume.large();
        read.content->hounsfield.push_back(hounsfield_units(volume.header(), looks ? survey_data(volume) : known));
    }
}

ReadScene read_scene(RenderOptions &options, OpeningDevice &opening, RunStatistics &run, Volume *joined) {
    ReadScene scene;
    ReadOptions read = with_survey(options, scene.survey);
    read.large_above = large_voxels;
    if (joined) {
        scene.survey = survey_data(*joined);
        opening.get();
    }
    CountedVolume counted = joined ? CountedVolume{std::move(*joined)} : read_and_count(options, read, opening, run);
    scene.content = std::make_shared<SceneContent>(SceneContent{std::move(counted.volume)});
    scene.uploaded = std::move(counted.uploaded);
    scene.others = std::move(counted.others);
    place_in_bricks(options, opening, scene);
    read_other_channels(options, scene);
    run.phase_done("count values");
    if (needs_hashes(options)) {
        scene.identity = std::async(std::launch::async, [source = options.volume.source, content = scene.content] {
            return identity_of(source, content->volume);
        });
    }
    return scene;
}

} // namespace voxmarch
