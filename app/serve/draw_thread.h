// The thread that owns a device, or several that draw together: draws for its pages in turns, of each the newest wish
// alone, and whole pictures for requests in between. Pages that move get their pictures between the parts of whole
// ones.
#pragma once

#include "app/serve/frame_ladder.h"
#include "app/serve/messages.h"
#include "app/serve/packer.h"
#include "app/serve/picture_message.h"
#include "app/serve/scene_artist.h"
#include "app/serve/web_server.h"
#include "device/device.h"
#include "scene/load_volume.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace voxmarch {

/// What a page wants to see.
struct PageWish {
    Scene scene;
    std::uint32_t request = 0;
    bool moving = false;
    bool count = false; ///< samples of the whole picture, which its `session` then tells
};

class DrawThread {
public:
    using Seat = std::uint64_t; ///< a page's place at the thread

    /// Brings the volume to the devices. @param limit  of pictures  @throws as SceneArtist
    DrawThread(std::vector<std::unique_ptr<Device>> devices, std::shared_ptr<TimeShelf> times, SamplingBackend backend,
               const BrickWish &bricks, const SizeLimit &limit);
    ~DrawThread() { stop(); }
    DrawThread(const DrawThread &) = delete;
    DrawThread &operator=(const DrawThread &) = delete;

    /// From now on the page gets pictures of what it wishes.
    Seat add(std::shared_ptr<PageLine> line, PageWish wish);
    void remove(Seat seat);

    /// Replaces the wish before it.
    void wish(Seat seat, PageWish wish);

    /// What a page waits for.
    struct Activity {
        bool drawing = false;        ///< it gets another picture of its wish, without any word of it
        int sample = 0, samples = 0; ///< of traced light: the one that is at work, and all at most; 0: none
    };
    Activity activity(Seat seat) const;

    /// The page showed a picture: another may be on its way.
    void shown(Seat seat, std::uint32_t picture);

    /// A slice of the scene, as a picture of its own; the newest alone is drawn.
    void wish_slice(Seat seat, const Scene &scene, const SliceWish &slice, std::uint32_t request);

    /// A text for the page of what is loaded. @param still_wanted  throws where nobody waits any more
    using Answer = std::function<std::string(const LoadedVolume &, const std::function<void()> &still_wanted)>;

    /// Sends the answer beside drawing, one after the other. @return false where most_questions wait
    bool ask(Seat seat, int time, std::uint32_t request, Answer answer);

    /// A whole picture for somebody.
    struct Order {
        Scene scene;
        std::function<void(Image)> done;                        ///< on the packer's thread
        std::function<void(const std::exception_ptr &)> failed; ///< on any thread
        bool patient = false;                                   ///< after all that pages wait for
    };
    void order(Order order);

    std::size_t seats() const;
    std::size_t orders() const; ///< that wait, also for their files: pictures are large until they are packed

    std::vector<std::string> devices() const; ///< their names
    const BrickChoice &bricks() const { return artist_.bricks(); }
    SamplingBackend backend() const { return artist_.renderer().backend(); }

    /// Waits for the part of a picture that is at work, and draws nothing more.
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    struct Place {
        std::shared_ptr<PageLine> line;
        PageWish wish;
        std::uint64_t version = 1;                 ///< of the wish
        std::uint64_t moving_drawn = 0, drawn = 0; ///< versions
        std::shared_ptr<const Scene> last;         ///< drawn whole
        int sample = 0;                            ///< of its traced light that is at work; 0: none
        FrameLadder ladder;
        std::uint32_t sent = 0, shown = 0;                              ///< numbers of pictures
        std::deque<std::pair<std::uint32_t, Clock::time_point>> on_way; ///< moving ones
        std::uint32_t whole = 0;                                        ///< the last whole one
        Clock::time_point whole_sent;
        Packer::Job lossless{}; ///< waits until that is shown; empty: nothing waits
        bool slice_waits = false;
        Scene slice_scene;
        SliceWish slice;
        std::uint32_t slice_request = 0;
        int questions = 0; ///< that wait
    };
    enum class Step { nothing, moving, whole };
    static constexpr std::uint32_t most_on_way = 2;
    static constexpr int most_in_a_row = 12, most_questions = 16;

    const std::shared_ptr<TimeShelf> times_;
    std::vector<std::unique_ptr<Device>> devices_;
    SceneArtist artist_;

    mutable std::mutex mutex_; // of all below up to the threads
    std::condition_variable changed_;
    bool stop_ = false;
    std::map<Seat, Place> places_;
    Seat next_ = 1, last_served_ = 0;
    bool order_was_last_ = false;
    int moving_in_a_row_ = 0; ///< pictures since the last whole one
    std::deque<Order> orders_, patient_;
    std::atomic<std::size_t> packed_later_ = 0; ///< pictures of orders that have no file yet

    Packer packer_;
    std::thread thread_; // last: it starts when everything is there

    void run();
    Step step_of(const Place &place) const;
    std::optional<std::pair<Seat, Step>> next_seat() const;
    void serve_seat(std::unique_lock<std::mutex> &lock, Seat seat, Step step);
    void serve_order(std::unique_lock<std::mutex> &lock, std::deque<Order> &from);
    Place as_it_is(Seat seat) const;
    void draw_and_tell(Seat seat, Step step, const Place &place);
    void let_moving_ones_in(Seat whole);
    void draw_for(Seat seat, Step step, const Place &place);
    TracedSteps steps_of(Seat seat, const Place &place);
    void deliver(Seat seat, Step step, const PageWish &wish, std::uint64_t version, DrawnPicture drawn, int quality);
    void send_growing(Seat seat, const PageWish &wish, std::uint64_t version, Image image, int samples);
    void keep_lossless(Seat seat, std::uint64_t version, PictureMessage message,
                       const std::shared_ptr<const Image> &image);
    void note_sending(Seat seat, std::uint32_t picture);
    bool is_newest(Seat seat, std::uint64_t version) const;
    enum class Sending { moving, growing, whole, lossless };
    std::optional<std::uint32_t> number_of_next(Seat seat, std::uint64_t version, Sending sending);
    void tell_failure(Seat seat, std::uint64_t version, const std::string &problem);
    void pack_slice(Seat seat);
    void require_waiting(Seat seat) const;
};

/// A text as the message {"type": "error", ..} of pages. @param code  a word for programs
std::string error_message(const std::string &code, const std::string &problem, std::uint32_t request);

} // namespace voxmarch
