// Threads that work beside the interface: how they begin, and how one that a driver holds is left behind.
#include "app/viewer/jobs/jobs.h"

#include <utility>

namespace voxmarch {

Jobs::Jobs(const std::string &chosen, bool allow_mixed, std::optional<SamplingBackend> backend, const BrickWish &bricks,
           const std::function<void()> &wake)
    : mailbox(wake), loader(wake), exporter(chosen, wake), skeletons(chosen, wake), slices(wake), regions(wake),
      times(wake), joint(wake), native(wake), device(chosen),
      render(std::make_unique<RenderThread>(chosen, allow_mixed, backend, bricks, wake)), allow_mixed_(allow_mixed),
      backend_(backend), bricks_(bricks), wake_(wake) {}

void Jobs::draw_anew(const std::string &chosen, const std::shared_ptr<const LoadedVolume> &loaded) {
    device = chosen;
    exporter.use_device(chosen);
    skeletons.use_device(chosen);
    std::deque<RenderThread::Job> waiting = render->leave();
    auto next = std::make_unique<RenderThread>(device, allow_mixed_, backend_, bricks_, wake_, render->newest());
    left_behind_.push_back(std::exchange(render, std::move(next)));
    if (loaded) {
        render->set_volume(loaded);
        for (RenderThread::Job &job : waiting) {
            render->post(std::move(job));
        }
    }
    status = {};
    slow_call.reset();
    anew = true;
}

bool Jobs::leaves_behind() {
    std::erase_if(left_behind_, [](const auto &thread) { return thread->has_ended(); });
    return !left_behind_.empty();
}

} // namespace voxmarch
