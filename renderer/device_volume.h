// The voxels of one volume on a device, and the colour+opacity and normal volumes made from them there.
#pragma once

#include "device/device.h"
#include "device/side_upload.h"
#include "kernels/shared/shared_types.h"
#include "renderer/brick_loader.h"
#include "renderer/channel_tables.h"
#include "renderer/derive_files.h"
#include "renderer/settings.h"
#include "transfer/packed_table.h"
#include "volume/common_grid.h"
#include "volume/volume.h"

#include <functional>
#include <memory>
#include <optional>

namespace voxmarch {

/// Volumes of the packet back end have fewer voxels: its indices are ints.
constexpr std::uint64_t packet_voxel_limit = std::uint64_t{1} << 31;

/// Bytes behind the last voxel of a buffer that packet kernels may read (packet_sample.cl): a slice, a row, a vector.
std::uint64_t buffer_margin(const std::array<int, 3> &dims, std::uint64_t voxel_bytes);

/// Gradients in stored units (of scalars, or of opacity) per voxel length.
struct GradientScale {
    float smallest;  ///< below this a gradient is the rounding of the filter's sums, not a direction
    float inv_full;  ///< 1 / the gradient from which a sample is fully lit
    float magnitude; ///< 1 / the gradient whose magnitude is stored as 1: the data's range in one voxel length
};

/// What samples of the scalars are worth against exact interpolation.
struct FilterAccuracy {
    float stored_per_sample; ///< stored values for a sample of 1
    float error;             ///< most by which a sample is wrong, stored values
};

/// Voxels that lie on the device already. Refers to their buffer.
struct DeviceVoxels {
    const Buffer &voxels; ///< x fastest, tightly packed
    Grid grid;
    ScalarType type;                   ///< u8, u16 or f32
    std::optional<ValueRange> range{}; ///< of the values; empty: found on the device
};

/// Channels that are mixed to one colour+opacity volume.
struct ChannelMix {
    std::array<const DeviceArray *, CHANNEL_LIMIT - 1> others; ///< voxels of the channels behind the first
    const ChannelTables &tables;                               ///< of opacities per voxel length
    const ChannelFeatures &features;
    bool colors;         ///< else the opacities alone
    bool placed = false; ///< some have grids of their own
};

/// Labels that have transfer functions.
struct LabelVoxels {
    const ChannelTables &tables;   ///< of opacities per voxel length
    const Buffer &voxels, &colors; ///< see LabelData
    vx_int last;                   ///< larger labels count as this one
};

/// Fills the first bytes of a buffer with the slices [z_begin, z_end) of a volume, tightly packed.
using MakeSlices = std::function<Event(int z_begin, int z_end, Buffer &target)>;

/// Owns the scalar array and the derived ones. Move-only.
class DeviceVolume {
public:
    /// Uploads the voxels.
    /// @throws MemoryError (also for packet_voxel_limit), UnsupportedError (no such image format here), DeviceError
    DeviceVolume(Device &device, const Volume &volume, SamplingBackend backend);

    /// Uploads voxels of an 8- or 16-bit type and counts their values there: see value_counts().
    /// @throws UsageError for another type or number of bytes; else as above
    DeviceVolume(Device &device, const VolumeHeader &header, std::span<const std::byte> voxels,
                 SamplingBackend backend);

    /// Takes voxels of an 8- or 16-bit type that are made on the device, slab by slab, and counts their values there.
    /// @param make  called for slabs of at most 256 MiB, or of a slice
    /// @throws UsageError for another type; else as above, and what `make` throws
    DeviceVolume(Device &device, const VolumeHeader &header, const MakeSlices &make, SamplingBackend backend);

    /// Uploads the voxels in bricks, at once if there is room for all. @throws as above, and what voxels.read throws
    DeviceVolume(Device &device, const BrickVoxels &voxels, SamplingBackend backend);

    /// From now on it is drawn on another grid: grid() is that one, and all that is derived from it has it.
    /// Precondition: nothing was derived. @throws UnsupportedError for a volume in bricks
    void place(const Grid &grid, const VolumePlace &place);

