// Draws picture after picture; a PictureWriter packs and writes them meanwhile.
#include "app/cli/render_frames.h"

#include "app/cli/film_pictures.h"
#include "app/cli/render_output.h"
#include "app/cli/stage_report.h"
#include "app/cli/turn_pictures.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "base/error.h"
#include "base/shared_numbers.h"
#include "renderer/empty_picture.h"
#include "scene/dealt_pictures.h"
#include "scene/figure/figure_painter.h"
#include "scene/film_writer.h"
#include "scene/finished_picture.h"
#include "scene/float_drawing.h"
#include "scene/picture_writer.h"
#include "scene/slice_contents.h"

#include <fmt/format.h>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

class FrameRun {
public:
    FrameRun(const FramesToDraw &frames, RankTeam &all, RunStatistics &run)
        : options_(frames.options), output_(frames.output), scene_(frames.scene), all_(all), team_(all.own()),
          run_(run), times_(frames.times), numbers_(frames.numbers), scenes_(frames.options, frames.scene),
          device_(team_.device()), stages_(team_.renderer(0).renderer_for(scene_), "rendering"), planes_(team_.size()) {
        device_.name = frames.devices;
        if (const std::string problem = why_no_planes(scene_); !problem.empty()) {
            say("note: the session's slices are left out of the picture. " + problem);
        }
        if (is_film(output_)) {
            if (scene_.width % 2 != 0 || scene_.height % 2 != 0) {
                say(fmt::format("note: films have even edges: a border of a pixel makes {}x{} of {}x{}",
                                scene_.width + scene_.width % 2, scene_.height + scene_.height % 2, scene_.width,
                                scene_.height));
            }
            const double share = static_cast<double>(numbers_.size()) / options_.pictures();
            film_.emplace(output_, share * options_.rate.value_or(scene_.time_line.rate), // as long as the whole
                          options_.given.contains("--quality") ? std::optional(options_.packing.quality)
                                                               : std::nullopt);
        }
        if (picture_format(output_) == PictureFormat::exr) {
            draws_light_ = !shows_both_sides(scene_);
            if (!draws_light_) {
                say("note: comparisons have 8 bits: so has this OpenEXR file, and no distances");
            }
        }
    }

    /// Pictures of a turn or time line are dealt to the devices as long as there is one for each, all others are
    /// shared.
    DrawnFrames draw() {
        const int devices = static_cast<int>(all_.size());
        const int pictures = count();
        const int dealt = devices > 1 && options_.dealt() ? pictures / devices * devices : 0;
        if (dealt > 0) {
            deal(dealt);
        }
        for (int frame = dealt; frame < pictures; ++frame) {
            stages_.set_frame(frame, pictures);
            if (times_) {
                times_->show(frame + 1, team_.renderer(0));
            }
            DealtPicture picture = draw_together(frame);
            run_.add_shares(all_.shares());
            if (all_.ranks().lead()) {
                finish_frame(frame, std::move(picture), device_);
            }
            throw_if_interrupted();
        }
        finish_writing();
        if (film_) {
            film_->finish();
        }
        for (const TurnPicture &picture : gather_pictures(all_.ranks(), std::exchange(drawn_, {}))) {
            run_.add_whole(picture.share);
            run_.add_frame(picture.statistics);
            if (picture.nothing_seen && picture.share.rank > 0) {
                tell_nothing_is_seen(Side::a);
            }
        }
        result_.device = device_.name;
        return std::move(result_);
    }

    /// Waits for the pictures so far. @throws OutputError for one that failed
    void finish_writing() { writer_.finish(); }

private:
    const RenderOptions &options_;
    const std::string &output_;
    const Scene &scene_;
    RankTeam &all_;
    DeviceTeam &team_; ///< of this rank
    RunStatistics &run_;
    TimeReader *times_;               ///< null: one time
    const std::vector<int> &numbers_; ///< of pictures by their place here, which all others call frame
    const FilmScenes scenes_;
    DeviceInfo device_; ///< all together
    StageReport stages_;
    std::vector<SlicePlanePainter> planes_; ///< a member each
    PictureWriter writer_;
    std::optional<FilmWriter> film_;  ///< in the place of files
    bool draws_light_ = false;        ///< pictures are drawn as floats
    std::optional<FloatImage> light_; ///< of the picture that was drawn last
    bool told_figure_ = false;        ///< whether there is room for what lies over pictures
    std::vector<TurnPicture> drawn_;  ///< by this rank, whole
    DrawnFrames result_;

