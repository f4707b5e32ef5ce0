// The renderer: keeps what is on the device in step with the scene, and brings frames out.
#include "voxmarch/renderer.h"

#include "api/convert.h"
#include "api/convert_shapes.h"
#include "api/inside.h"
#include "base/error.h"
#include "device/staged_download.h"
#include "renderer/volume_renderer.h"
#include "scene/channel_looks.h"
#include "scene/scene_content.h"
#include "scene/skeleton_tubes.h"
#include "skeleton/graph_file.h"
#include "volume/label_registration.h"

#include <fmt/format.h>
#include <span>
#include <utility>

namespace voxmarch::v1 {

struct VOXMARCH_LOCAL Renderer::Impl {
    std::shared_ptr<const void> open; ///< keeps the device
    voxmarch::Device &device;
    VolumeHeader header; ///< of the volume; of a field in OpenCL memory its grid
    VolumeRenderer renderer;
    std::optional<voxmarch::Volume> labels{}; ///< on the volume's grid

    // What the renderer has.
    std::vector<std::optional<voxmarch::ChannelLook>> looks{1}; ///< of each channel
    /// Functions over the scene's window; empty: the labels have to be brought to it.
    std::optional<std::vector<voxmarch::LabelStyle>> styles{};

    template <typename Voxels>
    Impl(const Device &opened, VolumeHeader of, const Voxels &voxels, std::optional<SamplingBackend> backend)
        : open(Inside::keep(opened)), device(Inside::device(opened)), header(std::move(of)),
          renderer(device, voxels, backend) {}

    /// @throws UsageError for a scene of another number of channels
    voxmarch::Scene inside(const Scene &scene) const {
        require_looks(scene, looks.size());
        return inner(scene, default_traversal(renderer.backend()));
    }

    /// Brings function and labels of the scene to the renderer, where they are others.
    void prepare(const voxmarch::Scene &scene);

