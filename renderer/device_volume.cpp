// Makes the arrays of a volume and brings voxels to them.
#include "renderer/device_volume.h"

#include "device/staged_upload.h"
#include "octree/device_octree.h"
#include "renderer/slot_writer.h"
#include "renderer/voxel_counts.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/slice_window.h"
#include "volume/stored_voxels.h"
#include "volume/value_counts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

ImageFormat scalar_format(ScalarType type) {
    switch (type) {
    case ScalarType::u8:
    case ScalarType::i8: return ImageFormat::r8;
    case ScalarType::u16:
    case ScalarType::i16: return ImageFormat::r16;
    case ScalarType::f32: break;
    }
    return ImageFormat::r32f;
}

} // namespace

std::uint64_t buffer_margin(const std::array<int, 3> &dims, std::uint64_t voxel_bytes) {
    return (static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) +
            static_cast<std::uint64_t>(dims[0])) *
               voxel_bytes +
           64;
}

DeviceVolume::DeviceVolume(Device &device, const Volume &volume, SamplingBackend backend)
    : device_(&device), grid_(volume.grid()), type_(volume.type()), range_(volume.limits()), backend_(backend),
      kernels_(device) {
    make_arrays();
    volume.large() ? upload_boxes(*volume.large()->source) : upload_scalars(volume.bytes());
}

DeviceVolume::DeviceVolume(Device &device, const VolumeHeader &header, std::span<const std::byte> voxels,
                           SamplingBackend backend)
    : device_(&device), grid_(header.grid), type_(header.type), range_{}, backend_(backend), kernels_(device) {
    if (type_ == ScalarType::f32 || voxels.size() != header.byte_count()) {
        throw UsageError(fmt::format("values are counted on a device of whole volumes of 8- or 16-bit types, not of {} "
                                     "bytes of {}",
                                     voxels.size(), name_of(type_)));
    }
    make_arrays();
    upload_scalars(voxels);
    count_values();
}

DeviceVolume::DeviceVolume(Device &device, const VolumeHeader &header, const MakeSlices &make, SamplingBackend backend)
    : device_(&device), grid_(header.grid), type_(header.type), range_{}, backend_(backend), kernels_(device) {
    if (type_ == ScalarType::f32) {
        throw UsageError("volumes are made on a device of 8- or 16-bit types, not of float32");
    }
    make_arrays();
    make_scalars(make);
    count_values();
}

void DeviceVolume::place(const Grid &grid, const VolumePlace &place) {
    if (atlas_) {
        throw UnsupportedError("several volumes are drawn in one piece alone, not in bricks",
                               {{Remedy::reduce_volume}});
    }
    const std::array<int, 3> own = std::exchange(grid_, grid).dims;
    if (place.is_own(own, grid.dims)) {
        return;
    }
    place_ = ChannelPlace{};
    glm::dmat4 moved(1.0); // by whole voxels, if that is all
    moved[3] = glm::dvec4(glm::round(glm::dvec3(place.own_from_grid[3])), 1.0);
    place_->reach = place.own_from_grid == moved ? 0.0f : 1.0f / 32.0f;
    place_->nearest = place.nearest ? 1 : 0;
    constexpr float rounding = 1.0f / 256.0f; // of places on the box
    for (int axis = 0; axis < 3; ++axis) {
        for (int column = 0; column < 4; ++column) {
            place_->own_from_grid[4 * axis + column] = static_cast<float>(place.own_from_grid[column][axis]);
        }
        const int voxels = own[static_cast<std::size_t>(axis)];
        const float beyond = (voxels == 1 ? 0.5f : 0.0f) + rounding; // as voxel_box()
        place_->dims[axis] = voxels;
        place_->clamp_max[axis] = static_cast<float>(voxels - 1);
        place_->low[axis] = -beyond;
        place_->high[axis] = place_->clamp_max[axis] + beyond;
    }
}

ChannelPlace DeviceVolume::channel_place() const {
    if (place_) {
        return *place_;
    }
    ChannelPlace own{};
    for (int axis = 0; axis < 3; ++axis) {
        own.own_from_grid[5 * axis] = 1.0f;
        own.dims[axis] = grid_.dims[static_cast<std::size_t>(axis)];
        own.clamp_max[axis] = static_cast<float>(own.dims[axis] - 1);
        own.low[axis] = -1.0f; // every place of the grid lies in it
        own.high[axis] = own.clamp_max[axis] + 1.0f;
    }
    return own;
}

void DeviceVolume::count_values() {
    value_counts_ = count_on_device(*device_, kernels_, {scalars_, grid_.dims, type_}, access());
    range_ = range_of_counts(type_, value_counts_);
}

