// Launches the passes of the rasteriser.
#include "isosurface/rasteriser.h"

#include "device/launch_ranges.h"
#include "isosurface/extraction_parts.h"
#include "isosurface/program_files.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <limits>
#include <tuple>

namespace voxmarch {

namespace {

constexpr std::uint64_t first_queue_length = MOST_TILES;

// A tenth of a millisecond of a large GPU; a third of a second of two cores.
constexpr std::size_t most_triangles = 1 << 22; // of a launch

LaunchSize in_a_row(std::uint64_t items) { return {{(items + 63) / 64 * 64, 1, 1}, {64, 1, 1}}; }

std::uint64_t pixels_of(const FrameParams &frame) {
    return static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]);
}

/// Is there anything that fragments may have to be compared with?
bool is_clipped(const FrameParams &frame) {
    bool clipped = frame.volume.plane_count > 0 || frame.volume.has_hole != 0;
    for (int i = 0; i < 3; ++i) {
        clipped = clipped || frame.volume.box_min[i] > 0.0f ||
                  frame.volume.box_max[i] < static_cast<float>(frame.volume.dims[i] - 1);
    }
    return clipped;
}

} // namespace

std::array<float, 12> pixel_from_voxel(const FrameParams &frame) {
    const auto vector = [](const vx_float(&v)[3]) { return glm::dvec3(v[0], v[1], v[2]); };
    // A place p in aligned space is seen through pixel (x, y): p - eye = w (corner + x dx + y dy), where rays are
    // parallel p - eye = w corner + x eye_dx + y eye_dy.
    const bool parallel = frame.view.parallel != 0;
    const glm::dmat3 aligned_from_pixel(vector(parallel ? frame.view.eye_dx : frame.view.ray_dx),
                                        vector(parallel ? frame.view.eye_dy : frame.view.ray_dy),
                                        vector(frame.view.ray_corner));
    const glm::dmat3 pixel_from_aligned = glm::inverse(aligned_from_pixel);
    const glm::dvec3 eye = pixel_from_aligned * vector(frame.view.eye);
    std::array<float, 12> rows{};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            rows[static_cast<std::size_t>(4 * row + column)] =
                static_cast<float>(pixel_from_aligned[column][row] / frame.volume.voxel_from_aligned[column]);
        }
        rows[static_cast<std::size_t>(4 * row + 3)] = static_cast<float>(-eye[row]);
    }
    return rows;
}

Rasteriser::Rasteriser(Device &device, std::optional<RasterAtomics> atomics)
    : device_(&device),
      atomics_(atomics.value_or(device.info().atomics_64 ? RasterAtomics::wide : RasterAtomics::narrow)),
      kernels_(device), queue_(device, first_queue_length * 8, "tiles of large triangles"),
      queued_(device, 4, "counter of tiles"), status_(device, 8, "status of a layer"),
      stand_in_(device, 64, "stand-in") {}

Kernel &Rasteriser::kernel(const std::string &name, const RasterVariant &variant) {
    return kernels_.kernel(raster_source(device_->info(), variant), name);
}

std::vector<RasterParams> Rasteriser::number_surfaces(const FrameParams &frame,
                                                      std::span<const RasterSurface> surfaces) const {
    RasterParams params{};
    const std::array<float, 12> rows = pixel_from_voxel(frame);
    std::copy(rows.begin(), rows.end(), params.pixel_from_voxel);
    params.clipped = is_clipped(frame);
    std::uint64_t first = 0;
    std::optional<std::uint64_t> opaque_begin;
    std::vector<RasterParams> all;
    for (const RasterSurface &surface : surfaces) {
        if (surface.opaque && !opaque_begin) {
            opaque_begin = first;
        }
        params.vertices = static_cast<vx_int>(surface.made ? 0 : surface.mesh->vertices);
        params.triangles = static_cast<vx_int>(surface.triangles());
        params.first = static_cast<vx_int>(first);
        params.isovalue = surface.isovalue;
        all.push_back(params);
        first += surface.triangles();
    }
    if (first > std::numeric_limits<vx_int>::max()) {
        throw MemoryError("the isosurfaces have more than 2^31 triangles together",
                          {{Remedy::fewer_surfaces}, {Remedy::reduce_volume}});
    }
    for (RasterParams &numbered : all) {
        numbered.opaque_begin = static_cast<vx_int>(opaque_begin.value_or(first));
    }
    return all;
}

void Rasteriser::project(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                         const std::vector<RasterParams> &params, Events &events) {
    corners_.resize(std::max(corners_.size(), surfaces.size()));
    Kernel &project_vertices = kernel("project_vertices", plain());
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        if (surfaces[i].triangles() > 0 && !surfaces[i].made) {
            const DeviceMesh &mesh = *surfaces[i].mesh;
            reserve_at_least(*device_, corners_[i], std::uint64_t{mesh.vertices} * 16, "vertices on the picture");
            events.push_back(
                project_vertices.launch(in_a_row(mesh.vertices), frame, params[i], mesh.positions, corners_[i]));
        }
    }
}

std::pair<const Buffer *, std::string_view> voxels_of(const RasterSurface &surface, const RasterLabels &labels) {
    return surface.field ? std::pair(surface.field->voxels, surface.field->stored_type)
                         : std::pair(labels.voxels, labels.stored_type);
}

