// Uploads voxels and runs the kernels that derive volumes from them.
#include "renderer/device_volume.h"

#include "device/staged_upload.h"
#include "octree/device_octree.h"
#include "renderer/rounding.h"
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

std::size_t round_up(std::int64_t value, std::size_t multiple) {
    return (static_cast<std::size_t>(value) + multiple - 1) / multiple * multiple;
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
    const std::uint64_t count = brick_count(grid_.dims);
    const std::uint64_t slots = voxels.slots > 0 ? std::min(std::max<std::uint64_t>(voxels.slots, 2), count) : count;
    atlas_.emplace(device, grid_.dims, slots,
                   uses_images() ? device.info().image_3d_limit : std::array<std::size_t, 3>{});
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

DeriveParams DeviceVolume::derive_params() const {
    DeriveParams params{};
    std::ranges::copy(array_dims(), params.dims);
    std::ranges::copy(grid_.dims, params.volume_dims);
    for (int i = 0; i < 3; ++i) {
        params.inv_spacing[i] = static_cast<float>(grid_.smallest_spacing() / grid_.spacing[i]);
    }
    return params;
}

VoxelAccess DeviceVolume::access() const { return {uses_images(), device_->info().image_3d_writes, stored_type()}; }

void DeviceVolume::make_room(DeviceArray &array, const std::string &label) {
    const std::uint64_t bytes = array_voxels() * 4;
    if (!uses_images()) {
        if (array.buffer.bytes() < bytes) {
            array = make_array(ImageFormat::rgba8, array_dims(), 4, label);
        }
        return;
    }
    if (array.image.dims() != array_dims()) {
        array = make_array(ImageFormat::rgba8, array_dims(), 4, label);
    }
    if (by_texels()) {
        reserve(*device_, texels_, bytes, "texels on their way to an image");
    }
}

template <typename Launch> Events DeviceVolume::write_texels(DeviceArray &target, Launch &&launch) {
    Events events;
    if (!uses_images()) {
        events.push_back(launch(target.buffer));
    } else if (!by_texels()) {
        events.push_back(launch(target.image));
    } else { // the texels go through a buffer
        events.push_back(launch(texels_));
        events.push_back(target.image.copy_from(texels_));
    }
    return events;
}

/// Lists the slots that were filled since then, and returns how many; 1 for a volume in one piece.
int DeviceVolume::list_slots(std::uint64_t since) {
    if (!atlas_) {
        return 1;
    }
    // Texels on their way to an image are copied as a whole, whatever they were before.
    const std::vector<int> slots = atlas_->filled_since(by_texels() ? 0 : since);
    if (!slots.empty()) {
        reserve(*device_, slot_list_, static_cast<std::uint64_t>(atlas_->slot_count()) * sizeof(int),
                "slots to derive from");
        slot_list_.upload(std::as_bytes(std::span(slots)));
        atlas_->update();
    }
    return static_cast<int>(slots.size());
}

/// Work-items for the voxels of the array, or of so many slots one behind the other along z.
LaunchSize DeviceVolume::over_slots(int slots, std::array<std::size_t, 3> local,
                                    std::array<int, 3> voxels_of_item) const {
    const std::array<int, 3> dims =
        atlas_ ? std::array{BRICK_STORED, BRICK_STORED, BRICK_STORED * slots} : array_dims();
    LaunchSize size;
    size.local = local;
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] = round_up((dims[i] + voxels_of_item[i] - 1) / voxels_of_item[i], local[i]);
    }
    return size;
}

Events DeviceVolume::classify(const TransferTable &table, std::uint64_t since) {
    make_room(colors_, "the colour+opacity volume");
    const TableCoordinates coordinates = table_coordinates(table, mapping());
    DeriveParams params = derive_params();
    params.table_scale = coordinates.scale;
    params.table_bias = coordinates.bias;
    params.table_last = coordinates.last;
    std::vector<glm::vec4> entries = table.entries;
    entries.push_back(entries.back());
    upload(*device_, table_, entries, "transfer table");
    std::vector<float> inv_full;
    for (const double gradient : opacity_rounding_gradients(table, type() != ScalarType::f32)) {
        inv_full.push_back(static_cast<float>(unit_distance_ / gradient));
    }
    upload(*device_, lit_by_opacity_, inv_full, "gradients of opacity that are lit in full");
    reserve(*device_, opacities_.buffer, array_voxels(), "opacities of the voxels");

    const int slots = list_slots(since);
    if (slots == 0) {
        return {};
    }
    if (device_->info().kind == DeviceKind::cpu && !uses_images() && type_ != ScalarType::f32) {
        return classify_by_value(params, slots);
    }
    Kernel &kernel = kernels_.kernel(classify_volume_source(access(), atlas_.has_value()), "classify_volume");
    const LaunchSize size = over_slots(slots, {32, 4, 2});
    return write_texels(colors_, [&](const auto &target) {
        return uses_images()
                   ? kernel.launch(size, params, scalars_.image, table_, slot_list(), opacities_.buffer, target)
                   : kernel.launch(size, params, scalars_.buffer, table_, slot_list(), opacities_.buffer, target);
    });
}