    /// Whether its voxels are not those of grid().
    bool is_placed() const { return place_.has_value(); }

    /// Where its voxels lie on grid().
    ChannelPlace channel_place() const;

    /// That of a volume that is placed; else null.
    const ChannelPlace *place_or_null() const { return place_ ? &*place_ : nullptr; }

    void begin_waves() {
        atlas_->begin_frame();
        (void)loader_->counts(); // the frame before has ended
    }

    /// Brings bricks that rays wait for to the atlas: what is derived from them is out of date.
    /// @throws as the constructor
    void load(const BrickPlan &plan);

    /// What loading bricks took; null: the volume lies in one piece.
    const BrickCounts *brick_counts() const { return loader_ ? &loader_->counts() : nullptr; }
    BrickTimes &brick_times() { return loader_->open_counts().ms; } ///< for who measures a part of it

    /// Ranges of the values of bricks, see BrickVoxels; empty: not known.
    std::span<const ValueRange> brick_ranges() const {
        return loader_ ? std::span(loader_->ranges()) : std::span<const ValueRange>();
    }

    /// Starts to bring other voxels to the device, those of another time, beside what it does now. Where there is no
    /// room for both they go when they are shown.
    /// @param volume  stays until show_sent()
    /// @throws UsageError for another grid or type, UnsupportedError for a volume in bricks, DeviceError
    void send(const Volume &volume);

    /// The voxels that were sent take the place of those before: what is derived from them is out of date. Nothing
    /// happens if none were. @return what brought them, as far as it is timed
    Events show_sent();

    /// Counts the voxels that were shown in the place of others: what is derived from them depends on it.
    std::uint64_t replacements() const { return replacements_; }

    /// Values of voxels that will be shown, as far as they are known: range() is that of all.
    void widen_range(ValueRange range);

    /// Grows with every brick that is brought: what is derived from them depends on it.
    std::uint64_t loads() const { return atlas_ ? atlas_->puts() : 0; }

    /// Whether frames may have to wait for bricks.
    bool is_out_of_core() const { return atlas_ && !atlas_->has_room_for_all(); }

    /// Copies the voxels within the device.
    /// @throws UsageError for a buffer of another size, another type, or values that are not finite; else as above
    /// Cost: where no range is given, a pass over the voxels, and 8 bytes are read back for each 64 voxels.
    DeviceVolume(Device &device, const DeviceVoxels &voxels, SamplingBackend backend);

    /// Makes the colour+opacity volume from a table whose opacities are per voxel length.
    /// @param since  the last time with this table was after so many loads(): the slots filled since then are made; 0:
    /// all
    [[nodiscard]] Events classify(const TransferTable &table, std::uint64_t since = 0);

    /// Makes the colour+opacity volume from a table over scalar and gradient whose opacities are per voxel length,
    /// after make_normals() of the scalars. Precondition: the volume lies in one piece.
    [[nodiscard]] Events classify_plane(const TableCoordinates &columns, const Buffer &table_2d);

    /// Makes the colour+opacity volume, or the opacities alone, from several channels, of which this volume is the
    /// first. Precondition: it lies in one piece.
    [[nodiscard]] Events mix(const ChannelMix &channels);

    /// Makes the colour+opacity volume by the functions of labels.
    /// @param since  as for classify()
    [[nodiscard]] Events classify_labels(const LabelVoxels &labels, std::uint64_t since = 0);

    /// Makes the normal volume from the scalars, or from the opacities of the last classify() or mix() (`pre`).
    /// @param gradient       central or sobel
    /// @param full_gradient  see RenderSettings::full_gradient
    /// @param since          as for classify()
    [[nodiscard]] Events make_normals(Classification field, Gradient gradient, double full_gradient = 0.0,
                                      std::uint64_t since = 0);

    /// Copies voxels of images as stored values to a buffer.
    /// @param since  as for classify(): the buffer is this volume's
    [[nodiscard]] Events copy_voxels(Buffer &copy, std::uint64_t since = 0);

    /// From now on gradients that are lit in full are told per this length (TransferFunction::unit_distance).
    void set_unit_distance(double distance) { unit_distance_ = distance; }
    double unit_distance() const { return unit_distance_; }