    int count() const { return static_cast<int>(numbers_.size()); }
    int number_of(int frame) const { return numbers_[static_cast<std::size_t>(frame)]; }

    /// Each rank writes what it draws.
    void deal(int pictures) {
        all_.ranks().meet();
        SharedNumbers numbers(all_.ranks(), 0, pictures);
        deal_pictures(
            team_, [&] { return numbers.next(); },
            [this](int frame, std::size_t member) {
                if (member == 0) { // whose stages are told
                    stages_.set_frame(frame, count());
                }
                return scene_of(frame);
            },
            [this](const Scene &side, std::size_t member) { return with_planes(side, member); },
            [this](int frame, DealtPicture picture) {
                const DeviceInfo &device = team_.renderer(picture.member).device();
                drawn_.push_back({frame, share_of_whole(device, picture.statistics), picture.statistics, false});
                finish_frame(frame, std::move(picture), device);
            });
        result_.first = name_of(0);
        result_.last = name_of(pictures - 1);
    }

    int time_of(int frame) const { return scenes_.time_of(number_of(frame)); }

    std::string name_of(int frame) const { return frame_name(output_, number_of(frame), time_of(frame)); }

    Scene scene_of(int frame) const {
        Scene scene = scenes_.at(number_of(frame));
        if (times_) {
            times_->note(frame + 1, scene);
        }
        return scene;
    }

    /// With the slices that its view is to show.
    Scene with_planes(Scene side, std::size_t member) {
        if (why_no_planes(side).empty()) {
            add_planes(side, planes_[member].planes(side, *team_.renderer(member).content()));
        }
        return side;
    }

    std::string why_no_planes(const Scene &scene) const {
        if (all_.relayed()) {
            return "Not of a volume whose parts several ranks have.";
        }
        const SceneRenderer &renderer = team_.renderer(0);
        return voxmarch::why_no_planes(scene, renderer.waits_for_bricks(), renderer.content()->labels.has_value());
    }

    DealtPicture draw_together(int frame) {
        DealtPicture drawn;
        drawn.scene = scene_of(frame);
        SharingSettings sharing;
        // Pictures of a turn are many: nobody waits for a share of one.
        if (shows_progress() && !options_.dealt()) {
            sharing.progress = [this](double share) { stages_.set_share(share); };
        }
        drawn.sides = draw_sides(drawn.scene, [&](const Scene &half) {
            const Scene side = with_planes(half, 0);
            FrameStatistics statistics;
            Image image =
                draws_light_ ? draw_light(side, statistics) : draw_picture(side, [&](const RenderSettings &settings) {
                    return all_.draw(side, settings, sharing, statistics);
                });
            add_side(drawn.statistics, statistics);
            return image;
        });
        return drawn;
    }

    /// Keeps the picture as light. @return it as bytes
    Image draw_light(const Scene &side, FrameStatistics &statistics) {
        FloatImage display = exposed(draw_floats(team_.renderer(0), side), side.settings, side.transparent);
        statistics = team_.renderer(0).statistics();
        Image bytes = to_bytes(display);
        light_ = to_light(std::move(display));
        return bytes;
    }

    void tell_nothing_is_seen(Side side) const {
        const Scene empty = half_of(scene_, side);
        const std::string where = !shows_both_sides(scene_) ? "" : side == Side::a ? "at the left " : "at the right ";
        say("note: " + where +
            (visible_channels(empty) == 0 && empty.settings.mode == Mode::volume
                 ? std::string("nothing is seen: all channels are off")
                 : why_nothing_is_seen(reference_scene(empty, *team_.renderer(0).content()), empty.width,
                                       empty.height)));
    }

