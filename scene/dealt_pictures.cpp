// A counter gives pictures to devices, a shelf brings them back into order.
#include "scene/dealt_pictures.h"

#include "scene/finished_picture.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

/// What the threads of the devices share.
class PictureShelf {
public:
    using Next = std::function<std::optional<int>()>;
    using Take = std::function<void(int, DealtPicture)>;

    PictureShelf(const Next &next, std::size_t most_waiting, const Take &take)
        : most_waiting_(most_waiting), next_(next), take_(take) {}

    /// Number of a picture that nobody draws; empty if there is none or one has failed. Waits while many pictures wait
    /// for one before them.
    std::optional<int> number() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return error_ || under_way_.size() < most_waiting_; });
        const std::optional<int> number = error_ ? std::nullopt : next_();
        if (number) {
            under_way_.push_back(*number);
        }
        return number;
    }

    /// Hands over all pictures whose turn it is now.
    void put(int number, DealtPicture picture) {
        {
            const std::lock_guard lock(mutex_);
            waiting_.emplace(number, std::move(picture));
            while (!waiting_.empty() && waiting_.begin()->first == under_way_.front()) {
                DealtPicture first = std::move(waiting_.extract(waiting_.begin()).mapped());
                try {
                    take_(under_way_.front(), std::move(first));
                } catch (...) {
                    keep(under_way_.front(), std::current_exception());
                    break;
                }
                under_way_.pop_front();
            }
        }
        changed_.notify_all();
    }

    void fail(int number, std::exception_ptr error) {
        {
            const std::lock_guard lock(mutex_);
            keep(number, std::move(error));
        }
        changed_.notify_all();
    }

    void rethrow() const {
        if (error_) {
            std::rethrow_exception(error_);
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    const std::size_t most_waiting_;
    const Next &next_;
    const Take &take_;
    std::deque<int> under_way_; ///< numbers that are given and not taken
    std::map<int, DealtPicture> waiting_;
    int failed_ = 0;
    std::exception_ptr error_; ///< of picture failed_

    void keep(int number, std::exception_ptr error) {
        if (!error_ || number < failed_) {
            failed_ = number;
            error_ = std::move(error);
        }
    }
};

DealtPicture draw_whole(SceneRenderer &renderer, Scene scene, std::size_t member,
                        const std::function<Scene(const Scene &, std::size_t)> &shown) {
    DealtPicture drawn;
    drawn.sides = draw_sides(scene, [&](const Scene &side) {
        Image image = renderer.draw(shown(side, member));
        add_side(drawn.statistics, renderer.statistics());
        return image;
    });
    drawn.scene = std::move(scene);
    drawn.member = member;
    return drawn;
}

} // namespace

void deal_pictures(DeviceTeam &team, const std::function<std::optional<int>()> &next,
                   const std::function<Scene(int, std::size_t)> &scene_of,
                   const std::function<Scene(const Scene &, std::size_t)> &shown,
                   const std::function<void(int, DealtPicture)> &take) {
    PictureShelf shelf(next, 2 * team.size(), take);
    team.run([&](std::size_t member) {
        while (const std::optional<int> number = shelf.number()) {
            try {
                shelf.put(*number, draw_whole(team.renderer(member), scene_of(*number, member), member, shown));
            } catch (...) {
                shelf.fail(*number, team.named(member, std::current_exception()));
            }
        }
    });
    shelf.rethrow();
}

} // namespace voxmarch
