// Renderers, scenes as the texts of sessions, and pictures as PNG.
#include "python/src/binding.h"

#include <algorithm>
#include <cstdint>

namespace voxmarch::python {

namespace {

using Pixels = nb::ndarray<const std::uint8_t, nb::shape<-1, -1, 4>, nb::c_contig, nb::device::cpu>;

/// A renderer and its device, whose turn everything waits for.
class DeviceRenderer {
public:
    DeviceRenderer(SharedDevice device, const v1::Volume &volume, const std::optional<std::string> &backend)
        : device_(std::move(device)) {
        const std::optional<SamplingBackend> chosen =
            backend ? std::optional(v1::value_of<SamplingBackend>(*backend)) : std::nullopt;
        in_turn(*device_, [&](SignalCheck & /*check*/) { renderer_.emplace(device_->device, volume, chosen); });
    }

    ~DeviceRenderer() {
        const nb::gil_scoped_release release;
        const std::lock_guard turn(device_->turn);
        renderer_.reset();
    }
    DeviceRenderer(const DeviceRenderer &) = delete;
    DeviceRenderer &operator=(const DeviceRenderer &) = delete;

    /// Result of work(renderer). Signals end it, unless the call before was so short that it is not worth the waits of
    /// a renderer that tells its progress.
    template <typename Work> auto use(const Work &work) {
        return in_turn(*device_, [&](SignalCheck &check) {
            const bool listen = last_ > short_work;
            renderer_->on_progress(listen ? [&check](const std::string & /*stage*/, double /*share*/) { check(); }
                                          : std::function<void(const std::string &, double)>());
            struct Timer {
                std::chrono::steady_clock::duration &took;
                std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
                ~Timer() { took = std::chrono::steady_clock::now() - begin; }
            };
            const Timer timer{last_};
            return work(*renderer_);
        });
    }

