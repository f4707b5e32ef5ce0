// Small services of the state.
#include "app/viewer/state.h"

namespace voxmarch {

double seconds_now() {
    static const auto start = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void Mailbox::post(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        work_.push_back(std::move(work));
    }
    wake_();
}

void Mailbox::run_all() {
    std::vector<std::function<void()>> work;
    {
        const std::lock_guard lock(mutex_);
        work.swap(work_);
    }
    for (const auto &piece : work) {
        piece();
    }
}

void ViewerState::notify(const std::string &text, bool error) {
    constexpr std::size_t limit = 4;
    const std::string trimmed = text.substr(0, text.find_last_not_of(" \n") + 1);
    if (trimmed.empty()) {
        return;
    }
    notices.push_back({trimmed, error, seconds_now() + (error ? 12.0 : 5.0)});
    while (notices.size() > limit) {
        notices.pop_front();
    }
}

void ViewerState::glide_to(const Camera &camera) {
    glide = {scene.camera, camera};
    glide_begin = seconds_now();
}

void ViewerState::open(const std::string &source) {
    LoadRequest request;
    request.volume.source = source;
    open(request);
}

void ViewerState::open(const LoadRequest &request) {
    const VolumeSource &volume = request.volume;
    welcome_closed = true;
    if (!request.session && volume.raw.empty() && lacks_raw_layout(volume.source) && !is_session(volume.source)) {
        const auto last = store.raw_layouts.find(absolute_source(volume.source));
        raw_window = raw_window_for(request, last == store.raw_layouts.end() ? "" : last->second);
    } else {
        raw_window.open = false;
        LoadRequest informed = request;
        informed.known = store.recent;
        if (loaded) {
            informed.known.insert(informed.known.begin(), absolute_source(scene.volume.source));
        }
        loader.start(informed);
    }
}

TransferFunction over_volume(const TransferFunction &transfer, const LoadedVolume &loaded) {
    return over_values(transfer, default_window(loaded.volume.type(), loaded.volume.range()));
}

} // namespace voxmarch
