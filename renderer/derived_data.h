// Everything made from a volume on the device, as a graph: scalar -> (colour+opacity, normals) -> (octree occupancy,
// distance map) -> light. A change makes anew only what depends on it; nothing is read back.
#pragma once

#include "octree/device_octree.h"
#include "renderer/brick_requests.h"
#include "renderer/derived_keys.h"
#include "renderer/derived_stage.h"
#include "renderer/device_volume.h"
#include "renderer/label_data.h"
#include "renderer/light_volume.h"
#include "renderer/stage.h"
#include "renderer/surfaces.h"
#include "renderer/transfer_tables.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Refers to its device.
class DerivedData {
public:
    /// Uploads the volume. @throws MemoryError, UnsupportedError, DeviceError
    DerivedData(Device &device, const Volume &volume, SamplingBackend backend);
    /// Copies voxels within the device. @throws as DeviceVolume
    DerivedData(Device &device, const DeviceVoxels &voxels, SamplingBackend backend);

    /// Takes a volume that is on the device already; it has its own back end.
    DerivedData(Device &device, DeviceVolume &&volume, SamplingBackend backend);

    /// @param transfer  valid, over file values
    void set_transfer(const TransferFunction &transfer);

    /// The first channel lies so on the grid that all are drawn on, and those that are added must have places on it.
    /// Precondition: nothing was drawn, and no channel added. @throws UnsupportedError for a volume in bricks
    void place(const Grid &grid, const VolumePlace &first) { volume_.place(grid, first); }

    /// Adds a channel behind those that are there. @param place  empty: it has the grid of the first
    /// @throws UsageError for more than CHANNEL_LIMIT channels, another grid, and a first channel in bricks; as the
    /// constructor
    void add_channel(const Volume &volume, const std::optional<VolumePlace> &place = {});

    /// As DeviceVolume::send(), show_sent() and widen_range(), of this channel.
    void send_voxels(const Volume &volume);
    void show_sent_voxels();
    void widen_range(ValueRange range);

    /// Channels of the volume, 1 .. CHANNEL_LIMIT.
    int channels() const { return 1 + static_cast<int>(others_.size()); }

    /// Channel i alone: for projections, isosurfaces and what it holds.
    DerivedData &channel(int i) { return i == 0 ? *this : *others_[static_cast<std::size_t>(i) - 1]; }
    const DerivedData &channel(int i) const { return i == 0 ? *this : *others_[static_cast<std::size_t>(i) - 1]; }

    /// Channels that are seen, bit i for channel i. All at first.
    void show_channels(unsigned visible);
    unsigned visible_channels() const { return visible_; }

    /// @param labels  a label a voxel, x fastest; empty: no labels
    /// @param styles  of the labels 0 .. size - 1; all others are as the transfer function says
    /// @throws UsageError for another number of labels than voxels
    void set_labels(std::span<const std::uint16_t> labels, const std::vector<LabelStyle> &styles);

    /// Which alternatives of the kernels a frame takes.
    /// @throws UsageError for a classification that the transfer function does not allow
    SceneFeatures features(const RenderSettings &settings) const;

    /// Makes what is missing or out of date for a frame, and notes every stage that was made.
    /// @param frame  of make_frame_params(); completed here
    /// @param for_isosurfaces  isosurfaces will ask for leaf_ranges()
    /// Cost: nothing is allocated unless sizes change.
    void update(const RenderSettings &settings, FrameParams &frame, bool for_isosurfaces = false);

    /// What isosurfaces can take from the octree, if that has it; refers to it.
    std::optional<LeafRanges> leaf_ranges() const;

    /// Forgets what the octree itself does not need of leaf_ranges().
    void drop_leaf_ranges() { octree_.drop_fours(); }

    /// Stages made by update() since the last call, with their events, in order.
    std::vector<std::pair<Stage, Events>> take_events() { return std::exchange(events_, {}); }

    /// From now on light that is marched is made in parts, and `progress` told its share; none: in one part.
    void report_light(std::function<void(double)> progress) { light_.report(std::move(progress)); }

    /// The rays that are cast now have brought no bricks yet.
    void begin_waves() { volume_.begin_waves(); }

    /// Bricks that rays of the last cast wait for, as many as are listed; they are forgotten.
    std::vector<std::uint32_t> take_requests();

    /// Brings bricks that rays wait for, as many as there is room for, and derives what a frame needs of them.
    /// @param eye  the brick around the eye, which may lie outside of the volume
    void load_bricks(const RenderSettings &settings, std::span<const std::uint32_t> requests, glm::ivec3 eye);

    /// Where bricks lie, and what those that are not there may hold of scalars or opacities. For volumes in bricks.
    BrickPlaces brick_places(Classification field);

    /// The same for isosurfaces, whose voxels are numbers of their type on images, too.
    BrickPlaces surface_places();

    SceneData scene() const;
    StageCounts counts() const;
    const PackedTable &table() const { return tables_.packed(); } ///< of one step of the last update()
    const DeviceVolume &volume() const { return volume_; }
    DeviceVolume &volume() { return volume_; }

    /// Grows with every change of the light volume.
    std::uint64_t light_version() const { return light_stage_.version(); }

    /// What surfaces need to know of the labels.
    SurfaceLabels surface_labels() const {
        return {labels_->any() ? labels_->version() : 0, labels_->any() && labels_->translucent()};
    }
    const DeviceOctree &octree() const { return octree_; }

    /// What traced light needs beside scene(), after update().
    struct TraceData {
        const Buffer &majorants; ///< of leaves, or a stand-in
        float majorant;          ///< of all places, per voxel length
        float gradient_scale;    ///< a gradient of the field times this is a share of its range
    };
    TraceData trace_data(const RenderSettings &settings) const;

