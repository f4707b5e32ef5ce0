// Writes pictures, sessions, functions and windows in the background, under names that are free.
#include "app/viewer/jobs/save.h"

#include "app/remedy_text.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/view/light_wait.h"
#include "app/viewer/view/shown_picture.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/view/view_pane.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/image_clipboard.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/window.h"
#include "base/error.h"
#include "base/input_guard.h"
#include "base/text.h"
#include "renderer/picture_file.h"
#include "scene/animation.h"
#include "scene/figure/figure_painter.h"
#include "scene/film_writer.h"
#include "scene/finished_picture.h"
#include "scene/key_frames.h"
#include "scene/picture_writer.h"

#include <SDL.h>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <glad/gl.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

/// The description that a file states, or its name without endings. Names of DICOM series are numbers with dots.
std::string stem_of(const Volume &volume) {
    const VolumeHeader &header = volume.header();
    std::string stem = header.title.empty() ? header.name.substr(0, header.name.find_first_of(".:", 1))
                                            : text::file_word(header.title);
    return stem.empty() ? "volume" : stem;
}

/// What sessions keep of the comparison, with the gap of the view.
std::optional<SceneComparison> comparison_of(const ViewerState &state) {
    const int gap = std::min(static_cast<int>(two_panes_gap()), SceneComparison::gap_limit);
    return kept_comparison(state.tools.compare, gap);
}

/// The scene as pictures show it: both sides where the view does. @param scene  its size is that of the whole picture
Scene pictured(const ViewerState &state, Scene scene) {
    scene.comparison = shows_both_sides(state) ? comparison_of(state) : std::nullopt;
    if (!can_paint_figures()) {
        scene.figure = {};
    }
    return state.view.unlit ? without_light(std::move(scene)) : scene;
}

SlicePictures slice_pictures(const ViewerState &state) {
    return pictures_of(state.tools.slices, state.jobs.status.bricks.has_value(),
                       state.document.loaded->labels.has_value());
}

/// With what lies over it, where this build can paint that.
/// @param slices    that the view shows beside the volume
/// @param progress  of all of it
Image draw(Painter &painter, const Scene &scene, const SlicePictures &slices,
           const Painter::KeptProgress &progress = {}) {
    const double count = scene.comparison ? 2.0 : 1.0;
    double begun = 0.0; // sides
    std::vector<Image> sides = draw_sides(scene, [&](Scene side) {
        add_planes(side, slices);
        Image image = painter.picture(side, [&](double share) {
            if (progress) {
                progress((begun + share) / count);
            }
        });
        begun += 1.0;
        return image;
    });
    const SceneContent &content = *std::as_const(painter).renderer().content();
    return finished_picture(std::move(sides), scene, content, !content.stands_for);
}

Drawn drawn_by(const Painter &painter) {
    const SceneRenderer &renderer = painter.renderer();
    return {renderer.device(), renderer.drawn_by(), painter.picture_ms()};
}

PackSettings packing_of(const Scene &scene) {
    PackSettings packing;
    packing.dpi = scene.figure.dpi;
    return packing;
}

/// Thrown where a picture is cancelled.
struct Cancelled {};

constexpr const char *closed_before =
    "the picture is not saved: the volume that it was of was closed before it could be drawn";

/// What a job says when it is done, or when it is dropped since another volume was opened before it began.
class Answer {
public:
    Answer(Mailbox &mailbox, std::function<void(const std::string &)> done)
        : mailbox_(mailbox), done_(std::move(done)) {}
    Answer(const Answer &) = delete;
    Answer &operator=(const Answer &) = delete;
    ~Answer() {
        try {
            if (!told_) {
                tell(closed_before);
            }
        } catch (const std::exception &) { // there is no memory for words
        }
    }

    void tell(const std::string &error) {
        told_ = true;
        mailbox_.post([done = done_, error] { done(error); });
    }

private:
    Mailbox &mailbox_;
    std::function<void(const std::string &)> done_;
    bool told_ = false;
};

