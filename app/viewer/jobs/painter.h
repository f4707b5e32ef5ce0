// Draws what was ordered of one volume: coarse while something moves, then in full, part by part, with its times.
#pragma once

#include "app/viewer/jobs/brick_pictures.h"
#include "app/viewer/jobs/frame.h"
#include "app/viewer/jobs/loader.h"
#include "app/viewer/jobs/preparation.h"
#include "device/device.h"
#include "renderer/error_bound.h"
#include "renderer/sample_sum.h"
#include "scene/device_team.h"
#include "scene/resolution.h"
#include "scene/scene_renderer.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// The activity while shadows and ambient occlusion are found.
inline constexpr const char *finding_light = "finding light and shadows";

/// Whom a painter works for. It is called on the painter's thread.
class PainterClient {
public:
    virtual bool is_newest(std::uint64_t request) const = 0; ///< nothing was asked for since
    virtual void set_activity(const std::string &what, double share = 0.0) = 0;
    virtual void publish(Frame frame) = 0;

    /// Painter::improve() has something to do. Called by any thread.
    virtual void tell_improvement() = 0;

    /// Has the painter draw what is asked for by now, before it goes on with a picture to be kept.
    /// @throws BrickPictures::Interrupted if another volume is
    virtual void draw_newer() {}

protected:
    ~PainterClient() = default;
};

class Painter {
public:
    /// Uploads the volume to the first device, or a preview of it where it does not lie there in one piece. The others
    /// get it with the first full picture, and draw full pictures of one side together with the first.
    /// @throws as SceneRenderer and BrickPictures
    Painter(PainterClient &client, std::vector<Device *> devices, std::shared_ptr<const LoadedVolume> loaded,
            std::optional<SamplingBackend> backend, const BrickWish &wish = {});

    /// Publishes a picture at once, of fewer pixels and samples where the device is slow, of a preview where the volume
    /// is not there.
    /// @return whether it is the full picture all the same
    bool draw_coarse(const FrameRequest &request, std::uint64_t number);

    /// Publishes the full picture, if nothing newer is wanted meanwhile. The first one with other kernels or data is
    /// drawn again for its times, where that is quick; so are both sides of a comparison, several times. In bricks all
    /// is drawn once. Where the scene has several samples a pixel, pictures of more and more of them follow. Traced
    /// light comes after the picture that is shaded, and in its place once it is better (traced_quality.h); it ends
    /// before the number of samples that are wanted once no noise is seen, or an error is small enough.
    void draw_full(const FrameOrder &order, std::uint64_t number);

    /// Is told the share of a picture to be kept that is there, 0 .. 1; what it throws ends the picture.
    using KeptProgress = std::function<void(double share)>;

    /// The picture of a scene of any size, to be kept: in full, part by part, between which the view is drawn if it
    /// changes. @throws as SceneRenderer::draw, PainterClient::draw_newer and `progress`
    Image picture(const Scene &scene, const KeptProgress &progress = {});
    double picture_ms() const { return picture_ms_; } ///< that the last one took to be drawn

    /// Tells what a job does. @param share  0 .. 1
    void tell(const std::string &activity, double share) { client_.set_activity(activity, share); }

    /// One that may be coarse: of the preview, where there is one. @throws as above
    Image quick_picture(const Scene &scene);

    /// What draws full pictures of the scene, for jobs that measure. @throws as BrickPictures::exact
    SceneRenderer &renderer(const Scene &scene);

    /// What has drawn the last full picture, or else draws coarse ones.
    const SceneRenderer &renderer() const;

    /// Takes a finer preview, if one was read meanwhile.
    void improve();

    /// Of a volume that is drawn in bricks.
    std::optional<BrickStatus> bricks() const { return bricks_ ? std::optional(bricks_->status()) : std::nullopt; }

private:
    /// Of both sides of an order.
    struct Prepared {
        Preparation scene;
        std::optional<Preparation> other;
        bool operator==(const Prepared &) const = default;
    };

    /// What draws, and whose times say how large pictures may be.
    enum class Means { whole, preview, exact };
    struct Way {
        SceneRenderer *renderer;
        ResolutionGovernor *governor;
        Means means;
    };

