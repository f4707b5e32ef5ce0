// Counts voxels in tables of local memory: bytes at once, words by their upper bytes first.
#include "renderer/voxel_counts.h"

#include "kernels/shared/shared_types.h"

#include <algorithm>
#include <functional>
#include <span>

namespace voxmarch {

namespace {

/// A table in local memory of 16 KiB, which every device has.
constexpr int byte_bins = 256, byte_tables = 8, word_bins = 4096;

class DeviceCounts {
public:
    DeviceCounts(Device &device, KernelCache &kernels, const StoredVoxels &voxels, const VoxelAccess &access,
                 std::uint64_t launch_voxels)
        : device_(&device), kernels_(&kernels), voxels_(voxels), access_(access), launch_voxels_(launch_voxels),
          sums_(device, word_bins * sizeof(std::uint32_t), "counts of values") {}

    /// Counts of values by their bits from `shift` on: of the `bins` bins from `first` on.
    std::vector<std::uint64_t> count(int bins, int tables, unsigned shift, unsigned first) {
        std::vector<std::uint64_t> counts(static_cast<std::size_t>(bins), 0);
        std::vector<std::uint32_t> part(static_cast<std::size_t>(word_bins));
        Kernel &kernel = kernels_->kernel(count_values_source(access_, bins, tables), "count_values");
        const auto &dims = voxels_.dims;
        const std::uint64_t slice = static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]);
        const auto slices = static_cast<int>(std::max<std::uint64_t>(1, (launch_voxels_ - 1) / slice));
        for (int z = 0; z < dims[2]; z += slices) {
            sums_.fill(0);
            launch(kernel, slice, shift, first, {z, std::min(z + slices, dims[2])}).wait();
            sums_.download(std::as_writable_bytes(std::span(part)));
            std::transform(counts.begin(), counts.end(), part.begin(), counts.begin(), std::plus<>());
        }
        return counts;
    }

private:
    Device *device_;
    KernelCache *kernels_;
    StoredVoxels voxels_;
    VoxelAccess access_;
    std::uint64_t launch_voxels_;
    Buffer sums_;

    Event launch(Kernel &kernel, std::uint64_t columns, unsigned shift, unsigned first, std::array<int, 2> z) {
        // Few groups on CPUs, whose tables are cleared and added up each; enough on GPUs that none waits.
        const bool gpu = device_->info().kind == DeviceKind::gpu;
        const std::size_t local = std::min<std::size_t>(gpu ? 256 : 64, device_->info().work_group_limit);
        const std::size_t most = (gpu ? 16 : 4) * std::max<std::size_t>(1, device_->info().compute_units);
        const std::size_t groups = std::clamp<std::size_t>((columns + local - 1) / local, 1, most);
        DeriveParams params{};
        std::copy(voxels_.dims.begin(), voxels_.dims.end(), params.dims);
        const float largest = scalar_size(voxels_.type) == 1 ? 255.0f : 65535.0f;
        const float scale = access_.images ? largest : 1.0f;
        const LaunchSize size{{groups * local, 1, 1}, {local, 1, 1}};
        const auto run = [&](const auto &scalars) {
            return kernel.launch(size, params, scalars, scale, shift, first, z[0], z[1], sums_);
        };
        return access_.images ? run(voxels_.scalars.image) : run(voxels_.scalars.buffer);
    }
};

} // namespace

ProgramSource count_values_source(const VoxelAccess &access, int bins, int tables) {
    ProgramSource source;
    source.name = "count_values";
    source.files = load_files(access.images, access.stored_type);
    source.files.emplace_back("count_values.cl");
    source.constants = {{"TABLE_BINS", bins}, {"TABLES", tables}};
    return source;
}

std::vector<std::uint64_t> count_on_device(Device &device, KernelCache &kernels, const StoredVoxels &voxels,
                                           const VoxelAccess &access, std::uint64_t launch_voxels) {
    DeviceCounts counter(device, kernels, voxels, access, launch_voxels);
    if (scalar_size(voxels.type) == 1) {
        return counter.count(byte_bins, byte_tables, 0, 0); // stored bytes are in the order of the values
    }
    const std::vector<std::uint64_t> upper = counter.count(byte_bins, byte_tables, 8, 0);
    std::vector<std::uint64_t> counts(std::size_t{1} << 16, 0);
    for (std::size_t first = 0; first < counts.size(); first += word_bins) {
        const auto begin = upper.begin() + static_cast<std::ptrdiff_t>(first >> 8);
        if (std::any_of(begin, begin + (word_bins >> 8), [](std::uint64_t count) { return count > 0; })) {
            const auto part = counter.count(word_bins, 1, 0, static_cast<unsigned>(first));
            std::copy(part.begin(), part.end(), counts.begin() + static_cast<std::ptrdiff_t>(first));
        }
    }
    return counts;
}

} // namespace voxmarch