/// Looks every voxel's texel up in a table of all values there may be, the transfer table of which is uploaded.
Events DeviceVolume::classify_by_value(const DeriveParams &params, int slots) {
    const std::size_t values = std::size_t{1} << (8 * scalar_size(type_));
    reserve(*device_, by_value_, values * 4, "texels of all values");
    const ProgramSource source = classify_rows_source(access(), atlas_.has_value());
    Events events{
        kernels_.kernel(source, "classify_values").launch({{values, 1, 1}, {64, 1, 1}}, params, table_, by_value_)};
    const LaunchSize whole{{round_up(static_cast<std::int64_t>((array_voxels() + 15) / 16), 64), 1, 1}, {64, 1, 1}};
    const LaunchSize size = atlas_ ? over_slots(slots, {1, 4, 4}, {16, 1, 1}) : whole;
    events.push_back(
        kernels_.kernel(source, "classify_rows")
            .launch(size, params, scalars_.buffer, by_value_, slot_list(), opacities_.buffer, colors_.buffer));
    return events;
}

Events DeviceVolume::copy_voxels(Buffer &copy, std::uint64_t since) {
    const std::uint64_t bytes = scalars_.image.bytes() + buffer_margin(array_dims(), 4);
    reserve(*device_, copy, bytes, "the voxels, for isosurfaces");
    if (!atlas_) {
        return {scalars_.image.copy_to(copy)};
    }
    const int slots = list_slots(since);
    if (slots == 0) {
        return {};
    }
    return {kernels_.kernel(copy_slots_source(stored_type()), "copy_slots")
                .launch(over_slots(slots, {32, 4, 2}), derive_params(), scalars_.image, slot_list_,
                        static_cast<float>(mapping().scale), copy)};
}

GradientScale DeviceVolume::gradient_scale(Classification field, double full_gradient) const {
    const bool from_opacity = field == Classification::pre;
    const ValueMapping stored = mapping();
    const double length = range_.max - range_.min; // of the data, values of the file
    const double largest = std::max(std::abs(range_.max - stored.offset), std::abs(range_.min - stored.offset));
    const double field_length = from_opacity ? 1.0 : length / stored.scale;
    // One step of the integers, or of the 8-bit opacities.
    const double rounding = from_opacity ? 1.0 / 255.0 : type() == ScalarType::f32 ? 0.0 : 1.0 / stored.scale;
    const double share = field_length > 0.0 ? rounding_gradient(rounding / field_length) : 0.0;
    const double full = std::max(full_gradient, share) * field_length / unit_distance_;
    GradientScale scale;
    scale.smallest = static_cast<float>(from_opacity ? 1e-5 : std::max(1e-5 * length, 1e-6 * largest) / stored.scale);
    scale.inv_full = full > 0.0 ? static_cast<float>(1.0 / full) : 1e30f;
    scale.magnitude = field_length > 0.0 ? static_cast<float>(1.0 / field_length) : 0.0f;
    return scale;
}

Events DeviceVolume::make_normals(Classification field, Gradient gradient, double full_gradient, std::uint64_t since) {
    make_room(normals_, "the normal volume");
    const bool from_opacity = field == Classification::pre;
    const GradientScale scale = gradient_scale(field, full_gradient);
    DeriveParams params = derive_params();
    params.smallest_gradient = scale.smallest;
    params.inv_full_gradient = scale.inv_full;
    params.magnitude_scale = scale.magnitude;

    const int slots = list_slots(since);
    if (slots == 0) {
        return {};
    }

    const Buffer &field_buffer = from_opacity ? opacities_.buffer : scalars_.buffer;
    const NormalShape shape = normal_shape(device_->info().kind, atlas_.has_value());
    Kernel &kernel =
        kernels_.kernel(normal_volume_source(access(), field, gradient, shape, atlas_.has_value()), "normal_volume");
    const LaunchSize size =
        shape.tiles ? over_slots(slots, {NormalShape::tile_width, NormalShape::tile_height, 1}, {1, 1, shape.slices})
                    : over_slots(slots, {1, 1, 1}, {NormalShape::row_lanes, 1, shape.slices});
    const Buffer &bricks = atlas_ ? atlas_->slot_bricks() : lit_by_opacity_;
    return write_texels(normals_, [&](const auto &target) {
        return uses_images() && !from_opacity
                   ? kernel.launch(size, params, scalars_.image, lit_by_opacity_, bricks, slot_list(), target)
                   : kernel.launch(size, params, field_buffer, lit_by_opacity_, bricks, slot_list(), target);
    });
}

} // namespace voxmarch