    /// Fills in how matter glows by its scalar.
    void add_emissions(TraceParams &params) const { tables_.complete(params); }

    /// What opacities depend on, after update().
    MatterKey matter_key(const RenderSettings &settings, const FrameParams &frame) const;

    /// How long the upload took, milliseconds.
    double upload_ms() const { return upload_ms_; }

private:
    template <typename Make> DerivedData(Device &device, const Make &make_volume);

    Device *device_;
    double upload_ms_;
    DeviceVolume volume_;
    TransferTables tables_;
    DeviceOctree octree_;
    LightVolume light_;
    std::shared_ptr<LabelData> labels_; ///< of all channels
    Buffer stand_in_, no_offset_, blue_noise_;
    bool jitter_ = false;
    std::optional<SkipData> strides_of_; ///< the frame has strides and a traversal with this data
    std::vector<std::pair<Stage, Events>> events_;

    BrickRequests requests_;
    Buffer scalar_ranges_, opacity_ranges_, surface_ranges_; ///< of bricks, see places_with()
    std::vector<bool> measured_bricks_;                      ///< those whose leaves are known exactly
    Version measured_ = 0;                                   ///< times that leaves were measured again

    std::vector<std::unique_ptr<DerivedData>> others_; ///< channels behind the first
    unsigned visible_ = 1;
    Version visibility_ = 0;                      ///< times that other channels were shown
    ChannelTables channel_tables_, voxel_tables_; ///< of steps, of voxel lengths; of several channels, or of labels
    std::vector<std::unique_ptr<TransferTables>> label_tables_; ///< of the functions of labels but for the volume's

    DerivedStage<TableKey> table_stage_;
    DerivedStage<ChannelTableKey> channel_table_stage_;
    DerivedStage<LabelTableKey> label_table_stage_;
    DerivedStage<MixKey> mix_stage_;
    DerivedStage<ColorKey> color_stage_;
    DerivedStage<NormalKey> normal_stage_;
    DerivedStage<RangeKey> range_stage_;
    DerivedStage<OccupancyKey> occupancy_stage_;
    DerivedStage<BoundsKey> bounds_stage_;
    DerivedStage<StrideKey> stride_stage_;
    DerivedStage<DistanceKey> distance_stage_;
    DerivedStage<MarkKey> mark_stage_;
    DerivedStage<MajorantKey> majorant_stage_;
    DerivedStage<LightKey> light_stage_;

    /// Scalars, or the opacities of classified voxels.
    static Classification field_of(const RenderSettings &settings);
    Classification normal_field(const RenderSettings &settings) const;
    bool mixes(const RenderSettings &settings) const {
        return (!others_.empty() || volume_.is_placed()) && settings.blend == Blend::composite &&
               settings.mode != Mode::isosurface;
    }
    bool any_placed() const;
    void require_mixable(const RenderSettings &settings) const;
    ChannelFeatures channel_features(const RenderSettings &settings) const;
    Version opacity_version(bool mixed) const;
    Version color_version(bool mixed) const;
    Version voxel_version(bool mixed) const;
    std::pair<float, float> brightness() const;
    void upload_channel_tables(ChannelTables &target, bool per_voxel_length);
    void mix_voxels(const RenderSettings &settings, bool colors);

    /// Whether samples are classified by functions of labels.
    bool by_labels(const RenderSettings &settings) const {
        return !labels_->functions().empty() && settings.mode != Mode::isosurface;
    }
    void require_classifiable(const RenderSettings &settings) const;
    void require_traceable(const RenderSettings &settings) const;
    void set_label_functions();
    void range_label_functions();
    std::vector<ChannelTable> label_tables(std::vector<PackedTable> &unit, bool per_voxel_length) const;
    void update_label_tables(double step);
    void classify_labels(Version bricks_made);
    LeafTables leaf_tables_of_labels() const;
    void measure_channels(const RenderSettings &settings);
    LeafTables leaf_tables_of_channels() const;
    float largest_opacity(const RenderSettings &settings) const;
    Version label_version(const SceneFeatures &features) const { return features.labels ? labels_->version() : 0; }
    void add_events(Stage stage, Events events);
    BrickPlaces places_with(Buffer &on_device, double scale);
    float quantum_scale() const;
    void complete_projection(FrameParams &frame, Blend blend) const;
    void complete_bricks(FrameParams &frame);
    Version range_version(bool mixed) const;
    static Gradient stored_gradient(const RenderSettings &settings);
    static std::optional<Gradient> plane_gradient(const RenderSettings &settings, const SceneFeatures &features);
    void update_tables(const SceneFeatures &features, double step);
    void update_channel_tables(Classifier classifier, double step);
    void update_colors(const RenderSettings &settings, const SceneFeatures &features);
    void update_normals(const NormalKey &key);
    void measure_new(std::vector<int> bricks, const RenderSettings &settings);
    void note_measured(std::span<const int> bricks, int margin);
    void update_ranges(const RenderSettings &settings, const SceneFeatures &features, bool for_isosurfaces);
    void update_octree(const RenderSettings &settings, const SceneFeatures &features, const FrameParams &frame,
                       bool for_isosurfaces);
    void update_distances(SkipData data, bool strides);
    void update_majorants(const RenderSettings &settings, const SceneFeatures &features, const FrameParams &frame);
    void update_strides(const RenderSettings &settings, const SceneFeatures &features, const FrameParams &frame);
    void update_light(const RenderSettings &settings, const SceneFeatures &features, const FrameParams &frame);
    void make_light(const LightKey &key, const RenderSettings &settings);
};

} // namespace voxmarch
