// The threads of the devices and the counter they take work units from.
#include "isosurface/slab_extraction.h"

#include "isosurface/device_field.h"
#include "isosurface/slab_join.h"
#include "kernels/shared/shared_types.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <thread>

namespace voxmarch {

namespace {

using Clock = std::chrono::steady_clock;

/// What the threads of one extraction share.
class UnitQueue {
public:
    explicit UnitQueue(const WorkPlan &plan, std::function<void(double)> progress)
        : count_(plan.units.size()), progress_(std::move(progress)) {}

    /// Number of a unit that nobody has; empty if there is none or somebody failed.
    std::optional<std::size_t> take() {
        const std::size_t unit = failed_ ? count_ : next_++;
        return unit < count_ ? std::optional(unit) : std::nullopt;
    }

    void report_done() {
        const std::lock_guard lock(mutex_);
        ++done_;
        if (progress_) {
            progress_(static_cast<double>(done_) / static_cast<double>(count_));
        }
    }

    /// Keeps the first failure and stops all threads at their next unit.
    void fail(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (!error_) {
            error_ = std::move(error);
        }
        failed_ = true;
    }

    void rethrow() const {
        if (error_) {
            std::rethrow_exception(error_);
        }
    }

private:
    std::size_t count_, done_ = 0;
    std::function<void(double)> progress_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> failed_ = false;
    std::exception_ptr error_;
    std::mutex mutex_; ///< of done_, progress_ and error_
};

/// Slices and layers of a unit, in its slab.
FieldPart part_of(const WorkUnit &unit, const WorkPlan &plan, const Volume &volume) {
    const bool last = unit.end_layer == volume.grid().dims[2] - 1;
    return {unit.first_slice, unit.first_layer - unit.first_slice,
            last ? plan.slices : unit.end_layer - unit.first_slice};
}

/// One device at work. Not movable: the extractor refers to its buffer.
class SlabWorker {
public:
    SlabWorker(Device &device, const Volume &volume, const WorkPlan &plan, const SlabSettings &settings)
        : device_(&device), volume_(&volume), plan_(&plan), settings_(&settings), field_(field_of(volume, plan.slices)),
          voxels_(device, field_.grid.voxel_count() * scalar_size(volume.type()), "the voxels of a slab") {
        field_.voxels = &voxels_;
        extractor_ = make_extractor(settings.extraction, device, field_);
    }
    SlabWorker(const SlabWorker &) = delete;
    SlabWorker &operator=(const SlabWorker &) = delete;

    /// Works until there is nothing to take.
    void run(double isovalue, UnitQueue &queue, std::vector<Mesh> &parts, DeviceShare &share) {
        while (const std::optional<std::size_t> unit = queue.take()) {
            parts[*unit] = extract(isovalue, plan_->units[*unit], share);
            queue.report_done();
        }
    }

private:
    Device *device_;
    const Volume *volume_;
    const WorkPlan *plan_;
    const SlabSettings *settings_;
    ScalarField field_;
    Buffer voxels_; ///< of the unit that is worked on
    std::unique_ptr<Extractor> extractor_;
    DeviceMesh mesh_;

    Mesh extract(double isovalue, const WorkUnit &unit, DeviceShare &share) {
        const auto begin = Clock::now();
        upload_voxels(*device_, *volume_, unit.first_slice, plan_->slices, voxels_);
        share.upload_ms += milliseconds_since(begin);
        extractor_->forget();
        ExtractionSettings surface = settings_->surface;
        surface.part = part_of(unit, *plan_, *volume_);
        share.kernel_ms += milliseconds(extractor_->extract(isovalue, surface, mesh_));
        const auto made = Clock::now();
        Mesh part = download(*device_, mesh_);
        share.read_back_ms += milliseconds_since(made);
        const auto &dims = volume_->grid().dims;
        const std::uint64_t layer = static_cast<std::uint64_t>(dims[0] - 1) * static_cast<std::uint64_t>(dims[1] - 1);
        ++share.units;
        share.cells += layer * static_cast<std::uint64_t>(unit.end_layer - unit.first_layer);
        share.triangles += part.triangles.size();
        return part;
    }
};

/// The thread of one device.
void work(Device &device, const Volume &volume, const WorkPlan &plan, double isovalue, const SlabSettings &settings,
          UnitQueue &queue, std::vector<Mesh> &parts, DeviceShare &share) {
    const auto begin = Clock::now();
    try {
        SlabWorker(device, volume, plan, settings).run(isovalue, queue, parts, share);
    } catch (const ProgramError &) {
        queue.fail(std::current_exception());
    } catch (const DeviceError &error) {
        queue.fail(std::make_exception_ptr(
            DeviceError(fmt::format("device {} ({}): {}", share.device, share.name, error.problem()), error.advice())));
    } catch (...) {
        queue.fail(std::current_exception());
    }
    share.busy_ms = milliseconds_since(begin);
}

std::vector<Mesh> extract_parts(std::span<Device *const> devices, const Volume &volume, const WorkPlan &plan,
                                double isovalue, const SlabSettings &settings, std::vector<DeviceShare> &shares) {
    UnitQueue queue(plan, settings.progress);
    std::vector<Mesh> parts(plan.units.size());
    shares.clear();
    for (const Device *device : devices) {
        DeviceShare &share = shares.emplace_back();
        share.device = device->info().index;
        share.name = device->info().name;
        share.device_times = device->info().event_times;
    }
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < devices.size(); ++i) {
            threads.emplace_back(
                [&, i] { work(*devices[i], volume, plan, isovalue, settings, queue, parts, shares[i]); });
        }
    }
    queue.rethrow();
    return parts;
}

} // namespace

Mesh extract_slabs(std::span<Device *const> devices, const Volume &volume, double isovalue,
                   const SlabSettings &settings, std::vector<DeviceShare> &shares) {
    const auto &dims = volume.grid().dims;
    if (std::min({dims[0], dims[1], dims[2]}) < 2) {
        return {};
    }
    int layers = settings.layers > 0 ? settings.layers : dims[2] - 1;
    for (const Device *device : devices) {
        layers = std::min(layers, layers_that_fit(*device, volume.header(), settings.extraction));
    }
    if (devices.size() > 1) {
        layers = std::min(layers, shared_layers(dims[2], devices.size()));
    }
    std::vector<Mesh> parts;
    while (parts.empty()) {
        try {
            parts = extract_parts(devices, volume, plan_work(dims[2], layers), isovalue, settings, shares);
        } catch (const MemoryError &) {
            if (layers <= ISO_BLOCK_Z) {
                throw;
            }
            layers = (layers + 1) / 2;
        }
    }
    return join_slabs(std::move(parts));
}

} // namespace voxmarch
