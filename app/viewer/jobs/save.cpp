// Files that the viewer writes.
#include "app/viewer/jobs/save.h"

#include "base/error.h"

#include <fmt/format.h>
#include <glad/gl.h>

namespace voxmarch {

namespace {

std::string stem_of(const ViewerState &state) {
    const std::string &name = state.loaded->volume.header().name;
    std::string stem = name.substr(0, name.find_first_of(".:", 1));
    return stem.empty() ? "volume" : stem;
}

/// Draws and writes; afterwards `done` runs on the interface's thread with "" or what went wrong.
void post_picture(ViewerState &state, const Scene &scene, const std::filesystem::path &file,
                  std::function<void(const std::string &)> done) {
    Mailbox &mailbox = state.mailbox;
    state.render.post([scene, file, done, &mailbox, embed = state.save.embed](SceneRenderer &renderer) {
        std::string error;
        try {
            const Image image = draw_picture(scene, [&](const RenderSettings &settings) {
                return renderer.draw(scene, scene.camera, scene.width, scene.height, settings);
            });
            const Drawn drawn{renderer.device(), renderer.backend(), renderer.statistics().frame_ms};
            write_png(image, file, picture_texts(scene, embed, drawn));
        } catch (const std::exception &problem) {
            error = problem.what();
        }
        mailbox.post([done, error] { done(error); });
    });
}

} // namespace

std::filesystem::path next_file(const ViewerState &state, const std::string &extension) {
    const std::string stem = stem_of(state);
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::filesystem::path file = state.output_folder / fmt::format("{}-{:03}{}", stem, number, extension);
        if (!std::filesystem::exists(file, ignored) && !state.save.under_way.contains(file)) {
            return file;
        }
    }
}

void save_picture(ViewerState &state, const std::filesystem::path &file, int width, int height) {
    Scene scene = state.scene;
    scene.width = width;
    scene.height = height;
    const std::string drawing = fmt::format("drawing {} x {} pixels ...", width, height);
    state.notify(drawing);
    state.save.under_way.insert(file);
    post_picture(state, scene, file, [&state, file, drawing](const std::string &error) {
        state.save.under_way.erase(file);
        std::erase_if(state.notices, [&](const Notice &notice) { return notice.text == drawing; });
        state.notify(error.empty() ? "saved " + file.string() : error, !error.empty());
    });
}

void save_session(ViewerState &state, const std::filesystem::path &file) {
    try {
        write_session(state.scene, file);
        state.store.add_recent(absolute_source(file.string()));
        state.notify("saved " + file.string());
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
}

Image window_picture(const Window &window) {
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window.handle(), &width, &height);
    Image image{width, height, std::vector<std::uint8_t>(std::size_t(width) * height * 4)};
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

void save_window_if_wanted(ViewerState &state) {
    const std::string file = std::exchange(state.save.window_wanted, {});
    if (file.empty() || !state.loaded) {
        return;
    }
    try {
        write_png(window_picture(state.window), file, picture_texts(state.scene, state.save.embed, {}));
        state.notify("saved " + file);
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
}

std::vector<Camera> animation_cameras(const ViewerState &state) {
    const AnimationState &animation = state.save.animation;
    std::vector<Camera> cameras;
    for (int i = 0; i < animation.frames; ++i) {
        if (animation.turntable || animation.keys.size() < 2) {
            const double share = static_cast<double>(i) / animation.frames; // the last frame is not the first again
            cameras.push_back(orbited(state.scene.camera, {-360.0 / 200.0 * share, 0.0}, {1.0, 1.0}));
        } else {
            const double place = static_cast<double>(i) / std::max(animation.frames - 1, 1) *
                                 static_cast<double>(animation.keys.size() - 1);
            const std::size_t key = std::min(static_cast<std::size_t>(place), animation.keys.size() - 2);
            cameras.push_back(between(animation.keys[key], animation.keys[key + 1], place - static_cast<double>(key)));
        }
    }
    return cameras;
}

namespace {

void post_frame(ViewerState &state, std::shared_ptr<const std::vector<Camera>> cameras, std::size_t frame,
                const std::filesystem::path &folder) {
    AnimationState &animation = state.save.animation;
    animation.done = static_cast<int>(frame);
    if (animation.cancelled || frame == cameras->size() || !state.loaded) {
        animation.running = false;
        animation.note = fmt::format("{} of {} pictures are in {}", frame, cameras->size(), folder.string());
        return;
    }
    Scene scene = state.scene;
    scene.camera = (*cameras)[frame];
    scene.width = animation.width;
    scene.height = animation.height;
    post_picture(state, scene, folder / fmt::format("frame-{:04}.png", frame),
                 [&state, cameras, frame, folder](const std::string &error) {
                     if (!error.empty()) {
                         state.save.animation.running = false;
                         state.save.animation.note = error;
                         return;
                     }
                     post_frame(state, cameras, frame + 1, folder);
                 });
}

} // namespace

void start_animation(ViewerState &state) {
    AnimationState &animation = state.save.animation;
    const std::filesystem::path folder = state.output_folder / animation.folder;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        animation.note = folder.string() + ": " + error.message();
        return;
    }
    animation.running = true;
    animation.cancelled = false;
    animation.note.clear();
    post_frame(state, std::make_shared<const std::vector<Camera>>(animation_cameras(state)), 0, folder);
}

} // namespace voxmarch
