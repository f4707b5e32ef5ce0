// What is drawn and how: takes volume, transfer function, labels and meshes, and renders pictures of them.
#include "renderer/volume_renderer.h"

#include "device/mapped_read.h"
#include "renderer/memory_plan.h"
#include "renderer/volume_renderer_state.h"
#include "transfer/preset.h"

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

VolumeRenderer::VolumeRenderer(Device &device, const Volume &volume, std::optional<SamplingBackend> backend)
    : state_(
          std::make_unique<State>(device, volume, backend.value_or(backend_for(device.info(), volume.grid().dims)))) {
    set_transfer(find_preset("thesis"));
}

VolumeRenderer::VolumeRenderer(Device &device, const DeviceVoxels &voxels, std::optional<SamplingBackend> backend)
    : state_(std::make_unique<State>(device, voxels, backend.value_or(backend_for(device.info(), voxels.grid.dims)))) {
    set_transfer(find_preset("thesis"));
}

VolumeRenderer::~VolumeRenderer() = default;

void VolumeRenderer::set_transfer(const TransferFunction &transfer, std::optional<ValueRange> window) {
    validate(transfer);
    const DeviceVolume &volume = state_->data.volume();
    state_->transfer = over_values(transfer, window.value_or(default_window(volume.type(), volume.range())));
    state_->data.set_transfer(state_->transfer);
    state_->shadows_of.reset();
}

void VolumeRenderer::set_labels(const Volume *labels, const std::vector<LabelStyle> &styles) {
    if (!labels) {
        state_->data.set_labels({}, {});
        return;
    }
    const Grid &grid = state_->data.volume().grid();
    if (labels->grid().dims != grid.dims) {
        const std::array<int, 3> &dims = labels->grid().dims;
        throw UsageError(fmt::format("the labels have {}x{}x{} voxels, the volume has {}x{}x{}: they must lie on the "
                                     "same grid",
                                     dims[0], dims[1], dims[2], grid.dims[0], grid.dims[1], grid.dims[2]));
    }
    std::vector<std::uint16_t> values;
    values.reserve(grid.voxel_count());
    for (int z = 0; z < grid.dims[2]; ++z) {
        for (int y = 0; y < grid.dims[1]; ++y) {
            for (int x = 0; x < grid.dims[0]; ++x) {
                const double label = labels->value(x, y, z);
                if (!(label >= 0.0 && label <= 65535.0 && label == std::floor(label))) {
                    throw UsageError(fmt::format("voxel ({}, {}, {}) of the labels is {}; labels are whole numbers "
                                                 "from 0 to 65535",
                                                 x, y, z, label));
                }
                values.push_back(static_cast<std::uint16_t>(label));
            }
        }
    }
    state_->data.set_labels(values, styles);
}

void VolumeRenderer::set_meshes(std::vector<ColoredMesh> meshes) {
    state_->meshes = std::move(meshes);
    if (state_->surfaces) {
        state_->surfaces->set_meshes(state_->meshes);
    }
}

void VolumeRenderer::report_stages(std::function<void(Stage, double)> report) {
    state_->report_stage = std::move(report);
}

void VolumeRenderer::divide_stages(bool divide) {
    state_->divide_stages = divide;
    state_->data.report_light(state_->progress_of(Stage::light));
    if (state_->surfaces) {
        state_->surfaces->report(state_->progress_of(Stage::extraction));
    }
}

DeviceFrame VolumeRenderer::draw(const Camera &camera, int width, int height, const RenderSettings &wanted,
                                 const FrameOutput &output) {
    validate(wanted);
    const RenderSettings settings = as_drawn(state_->with_meshes(wanted));
    require_size(width, height);
    if (output.depth && settings.blend != Blend::composite) {
        throw UsageError(
            fmt::format("distances are those of composited frames, which blend {} is not", name_of(settings.blend)));
    }
    State &state = *state_;
    state.statistics = {};
    state.statistics.device_times = state.device.info().event_times;
    state.statistics.rays = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    if (!std::exchange(state.upload_told, true)) {
        state.statistics.stages.push_back({Stage::upload, state.data.upload_ms()});
    }

    state.tell(Stage::program);
    const auto start = std::chrono::steady_clock::now();
    state.choose_transfer(settings);
    const CastVariant variant =
        state.variant(settings, {output.format, output.depth ? Counting::depth : Counting::off});
    if (settings.mode != Mode::isosurface) {
        state.caster.prepare(variant);
    }
    state.statistics.stages.push_back({Stage::program, milliseconds_since(start)});

    state.tell(Stage::derived_data);
    const FrameParams frame = state.update(camera, width, height, settings);
    return state.draw(frame, settings, variant);
}

Image VolumeRenderer::render(const Camera &camera, int width, int height, const RenderSettings &settings) {
    const DeviceFrame frame = draw(camera, width, height, settings);
    const auto start = std::chrono::steady_clock::now();
    Image image{width, height, read_mapped(state_->device, *frame.pixels)};
    state_->statistics.stages.push_back({Stage::readback, milliseconds_since(start)});
    return image;
}

const DeviceInfo &VolumeRenderer::device() const { return state_->device.info(); }

const FrameStatistics &VolumeRenderer::statistics() const { return state_->statistics; }

StageCounts VolumeRenderer::stage_counts() const {
    StageCounts counts = state_->data.counts();
    if (state_->surfaces) {
        state_->surfaces->add_counts(counts);
    }
    return counts;
}

SamplingBackend VolumeRenderer::backend() const { return state_->data.volume().backend(); }

} // namespace voxmarch