    std::string backend() const { return std::string(v1::name_of(renderer_->backend())); }

private:
    SharedDevice device_;
    std::optional<v1::Renderer> renderer_;
    static constexpr std::chrono::milliseconds short_work{20};
    std::chrono::steady_clock::duration last_ = std::chrono::hours(1); ///< how long the last call took
};

/// @param library_ms  of the whole call in C++
Dict dict_of(const v1::FrameStatistics &statistics, double library_ms) {
    Dict stages, result;
    for (const v1::StageTime &stage : statistics.stages) {
        const char *name = stage.stage.c_str();
        stages[name] = (stages.contains(name) ? nb::cast<double>(stages[name]) : 0.0) + stage.ms;
    }
    result["frame_ms"] = statistics.frame_ms;
    result["library_ms"] = library_ms;
    result["device_times"] = statistics.device_times;
    result["triangles"] = statistics.triangles;
    result["stages"] = stages;
    return result;
}

/// @return pixels (height, width, 4), distances (height, width) or None, and statistics
std::tuple<nb::object, nb::object, Dict> render(DeviceRenderer &renderer, const v1::Scene &scene,
                                                const std::string &format, bool depth) {
    v1::FrameOptions options;
    options.format = format == "rgba32f" ? PixelFormat::rgba32f : PixelFormat::rgba8;
    options.depth = depth;
    double library_ms = 0.0;
    v1::Frame frame = renderer.use([&](v1::Renderer &drawing) {
        const auto begin = std::chrono::steady_clock::now();
        v1::Frame drawn = drawing.render(scene, options);
        library_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        return drawn;
    });
    const auto height = static_cast<std::size_t>(frame.height), width = static_cast<std::size_t>(frame.width);
    nb::object pixels, distances = nb::none();
    if (frame.rgba32f.empty()) {
        pixels = nb::cast(array_of<std::uint8_t>(std::move(frame.rgba8), {height, width, 4}));
    } else {
        pixels = nb::cast(array_of<float>(std::move(frame.rgba32f), {height, width, 4}));
    }
    if (!frame.depth.empty()) {
        distances = nb::cast(array_of<float>(std::move(frame.depth), {height, width}));
    }
    return {pixels, distances, dict_of(frame.statistics, library_ms)};
}

v1::Frame frame_of(const Pixels &pixels) {
    v1::Frame frame;
    frame.height = static_cast<int>(pixels.shape(0));
    frame.width = static_cast<int>(pixels.shape(1));
    frame.rgba8.assign(pixels.data(), pixels.data() + pixels.size());
    return frame;
}

} // namespace

void bind_renderer(nb::module_ &module) {
    nb::class_<v1::Scene>(module, "Scene")
        .def(
            "__init__",
            [](v1::Scene *self, const std::string &text) { new (self) v1::Scene(v1::scene_of_session(text)); },
            nb::arg("text"))
        .def("text", &v1::session_text)
        .def("without_volume", [](const v1::Scene &self) { return self.sources.volume.empty(); });
    module.def("session_of_file", [](const std::string &file) { return v1::session_text(v1::read_scene(file)); });
    module.def(
        "write_session", [](const v1::Scene &scene, const std::string &file) { v1::write_scene(scene, file); },
        nb::arg("scene"), nb::arg("file"));
    module.def(
        "volume_of_scene",
        [](const v1::Scene &scene) {
            return unlocked([&](SignalCheck & /*check*/) { return v1::read_volume(scene); });
        },
        nb::arg("scene"));
    module.def(
        "orbited",
        [](const v1::Scene &scene, double right, double up) {
            v1::Scene turned = scene;
            turned.camera = v1::orbited(scene.camera, right, up);
            return v1::session_text(turned);
        },
        nb::arg("scene"), nb::arg("right"), nb::arg("up"));
    module.def(
        "png_of",
        [](const Pixels &pixels, const v1::Scene *session) {
            const v1::Frame frame = frame_of(pixels);
            const std::string png = unlocked([&](SignalCheck & /*check*/) { return v1::png_of(frame, session); });
            return nb::bytes(png.data(), png.size());
        },
        nb::arg("pixels"), nb::arg("session").none());
    module.def(
        "write_png",
        [](const Pixels &pixels, const std::string &file, const v1::Scene *session) {
            const v1::Frame frame = frame_of(pixels);
            unlocked([&](SignalCheck & /*check*/) { v1::write_png(frame, file, session); });
        },
        nb::arg("pixels"), nb::arg("file"), nb::arg("session").none());

    nb::class_<DeviceRenderer>(module, "Renderer")
        .def(nb::init<SharedDevice, const v1::Volume &, const std::optional<std::string> &>(), nb::arg("device"),
             nb::arg("volume"), nb::arg("backend").none())
        .def("render", &render, nb::arg("scene"), nb::arg("format"), nb::arg("depth"))
        .def(
            "propose_step",
            [](DeviceRenderer &self, const v1::Scene &scene) {
                return self.use([&](v1::Renderer &renderer) { return renderer.propose_step(scene); });
            },
            nb::arg("scene"))
        .def(
            "count_samples",
            [](DeviceRenderer &self, const v1::Scene &scene) {
                const v1::SampleCounts counts =
                    self.use([&](v1::Renderer &renderer) { return renderer.count_samples(scene); });
                Dict result;
                result["rays"] = counts.rays;
                result["samples"] = counts.samples;
                result["visible_samples"] = counts.visible_samples;
                result["nodes"] = counts.nodes;
                return result;
            },
            nb::arg("scene"))
        .def(
            "set_labels",
            [](DeviceRenderer &self, const v1::Volume *labels) {
                return self.use([&](v1::Renderer &renderer) {
                    if (labels) {
                        return renderer.set_labels(*labels);
                    }
                    renderer.clear_labels();
                    return std::string();
                });
            },
            nb::arg("labels").none())
        .def(
            "set_meshes",
            [](DeviceRenderer &self, const std::vector<std::pair<const v1::Mesh *, v1::Color>> &meshes) {
                std::vector<v1::ColoredMesh> colored;
                for (const auto &[mesh, color] : meshes) {
                    colored.push_back({*mesh, color});
                }
                self.use([&](v1::Renderer &renderer) { renderer.set_meshes(colored); });
            },
            nb::arg("meshes"))
        .def(
            "set_skeleton",
            [](DeviceRenderer &self, const v1::Skeleton &skeleton, std::optional<double> width) {
                self.use([&](v1::Renderer &renderer) { renderer.set_skeleton(skeleton, width); });
            },
            nb::arg("skeleton"), nb::arg("width").none())
        .def_prop_ro("backend", &DeviceRenderer::backend);
}

} // namespace voxmarch::python
