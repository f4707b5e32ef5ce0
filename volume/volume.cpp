// The volume itself: scalar types, the value range, and non-finite voxels.
#include "volume/volume.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

void require_size(const VolumeHeader &header, std::uint64_t bytes) {
    for (int n : header.grid.dims) {
        if (n < 1) {
            throw UsageError(fmt::format("volume '{}' has an axis of {} voxels", header.name, n));
        }
    }
    if (bytes != header.byte_count()) {
        throw UsageError(fmt::format("volume '{}' of {}x{}x{} {} voxels needs {} bytes, not {}", header.name,
                                     header.grid.dims[0], header.grid.dims[1], header.grid.dims[2],
                                     name_of(header.type), header.byte_count(), bytes));
    }
}

template <typename T> ValueRange range_of(std::span<const T> voxels) {
    T low = std::numeric_limits<T>::max();
    T high = std::numeric_limits<T>::lowest();
    for (const T v : voxels) {
        low = std::min(low, v);
        high = std::max(high, v);
    }
    return {static_cast<double>(low), static_cast<double>(high)};
}

struct FloatScan {
    ValueRange range;
    std::uint64_t non_finite = 0;
};

FloatScan scan_floats(std::span<const float> voxels) {
    FloatScan scan;
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
    for (const float v : voxels) {
        const bool finite = std::isfinite(v);
        scan.non_finite += finite ? 0 : 1;
        low = finite && v < low ? v : low;
        high = finite && v > high ? v : high;
    }
    if (scan.non_finite < voxels.size()) {
        scan.range = {static_cast<double>(low), static_cast<double>(high)};
    }
    return scan;
}

} // namespace

std::size_t scalar_size(ScalarType type) {
    return visit_scalar(type, [](auto tag) { return sizeof(tag); });
}

Volume::Volume(VolumeHeader header, std::vector<std::byte> voxels)
    : Volume(std::move(header), std::make_unique<HeapVoxels>(std::move(voxels))) {}

Volume::Volume(VolumeHeader header, std::unique_ptr<VoxelStorage> voxels)
    : header_(std::move(header)), storage_(std::move(voxels)) {
    require_size(header_, storage_->bytes().size());
    scan_and_clean();
}

double Volume::value(int x, int y, int z) const {
    const auto &dims = header_.grid.dims;
    const std::size_t index =
        (static_cast<std::size_t>(z) * static_cast<std::size_t>(dims[1]) + static_cast<std::size_t>(y)) *
            static_cast<std::size_t>(dims[0]) +
        static_cast<std::size_t>(x);
    return visit_scalar(header_.type, [&](auto tag) { return static_cast<double>(voxels<decltype(tag)>()[index]); });
}

void Volume::scan_and_clean() {
    if (header_.type != ScalarType::f32) {
        range_ = visit_scalar(header_.type, [&](auto tag) { return range_of(voxels<decltype(tag)>()); });
        return;
    }
    const FloatScan scan = scan_floats(voxels<float>());
    range_ = scan.range;
    non_finite_count_ = scan.non_finite;
    if (scan.non_finite == 0) {
        return;
    }
    // A mapping is read-only: its voxels move to the heap before they are changed.
    auto *heap = dynamic_cast<HeapVoxels *>(storage_.get());
    if (heap == nullptr) {
        const auto source = storage_->bytes();
        auto copy = std::make_unique<HeapVoxels>(allocate_voxels(source.size(), header_.name));
        std::memcpy(copy->writable().data(), source.data(), source.size());
        heap = copy.get();
        storage_ = std::move(copy);
    }
    const auto bytes = heap->writable();
    const std::span<float> values{reinterpret_cast<float *>(bytes.data()), bytes.size() / sizeof(float)};
    const auto replacement = static_cast<float>(range_.min);
    std::replace_if(
        values.begin(), values.end(), [](float v) { return !std::isfinite(v); }, replacement);
}

} // namespace voxmarch
