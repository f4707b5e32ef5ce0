// Full pictures of painters: refined part by part, by all devices, measured again, or to be kept.
#include "app/viewer/jobs/painter.h"

#include "app/viewer/jobs/traced_quality.h"
#include "scene/draw_in_parts.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

constexpr double refining_part_ms = 45.0; // longest wait before a new request is seen
constexpr double shown_every_ms = 150.0;  // what is there of a picture
constexpr double bricks_part_ms = 400.0;  // of parts that are cast in waves: smaller ones read bricks twice

} // namespace

/// The parts in which a picture is drawn.
std::vector<Tile> Painter::tiles_of(const Way &way, const Scene &scene) const {
    const double part_ms = draws_mesh(scene)                  ? std::numeric_limits<double>::max() // drawn once
                           : way.renderer->waits_for_bricks() ? bricks_part_ms
                                                              : refining_part_ms;
    std::vector<Tile> quick = way.governor->tiles(scene.width, scene.height, part_ms);
    const double room = bricks_ ? static_cast<double>(bricks_->part_pixels()) : std::numeric_limits<double>::max();
    if (way.means != Means::exact || static_cast<double>(quick.front().width) * quick.front().height <= room) {
        return quick;
    }
    ResolutionGovernor pixels(1.0);
    pixels.measured(1.0, 1.0);
    return pixels.tiles(scene.width, scene.height, room / 1.5);
}

/// A picture of another size, each pixel that of its place.
static Image resized(const Image &image, int width, int height) {
    Image result{width, height, Pixels(std::size_t(width) * std::size_t(height) * 4)};
    for (int y = 0; y < height; ++y) {
        const int row = static_cast<int>((y + 0.5) * image.height / height);
        for (int x = 0; x < width; ++x) {
            const int column = static_cast<int>((x + 0.5) * image.width / width);
            std::copy_n(image.pixel(column, row), 4,
                        result.rgba.data() + 4 * (std::size_t(y) * std::size_t(width) + std::size_t(x)));
        }
    }
    return result;
}

/// Ends what derives data for a full picture when something newer is wanted, and tells how far it is.
std::function<void(Stage, double)> Painter::ending_stages(std::uint64_t number) {
    return [this, number](Stage stage, double share) {
        if (!client_.is_newest(number)) {
            throw BrickPictures::Interrupted();
        }
        if (share >= 0.0) {
            client_.set_activity(stage == Stage::light        ? finding_light
                                 : stage == Stage::extraction ? "extracting isosurfaces"
                                                              : std::string(name_of(stage)),
                                 std::max(share, 1e-3));
        }
    };
}

/// The scene in full, part by part; empty if something newer is wanted.
/// @param show  what is there of it now and then, over the coarse picture; empty: nobody wants to see that
std::optional<Image> Painter::refine(const Way &way, const Scene &wanted, const std::vector<Tile> &tiles,
                                     std::uint64_t number, FrameStatistics &statistics, const Image &coarse,
                                     Progress progress, const ShowParts &show) {
    const Scene scene = first_sample_for(way, wanted);
    drawn_share_ = progress.begin;
    if (tiles.size() == 1) {
        Image image = measured_draw(way, scene, scene.camera, scene.width, scene.height);
        statistics = way.renderer->statistics();
        return image;
    }
    double frame_ms = 0.0;
    const bool shows = show && coarse_of_ == number;
    Image parts = shows ? resized(coarse, scene.width, scene.height) : Image{};
    auto shown = std::chrono::steady_clock::now();
    const auto draw = [&](std::size_t i, const Camera &camera, const Tile &tile) -> std::optional<Image> {
        if (!client_.is_newest(number)) {
            return std::nullopt;
        }
        drawn_share_ = progress.begin + progress.length * static_cast<double>(i) / static_cast<double>(tiles.size());
        client_.set_activity("refining", drawn_share_);
        Image part = measured_draw(way, scene, camera, tile.width, tile.height);
        frame_ms += way.renderer->statistics().frame_ms;
        if (shows) {
            put(0, std::as_bytes(std::span(part.rgba)), tile, parts);
            if (milliseconds_since(shown) > shown_every_ms && i + 1 < tiles.size()) {
                show(parts);
                shown = std::chrono::steady_clock::now();
            }
        }
        return part;
    };
    std::optional<Image> image = draw_tiles(scene.camera, scene.width, scene.height, tiles, draw);
    statistics = way.renderer->statistics();
    statistics.frame_ms = frame_ms;
    return image;
}