void Rasteriser::draw_surfaces(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                               const std::vector<RasterParams> &params, const RasterLabels *labels, Events &events) {
    const Buffer &label_values = labels ? *labels->labels : stand_in_,
                 &label_colors = labels ? *labels->label_colors : stand_in_;
    RasterVariant variant{"64", labels ? "volume" : "none", "u8"};
    const bool gpu = device_->info().kind == DeviceKind::gpu;
    const LaunchSize tiles = in_a_row(64u * (gpu ? 16u * std::max(1u, device_->info().compute_units) : 256u));
    const std::vector<std::string> passes =
        atomics_ == RasterAtomics::wide ? std::vector<std::string>{"64"} : std::vector<std::string>{"depth", "id"};
    for (const std::string &pass : passes) {
        variant.put = pass;
        for (std::size_t i = surfaces.size(); i-- > 0;) { // opaque ones first: they hide others
            const RasterSurface &surface = surfaces[i];
            if (surface.triangles() == 0) {
                continue;
            }
            const Buffer *voxels = &stand_in_;
            variant.mesh = surface.made ? "made" : "stored";
            variant.stored_type = surface.made ? std::string(surface.made->field->stored_type) : "u8";
            if (labels) {
                std::tie(voxels, variant.stored_type) = voxels_of(surface, *labels);
            }
            queued_.fill(0);
            RasterParams of_surface = params[i];
            const auto launch_all = [&](const auto &...of_mesh) {
                const auto launch = [&](const char *name, const LaunchSize &size) {
                    return kernel(name, variant)
                        .launch(size, named("frame_value", frame), named("raster_value", of_surface),
                                named("visible", visible_), named("voxels", *voxels), named("labels", label_values),
                                named("label_colors", label_colors), of_mesh..., named("queued", queued_),
                                named("queue", queue_), named("needed", status_));
                };
                const Events drawn =
                    launch_ranges(in_a_row(surface.triangles()), most_triangles,
                                  [&](const LaunchSize &size) { return launch("raster_triangles", size); });
                events.insert(events.end(), drawn.begin(), drawn.end());
                for (of_surface.tile_begin = 0; of_surface.tile_begin < of_surface.queue_limit;
                     of_surface.tile_begin += MOST_TILES) {
                    events.push_back(launch("raster_tiles", tiles));
                }
            };
            if (surface.made) {
                const MadeMesh &made = *surface.made;
                launch_all(named("iso", made.params), named("field", *made.field->voxels), named("levels", made.levels),
                           named("offsets", *made.offsets), named("pyramid", *made.pyramid),
                           named("codes", *made.codes), named("case_edges", *made.case_edges));
            } else {
                launch_all(named("positions", surface.mesh->positions), named("corners", corners_[i]),
                           named("triangles", surface.mesh->indices));
            }
        }
    }
}

std::array<std::uint32_t, 2> Rasteriser::read_status() const {
    std::array<std::uint32_t, 2> status{};
    status_.download(std::as_writable_bytes(std::span(status)));
    return status;
}

std::uint64_t Rasteriser::draw_together(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                                        std::vector<RasterParams> &params, int limit, const RasterLabels *labels,
                                        Events &events) {
    layers_ = 0;
    if (limit == 0) {
        return 0;
    }
    for (RasterParams &surface : params) {
        surface.layers = limit;
        surface.queue_limit = static_cast<vx_int>(queue_.bytes() / 8);
    }
    status_.fill(0);
    draw_surfaces(frame, surfaces, params, labels, events);
    events.push_back(
        kernel("trim_layers", plain()).launch(in_a_row(pixels_of(frame)), frame, params.front(), visible_, status_));
    const auto [needed, layers] = read_status();
    layers_ = std::max(1, static_cast<int>(layers));
    return needed;
}

std::uint64_t Rasteriser::peel(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                               std::vector<RasterParams> &params, int limit, const RasterLabels *labels,
                               Events &events) {
    for (layers_ = 0; layers_ < limit;) {
        status_.fill(0);
        for (RasterParams &surface : params) {
            surface.layer = layers_;
            surface.queue_limit = static_cast<vx_int>(queue_.bytes() / 8);
        }
        draw_surfaces(frame, surfaces, params, labels, events);
        ++layers_;
        if (layers_ < limit) {
            events.push_back(kernel("find_more", plain())
                                 .launch(in_a_row(pixels_of(frame)), frame, params.front(), visible_, status_));
        }
        const auto [needed, more] = read_status();
        if (needed > 0 || more == 0) {
            return needed;
        }
    }
    return 0;
}

Events Rasteriser::draw(const FrameParams &frame, std::span<const RasterSurface> surfaces, int most_layers,
                        const RasterLabels *labels) {
    std::vector<RasterParams> params = number_surfaces(frame, surfaces);
    const bool transparent = !surfaces.empty() && !surfaces.front().opaque;
    const int limit = surfaces.empty() ? 0 : transparent ? most_layers : 1;
    reserve_at_least(*device_, visible_, pixels_of(frame) * 8 * static_cast<std::uint64_t>(std::max(1, limit)),
                     "visible triangles of the pixels");
    Events events;
    project(frame, surfaces, params, events);
    for (;;) {
        Events drawn;
        visible_.fill(0xff);
        const std::uint64_t needed = atomics_ == RasterAtomics::wide
                                         ? draw_together(frame, surfaces, params, limit, labels, drawn)
                                         : peel(frame, surfaces, params, limit, labels, drawn);
        if (needed == 0) {
            events.insert(events.end(), drawn.begin(), drawn.end());
            return events;
        }
        reserve_at_least(*device_, queue_, (needed + needed / 4) * 8, "tiles of large triangles");
    }
}

std::uint64_t Rasteriser::bytes() const {
    std::uint64_t bytes = visible_.bytes() + queue_.bytes();
    for (const Buffer &corners : corners_) {
        bytes += corners.bytes();
    }
    return bytes;
}

} // namespace voxmarch
