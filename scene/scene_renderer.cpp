// Keeps the renderer's transfer function, labels, tubes and meshes those of the scene.
#include "scene/scene_renderer.h"

#include "base/error.h"
#include "renderer/device_volume.h"
#include "scene/mesh_in_scene.h"
#include "scene/skeleton_tubes.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

SceneRenderer::SceneRenderer(Device &device, std::shared_ptr<const SceneContent> content,
                             std::optional<SamplingBackend> backend)
    : content_(std::move(content)), renderer_(device, content_->volume, backend) {
    add_channels();
}

SceneRenderer::SceneRenderer(std::shared_ptr<const SceneContent> content, DeviceVolume &&uploaded)
    : content_(std::move(content)), renderer_(std::move(uploaded)) {
    add_channels();
}

void SceneRenderer::add_channels() {
    if (content_->common) {
        renderer_.place(content_->common->grid, content_->common->places.front());
    }
    for (std::size_t i = 0; i < content_->other_channels.size(); ++i) {
        if (content_->common) {
            renderer_.add_volume(content_->other_channels[i], content_->common->places[i + 1]);
        } else {
            renderer_.add_channel(content_->other_channels[i]);
        }
    }
    drawn_.resize(1 + content_->other_channels.size());
    for (std::size_t channel = 0; channel < content_->over_times.size(); ++channel) {
        renderer_.widen_range(content_->over_times[channel], static_cast<int>(channel));
    }
}

void SceneRenderer::send_voxels(const SceneContent &at) {
    for (std::size_t channel = 0; channel <= content_->other_channels.size(); ++channel) {
        renderer_.send_voxels(channel_of(at, channel), static_cast<int>(channel));
    }
}

Image SceneRenderer::draw(const Scene &scene) {
    return draw_picture(scene, [&](const RenderSettings &settings) {
        return draw(scene, scene.camera, scene.width, scene.height, settings);
    });
}

Image SceneRenderer::draw(const Scene &scene, const Camera &camera, int width, int height,
                          const RenderSettings &settings) {
    return renderer_for(scene).render(camera, width, height, settings);
}

void SceneRenderer::upload(const Scene &scene) {
    if (content_->labels) {
        if (std::vector<LabelStyle> styles = label_styles_of(scene, *content_); styles_ != styles) {
            renderer_.set_labels(&*content_->labels, styles);
            styles_ = std::move(styles);
        }
    }
    update_meshes(scene);
}

VolumeRenderer &SceneRenderer::renderer_for(const Scene &scene) {
    upload(scene);
    for (std::size_t channel = 0; channel < drawn_.size(); ++channel) {
        update_transfer(scene, channel);
    }
    if (drawn_.size() > 1) {
        renderer_.show_channels(visible_channels(scene));
    }
    return renderer_;
}

void SceneRenderer::update_transfer(const Scene &scene, std::size_t channel) {
    Drawn now{transfer_of(scene, *content_, channel), window_of(scene, *content_, channel)};
    now.transfer.name.clear(); // another name is not another picture
    std::optional<Drawn> &before = drawn_[channel];
    if (!before || !same_transfer(before->transfer, now.transfer) ||
        before->transfer.unit_distance != now.transfer.unit_distance || before->window != now.window) {
        renderer_.set_transfer(now.transfer, now.window, static_cast<int>(channel));
        before = std::move(now);
    }
}

namespace {

/// A fan around the first corner of what the plane shows; without triangles if it lies beside the volume.
ColoredMesh plane_mesh(const PicturePlane &plane, const Grid &grid) {
    ColoredMesh result{{}, plane.border, plane.image, plane.opacity};
    const std::vector<glm::dvec3> corners = outline_of(grid, plane.frame);
    for (const glm::dvec3 &corner : corners) {
        const glm::dvec3 place = plane.frame.place(corner);
        result.mesh.positions.push_back(glm::vec3(corner));
        result.mesh.normals.push_back(glm::vec3(place.x, place.y, 0.0));
    }
    for (std::uint32_t i = 2; i < corners.size(); ++i) {
        result.mesh.triangles.push_back({0, i - 1, i});
    }
    return result;
}

} // namespace

void SceneRenderer::update_meshes(const Scene &scene) {
    if (scene.skeleton == skeleton_ && scene.meshes == files_ && scene.planes == planes_) {
        return;
    }
    const std::exception_ptr problem = scene.meshes != files_ ? read_meshes(scene.meshes) : nullptr;
    if (!scene.skeleton.source.empty() && scene.skeleton != tubes_of_) {
        make_tubes(scene.skeleton);
    }
    skeleton_ = scene.skeleton;
    planes_ = scene.planes;
    std::vector<ColoredMesh> meshes = skeleton_.source.empty() ? std::vector<ColoredMesh>() : tubes_;
    meshes.insert(meshes.end(), meshes_.begin(), meshes_.end());
    for (const PicturePlane &plane : planes_) {
        if (ColoredMesh mesh = plane_mesh(plane, content_->grid()); !mesh.mesh.triangles.empty()) {
            meshes.push_back(std::move(mesh));
        }
    }
    renderer_.set_meshes(std::move(meshes));
    if (problem) {
        std::rethrow_exception(problem);
    }
}

std::uint64_t SceneRenderer::tube_triangles() const {
    std::uint64_t count = 0;
    for (const ColoredMesh &tube : tubes_) {
        count += skeleton_.source.empty() ? 0 : tube.mesh.triangles.size();
    }
    return count;
}

void SceneRenderer::make_tubes(const SkeletonSource &skeleton) {
    skeleton_ = tubes_of_ = skeleton; // a file that has gone is told of once, and its tubes are none
    planes_.clear();                  // drawn anew, also where the file cannot be read
    tubes_.clear();
    renderer_.set_meshes({});
    const Grid &grid = content_->grid();
    const bool known = content_->lines && content_->lines->file == skeleton.source;
    tubes_ = tube_meshes(known ? content_->lines->lines : lines_in_world(read_skeleton_lines(skeleton.source), grid),
                         skeleton.width, grid);
}

ColoredMesh SceneRenderer::read_mesh_of(const SceneMesh &file) const {
    const auto known = std::ranges::find_if(content_->meshes, [&](const PlacedMesh &one) {
        return one.file.source == file.source && one.file.convention == file.convention;
    });
    if (known == content_->meshes.end()) {
        return mesh_in_scene(file, content_->grid());
    }
    return {known->mesh.mesh, file.color, nullptr, file.opacity};
}

std::exception_ptr SceneRenderer::read_meshes(const std::vector<SceneMesh> &files) {
    std::vector<ColoredMesh> meshes;
    std::vector<SceneMesh> read;
    std::exception_ptr problem;
    for (const SceneMesh &file : files) {
        const auto known = std::ranges::find_if(read_, [&](const SceneMesh &one) {
            return one.source == file.source && one.convention == file.convention;
        });
        try {
            if (known == read_.end()) {
                meshes.push_back(read_mesh_of(file));
            } else { // another colour or opacity
                meshes.push_back(meshes_[static_cast<std::size_t>(known - read_.begin())]);
                meshes.back().color = file.color;
                meshes.back().opacity = file.opacity;
            }
            read.push_back(file);
        } catch (const FileError &) { // the others are drawn from now on
            problem = problem ? problem : std::current_exception();
        }
    }
    files_ = files;
    read_ = std::move(read);
    meshes_ = std::move(meshes);
    return problem;
}

} // namespace voxmarch
