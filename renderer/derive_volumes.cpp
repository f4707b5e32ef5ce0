// Runs the kernels that derive volumes from voxels.
#include "renderer/device_volume.h"

#include "renderer/rounding.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

DeriveParams DeviceVolume::derive_params() const {
    DeriveParams params{};
    std::ranges::copy(array_dims(), params.dims);
    std::ranges::copy(grid_.dims, params.volume_dims);
    for (int i = 0; i < 3; ++i) {
        params.inv_spacing[i] = static_cast<float>(grid_.smallest_spacing() / grid_.spacing[i]);
    }
    return params;
}

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
    const int edge = atlas_ ? atlas_->size().stored() : 0;
    const std::array<int, 3> dims = atlas_ ? std::array{edge, edge, edge * slots} : array_dims();
    LaunchSize size;
    size.local = local;
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] =
            round_up(static_cast<std::size_t>((dims[i] + voxels_of_item[i] - 1) / voxels_of_item[i]), local[i]);
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
    Kernel &kernel = kernels_.kernel(classify_volume_source(access(), brick_size()), "classify_volume");
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
    const ProgramSource source = classify_rows_source(access(), brick_size());
    Events events{
        kernels_.kernel(source, "classify_values").launch({{values, 1, 1}, {64, 1, 1}}, params, table_, by_value_)};
    const LaunchSize whole{{round_up((array_voxels() + 15) / 16, 64), 1, 1}, {64, 1, 1}};
    const LaunchSize size = atlas_ ? over_slots(slots, {1, 4, 4}, {16, 1, 1}) : whole;
    events.push_back(
        kernels_.kernel(source, "classify_rows")
            .launch(size, params, scalars_.buffer, by_value_, slot_list(), opacities_.buffer, colors_.buffer));
    return events;
}

/// For opacities of more than one scalar: what a step of one makes of them is not told, they have one of their own.
void DeviceVolume::reserve_opacities() {
    const auto inv_full = static_cast<float>(unit_distance_ / rounding_gradient(1.0 / 255.0));
    upload(*device_, lit_by_opacity_, std::vector<float>(256, inv_full), "gradients of opacity that are lit in full");
    reserve(*device_, opacities_.buffer, array_voxels(), "opacities of the voxels");
}

Events DeviceVolume::classify_labels(const LabelVoxels &labels, std::uint64_t since) {
    reserve_opacities();
    make_room(colors_, "the colour+opacity volume");
    const int slots = list_slots(since);
    if (slots == 0) {
        return {};
    }
    Kernel &kernel = kernels_.kernel(label_texels_source(access(), brick_size()), "label_texels");
    return write_texels(colors_, [&](const auto &target) {
        const auto of = [&](const auto &scalars) {
            return kernel.launch(over_slots(slots, {32, 4, 2}), derive_params(), scalars, labels.tables.params(),
                                 labels.tables.opacities(), labels.tables.colors(), labels.voxels, labels.colors,
                                 labels.last, slot_list(), opacities_.buffer, target);
        };
        return uses_images() ? of(scalars_.image) : of(scalars_.buffer);
    });
}

Events DeviceVolume::classify_plane(const TableCoordinates &columns, const Buffer &table_2d) {
    make_room(colors_, "the colour+opacity volume");
    reserve_opacities();
    DeriveParams params = derive_params();
    params.table_scale = columns.scale;
    params.table_bias = columns.bias;
    params.table_last = columns.last;
    Kernel &kernel = kernels_.kernel(classify_plane_source(access()), "classify_plane");
    const LaunchSize size = over_slots(1, {32, 4, 2});
    return write_texels(colors_, [&](const auto &target) {
        return uses_images()
                   ? kernel.launch(size, params, scalars_.image, normals_.image, table_2d, opacities_.buffer, target)
                   : kernel.launch(size, params, scalars_.buffer, normals_.buffer, table_2d, opacities_.buffer, target);
    });
}

Events DeviceVolume::mix(const ChannelMix &channels) {
    reserve_opacities();
    if (channels.colors) {
        make_room(colors_, "the colour+opacity volume");
    }
    const ProgramSource source = mix_volume_source(access(), channels.features, channels.placed);
    const LaunchSize size = over_slots(1, {32, 4, 2});
    const auto launch = [&](Kernel &kernel, const auto &...behind) {
        const auto of = [&](const auto &...voxels) {
            return kernel.launch(size, derive_params(), voxels..., channels.tables.params(),
                                 channels.tables.opacities(), channels.tables.colors(), opacities_.buffer, behind...);
        };
        const auto &[first, second, third] = channels.others;
        return uses_images() ? of(scalars_.image, first->image, second->image, third->image)
                             : of(scalars_.buffer, first->buffer, second->buffer, third->buffer);
    };
    if (!channels.colors) {
        return {launch(kernels_.kernel(source, "mix_opacities"))};
    }
    Kernel &kernel = kernels_.kernel(source, "mix_volume");
    return write_texels(colors_, [&](const auto &target) { return launch(kernel, target); });
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
    return {kernels_.kernel(copy_slots_source(stored_type(), atlas_->size()), "copy_slots")
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
    const NormalShape shape = normal_shape(device_->info().kind, brick_size());
    Kernel &kernel =
        kernels_.kernel(normal_volume_source(access(), field, gradient, shape, brick_size()), "normal_volume");
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