/// The scene in full by all devices; empty if something newer is wanted.
std::optional<Image> Painter::draw_together(const Way &way, const Scene &wanted, std::uint64_t number,
                                            FrameStatistics &statistics) {
    const std::uint64_t member = bricks_ ? bricks_->makes() : 1;
    if (team_of_ != member) {
        client_.set_activity("uploading the volume to the other devices");
        team_.reset();
        team_ = std::make_unique<DeviceTeam>(*way.renderer, devices_,
                                             bricks_ ? bricks_->on_others() : std::vector<DeviceVolume>());
        team_of_ = member;
    }
    SharingSettings sharing;
    sharing.longest_part_ms = refining_part_ms;
    sharing.progress = [&](double share) {
        if (!client_.is_newest(number)) {
            throw BrickPictures::Interrupted();
        }
        drawn_share_ = share;
        client_.set_activity("refining", share);
    };
    const Scene scene = first_sample_for(way, wanted);
    return team_->draw(scene, scene.settings, sharing, statistics);
}

/// A full picture; empty if something newer is wanted.
/// @param again        for its times alone: it is there, and nobody sees it come
/// @param other_first  of a comparison: what is drawn second finds a warmer machine
std::optional<Frame> Painter::full_frame(const FrameOrder &order, std::uint64_t number, bool again,
                                         bool other_first) try {
    const auto start = std::chrono::steady_clock::now();
    drawn_share_ = prepared_ms_ = 0.0;
    watch_bricks(number);
    const Way way = full_way(order.scene);
    Frame frame;
    frame.request = number;
    frame.final = !loaded_->provisional;
    frame.width = order.scene.width;
    frame.height = order.scene.height;
    frame.camera = order.scene.camera;
    frame.isovalues = isovalues_of(order.scene);
    const StagesWatched watched(*way.renderer, is_slow(way), ending_stages(number));
    const std::vector<Tile> tiles = tiles_of(way, order.scene); // of both: then equal settings give equal bits
    const auto show_parts = [&](const Image &image, const std::optional<Image> &other) {
        Frame partial;
        partial.request = number;
        partial.width = frame.width;
        partial.height = frame.height;
        partial.camera = frame.camera;
        partial.isovalues = frame.isovalues;
        partial.image = image;
        partial.other = other;
        client_.publish(std::move(partial));
    };
    const double half = order.other ? 0.5 : 1.0;
    const auto draw_other = [&] {
        const Way other = way_of_other(order, way);
        const auto show = [&](const Image &parts) { show_parts(frame.image, parts); };
        frame.other = refine(other, *order.other, tiles, number, frame.other_statistics, other_coarse_,
                             {other_first ? 0.0 : half, half}, again ? ShowParts() : show);
        frame.other_device = other.renderer->device().index;
        return frame.other.has_value();
    };
    if (order.other && other_first && !draw_other()) {
        return std::nullopt;
    }
    if (order.heat_map) {
        client_.set_activity("counting what the rays do");
        const Scene scene = first_sample_for(way, order.scene);
        frame.image = heat_map_frame(way.renderer->renderer_for(scene), scene.camera, scene.width, scene.height,
                                     scene.settings, *order.heat_map, frame.heat_scale.emplace());
    } else {
        // The sides of a comparison are drawn alike, by one device each.
        const bool together = devices_.size() > 1 && !order.other && way.means != Means::preview && !loaded_->series;
        const auto show = [&](const Image &parts) {
            show_parts(parts,
                       order.other ? std::optional(resized(other_coarse_, frame.width, frame.height)) : std::nullopt);
        };
        std::optional<Image> image = together ? draw_together(way, order.scene, number, frame.statistics)
                                              : refine(way, order.scene, tiles, number, frame.statistics, coarse_,
                                                       {other_first ? half : 0.0, half}, again ? ShowParts() : show);
        if (together && image) {
            frame.shares = team_->shares();
        }
        if (!image) {
            return std::nullopt;
        }
        frame.image = std::move(*image);
    }
    if (order.other && !other_first && !draw_other()) {
        return std::nullopt;
    }
    frame.total_ms = std::max(milliseconds_since(start) - prepared_ms_, 0.0);
    if (coarse_of_ == number && coarse_statistics_.raster_ms > 0.0 && frame.statistics.raster_ms == 0.0) {
        frame.statistics = coarse_statistics_; // it was as large: what it saw of meshes was only shaded again
        frame.total_ms = coarse_ms_;
    }
    explain(frame, order);
    return frame;
} catch (const BrickPictures::Interrupted &) {
    return std::nullopt;
}