/// The job of a picture: draws it, tells how far it is, and has it kept; afterwards `done` runs on the interface's
/// thread with "" or what went wrong.
/// @param keep  takes the picture to where it belongs. @return "" or what went wrong
void post_picture(ViewerState &state, const Scene &scene, const std::string &text,
                  const std::function<std::string(const Image &image, const Painter &painter)> &keep,
                  const std::function<void(const std::string &)> &done) {
    Saving &save = state.tools.save;
    const auto kept = std::make_shared<KeptPicture>(text, seconds_now());
    save.pictures.push_back(kept);
    const auto answer = std::make_shared<Answer>(state.jobs.mailbox, [&save, kept, done](const std::string &problem) {
        std::erase(save.pictures, kept);
        done(problem);
    });
    state.jobs.render->post([scene, slices = slice_pictures(state), kept, keep, answer](Painter &painter) {
        const auto progress = [&](double share) {
            if (kept->cancelled) {
                throw Cancelled{};
            }
            kept->share = share;
            painter.tell("drawing a picture to be kept", std::max(share, 1e-3));
        };
        try {
            answer->tell(keep(draw(painter, scene, slices, progress), painter));
        } catch (const Cancelled &) {
            answer->tell("no picture was kept: it was cancelled");
        } catch (const BrickPictures::Interrupted &) {
            answer->tell(closed_before);
        } catch (const std::exception &problem) {
            answer->tell(viewer_text(problem));
        }
    });
}

/// "Drawing a picture of 880 x 660 pixels".
std::string drawing_text(int width, int height) {
    return fmt::format("Drawing a picture of {} x {} pixels", width, height);
}

} // namespace

bool shows_both_sides(const ViewerState &state) {
    const Comparison &compare = state.tools.compare;
    return has_two_panes(compare, state.tools.speed.heat_map.has_value()) || compare.compares_volumes();
}

int width_of_view(const ViewerState &state) {
    const View &view = state.view; // whose panes lie beside each other, or are one
    return state.document.scene.width + static_cast<int>(view.other_origin.x - view.origin.x);
}

std::filesystem::path next_file(const Saving &save, const Document &document, const std::string &extension,
                                const std::string &part) {
    const std::string stem = stem_of(document.loaded->volume) + (part.empty() ? "" : "-" + text::file_word(part));
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::filesystem::path file = save.folder / fmt::format("{}-{:03}{}", stem, number, extension);
        if (!std::filesystem::exists(file, ignored) && !save.under_way.contains(file)) {
            return file;
        }
    }
}

namespace {

/// Behind what a message says of a picture: what is seen in the view, and not in it.
std::string left_out(const Scene &scene) {
    return scene.annotations.empty() || scene.figure.annotations
               ? ""
               : " without the measurements: the window Save has a switch for them";
}

} // namespace

void save_picture(ViewerState &state, const std::filesystem::path &file, int width, int height) {
    Saving &save = state.tools.save;
    Notices &notices = state.notices;
    Scene scene = state.document.scene;
    scene.width = width;
    scene.height = height;
    scene = pictured(state, std::move(scene));
    save.under_way.insert(file);
    post_picture(
        state, scene, drawing_text(width, height),
        [scene, file, embed = save.embed](const Image &image, const Painter &painter) {
            write_picture(image, file, packing_of(scene), picture_texts(scene, embed, drawn_by(painter)));
            return std::string();
        },
        [&save, &notices, file, left = left_out(scene)](const std::string &problem) {
            save.under_way.erase(file);
            notices.add(problem.empty() ? "saved " + file.string() + left : problem, !problem.empty());
        });
}

void copy_picture(ViewerState &state) {
    Notices &notices = state.notices;
    Scene scene = state.document.scene;
    scene.width = width_of_view(state);
    scene = pictured(state, std::move(scene));
    post_picture(
        state, scene, drawing_text(scene.width, scene.height),
        [scene, embed = state.tools.save.embed](const Image &image, const Painter &painter) {
            return copy_png(packed_png(image, "the clipboard", picture_texts(scene, embed, drawn_by(painter))));
        },
        [&notices, left = left_out(scene)](const std::string &problem) {
            notices.add(problem.empty() ? "the picture is in the clipboard" + left : problem, !problem.empty());
        });
}

