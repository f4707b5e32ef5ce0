// Draws picture after picture; a PictureWriter packs and writes them meanwhile.
#include "app/cli/render_frames.h"

#include "app/cli/render_output.h"
#include "app/cli/stage_report.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "base/error.h"
#include "renderer/empty_picture.h"
#include "scene/animation.h"
#include "scene/draw_in_parts.h"
#include "scene/picture_writer.h"

#include <functional>
#include <vector>

namespace voxmarch {

namespace {

class FrameRun {
public:
    FrameRun(const RenderOptions &options, const Scene &scene, SceneRenderer &renderer)
        : options_(options), scene_(scene), renderer_(renderer), stages_(renderer.renderer_for(scene), "rendering") {
        if (options.turntable > 0) {
            cameras_ = turntable_cameras(scene.camera, options.turntable);
        }
    }

    Image draw(int frame) {
        stages_.set_frame(frame, options_.pictures());
        if (!cameras_.empty()) {
            scene_.camera = cameras_[static_cast<std::size_t>(frame)];
        }
        // Pictures of a turn are many: nobody waits for a share of one.
        const bool tells = shows_progress() && cameras_.empty();
        return draw_picture(scene_, [&](const RenderSettings &settings) {
            return draw_in_parts(renderer_, scene_, settings, tells ? tell_ : nullptr, statistics_);
        });
    }

    const Scene &scene() const { return scene_; } ///< with the camera of the last picture
    const FrameStatistics &statistics() const { return statistics_; }

private:
    const RenderOptions &options_;
    Scene scene_;
    SceneRenderer &renderer_;
    StageReport stages_;
    std::vector<Camera> cameras_;
    FrameStatistics statistics_;
    std::function<void(double)> tell_ = [this](double share) { stages_.set_share(share); };
};

} // namespace

DrawnFrames draw_frames(const RenderOptions &options, const std::string &output, const Scene &scene,
                        SceneRenderer &renderer, RunStatistics &run) {
    DrawnFrames result;
    FrameRun frames(options, scene, renderer);
    PictureWriter writer;
    run.drawing_begins();
    try {
        for (int frame = 0; frame < options.pictures(); ++frame) {
            Image picture = frames.draw(frame);
            run.add_frame(frames.statistics());
            run.phase_done(frame == 0 ? "first frame" : "further frames");
            throw_if_interrupted();
            const bool nothing_seen = frame == 0 && is_empty(picture, scene.settings.background);
            const bool last = frame + 1 == options.pictures();
            if (last && options.reference.given()) {
                result.picture = picture;
            }
            if (last || is_numbered(output)) {
                result.last = frame_name(output, frame);
                result.first = result.first.empty() ? result.last : result.first;
                const Drawn drawn{renderer.device(), renderer.backend(), frames.statistics().frame_ms};
                writer.add(std::move(picture), result.last, picture_texts(frames.scene(), options.embed, drawn));
                run.phase_done("write PNG");
            }
            if (nothing_seen) {
                say("note: " +
                    why_nothing_is_seen(reference_scene(scene, *renderer.content()), scene.width, scene.height));
            }
        }
    } catch (const Error &) {
        writer.finish(); // pictures before this one may have failed
        throw;
    }
    writer.finish();
    run.phase_done("write PNG");
    run.drawing_ends();
    return result;
}

} // namespace voxmarch