    GradientScale gradient_scale(Classification field, double full_gradient) const;
    FilterAccuracy filter() const;

    /// What it is drawn on: its own, or that of place().
    const Grid &grid() const { return grid_; }

    /// Where the bricks lie; null: the volume lies in one piece.
    const BrickAtlas *atlas() const { return atlas_ ? &*atlas_ : nullptr; }

    /// How large its bricks are; empty: the volume lies in one piece.
    std::optional<BrickSize> brick_size() const { return atlas_ ? std::optional(atlas_->size()) : std::nullopt; }

    /// Voxels of the arrays along each axis: of the volume, or of the atlas. The scalars of a volume that is placed
    /// have ChannelPlace::dims.
    std::array<int, 3> array_dims() const { return atlas_ ? atlas_->dims() : grid_.dims; }

    ScalarType type() const { return type_; }
    ValueRange range() const { return range_; }
    void set_range(ValueRange range) { range_ = range; } ///< of a volume whose values lie within a known one

    /// As Volume::value_counts(), if they were counted on the device; else empty.
    std::span<const std::uint64_t> value_counts() const { return value_counts_; }

    Device &device() const { return *device_; }
    SamplingBackend backend() const { return backend_; }
    ValueMapping mapping() const;

    const DeviceArray &scalars() const { return scalars_; }
    const DeviceArray &colors() const { return colors_; }   ///< a 1x1x1 stand-in before classify()
    const DeviceArray &normals() const { return normals_; } ///< a 1x1x1 stand-in before make_normals()

    /// Opacities of the last classify(), a byte a voxel in a buffer.
    const DeviceArray &opacities() const { return opacities_; }

    /// "u8", "u16" or "f32": which scalar_*.cl fits. Signed types are stored as unsigned ones.
    std::string_view stored_type() const;

private:
    Device *device_;
    Grid grid_;
    std::optional<ChannelPlace> place_; ///< empty: the voxels are those of grid_
    ScalarType type_;
    ValueRange range_;
    std::vector<std::uint64_t> value_counts_;
    SamplingBackend backend_;
    DeviceArray scalars_, colors_, normals_, opacities_;
    std::optional<BrickAtlas> atlas_;
    std::optional<ValueRange> wider_;  ///< see widen_range()
    std::unique_ptr<SideUpload> side_; ///< once voxels were sent
    const Volume *sent_ = nullptr;     ///< not yet shown
    bool beside_ = false;              ///< sent_ is in side_
    std::uint64_t replacements_ = 0;
    std::unique_ptr<BrickLoader> loader_;
    Buffer table_, texels_, by_value_, slot_list_;
    double unit_distance_ = 1.0;
    Buffer lit_by_opacity_; ///< of the last classify(), see lit_opacity.cl
    KernelCache kernels_;

    bool uses_images() const { return backend_ == SamplingBackend::image; }
    DeviceArray make_array(ImageFormat format, std::array<int, 3> dims, std::size_t voxel_bytes,
                           const std::string &label);
    void make_room(DeviceArray &array, const std::string &label);
    DeriveParams derive_params() const;
    std::uint64_t array_voxels() const;
    void fill_slots(const BrickPlan &plan);
    VoxelAccess access() const;
    void make_arrays();
    bool by_texels() const { return uses_images() && !device_->info().image_3d_writes; }
    int list_slots(std::uint64_t since);
    LaunchSize over_slots(int slots, std::array<std::size_t, 3> local,
                          std::array<int, 3> voxels_of_item = {1, 1, 1}) const;
    const Buffer &slot_list() const { return atlas_ ? slot_list_ : lit_by_opacity_; }
    void reserve_opacities();
    Events classify_by_value(const DeriveParams &params, int slots);
    void upload_scalars(std::span<const std::byte> bytes);
    void make_scalars(const MakeSlices &make);
    void count_values();
    void upload_boxes(const BrickSource &source);
    ValueRange find_range();
    template <typename Launch> Events write_texels(DeviceArray &target, Launch &&launch);
};

} // namespace voxmarch