void save_session(ViewerState &state, const std::filesystem::path &file) {
    Notices &notices = state.notices;
    try {
        Document &document = state.document;
        Scene kept = document.scene;
        kept.width = width_of_view(state);
        kept.comparison = comparison_of(state);
        if (is_session(file)) { // whoever opened it wants it to be written; a volume's file stays as it is
            forget_input(file);
        }
        write_session(kept, file);
        document.session_file = file;
        document.history.settle_edits(document.scene);
        document.history.mark_saved();
        state.store.add_recent(absolute_source(file.string()));
        notices.add("saved " + file.string());
    } catch (const Error &error) {
        notices.add(viewer_text(error), true);
    }
}

Image window_picture(const Window &window) {
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window.handle(), &width, &height);
    Image image{width, height, Pixels(std::size_t(width) * height * 4)};
    std::vector<std::uint8_t> rows(image.rgba.size());
    glReadBuffer(GL_BACK);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    const std::size_t row = std::size_t(width) * 4;
    for (std::size_t y = 0; y < std::size_t(height); ++y) { // OpenGL's first row is the lowest
        std::copy_n(rows.data() + (std::size_t(height) - 1 - y) * row, row, image.rgba.data() + y * row);
    }
    for (std::size_t alpha = 3; alpha < image.rgba.size(); alpha += 4) {
        image.rgba[alpha] = 255;
    }
    return image;
}

void save_slices(ViewerState &state, const std::filesystem::path &file) {
    Saving &save = state.tools.save;
    save.window_wanted = file.string();
    save.slices_wanted = true;
    save.window_frames = 2;
}

/// The part of a window's picture that a pane has.
static Image part_of(const Image &window, const PaneRect &pane) {
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    const auto pixel = [](float at, float pixels, int last) {
        return std::clamp(static_cast<int>(std::lround(at * pixels)), 0, last);
    };
    const int left = pixel(pane.origin.x, scale.x, window.width), top = pixel(pane.origin.y, scale.y, window.height);
    const int right = pixel(pane.origin.x + pane.size.x, scale.x, window.width);
    const int bottom = pixel(pane.origin.y + pane.size.y, scale.y, window.height);
    Image part{right - left, bottom - top, {}};
    for (int y = top; y < bottom; ++y) {
        const std::uint8_t *const row = window.pixel(left, y);
        part.rgba.insert(part.rgba.end(), row, row + 4 * static_cast<std::size_t>(part.width));
    }
    return part;
}

void save_window_if_wanted(ViewerState &state, const Window &window) {
    Saving &save = state.tools.save;
    const Slices &slices = state.tools.slices;
    Notices &notices = state.notices;
    const Document &document = state.document;
    if (save.window_frames > 0) {
        --save.window_frames;
        return;
    }
    const bool plays = state.tools.times.playing || state.tools.time_line.playing;
    if (save.slices_wanted && slices.open && !slices.alone && state.view.shown.outdated && !plays &&
        state.jobs.status.error.empty()) {
        return; // until the 3D view is drawn
    }
    const std::string file = std::exchange(save.window_wanted, {});
    const bool part = std::exchange(save.slices_wanted, false);
    if (file.empty() || !document.loaded) {
        return;
    }
    try {
        const Image shown = window_picture(window);
        write_picture(part ? part_of(shown, slices.shown_pane) : shown, file, {},
                      picture_texts(document.scene, save.embed, {}));
        notices.add("saved " + file);
    } catch (const Error &error) {
        notices.add(viewer_text(error), true);
    }
}

namespace {

/// An animation under way. Writers are used by the render thread alone.
struct Shooting {
    Shooting(ViewerState &of_state, std::filesystem::path into)
        : save(of_state.tools.save), jobs(of_state.jobs), notices(of_state.notices), target(std::move(into)),
          scene(pictured(of_state, of_state.document.scene)), slices(slice_pictures(of_state)) {}

    Saving &save;
    Jobs &jobs;
    Notices &notices;
    const std::filesystem::path target;
    Scene scene;                 ///< as it was when it began
    const SlicePictures slices;  ///< then, of its time
    std::vector<Camera> cameras; ///< of a turntable; empty: the time line
    PictureWriter writer;
    std::optional<FilmWriter> film; ///< in the place of files
    const int number = save.animation.number;

    /// Its volume is gone, or another one has begun.
    bool is_over() const { return !save.animation.running || save.animation.number != number; }