    /// Sides of the first picture in which nothing is seen.
    std::vector<Side> empty_sides(const DealtPicture &drawn) const {
        std::vector<Side> empty;
        for (std::size_t i = 0; i < drawn.sides.size(); ++i) {
            const Side side = i == 0 ? Side::a : Side::b;
            if (is_empty(drawn.sides[i], side_of(scene_, side).settings)) {
                empty.push_back(side);
            }
        }
        return empty;
    }

    /// The picture with what lies over it; it is written for print, too, if that is asked for.
    Image finished(int frame, bool last, DealtPicture &drawn) {
        const SceneContent &content = *team_.renderer(0).content();
        const bool with_values = !times_ && !content.stands_for;
        const std::string &file = options_.figure.file();
        if (light_ && drawn.scene.figure.any()) {
            paint_figure(*light_, make_figure(drawn.scene, content, with_values));
        }
        if (!told_figure_ && can_paint_figures()) {
            for (const std::string &note : figure_notes(drawn.scene, content)) {
                say("note: " + note);
            }
            told_figure_ = true;
        }
        if (!file.empty() && (last || is_numbered(file, !options_.times.empty()))) {
            write_figure(drawn.sides.front(), make_figure(drawn.scene, content, with_values),
                         frame_name(file, number_of(frame), time_of(frame)),
                         drawn.scene.figure.dpi.value_or(usual_dpi));
        }
        return finished_picture(std::move(drawn.sides), drawn.scene, content, with_values);
    }

    PackSettings packing_of(const Scene &scene) const {
        PackSettings packing = options_.packing;
        packing.dpi = scene.figure.dpi;
        return packing;
    }

    void finish_frame(int frame, DealtPicture drawn, const DeviceInfo &device) {
        const bool whole = !drawn_.empty() && drawn_.back().number == frame;
        if (!whole) {
            run_.add_frame(drawn.statistics);
        }
        run_.phase_done(frame == 0 ? "first frame" : "further frames",
                        fmt::format("picture {} of {}, {}", frame + 1, count(), stage_words(drawn.statistics)));
        if (const std::string &what = drawn.statistics.beyond_packets; frame == 0 && !what.empty()) {
            say(fmt::format("note: packets do not draw {}: drawn by the kernels of the buffer back end, which round "
                            "otherwise",
                            what));
        }
        throw_if_interrupted();
        const std::vector<Side> empty = frame == 0 ? empty_sides(drawn) : std::vector<Side>();
        const bool last = frame + 1 == count();
        const bool written = last || film_ || is_numbered(output_, !options_.times.empty());
        Image picture = written ? finished(frame, last, drawn) : Image();
        if (last && options_.reference.given()) {
            result_.picture = picture;
        }
        if (written) {
            result_.last = name_of(frame);
            result_.first = result_.first.empty() ? result_.last : result_.first;
            if (film_) {
                film_->add(picture);
            } else {
                const Drawn by{device, team_.renderer(0).drawn_by(drawn.statistics), drawn.statistics.frame_ms};
                writer_.add(std::move(picture), result_.last, picture_texts(drawn.scene, options_.embed, by),
                            packing_of(drawn.scene), std::exchange(light_, {}));
            }
            run_.phase_done("write PNG", "", film_ ? fmt::format("picture {}", frame + 1) : result_.last);
        }
        for (const Side side : empty) {
            tell_nothing_is_seen(side);
        }
        if (whole && !empty.empty()) {
            drawn_.back().nothing_seen = true;
        }
    }
};

} // namespace

DrawnFrames draw_frames(const FramesToDraw &wanted, RankTeam &all, RunStatistics &run) {
    FrameRun frames(wanted, all, run);
    run.drawing_begins();
    DrawnFrames drawn;
    try {
        drawn = frames.draw();
    } catch (const Error &) {
        frames.finish_writing(); // pictures before this one may have failed
        throw;
    }
    run.phase_done("write PNG", "", "to the end");
    run.drawing_ends();
    return drawn;
}

} // namespace voxmarch