    PainterClient &client_;
    const std::vector<Device *> devices_; ///< at least one
    const std::shared_ptr<const LoadedVolume> loaded_;
    std::unique_ptr<SceneRenderer> whole_; ///< null: in bricks
    std::unique_ptr<BrickPictures> bricks_;
    std::unique_ptr<Device> other_device_;          ///< of comparisons between devices; null: none was asked for
    std::unique_ptr<SceneRenderer> other_renderer_; ///< of the second picture; null: `whole_` draws that, too
    bool has_room_for_other_ = true;                ///< on the first device, as far as is known
    std::unique_ptr<DeviceTeam> team_;              ///< of several devices, once they draw
    std::uint64_t team_of_ = 0;                     ///< its first member, see BrickPictures::makes()
    ResolutionGovernor governor_, exact_governor_, path_governor_;
    std::atomic<double> drawn_share_ = 0.0; ///< of the picture under way
    double prepared_ms_ = 0.0; ///< of the frame under way: what the next one, of another view, does not need again
    bool exact_moves_ = false; ///< the bricks of the last full picture are there, as far as is known
    double picture_ms_ = 0.0;
    std::optional<Preparation> prepared_, other_prepared_; ///< of the last coarse pictures
    std::optional<Prepared> measured_;                     ///< of the last full picture
    std::optional<Scene> drawn_, other_drawn_;             ///< of the last full pictures
    std::shared_ptr<const SceneContent> time_,
        sent_;                    ///< of a series: what is drawn, and what was sent to be; null: the volume
    int time_number_;             ///< of what is drawn
    Image coarse_, other_coarse_; ///< the last coarse pictures, of this request
    std::uint64_t coarse_of_ = 0;
    FrameStatistics coarse_statistics_; ///< of coarse_
    double coarse_ms_ = 0.0;            ///< Frame::total_ms of coarse_

    static Prepared prepared_of(const FrameOrder &order);
    static bool draws_mesh(const Scene &scene);
    void close_other();
    void show_time(const Scene &scene, const std::shared_ptr<const SceneContent> &time);
    void send_next(const std::shared_ptr<const SceneContent> &next);
    static bool is_slow(const Way &way);
    Way coarse_way();
    Way full_way(const Scene &scene);
    Way way_of_other(const FrameOrder &order, const Way &way);
    Scene scene_for(const Way &way, Scene scene) const;
    Scene first_sample_for(const Way &way, Scene scene) const;
    void watch_bricks(std::uint64_t number);
    Image measured_draw(const Way &way, const Scene &scene, const Camera &camera, int width, int height);
    bool tell_preparation(const Scene &scene, std::optional<Preparation> &prepared);
    std::function<void(Stage, double)> telling_stages(const char *side);
    std::string why_empty(const Image &image, const Scene &scene) const;
    void explain(Frame &frame, const FrameOrder &order) const;
    std::vector<Tile> tiles_of(const Way &way, const Scene &scene) const;
    std::optional<Frame> exact_while_moving(const FrameRequest &request, std::uint64_t number);
    Frame coarse_frame(const FrameRequest &request, std::uint64_t number, const Way &way, bool prepares = false);
    std::optional<Frame> full_frame(const FrameOrder &order, std::uint64_t number, bool again = false,
                                    bool other_first = false);
    /// Takes a picture that is not done yet.
    using ShowParts = std::function<void(const Image &parts)>;
    /// Which part of all work a picture is: its begin and its length, shares.
    struct Progress {
        double begin = 0.0, length = 1.0;
    };
    std::optional<Image> refine(const Way &way, const Scene &scene, const std::vector<Tile> &tiles,
                                std::uint64_t number, FrameStatistics &statistics, const Image &coarse,
                                Progress progress, const ShowParts &show);
    /// Tells of stages of a picture as long as it lives; what `report` throws ends them.
    class StagesWatched {
    public:
        StagesWatched(SceneRenderer &renderer, bool divide, std::function<void(Stage, double)> report)
            : renderer_(renderer) {
            renderer.divide_stages(divide);
            renderer.report_stages(std::move(report));
        }
        ~StagesWatched() {
            renderer_.report_stages({});
            renderer_.divide_stages(false);
        }
        StagesWatched(const StagesWatched &) = delete;
        StagesWatched &operator=(const StagesWatched &) = delete;

    private:
        SceneRenderer &renderer_;
    };
    std::function<void(Stage, double)> ending_stages(std::uint64_t number);
    void begin_part_of_kept(const Scene &scene, std::optional<StagesWatched> &watched,
                            const std::function<void()> &ask);
    std::optional<Image> draw_together(const Way &way, const Scene &scene, std::uint64_t number,
                                       FrameStatistics &statistics);
    /// What samples of one picture are added to.
    struct Smoothing {
        Way way;
        Scene scene;
        std::vector<Tile> tiles;
        SampleSum sum;
        Image half{};          ///< of half of the samples; empty: there were none
        bool shows = false;    ///< traced, and better than what is shaded
        bool is_quiet = false; ///< traced, and no noise is seen, or as little as is asked for
        ErrorBound bound{scene.settings};
        double ms = 0.0; ///< of all samples on the device
    };
    std::vector<Tile> path_tiles(const Scene &scene) const;
    bool improve_picture(Smoothing &side, int done, Image &shown) const;
    bool add_samples(Smoothing &smoothing, int from, int to, std::uint64_t number, Progress progress);
    void add_part(Smoothing &smoothing, const Tile &tile, int sample);
    void smooth(const FrameOrder &order, std::uint64_t number, const Frame &frame);
    void measure_again(const FrameOrder &order, std::uint64_t number, int rounds, Race race, Frame &last);
};

} // namespace voxmarch
