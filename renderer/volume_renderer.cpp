// Takes volume, transfer function, labels and meshes as users have them, and gives pictures and measures.
#include "renderer/volume_renderer.h"

#include "device/staged_download.h"
#include "renderer/frame_maker.h"
#include "renderer/instruments/frame_measures.h"
#include "renderer/memory_plan.h"
#include "transfer/preset.h"

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

VolumeRenderer::VolumeRenderer(Device &device, const Volume &volume, std::optional<SamplingBackend> backend)
    : frames_(std::make_unique<FrameMaker>(device, volume,
                                           backend.value_or(backend_for(device.info(), volume.grid().dims)))) {
    set_transfer(find_preset("thesis"));
}

VolumeRenderer::VolumeRenderer(Device &device, const DeviceVoxels &voxels, std::optional<SamplingBackend> backend)
    : frames_(std::make_unique<FrameMaker>(device, voxels,
                                           backend.value_or(backend_for(device.info(), voxels.grid.dims)))) {
    set_transfer(find_preset("thesis"));
}

VolumeRenderer::VolumeRenderer(DeviceVolume &&volume)
    : frames_(std::make_unique<FrameMaker>(volume.device(), std::move(volume), volume.backend())) {
    set_transfer(find_preset("thesis"));
}

VolumeRenderer::~VolumeRenderer() = default;

void VolumeRenderer::set_transfer(const TransferFunction &transfer, std::optional<ValueRange> window, int channel) {
    validate(transfer);
    const DeviceVolume &volume = frames_->data().channel(channel).volume();
    frames_->set_transfer(over_values(transfer, window.value_or(default_window(volume.type(), volume.range()))),
                          channel);
}

void VolumeRenderer::add_channel(const Volume &volume) {
    frames_->add_channel(volume, {});
    set_transfer(find_preset("thesis"), {}, channels() - 1);
}

void VolumeRenderer::send_voxels(const Volume &volume, int channel) { frames_->send_voxels(volume, channel); }

void VolumeRenderer::show_sent_voxels() { frames_->show_sent_voxels(); }

void VolumeRenderer::replace_voxels(const Volume &volume, int channel) {
    send_voxels(volume, channel);
    show_sent_voxels();
}

void VolumeRenderer::widen_range(ValueRange range, int channel) { frames_->widen_range(range, channel); }

void VolumeRenderer::place(const Grid &grid, const VolumePlace &first) { frames_->place(grid, first); }

void VolumeRenderer::add_volume(const Volume &volume, const VolumePlace &place) {
    frames_->add_channel(volume, place);
    set_transfer(find_preset("thesis"), {}, channels() - 1);
}

const Grid &VolumeRenderer::grid() const { return frames_->data().volume().grid(); }

int VolumeRenderer::channels() const { return frames_->data().channels(); }

void VolumeRenderer::show_channels(unsigned visible) { frames_->show_channels(visible); }

void VolumeRenderer::set_labels(const Volume *labels, const std::vector<LabelStyle> &styles) {
    if (!labels) {
        frames_->set_labels({}, {});
        return;
    }
    const DeviceVolume &volume = frames_->data().volume();
    std::vector<LabelStyle> over = styles;
    for (LabelStyle &style : over) {
        if (style.transfer) {
            validate(*style.transfer);
            style.transfer = over_values(*style.transfer, default_window(volume.type(), volume.range()));
        }
    }
    const Grid &grid = volume.grid();
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
    frames_->set_labels(values, over);
}

void VolumeRenderer::set_meshes(std::vector<ColoredMesh> meshes) { frames_->set_meshes(std::move(meshes)); }

void VolumeRenderer::report_stages(std::function<void(Stage, double)> report) {
    frames_->report_stages(std::move(report));
}

void VolumeRenderer::divide_stages(bool divide) { frames_->divide_stages(divide); }

DeviceFrame VolumeRenderer::draw(const Camera &camera, int width, int height, const RenderSettings &settings,
                                 const FrameOutput &output) {
    return frames_->draw(camera, width, height, settings, output);
}

Image VolumeRenderer::render(const Camera &camera, int width, int height, const RenderSettings &settings) {
    Image image{width, height, {}};
    double read_back_ms = 0.0;
    frames_->draw(camera, width, height, settings, {}, [&](const Buffer &pixels, const Event &drawn) {
        std::chrono::steady_clock::time_point start;
        image.rgba = read_back(frames_->device(), pixels, [&] {
            drawn.wait();
            start = std::chrono::steady_clock::now();
        });
        read_back_ms = milliseconds_since(start);
    });
    frames_->statistics().stages.push_back({Stage::readback, read_back_ms});
    return image;
}

SampleSum VolumeRenderer::begin_samples(int width, int height, const RenderSettings &settings) {
    SampleSum sum(frames_->device());
    sum.begin(width, height, settings);
    return sum;
}

void VolumeRenderer::add_sample(const Camera &camera, int width, int height, const RenderSettings &settings, int number,
                                SampleSum &sum) {
    frames_->add_sample(camera, width, height, settings, number, sum);
}

void VolumeRenderer::count_samples(const Camera &camera, int width, int height, const RenderSettings &settings) {
    voxmarch::count_samples(*frames_, camera, width, height, settings);
}

void VolumeRenderer::set_persistent_groups(std::size_t groups) { frames_->set_persistent_groups(groups); }

std::vector<PixelCounts> VolumeRenderer::count_pixels(const Camera &camera, int width, int height,
                                                      const RenderSettings &settings) {
    return voxmarch::count_pixels(*frames_, camera, width, height, settings,
                                  frames_->report().progress_of(Stage::counting));
}

OctreeWalk VolumeRenderer::walk_octree(const Camera &camera, int width, int height, const RenderSettings &settings) {
    return voxmarch::walk_octree(*frames_, camera, width, height, settings);
}

std::vector<float> VolumeRenderer::sampling_errors(const Camera &camera, int width, int height,
                                                   const RenderSettings &settings) {
    return voxmarch::sampling_errors(*frames_, camera, width, height, settings);
}

double VolumeRenderer::propose_step(const Camera &camera, int width, int height, const RenderSettings &settings) {
    return voxmarch::propose_step(*frames_, camera, width, height, settings);
}

double VolumeRenderer::occupied_share(const Camera &camera, int width, int height, const RenderSettings &settings) {
    return frames_->occupied_share(camera, width, height, settings);
}

SimtScene VolumeRenderer::skip_scene(const Camera &camera, int width, int height, const RenderSettings &settings) {
    return voxmarch::skip_scene(*frames_, camera, width, height, settings);
}

SimtScene VolumeRenderer::simt_scene(const Camera &camera, int width, int height, const RenderSettings &settings) {
    return voxmarch::simt_scene(*frames_, camera, width, height, settings);
}

const DeviceInfo &VolumeRenderer::device() const { return frames_->device().info(); }

const FrameStatistics &VolumeRenderer::statistics() const { return frames_->statistics(); }

StageCounts VolumeRenderer::stage_counts() const { return frames_->stage_counts(); }

void VolumeRenderer::set_relay(RayRelay *relay) { frames_->set_relay(relay); }

std::optional<BrickSize> VolumeRenderer::brick_size() const { return frames_->data().volume().brick_size(); }

const BrickCounts *VolumeRenderer::brick_counts() const { return frames_->data().volume().brick_counts(); }

bool VolumeRenderer::waits_for_bricks() const { return frames_->data().volume().is_out_of_core(); }

SamplingBackend VolumeRenderer::backend() const { return frames_->data().volume().backend(); }

} // namespace voxmarch
