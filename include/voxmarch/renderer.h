// The renderer: draws scenes of one volume on one device.
#pragma once

#include "voxmarch/device.h"
#include "voxmarch/error.h"
#include "voxmarch/mesh.h"
#include "voxmarch/scene.h"
#include "voxmarch/skeleton.h"
#include "voxmarch/types.h"
#include "voxmarch/volume.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct _cl_mem; // NOLINT(bugprone-reserved-identifier): of CL/cl.h, cl_mem is _cl_mem *

namespace voxmarch::v1 {

/// What a frame is to hold. Floats and distances are drawn by kernels of the back ends image and buffer: on a device of
/// the back end packet bytes beside distances may differ from bytes alone by rounding.
struct FrameOptions {
    PixelFormat format = PixelFormat::rgba8;
    bool depth = false; ///< distances too; composited scenes only
};

/// How long one stage of a frame took: "scalar upload", "octree", "extraction", "frame", "readback", ...
struct StageTime {
    std::string stage;
    double ms = 0.0;
};

struct FrameStatistics {
    double frame_ms = 0.0;           ///< drawing alone
    bool device_times = false;       ///< false: host times, the platform's events are not usable
    std::uint64_t triangles = 0;     ///< of all isosurfaces that are meshes
    std::vector<StageTime> stages{}; ///< everything done for this frame, in order; what is kept is not made anew
};

/// What all rays of a frame did.
struct SampleCounts {
    std::uint64_t rays = 0;            ///< pixels
    std::uint64_t samples = 0;         ///< marching steps
    std::uint64_t visible_samples = 0; ///< of these, with opacity > 0
    std::uint64_t nodes = 0;           ///< traversal steps
};

/// A picture in host memory: rows from the top, tightly packed. One of `rgba8` and `rgba32f` is filled.
struct Frame {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba8{}; ///< 4 a pixel
    std::vector<float> rgba32f{};      ///< 4 a pixel

    /// One a pixel: distance from the eye, in the unit of the grid, at which the accumulated opacity of the ray first
    /// reaches one half, to the sample; infinity where it never does. Empty if it was not asked for.
    std::vector<float> depth{};

    FrameStatistics statistics{};
};

/// Writes RGBA8 frames, or RGBA32F ones rounded and divided by their opacity. The file appears whole or not at all.
/// @param session  its scene goes into the file, where `voxmarch render` and read_scene() find it; null: none. Its
///                 `sources.volume` must be named.
/// @throws UsageError for an empty frame or a session without volume, OutputError
VOXMARCH_API void write_png(const Frame &frame, const std::filesystem::path &file, const Scene *session = nullptr);

/// The bytes of that file.
VOXMARCH_API std::string png_of(const Frame &frame, const Scene *session = nullptr);

/// A scalar field that lies in OpenCL memory: of a simulation, say. Where its range is not given, smallest and largest
/// values of blocks come to the host, nothing else.
struct DeviceField {
    _cl_mem *memory = nullptr;         ///< a buffer of the device's context with the voxels, x fastest, tightly packed
    ScalarType type = ScalarType::f32; ///< u8, u16 or f32; all f32 must be finite
    Grid grid{};
    std::optional<ValueRange> range{}; ///< of the values; empty: found on the device
};

/// Pixels or distances on their way into a caller's OpenCL buffer.
struct DeviceTarget {
    _cl_mem *memory = nullptr; ///< of the device's context; null: not wanted
    std::size_t offset = 0;    ///< bytes
};

/// A mesh that is drawn with the scene, of one colour.
struct ColoredMesh {
    Mesh mesh{}; ///< in the world of the volume
    Color color{1.0f, 1.0f, 1.0f};
    double opacity = 1.0; ///< (0, 1]
};

/// Owns the volume on the device and everything made from it there; a change of the scene makes anew only what depends
/// on it. Move-only.
class VOXMARCH_API Renderer {
public:
    /// Copies the volume to the device.
    /// @param backend  empty: what was found to suit the device
    /// @throws MemoryError, UnsupportedError (back end impossible here), DeviceError
    Renderer(Device &device, const Volume &volume, std::optional<SamplingBackend> backend = {});

    /// Copies a field within the device. It is read after what was launched on the device's queue before.
    /// @throws UsageError for memory of another size, another type or values that are not finite; else as above
    Renderer(Device &device, const DeviceField &field, std::optional<SamplingBackend> backend = {});

    ~Renderer();
    Renderer(Renderer &&) noexcept;
    Renderer &operator=(Renderer &&) noexcept;

    /// Labels hide or colour parts of the volume as Scene::labels says. They are placed by the world: another order or
    /// direction of axes is undone, another grid is resampled. @return what was done to place them; "" if nothing
    /// @throws UsageError for values that are no labels (whole numbers 0 .. 65535), FileError if they do not fit
    std::string set_labels(const Volume &labels);
    void clear_labels();

    /// Draws these by depth into the frames of every mode but projections; none: no longer.
    /// @throws UsageError for corners or normals that do not fit the vertices, MemoryError
    void set_meshes(const std::vector<ColoredMesh> &meshes);

    /// Draws a skeleton as tubes coloured by the object's radius, in place of set_meshes().
    /// @param width  diameter in the unit of the grid; empty: 1/250 of the box's diagonal
    void set_skeleton(const Skeleton &skeleton, std::optional<double> width = {});

    /// Told which stage begins, and which share of it is done, 0 .. 1, or -1 where none is known. What it throws ends
    /// the frame. Empty: nobody.
    void on_progress(std::function<void(const std::string &stage, double share)> report);

    /// Draws a frame and brings it to the host.
    /// @throws UsageError for a scene that breaks a rule, MemoryError, DeviceError, ProgramError
    Frame render(const Scene &scene, const FrameOptions &options = {});

    /// Draws a frame into OpenCL buffers, in the queue's order, without waiting for the copy. RGBA8: 4 bytes a pixel,
    /// RGBA32F 16; depths: a float.
    /// @param pixels, depth  one of them may be empty
    /// @throws UsageError if a buffer is too small or there is none; as render(). Transparent scenes need RGBA32F
    FrameStatistics render_into(const Scene &scene, const DeviceTarget &pixels, const DeviceTarget &depth = {},
                                PixelFormat format = PixelFormat::rgba8);

    /// Draws the frame once more with counters. Scenes of isosurfaces alone take no samples.
    SampleCounts count_samples(const Scene &scene);

    /// The step that suits the scene's transfer function; see `voxmarch render --step auto`. The scene's own is not
    /// looked at. Cost: two estimates of a quarter of a megapixel at most.
    double propose_step(const Scene &scene);

    SamplingBackend backend() const;

private:
    friend struct Inside;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace voxmarch::v1