void DeviceVolume::make_scalars(const MakeSlices &make) {
    constexpr std::uint64_t slab_bytes = std::uint64_t{256} << 20;
    const int depth = grid_.dims[2];
    const std::uint64_t slice = grid_.voxel_count() / static_cast<std::uint64_t>(depth) * scalar_size(type_);
    const int slices = static_cast<int>(std::clamp<std::uint64_t>(slab_bytes / slice, 1, std::uint64_t(depth)));
    Buffer slab;
    for (int first = 0; first < depth; first += slices) {
        const int count = std::min(slices, depth - first);
        reserve(*device_, slab, slice * static_cast<std::uint64_t>(count), "slices on their way to the volume");
        (void)make(first, first + count, slab);
        const Event copied = uses_images() ? scalars_.image.copy_slices_from(slab, first, count)
                                           : scalars_.buffer.copy_from(slab, slice * static_cast<std::uint64_t>(first));
        copied.wait();
    }
}

void DeviceVolume::upload_boxes(const BrickSource &source) {
    const auto convert = conversion_to_stored(type_);
    std::optional<SliceWindow> window;
    std::vector<std::byte> stored;
    make_scalars([&](int z_begin, int z_end, Buffer &slab) {
        if (!window) { // the first slab is as large as any
            window.emplace(source, z_end - z_begin);
        }
        std::span<const std::byte> slices = window->slices(z_begin, z_end - z_begin);
        if (convert) {
            stored.resize(slices.size());
            convert(slices, stored);
            slices = stored;
        }
        slab.upload(slices);
        return Event();
    });
}

DeviceVolume::DeviceVolume(Device &device, const BrickVoxels &voxels, SamplingBackend backend)
    : device_(&device), grid_(voxels.header.grid), type_(voxels.header.type), range_(voxels.range), backend_(backend),
      kernels_(device) {
    const std::uint64_t count = brick_count(grid_.dims, voxels.size);
    const std::uint64_t slots = voxels.slots > 0 ? std::min(std::max<std::uint64_t>(voxels.slots, 2), count) : count;
    atlas_.emplace(device, grid_.dims, slots,
                   uses_images() ? device.info().image_3d_limit : std::array<std::size_t, 3>{}, voxels.size);
    loader_ = std::make_unique<BrickLoader>(device, voxels);
    make_arrays();
    BrickPlan all;
    for (int i = 0; i < atlas_->brick_count() && atlas_->has_room_for_all(); ++i) {
        all.bricks.push_back(i);
        all.slots.push_back(i);
    }
    fill_slots(all);
    if (atlas_->has_room_for_all()) {
        loader_->end();
    }
}

void DeviceVolume::load(const BrickPlan &plan) {
    fill_slots(plan);
    loader_->count_wave();
}

void DeviceVolume::fill_slots(const BrickPlan &plan) { loader_->load(plan, {*atlas_, scalars_, access()}); }

DeviceVolume::DeviceVolume(Device &device, const DeviceVoxels &voxels, SamplingBackend backend)
    : device_(&device), grid_(voxels.grid), type_(voxels.type), range_{}, backend_(backend), kernels_(device) {
    const std::uint64_t bytes = grid_.voxel_count() * scalar_size(type_);
    if (is_signed_integer(type_)) {
        throw UsageError(fmt::format("voxels on a device are uint8, uint16 or float32, not {}", name_of(type_)));
    }
    if (voxels.voxels.bytes() != bytes) {
        throw UsageError(fmt::format("a grid of {}x{}x{} {} voxels has {} bytes, the buffer has {}", grid_.dims[0],
                                     grid_.dims[1], grid_.dims[2], name_of(type_), bytes, voxels.voxels.bytes()));
    }
    make_arrays();
    const Event copied =
        uses_images() ? scalars_.image.copy_from(voxels.voxels) : scalars_.buffer.copy_from(voxels.voxels);
    copied.wait(); // the caller may change them now
    range_ = voxels.range ? *voxels.range : find_range();
    if (!std::isfinite(range_.min) || !std::isfinite(range_.max) || range_.min > range_.max) {
        throw UsageError(fmt::format("the values of a field on a device run from {} to {}; all must be finite",
                                     range_.min, range_.max));
    }
}

ValueRange DeviceVolume::find_range() {
    DeviceOctree leaves(*device_);
    const Events events = leaves.measure(grid_.dims, 4, DeviceOctree::Field::scalar, scalars_, stored_type());
    std::vector<std::array<float, 2>> ranges(static_cast<std::size_t>(octree_leaf_count(leaves.layout())));
    leaves.fours()->download(std::as_writable_bytes(std::span(ranges)));
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (const auto &[smallest, largest] : ranges) {
        low = std::min(low, smallest);
        high = std::max(high, largest);
    }
    const ValueMapping stored = mapping();
    const auto value = [&](float scalar) {
        const double exact = static_cast<double>(scalar) * stored.scale + stored.offset;
        return type_ == ScalarType::f32 ? exact : std::round(exact);
    };
    return {value(low), value(high)};
}