    /// Draws one frame. @return it, with the renderer's statistics
    DeviceFrame draw(const voxmarch::Scene &scene, const RenderSettings &settings, const FrameOptions &options) {
        return renderer.draw(scene.camera, scene.width, scene.height, settings, {options.format, options.depth});
    }
};

void Renderer::Impl::prepare(const voxmarch::Scene &scene) {
    for (std::size_t i = 0; i < looks.size(); ++i) {
        voxmarch::ChannelLook wanted = i == 0 ? voxmarch::ChannelLook{scene.transfer, scene.window, scene.first_channel}
                                              : scene.other_channels[i - 1];
        if (scene.settings.blend != Blend::composite) {
            wanted.transfer.opacity_distance = 0.0; // the opacity of a projection is that of its one value
        }
        if (looks[i] != wanted) {
            renderer.set_transfer(weighted(wanted.transfer, wanted.share.weight), wanted.window, static_cast<int>(i));
            looks[i] = wanted;
        }
    }
    if (looks.size() > 1) {
        renderer.show_channels(visible_channels(scene));
    }
    std::vector<voxmarch::LabelStyle> wanted = scene.label_styles;
    for (voxmarch::LabelStyle &style : wanted) {
        if (style.transfer && scene.window) {
            style.transfer = over_values(*style.transfer, *scene.window);
        }
    }
    if (!styles || *styles != wanted) {
        renderer.set_labels(labels ? &*labels : nullptr, wanted);
        styles = std::move(wanted);
    }
}

namespace {

FrameStatistics outer(const voxmarch::FrameStatistics &statistics) {
    FrameStatistics result;
    result.frame_ms = statistics.frame_ms;
    result.device_times = statistics.device_times;
    result.triangles = statistics.surfaces.triangles;
    for (const voxmarch::StageTime &stage : statistics.stages) {
        result.stages.push_back({std::string(name_of(stage.stage)), stage.ms});
    }
    return result;
}

std::vector<float> read_floats(const Buffer &buffer) {
    std::vector<float> values(buffer.bytes() / sizeof(float));
    buffer.download(std::as_writable_bytes(std::span(values)));
    return values;
}

/// From the world to the voxel space of a grid; with normals.
voxmarch::Mesh in_voxels(voxmarch::Mesh mesh, const voxmarch::Grid &grid) {
    if (mesh.normals.empty()) {
        mesh.normals.assign(mesh.positions.size(), glm::vec3(0.0f));
        make_normals(mesh);
    }
    to_voxels(mesh, grid);
    return mesh;
}

/// A caller's buffer with room for so many bytes.
Buffer target_buffer(voxmarch::Device &device, const DeviceTarget &target, std::uint64_t bytes, const char *what) {
    Buffer buffer = Buffer::wrap(device, target.memory, what);
    if (buffer.bytes() < bytes || buffer.bytes() - bytes < target.offset) {
        throw UsageError(fmt::format("{} of {} bytes at {} do not fit into a buffer of {} bytes", what, bytes,
                                     target.offset, buffer.bytes()));
    }
    return buffer;
}

} // namespace

Renderer::Renderer(Device &device, const Volume &volume, std::optional<SamplingBackend> backend)
    : impl_(std::make_unique<Impl>(device, Inside::volume(volume).header(), Inside::volume(volume), backend)) {
    for (const voxmarch::Volume &channel : Inside::impl(volume).content.other_channels) {
        impl_->renderer.add_channel(channel);
        impl_->looks.emplace_back();
    }
}

Renderer::Renderer(Device &device, const DeviceField &field, std::optional<SamplingBackend> backend) {
    VolumeHeader header;
    header.grid = inner(field.grid);
    header.type = field.type;
    header.format = header.name = "device memory";
    const Buffer voxels = Buffer::wrap(Inside::device(device), field.memory, "the field");
    impl_ = std::make_unique<Impl>(device, header, DeviceVoxels{voxels, header.grid, field.type, field.range}, backend);
}

Renderer::~Renderer() = default;
Renderer::Renderer(Renderer &&) noexcept = default;
Renderer &Renderer::operator=(Renderer &&) noexcept = default;

std::string Renderer::set_labels(const Volume &labels) {
    RegisteredLabels placed = register_labels(sharing(labels), impl_->header, labels.name());
    impl_->styles.reset();
    impl_->renderer.set_labels(&placed.labels, {}); // what is wrong with them is said here, and leaves the others
    impl_->labels = std::move(placed.labels);
    return placed.note;
}

void Renderer::clear_labels() {
    impl_->labels.reset();
    impl_->styles.reset();
}

void Renderer::set_meshes(const std::vector<ColoredMesh> &meshes) {
    std::vector<voxmarch::ColoredMesh> placed;
    for (const ColoredMesh &mesh : meshes) {
        if (!mesh.mesh.triangles.empty()) {
            placed.push_back(
                {in_voxels(inner(mesh.mesh), impl_->header.grid), inner(mesh.color), nullptr, float(mesh.opacity)});
        }
    }
    impl_->renderer.set_meshes(std::move(placed));
}

void Renderer::set_skeleton(const Skeleton &skeleton, std::optional<double> width) {
    impl_->renderer.set_meshes(tube_meshes(lines_of(inner(skeleton)), width, impl_->header.grid));
}

void Renderer::on_progress(std::function<void(const std::string &, double)> report) {
    impl_->renderer.divide_stages(static_cast<bool>(report));
    if (!report) {
        impl_->renderer.report_stages({});
        return;
    }
    impl_->renderer.report_stages(
        [report = std::move(report)](Stage stage, double share) { report(std::string(name_of(stage)), share); });
}

Frame Renderer::render(const Scene &scene, const FrameOptions &options) {
    const voxmarch::Scene drawn = impl_->inside(scene);
    impl_->prepare(drawn);
    Frame frame;
    frame.width = scene.width;
    frame.height = scene.height;
    const auto finish = [&](const DeviceFrame &result) {
        if (result.depth) {
            frame.depth = read_floats(*result.depth);
        }
        frame.statistics = outer(impl_->renderer.statistics());
    };
    if (options.format == PixelFormat::rgba32f) {
        const DeviceFrame result = impl_->draw(drawn, drawn.settings, options);
        frame.rgba32f = read_floats(*result.pixels);
        finish(result);
        return frame;
    }
    Image image = draw_picture(drawn, [&](const RenderSettings &settings) {
        const DeviceFrame result = impl_->draw(drawn, settings, options);
        Image one{scene.width, scene.height, read_back(impl_->device, *result.pixels)};
        finish(result);
        return one;
    });
    frame.rgba8.assign(image.rgba.begin(), image.rgba.end());
    return frame;
}

FrameStatistics Renderer::render_into(const Scene &scene, const DeviceTarget &pixels, const DeviceTarget &depth,
                                      PixelFormat format) {
    if (!pixels.memory && !depth.memory) {
        throw UsageError("a frame is drawn into a buffer of pixels, of distances, or both: there is neither");
    }
    if (scene.transparent && format == PixelFormat::rgba8) {
        throw UsageError("pictures of 8 bits on a device have their background; take rgba32f, which has opacities");
    }
    const voxmarch::Scene drawn = impl_->inside(scene);
    impl_->prepare(drawn);
    const DeviceFrame result = impl_->draw(drawn, drawn.settings, {format, depth.memory != nullptr});
    voxmarch::Device &device = impl_->device;
    if (pixels.memory) {
        (void)target_buffer(device, pixels, result.pixels->bytes(), "pixels").copy_from(*result.pixels, pixels.offset);
    }
    if (depth.memory) {
        (void)target_buffer(device, depth, result.depth->bytes(), "distances").copy_from(*result.depth, depth.offset);
    }
    return outer(impl_->renderer.statistics());
}

SampleCounts Renderer::count_samples(const Scene &scene) {
    const voxmarch::Scene drawn = impl_->inside(scene);
    impl_->prepare(drawn);
    impl_->renderer.count_samples(drawn.camera, drawn.width, drawn.height, drawn.settings);
    const voxmarch::FrameStatistics &counts = impl_->renderer.statistics();
    return {counts.rays, counts.samples, counts.visible_samples, counts.nodes};
}

double Renderer::propose_step(const Scene &scene) {
    const voxmarch::Scene drawn = impl_->inside(scene);
    impl_->prepare(drawn);
    return impl_->renderer.propose_step(drawn.camera, drawn.width, drawn.height, drawn.settings);
}

SamplingBackend Renderer::backend() const { return impl_->renderer.backend(); }

} // namespace voxmarch::v1