/// Draws a comparison so many times, the sides in turns, and publishes each with all times so far.
/// @param last  the one before; becomes the last one
void Painter::measure_again(const FrameOrder &order, std::uint64_t number, int rounds, Race race, Frame &last) {
    for (int round = 0; round < rounds && client_.is_newest(number); ++round) {
        client_.set_activity("measuring", static_cast<double>(round) / rounds);
        std::optional<Frame> frame = full_frame(order, number, true, round % 2 == 0);
        if (!frame) {
            return;
        }
        race.add(frame->statistics.frame_ms, frame->other_statistics.frame_ms);
        frame->race = race;
        frame->statistics.frame_ms = race.a_ms();
        frame->other_statistics.frame_ms = race.b_ms();
        last = *frame;
        client_.publish(std::move(*frame));
    }
}

void Painter::draw_full(const FrameOrder &order, std::uint64_t number) {
    constexpr double longest_ms = 1000.0;
    show_time(order.scene, order.time);
    client_.set_activity("refining");
    std::optional<Frame> frame = full_frame(order, number);
    if (!frame) {
        return;
    }
    if (bricks_) {
        exact_moves_ = !loaded_->provisional && !order.heat_map;
        measured_ = prepared_of(order);
        bricks_->begin_improving();
    }
    drawn_ = order.scene;
    other_drawn_ = order.other;
    const Prepared measured = prepared_of(order);
    const bool once = bricks_ || order.heat_map || draws_mesh(order.scene) ||
                      (order.other && draws_mesh(*order.other)); // the second time a mesh would only be copied
    const bool warm = once || std::exchange(measured_, measured) == measured;
    const double a_ms = frame->statistics.frame_ms, b_ms = frame->other_statistics.frame_ms;
    if (warm && order.other) {
        frame->race.add(a_ms, b_ms);
    }
    const Race race = frame->race;
    Frame last = *frame;
    client_.publish(std::move(*frame));
    if (order.other && order.races && !once) {
        measure_again(order, number, rounds_for(a_ms + b_ms) - static_cast<int>(race.rounds()), race, last);
    } else if (!order.other && !once && !warm && !is_traced(order.scene.settings) && a_ms <= longest_ms &&
               client_.is_newest(number)) {
        client_.set_activity("measuring this picture again");
        if ((frame = full_frame(order, number, true))) {
            last = *frame;
            client_.publish(std::move(*frame));
        }
    }
    if (!order.heat_map && !(bricks_ && loaded_->provisional)) {
        smooth(order, number, last);
    }
}

/// The parts in which a sample of traced light is drawn: small ones as long as nobody knows how long they take.
std::vector<Tile> Painter::path_tiles(const Scene &scene) const {
    constexpr double unknown_pixels = 128.0 * 128.0;
    if (path_governor_.expected_ms(1.0) > 0.0) {
        return path_governor_.tiles(scene.width, scene.height, refining_part_ms);
    }
    ResolutionGovernor pixels(1.0);
    pixels.measured(1.0, 1.0);
    return pixels.tiles(scene.width, scene.height, unknown_pixels);
}