    Scene scene_of(int frame) const {
        if (!cameras.empty()) {
            Scene at = scene;
            at.camera = cameras[static_cast<std::size_t>(frame)];
            return at;
        }
        Scene at = scene_at(scene, time_of_picture(scene.time_line, frame));
        if (at.volume.time != scene.volume.time) {
            at.identity = {}; // of other voxels
        }
        return at;
    }
};

/// Tells what has come of it, where the user looks.
void end_shooting(Shooting &shooting, const std::string &text, bool failed = false) {
    shooting.save.animation.running = false;
    shooting.save.animation.note = text;
    shooting.notices.add(text, failed);
}

/// Has the render thread work; afterwards `done` runs on the interface's thread, unless something went wrong.
void post_work(const std::shared_ptr<Shooting> &shooting, const std::function<void(Painter &)> &work,
               const std::function<void()> &done) {
    shooting->jobs.render->post([shooting, work, done](Painter &painter) {
        std::string error;
        try {
            work(painter);
        } catch (const BrickPictures::Interrupted &) { // another volume is shown, with which it is over
        } catch (const std::exception &problem) {
            error = viewer_text(problem);
        }
        shooting->jobs.mailbox.post([shooting, done, error] {
            if (shooting->is_over()) {
                return;
            }
            if (error.empty()) {
                done();
                return;
            }
            end_shooting(*shooting, error, true);
        });
    });
}

/// Ends the files, or the film if it is whole.
void finish(const std::shared_ptr<Shooting> &shooting) {
    const Animation &animation = shooting->save.animation;
    const bool whole = animation.done == animation.total;
    const std::string target = shooting->target.string();
    std::string text = fmt::format("{} of {} pictures are in {}", animation.done, animation.total, target);
    if (shooting->film) {
        text = whole ? fmt::format("saved {}, {} pictures", target, animation.total) : "no film was saved";
    }
    post_work(
        shooting,
        [shooting, whole](Painter &) {
            shooting->writer.finish();
            if (shooting->film && whole) {
                shooting->film->finish();
            }
            shooting->film.reset();
        },
        [shooting, text] { end_shooting(*shooting, text); });
}

/// Draws this frame, and then the next one, while the one before is written.
void post_frame(const std::shared_ptr<Shooting> &shooting, int frame) {
    Animation &animation = shooting->save.animation;
    animation.done = frame;
    if (animation.cancelled || frame == animation.total) {
        finish(shooting);
        return;
    }
    const std::filesystem::path file = shooting->target / fmt::format("frame-{:04}.png", frame);
    post_work(
        shooting,
        [shooting, scene = shooting->scene_of(frame), file, embed = shooting->save.embed](Painter &painter) {
            const bool same_time = scene.volume.time == shooting->scene.volume.time; // that slices are of
            Image image = draw(painter, scene, same_time ? shooting->slices : SlicePictures{});
            if (shooting->film) {
                shooting->film->add(image);
                return;
            }
            shooting->writer.add(std::move(image), file, picture_texts(scene, embed, drawn_by(painter)),
                                 packing_of(scene));
        },
        [shooting, frame] { post_frame(shooting, frame + 1); });
}

} // namespace

void abandon_animation(Saving &save, Notices &notices) {
    if (save.animation.running) {
        save.animation.running = false;
        save.animation.note = "the animation ended with its volume";
        notices.add(save.animation.note, true);
    }
}

void start_animation(ViewerState &state, const std::filesystem::path &target) {
    Animation &animation = state.tools.save.animation;
    ++animation.number;
    const auto shooting = std::make_shared<Shooting>(state, target);
    Scene &scene = shooting->scene;
    scene.width = animation.width;
    scene.height = animation.height;
    if (animation.turntable) {
        shooting->cameras = turntable_cameras(scene.camera, animation.frames);
    }
    try {
        if (animation.film) {
            scene.transparent = false; // films have no opacities
            shooting->film.emplace(target, scene.time_line.rate);
        } else {
            std::filesystem::create_directories(target);
        }
    } catch (const std::exception &problem) {
        end_shooting(*shooting, viewer_text(problem), true);
        return;
    }
    animation.total = animation.turntable ? animation.frames : picture_count(scene.time_line);
    animation.running = true;
    animation.cancelled = false;
    animation.note.clear();
    post_frame(shooting, 0);
}

} // namespace voxmarch
