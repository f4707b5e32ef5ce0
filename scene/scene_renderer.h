// Draws scenes on one device: keeps a VolumeRenderer in step with the transfer function, labels, skeleton and meshes of
// the last scene.
#pragma once

#include "renderer/volume_renderer.h"
#include "scene/scene.h"
#include "scene/scene_content.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace voxmarch {

class SceneRenderer {
public:
    /// Copies the volume to the device.
    /// @param content  what scenes are drawn of; a LoadedVolume, or put together by hand
    /// @param backend  empty: what suits the device
    /// @throws as VolumeRenderer
    SceneRenderer(Device &device, std::shared_ptr<const SceneContent> content,
                  std::optional<SamplingBackend> backend = {});

    /// The same of a volume that is on its device already. @param uploaded  the volume of `content`
    SceneRenderer(std::shared_ptr<const SceneContent> content, DeviceVolume &&uploaded);

    /// The picture of the scene, with opacities if it is transparent.
    /// @throws as VolumeRenderer::render; FileError for a skeleton or a mesh that cannot be read, once
    Image draw(const Scene &scene);

    /// The scene over its background at this size with this camera and these settings: those of the scene or cheaper
    /// ones. @throws as above
    Image draw(const Scene &scene, const Camera &camera, int width, int height, const RenderSettings &settings);

    /// Brings the scene's labels, tubes and meshes to the device, if those of the last scene are others. Drawing does
    /// so, too.
    /// @throws MemoryError, DeviceError, FileError
    void upload(const Scene &scene);

    /// Starts to bring the voxels of another time to the device, beside what it draws. Labels, lines and what scenes
    /// leave to the content stay those of the content.
    /// @param at  volume and channels of that time alone count; it stays until show_sent_voxels()
    /// @throws as VolumeRenderer::send_voxels
    void send_voxels(const SceneContent &at);

    /// From now on scenes are drawn of what was sent.
    void show_sent_voxels() { renderer_.show_sent_voxels(); }

    /// What draws, with all of the scene set but camera and settings: for counting passes and heat maps.
    VolumeRenderer &renderer_for(const Scene &scene);

    /// As VolumeRenderer's.
    void report_stages(std::function<void(Stage stage, double share)> report) {
        renderer_.report_stages(std::move(report));
    }
    void divide_stages(bool divide) { renderer_.divide_stages(divide); }

    const FrameStatistics &statistics() const { return renderer_.statistics(); }
    const DeviceInfo &device() const { return renderer_.device(); }
    SamplingBackend backend() const { return renderer_.backend(); }
    SamplingBackend drawn_by() const { return drawn_by(renderer_.statistics()); } ///< whose kernels drew last
    SamplingBackend drawn_by(const FrameStatistics &frame) const {
        return frame.beyond_packets.empty() ? backend() : SamplingBackend::buffer;
    }

    /// What loading bricks took since the start; null: the volume lies on the device in one piece.
    const BrickCounts *brick_counts() const { return renderer_.brick_counts(); }
    std::optional<BrickSize> brick_size() const { return renderer_.brick_size(); }
    bool waits_for_bricks() const { return renderer_.waits_for_bricks(); }
    const std::shared_ptr<const SceneContent> &content() const { return content_; }
    std::uint64_t tube_triangles() const; ///< of the last scene's skeleton

    /// Of one of the last scene's meshes, all of which could be read.
    std::uint64_t mesh_triangles(std::size_t place) const { return meshes_.at(place).mesh.triangles.size(); }

private:
    std::shared_ptr<const SceneContent> content_;
    VolumeRenderer renderer_;
    /// What a channel was drawn with.
    struct Drawn {
        TransferFunction transfer;
        ValueRange window;
    };
    std::vector<std::optional<Drawn>> drawn_;       ///< of each channel; empty: in no scene
    std::optional<std::vector<LabelStyle>> styles_; ///< label_styles_of(); empty: the labels are not on the device
    SkeletonSource skeleton_;
    SkeletonSource tubes_of_; ///< what `tubes_` are of; kept while scenes without come between
    std::vector<ColoredMesh> tubes_;
    std::vector<SceneMesh> files_;     ///< of the last scene
    std::vector<SceneMesh> read_;      ///< those of them that can be read
    std::vector<ColoredMesh> meshes_;  ///< what these hold
    std::vector<PicturePlane> planes_; ///< of the last scene

    void add_channels();
    void update_transfer(const Scene &scene, std::size_t channel);
    void update_meshes(const Scene &scene);
    void make_tubes(const SkeletonSource &skeleton);
    ColoredMesh read_mesh_of(const SceneMesh &file) const;               ///< of the content if it has it
    std::exception_ptr read_meshes(const std::vector<SceneMesh> &files); ///< @return the first that cannot be read
};

} // namespace voxmarch