/// Adds a sample of a part of a picture.
void Painter::add_part(Smoothing &smoothing, const Tile &tile, int sample) {
    const Scene &scene = smoothing.scene;
    const bool traced = is_traced(scene.settings);
    std::optional<StagesWatched> watched; // the first paths have kernels compiled
    if (traced && path_governor_.expected_ms(1.0) == 0.0) {
        watched.emplace(*smoothing.way.renderer, false, telling_stages(""));
    }
    VolumeRenderer &renderer = smoothing.way.renderer->renderer_for(scene);
    const bool whole = tile.width == scene.width && tile.height == scene.height;
    const Camera camera = whole ? scene.camera : camera_of_part(tile, scene.width, scene.height, scene.camera);
    renderer.add_sample(camera, tile.width, tile.height, scene.settings, sample, smoothing.sum);
    const double ms = renderer.statistics().frame_ms;
    smoothing.ms += ms;
    if (traced) {
        path_governor_.measured(double(tile.width) * tile.height, ms);
    }
}

/// Adds the samples `from` .. `to` - 1 of a picture. @return false: something newer is wanted
bool Painter::add_samples(Smoothing &smoothing, int from, int to, std::uint64_t number, Progress progress) {
    const Scene &scene = smoothing.scene;
    const bool traced = is_traced(scene.settings);
    for (int sample = from; sample < to; ++sample) {
        const std::vector<Tile> tiles = traced ? path_tiles(scene) : smoothing.tiles;
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            if (!client_.is_newest(number)) {
                return false;
            }
            add_part(smoothing, tiles[i], sample);
            const double done = (sample - from + static_cast<double>(i + 1) / static_cast<double>(tiles.size())) /
                                static_cast<double>(to - from);
            client_.set_activity(
                traced ? fmt::format("tracing light, sample {} of {},", sample + 1, scene.settings.finish.samples)
                       : "smoothing",
                progress.begin + progress.length * done);
        }
    }
    return true;
}

/// Makes the picture of the samples so far. @return whether it takes the place of what is shown
bool Painter::improve_picture(Smoothing &side, int done, Image &shown) const {
    constexpr int least_paths = 16; // before it is believed that no noise is seen
    const RenderSettings &settings = side.scene.settings;
    const bool all = done == settings.finish.samples;
    if (is_denoised(settings) && done < 2) {
        return false;
    }
    Image made = side.sum.picture(settings, done);
    bool shows = true;
    if (is_traced(settings)) {
        const bool compared = side.half.width > 0;
        const bool good = side.bound.is_given() && side.bound.is_reached(side.sum.sums(), made.width, done);
        side.is_quiet = good || (compared && done >= least_paths && is_quiet(made, side.half));
        shows = side.shows || all || side.is_quiet || (compared && is_better(made, side.half, shown));
        side.shows = shows;
        side.half = made;
    }
    if (shows) {
        shown = std::move(made);
    }
    return shows;
}

