// Draws one volume on one device: what programs tell it, and what it gives them.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "renderer/camera.h"
#include "renderer/derived_stage.h"
#include "renderer/device_volume.h"
#include "renderer/frame_statistics.h"
#include "renderer/image.h"
#include "renderer/instruments/octree_walk.h"
#include "renderer/settings.h"
#include "renderer/simt/simulator.h"
#include "renderer/surfaces.h"
#include "transfer/transfer_function.h"
#include "volume/volume.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What a frame is to give.
struct FrameOutput {
    PixelFormat format = PixelFormat::rgba8;

    /// Distances too: of every pixel that from the eye at which the accumulated opacity of its ray first reaches one
    /// half, in the unit of the grid, to the sample; infinity where it never does.
    bool depth = false;

    /// Normals in place of colours (thesis figure 3.8): along the axes of the volume's grid, turned to the viewer, -1
    /// to 1 as 0 to 1, composited as colours are. Needs settings with shading, and mode volume.
    bool normals = false;
};

/// A frame on the device, row by row; refers to buffers of its renderer, which hold it until the next frame.
struct DeviceFrame {
    const Buffer *pixels;
    const Buffer *depth; ///< a float a pixel; null if it was not asked for
};

class FrameMaker;
class RayRelay;
class SampleSum;
class DeviceVolume;

/// Move-only by construction (refers to its device). The volume is copied to the device; the host volume may go.
class VolumeRenderer {
public:
    /// @param backend  empty: backend_for() the volume
    /// @throws MemoryError, UnsupportedError (back end impossible here), DeviceError
    VolumeRenderer(Device &device, const Volume &volume, std::optional<SamplingBackend> backend = {});
    /// @throws as above, and as DeviceVolume
    VolumeRenderer(Device &device, const DeviceVoxels &voxels, std::optional<SamplingBackend> backend = {});
    /// Takes a volume that is on the device already. @throws DeviceError
    explicit VolumeRenderer(DeviceVolume &&volume);
    ~VolumeRenderer();
    VolumeRenderer(const VolumeRenderer &) = delete;
    VolumeRenderer &operator=(const VolumeRenderer &) = delete;

    /// Takes effect at the next frame. A `normalised` function is stretched over `window`
    /// (default_window() if not given).
    /// @param channel  of those that there are
    /// @throws UsageError if the function is not valid
    void set_transfer(const TransferFunction &transfer, std::optional<ValueRange> window = {}, int channel = 0);

    /// Adds a channel to the volume, on the same grid: it has its own values and its own transfer function, and frames
    /// mix what all give (RenderSettings::channel_blend). Isosurfaces are those of the first.
    /// @throws UsageError for more than CHANNEL_LIMIT channels, another grid, or a volume in bricks; as the constructor
    void add_channel(const Volume &volume);
    int channels() const; ///< 1 .. CHANNEL_LIMIT

    /// Starts to bring other voxels of a channel to the device, beside what it draws: those of another time. Frames are
    /// of them from show_sent_voxels() on, as a new renderer would draw them. Functions stay as they were set: what
    /// nothing but a volume's own range settled, the window of a normalised one, is set anew by who wants that.
    /// @param volume  of the same grid and type; stays until show_sent_voxels()
    /// @throws UsageError for another grid or type, UnsupportedError for a volume in bricks, DeviceError
    void send_voxels(const Volume &volume, int channel = 0);
    void show_sent_voxels();                                    ///< of all channels. @throws DeviceError
    void replace_voxels(const Volume &volume, int channel = 0); ///< both at once

    /// Tells between which values the voxels of all times lie, so that what is measured by the range of the data stays
    /// the same; voxels beyond it widen it while they are shown.
    void widen_range(ValueRange range, int channel = 0);

    /// The volume is drawn on another grid, see common_grid(); before anything is drawn or added.
    /// @param first  its place on it
    /// @throws UnsupportedError for a volume in bricks
    void place(const Grid &grid, const VolumePlace &first);

    /// Adds a volume as a channel that has a grid of its own; outside of its box there is nothing of it.
    /// @param place  on the grid of place(), or, without that, on the first volume's. @throws as the others
    void add_volume(const Volume &volume, const VolumePlace &place);

    /// What frames are drawn on.
    const Grid &grid() const;

    /// Which channels are seen, bit i for channel i; all at first. Colours of voxels are seen whole.
    void show_channels(unsigned visible);