void DeviceVolume::make_arrays() {
    if (backend_ == SamplingBackend::packet && array_voxels() >= packet_voxel_limit) {
        throw MemoryError("the packet back end takes volumes of fewer than 2^31 voxels",
                          {{Remedy::other_backend, "buffer"}, {Remedy::reduce_volume}});
    }
    scalars_ = make_array(scalar_format(type_), array_dims(), scalar_size(type_), "the volume's voxels");
    colors_ = make_array(ImageFormat::rgba8, {1, 1, 1}, 4, "colour stand-in");
    normals_ = make_array(ImageFormat::rgba8, {1, 1, 1}, 4, "normal stand-in");
    reserve(*device_, lit_by_opacity_, 256 * sizeof(float), "gradients of opacity that are lit in full");
}

std::uint64_t DeviceVolume::array_voxels() const {
    const std::array<int, 3> dims = array_dims();
    return static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) *
           static_cast<std::uint64_t>(dims[2]);
}

DeviceArray DeviceVolume::make_array(ImageFormat format, std::array<int, 3> dims, std::size_t voxel_bytes,
                                     const std::string &label) {
    DeviceArray array;
    if (uses_images()) {
        array.image = Image3D(*device_, format, dims, label);
    } else {
        const std::uint64_t voxels = static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) *
                                     static_cast<std::uint64_t>(dims[2]);
        array.buffer = Buffer(*device_, voxels * voxel_bytes + buffer_margin(dims, voxel_bytes), label);
        array.buffer.fill(0, voxels * voxel_bytes); // the margin: voxels are written, as those of images are
    }
    return array;
}

void DeviceVolume::upload_scalars(std::span<const std::byte> bytes) {
    const ConvertPart convert = conversion_to_stored(type_);
    if (uses_images()) {
        upload_bytes(*device_, scalars_.image, bytes, convert);
    } else {
        upload_bytes(*device_, scalars_.buffer, bytes, convert);
    }
}

void DeviceVolume::send(const Volume &volume) {
    if (atlas_) {
        throw UnsupportedError("other times are drawn of volumes that lie on the device whole",
                               {{Remedy::reduce_volume}});
    }
    if (volume.grid().dims != grid_.dims || volume.type() != type_) {
        const std::array<int, 3> &now = volume.grid().dims, &before = grid_.dims;
        throw UsageError(fmt::format("voxels of {}x{}x{} {} cannot take the place of {}x{}x{} {}", now[0], now[1],
                                     now[2], name_of(volume.type()), before[0], before[1], before[2], name_of(type_)));
    }
    sent_ = &volume;
    beside_ = false;
    const std::uint64_t bytes = grid_.voxel_count() * scalar_size(type_);
    try {
        if (!volume.large()) {
            if (!side_) {
                side_ = std::make_unique<SideUpload>(*device_, bytes, "the voxels of the next time");
            }
            side_->send(volume.bytes(), conversion_to_stored(type_));
            beside_ = true;
        }
    } catch (const MemoryError &) {
        side_.reset(); // they go when they are shown
    }
}

Events DeviceVolume::show_sent() {
    const Volume *const shown = std::exchange(sent_, nullptr);
    if (!shown) {
        return {};
    }
    Events brought;
    if (beside_) {
        const Buffer &arrived = side_->arrived();
        brought = side_->take_events();
        brought.push_back(uses_images() ? scalars_.image.copy_from(arrived) : scalars_.buffer.copy_from(arrived));
        side_->note_reader(brought.back());
    } else {
        shown->large() ? upload_boxes(*shown->large()->source) : upload_scalars(shown->bytes());
    }
    range_ = shown->limits();
    if (wider_) {
        widen_range(*wider_);
    }
    value_counts_.clear();
    ++replacements_;
    return brought;
}

void DeviceVolume::widen_range(ValueRange range) {
    wider_ = range;
    range_ = {std::min(range_.min, range.min), std::max(range_.max, range.max)};
}

FilterAccuracy DeviceVolume::filter() const {
    // Texture units round shares of voxels to 8 bits: 1/256 of the difference of neighbours along each axis, and one
    // more for what else they round.
    const double length = range_.max - range_.min, largest = std::max(std::abs(range_.max), std::abs(range_.min));
    return {static_cast<float>(mapping().scale), static_cast<float>(4.0 / 256.0 * length + 1e-5 * largest)};
}

ValueMapping DeviceVolume::mapping() const {
    ValueMapping mapping;
    const bool normalised = uses_images();
    switch (type_) {
    case ScalarType::i8: mapping.offset = -128.0; [[fallthrough]];
    case ScalarType::u8: mapping.scale = normalised ? 255.0 : 1.0; break;
    case ScalarType::i16: mapping.offset = -32768.0; [[fallthrough]];
    case ScalarType::u16: mapping.scale = normalised ? 65535.0 : 1.0; break;
    case ScalarType::f32: break;
    }
    return mapping;
}

std::string_view DeviceVolume::stored_type() const {
    switch (scalar_format(type_)) {
    case ImageFormat::r8: return "u8";
    case ImageFormat::r16: return "u16";
    default: return "f32";
    }
}

VoxelAccess DeviceVolume::access() const { return {uses_images(), device_->info().image_3d_writes, stored_type()}; }

} // namespace voxmarch