/// Adds samples to the picture of one, or to both, and publishes them each time their number has doubled. Traced ones
/// stay away until they are better than the picture there is.
/// @param frame  of one sample, shaded, whose times are told on
void Painter::smooth(const FrameOrder &order, std::uint64_t number, const Frame &frame) try {
    const int samples = order.scene.settings.finish.samples;
    const bool traces_other = order.other && is_traced(order.other->settings);
    if (samples == 1 && !is_traced(order.scene.settings) && !traces_other) {
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto begun = [&](const Way &way, const Scene &wanted, Device &device) {
        Scene scene = scene_for(way, wanted);
        scene.settings.finish.samples = samples; // of both: they are compared
        Smoothing smoothing{way, scene, tiles_of(way, scene), SampleSum(device)};
        smoothing.sum.begin(scene.width, scene.height, scene.settings);
        return smoothing;
    };
    const Way way = full_way(order.scene);
    Smoothing first = begun(way, order.scene, *devices_.front());
    std::optional<Smoothing> second;
    if (order.other) {
        const Way other = way_of_other(order, way);
        second = begun(other, *order.other, other_device_ ? *other_device_ : *devices_.front());
    }
    Frame smoother = frame;
    bool ends = false;
    for (int done = 0; done < samples && !ends;) {
        const int next = std::min(std::max(2, 2 * done), samples);
        const double begin = static_cast<double>(done) / samples, length = static_cast<double>(next - done) / samples;
        const double half = second ? 0.5 * length : length;
        if (!add_samples(first, done, next, number, {begin, half}) ||
            (second && !add_samples(*second, done, next, number, {begin + half, half}))) {
            return;
        }
        done = next;
        bool shows = improve_picture(first, done, smoother.image);
        if (first.shows) {
            smoother.paths = done;
            smoother.paths_wanted = samples;
            smoother.statistics.frame_ms = first.ms;
            smoother.total_ms = milliseconds_since(start);
        }
        if (second) {
            shows = improve_picture(*second, done, *smoother.other) || shows;
            smoother.other_statistics.frame_ms = second->shows ? second->ms : smoother.other_statistics.frame_ms;
        }
        ends = first.is_quiet && (!second || second->is_quiet);
        if (shows) {
            client_.publish(Frame(smoother));
        }
    }
} catch (const BrickPictures::Interrupted &) { // something newer is wanted
}

/// Brings what the view may have changed meanwhile back to a picture that is kept.
/// @param ask  whether the picture is wanted still
void Painter::begin_part_of_kept(const Scene &scene, std::optional<StagesWatched> &watched,
                                 const std::function<void()> &ask) {
    show_time(scene, nullptr);
    if (bricks_) {
        bricks_->watch([ask](std::uint64_t, std::uint64_t) { ask(); });
    }
    const Way way = full_way(scene);
    watched.emplace(*way.renderer, is_slow(way), [ask](Stage, double) { ask(); });
}

Image Painter::picture(const Scene &scene, const KeptProgress &progress) {
    const double count = scene.transparent ? 2.0 : 1.0; // of pictures that draw_picture() puts together
    double begun = -1.0, share = 0.0;
    std::optional<StagesWatched> watched;
    const auto ask = [&] {
        if (progress) {
            progress(share);
        }
    };
    const auto go_on = [&](double done) {
        share = (begun + done) / count;
        ask();
        watched.reset();
        client_.draw_newer();
        begin_part_of_kept(scene, watched, ask);
    };
    begin_part_of_kept(scene, watched, ask);
    const Scene exact = scene_for(full_way(scene), scene);
    return draw_picture(exact, [&](const RenderSettings &settings) {
        begun += 1.0;
        go_on(0.0);
        FrameStatistics statistics;
        const Way way = full_way(scene);
        if (!bricks_) {
            const double pixels = static_cast<double>(scene.width) * scene.height;
            const ResolutionGovernor &governor = is_traced(settings) ? path_governor_ : *way.governor;
            const double ms = governor.expected_ms(pixels) * settings.finish.samples;
            Image image = draw_in_parts(*way.renderer, exact, settings, go_on, statistics,
                                        ms > 0.0 ? std::optional(ms) : std::nullopt,
                                        {.at_once_ms = 2.0 * refining_part_ms, .part_ms = refining_part_ms});
            picture_ms_ = statistics.frame_ms;
            return image;
        }
        const std::vector<Tile> tiles = tiles_of(way, exact);
        const auto draw = [&](std::size_t i, const Camera &camera, const Tile &tile) {
            go_on(static_cast<double>(i) / static_cast<double>(tiles.size()));
            SceneRenderer &renderer = *full_way(scene).renderer;
            Image part = renderer.draw(exact, camera, tile.width, tile.height, settings);
            statistics.frame_ms += renderer.statistics().frame_ms;
            return std::optional(std::move(part));
        };
        Image image = *draw_tiles(exact.camera, exact.width, exact.height, tiles, draw);
        picture_ms_ = statistics.frame_ms;
        return image;
    });
}

} // namespace voxmarch