    /// Labels hide or colour parts of the volume; null: none. They are copied to the device.
    /// @param styles  of the labels 0 .. size - 1; all others are as the transfer function says. Functions of theirs
    ///                that are normalised are stretched over default_window()
    /// @throws UsageError for another grid or values that are no labels (whole numbers 0 .. 65535), and for functions
    ///         that are not valid or more than LABEL_FUNCTIONS - 1 different ones
    void set_labels(const Volume *labels, const std::vector<LabelStyle> &styles);

    /// Draws these meshes by depth into the frames of every mode; none: no longer. In mode volume the composited volume
    /// is drawn around them; isosurfaces must be meshes, too. In mode isosurface there may then be none of these.
    /// @throws MemoryError, DeviceError
    void set_meshes(std::vector<ColoredMesh> meshes);

    /// From now on render() tells which stage it begins, or waits for, and of stages that are made in
    /// parts which share is there, 0 .. 1; of others the share is -1. What `report` throws ends the frame.
    void report_stages(std::function<void(Stage stage, double share)> report);

    /// Whether what takes long (shadows, meshes of isosurfaces, counting samples) is done in parts, so that its share
    /// can be told. The result is the same bit for bit; each part costs a wait for the device.
    void divide_stages(bool divide);

    /// Renders and reads back one frame. Without set_transfer the preset `thesis` is used.
    /// @throws UsageError for settings out of range, MemoryError, DeviceError, ProgramError
    Image render(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// Draws one sample of each pixel, for a picture that grows better while it is looked at: the samples 0 to n - 1 of
    /// all its parts are those of RenderSettings with n samples, bit for bit.
    /// @param camera  of the whole picture, or cropped to a part of it
    /// @param sum     begin_samples() of the whole picture  @throws as render()
    void add_sample(const Camera &camera, int width, int height, const RenderSettings &settings, int number,
                    SampleSum &sum);

    /// Makes room for the samples of a picture of this size, of which none is there. @throws MemoryError
    SampleSum begin_samples(int width, int height, const RenderSettings &settings);

    /// A frame as render()'s, left on the device.
    /// @throws UsageError for distances in projections, where there is no one place that a pixel shows; as render()
    DeviceFrame draw(const Camera &camera, int width, int height, const RenderSettings &settings,
                     const FrameOutput &output = {});

    /// Renders the frame once more with counters and fills the counts of statistics(). Not timed.
    void count_samples(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// For measurements: how many work-groups persistent traversals start from now on, one of them on each
    /// multiprocessor while there are enough. 0: as many as fill the device.
    void set_persistent_groups(std::size_t groups);

    /// What every pixel's ray does, counted on the device in a frame of its own, row by row.
    std::vector<PixelCounts> count_pixels(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// The frame's walk through the octree, timed; see voxmarch::walk_octree().
    OctreeWalk walk_octree(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// How far off one step of every pixel's ray may be, see find_sampling_errors(). @throws UsageError
    std::vector<float> sampling_errors(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// The step that suits a frame's transfer function, see proposed_step(); that of the settings is not looked at.
    /// Pre-integrated frames take the coarsest, projections the default.
    /// Cost: two estimates of a quarter of a megapixel at most.
    double propose_step(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// Share of the octree's leaves that the frame must look at, 0 .. 1. The octree is brought up to date for it, and
    /// the next frame tells of that. 1 where there is none, as in projections.
    double occupied_share(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// The frame as walk_ray() needs it: with what the traversal reads of the octree or the distance maps.
    /// Cost: a byte a node, or 1 or 8 a leaf, are read back.
    SimtScene skip_scene(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// The frame as simulate_simt() needs it: skip_scene() and the samples of the standard caster.
    SimtScene simt_scene(const Camera &camera, int width, int height, const RenderSettings &settings);

    const FrameStatistics &statistics() const;

    /// Draws what others have bricks of as well, together with them; null: alone. All draw the same frames.
    /// @param relay  outlives the renderer; its bricks never all lie on the device, so that rays can wait
    void set_relay(RayRelay *relay);

    /// What loading bricks took since the start; null: the volume lies in one piece.
    const BrickCounts *brick_counts() const;
    std::optional<BrickSize> brick_size() const; ///< empty: the volume lies in one piece

    /// Whether rays may have to wait for bricks; then nothing is counted.
    bool waits_for_bricks() const;

    /// How often each stage of the derived data was made since the start.
    StageCounts stage_counts() const;
    const DeviceInfo &device() const;
    SamplingBackend backend() const;

private:
    std::unique_ptr<FrameMaker> frames_;
};

} // namespace voxmarch
