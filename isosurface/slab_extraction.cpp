// The threads of the devices and the counter they take work units from.
#include "isosurface/slab_extraction.h"

#include "isosurface/device_field.h"
#include "isosurface/prefetched_voxels.h"
#include "isosurface/slab_join.h"
#include "kernels/shared/shared_types.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace voxmarch {

namespace {

using Clock = std::chrono::steady_clock;

/// What the threads of one extraction share: who has which unit, and which meshes the sink has.
class UnitQueue {
public:
    UnitQueue(std::size_t count, std::size_t devices, const std::function<void(double)> &progress, SlabSink &sink)
        : count_(count), most_ahead_(2 * devices), progress_(progress), sink_(sink) {}

    /// Number of a unit that nobody has; empty if there is none or somebody failed. Waits where too many meshes wait
    /// for one before them.
    std::optional<std::size_t> take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return error_ || next_ == count_ || next_ < delivered_ + most_ahead_; });
        return error_ || next_ == count_ ? std::nullopt : std::optional(next_++);
    }

    /// The same at once, for who has a unit already that others may wait for; empty where take() would wait.
    std::optional<std::size_t> take_ahead() {
        const std::lock_guard lock(mutex_);
        return error_ || next_ == count_ || next_ >= delivered_ + most_ahead_ ? std::nullopt : std::optional(next_++);
    }

    /// The mesh of a unit is done; the sink gets it when it has all before.
    void deliver(std::size_t unit, Mesh part) {
        const std::lock_guard lock(mutex_);
        waiting_.emplace(unit, std::move(part));
        while (!error_ && !waiting_.empty() && waiting_.begin()->first == delivered_) {
            sink_.take(std::move(waiting_.extract(waiting_.begin()).mapped()));
            ++delivered_;
        }
        ++done_;
        changed_.notify_all();
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
        changed_.notify_all();
    }

    void rethrow() const {
        if (error_) {
            std::rethrow_exception(error_);
        }
    }

private:
    std::size_t count_, most_ahead_, next_ = 0, done_ = 0, delivered_ = 0;
    const std::function<void(double)> &progress_;
    SlabSink &sink_;
    std::map<std::size_t, Mesh> waiting_;
    std::exception_ptr error_;
    std::mutex mutex_; ///< of all of it
    std::condition_variable changed_;
};

/// Slices and layers of a unit, in its slab.
FieldPart part_of(const WorkUnit &unit, const WorkPlan &plan, const Grid &volume) {
    const bool last = unit.end_layer == volume.dims[2] - 1;
    return {unit.first_slice, unit.first_layer - unit.first_slice,
            last ? plan.slices : unit.end_layer - unit.first_slice};
}

/// Whether a device evaluates a formula instead of reading voxels.
bool evaluates(const Device &device, const SlabVoxels &voxels, Extraction extraction) {
    return extraction == Extraction::blocks && !voxels.formula().empty() && evaluates_formulas(device.info());
}

/// One device at work. Not movable: the extractor refers to its buffer.
class SlabWorker {
public:
    SlabWorker(Device &device, const SlabVoxels &voxels, const WorkPlan &plan, double isovalue,
               const SlabSettings &settings)
        : device_(&device), volume_(&voxels.header()), plan_(&plan), isovalue_(isovalue), settings_(&settings),
          field_(field_of(*volume_, plan.slices)) {
        if (evaluates(device, voxels, settings.extraction)) {
            field_ = formula_.emplace(device, *volume_, voxels.formula(), plan.slices).field();
        } else {
            read_ = voxels.reader(plan.slices, isovalue);
            voxels_ = Buffer(device, field_.grid.voxel_count() * scalar_size(volume_->type), "the voxels of a slab");
            field_.voxels = &voxels_;
            if (settings.prefetch && plan.units.size() > 1) {
                next_.emplace(device, volume_->type, voxels_.bytes());
            }
        }
        extractor_ = make_extractor(settings.extraction, device, field_);
    }
    SlabWorker(const SlabWorker &) = delete;
    SlabWorker &operator=(const SlabWorker &) = delete;

    /// Works until there is nothing to take.
    void run(UnitQueue &queue, DeviceShare &share) {
        for (std::optional<std::size_t> unit = queue.take(), next; unit; unit = next ? next : queue.take()) {
            bring(plan_->units[*unit], share);
            next = next_ ? queue.take_ahead() : std::nullopt;
            if (next) {
                next_->begin(read_, plan_->units[*next].first_slice, plan_->slices);
            }
            queue.deliver(*unit, extract(plan_->units[*unit], share));
        }
    }

private:
    Device *device_;
    const VolumeHeader *volume_;
    const WorkPlan *plan_;
    double isovalue_;
    const SlabSettings *settings_;
    ScalarField field_;
    std::optional<DeviceFormula> formula_; ///< or else
    SliceReader read_;
    Buffer voxels_; ///< of the unit that is worked on
    std::unique_ptr<Extractor> extractor_;
    DeviceMesh mesh_;
    std::optional<PrefetchedVoxels> next_; ///< the first to go: it reads still

    /// Voxels of a unit that were not fetched ahead are uploaded now.
    void bring(const WorkUnit &unit, DeviceShare &share) {
        const auto begin = Clock::now();
        if (next_ && next_->has_begun()) {
            next_->take(voxels_);
        } else if (!formula_) {
            upload_voxels(*device_, volume_->type, read_(unit.first_slice, plan_->slices), voxels_);
        }
        share.upload_ms += milliseconds_since(begin);
    }

    Mesh extract(const WorkUnit &unit, DeviceShare &share) {
        extractor_->forget();
        ExtractionSettings surface = settings_->surface;
        surface.part = part_of(unit, *plan_, volume_->grid);
        share.kernel_ms += milliseconds(extractor_->extract(isovalue_, surface, mesh_));
        const auto made = Clock::now();
        Mesh part = download(*device_, mesh_);
        share.read_back_ms += milliseconds_since(made);
        const auto &dims = volume_->grid.dims;
        const std::uint64_t layer = static_cast<std::uint64_t>(dims[0] - 1) * static_cast<std::uint64_t>(dims[1] - 1);
        ++share.units;
        share.slices += static_cast<std::uint64_t>(plan_->slices);
        share.cells += layer * static_cast<std::uint64_t>(unit.end_layer - unit.first_layer);
        share.triangles += part.triangles.size();
        return part;
    }
};

/// The thread of one device.
void work(Device &device, const SlabVoxels &voxels, const WorkPlan &plan, double isovalue, const SlabSettings &settings,
          UnitQueue &queue, DeviceShare &share) {
    const auto begin = Clock::now();
    try {
        SlabWorker(device, voxels, plan, isovalue, settings).run(queue, share);
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

void extract_units(std::span<Device *const> devices, const SlabVoxels &voxels, const WorkPlan &plan, double isovalue,
                   const SlabSettings &settings, SlabSink &sink, std::vector<DeviceShare> &shares) {
    UnitQueue queue(plan.units.size(), devices.size(), settings.progress, sink);
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
            threads.emplace_back([&, i] { work(*devices[i], voxels, plan, isovalue, settings, queue, shares[i]); });
        }
    }
    queue.rethrow();
}

/// Keeps all parts.
class KeptParts final : public SlabSink {
public:
    void begin() override { parts.clear(); }
    void take(Mesh part) override { parts.push_back(std::move(part)); }

    std::vector<Mesh> parts;
};

/// Layers of a unit, as the settings, memory and devices ask for.
int unit_layers(std::span<Device *const> devices, const SlabVoxels &voxels, const SlabSettings &settings) {
    const int slices = voxels.header().grid.dims[2];
    int layers = settings.layers > 0 ? settings.layers : slices - 1;
    for (const Device *device : devices) {
        const bool stores = !evaluates(*device, voxels, settings.extraction);
        const std::size_t voxel_bytes = stores ? scalar_size(voxels.header().type) * (settings.prefetch ? 2U : 1U) : 0;
        layers = std::min(layers, layers_that_fit(*device, voxels.header(), settings.extraction, voxel_bytes));
        layers = stores ? std::min(layers, layers_within(slices, voxels.most_slices())) : layers;
    }
    if (devices.size() > 1 && settings.layers == 0) {
        layers = std::min(layers, shared_layers(slices, devices.size()));
    }
    return layers;
}

} // namespace

void extract_slabs(std::span<Device *const> devices, const SlabVoxels &voxels, double isovalue,
                   const SlabSettings &settings, SlabSink &sink, std::vector<DeviceShare> &shares) {
    const auto &dims = voxels.header().grid.dims;
    sink.begin();
    if (std::min({dims[0], dims[1], dims[2]}) < 2) {
        return;
    }
    for (int layers = unit_layers(devices, voxels, settings);; layers = (layers + 1) / 2) {
        try {
            extract_units(devices, voxels, plan_work(dims[2], layers), isovalue, settings, sink, shares);
            return;
        } catch (const MemoryError &) {
            if (layers <= ISO_BLOCK_Z) {
                throw;
            }
        }
        sink.begin();
    }
}

Mesh extract_slabs(std::span<Device *const> devices, const SlabVoxels &voxels, double isovalue,
                   const SlabSettings &settings, std::vector<DeviceShare> &shares) {
    KeptParts kept;
    extract_slabs(devices, voxels, isovalue, settings, kept, shares);
    return kept.parts.empty() ? Mesh{} : join_slabs(std::move(kept.parts));
}

Mesh extract_slabs(std::span<Device *const> devices, const Volume &volume, double isovalue,
                   const SlabSettings &settings, std::vector<DeviceShare> &shares) {
    return extract_slabs(devices, WholeVoxels(volume), isovalue, settings, shares);
}

} // namespace voxmarch
