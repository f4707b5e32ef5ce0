// What is drawn next, for whom, and how it goes out.
#include "app/serve/draw_thread.h"

#include "app/remedy_text.h"
#include "app/serve/picture_message.h"
#include "app/serve/served_session.h"
#include "app/serve/served_slice.h"
#include "base/error.h"
#include "renderer/picture_file.h"
#include "renderer/pictures/encoders.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace voxmarch {

namespace {

/// Something newer is wanted.
struct Superseded {};

constexpr double soon_ms = 200.0;       // a whole picture that takes longer comes after a small one
constexpr double slow_line_ms = 5000.0; // that a whole picture took to be shown: its lossless file would lock the line
constexpr std::size_t told_bytes = std::size_t{64} << 10;
constexpr int rest_quality = 92;
constexpr DrawThread::Seat nobody = 0;

/// Tells of a file that may take long, behind which no answer comes.
void send_picture(PageLine &line, std::string bytes) {
    if (bytes.size() > told_bytes) {
        line.send_text(R"({"type":"sending","bytes":)" + std::to_string(bytes.size()) + "}");
    }
    line.send_bytes(std::move(bytes));
}

/// Does what sends a picture; what goes wrong is told to its page.
template <typename Work> Packer::Job guarded(std::shared_ptr<PageLine> line, std::uint32_t request, Work work) {
    return [line = std::move(line), request, work = std::move(work)]() mutable {
        try {
            work();
        } catch (const std::exception &error) {
            line->send_text(error_message("pack", error.what(), request));
        }
    };
}

float milliseconds(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// What was counted, for the page.
std::string statistics_text(const FrameStatistics &counted) {
    nlohmann::ordered_json numbers{{"rays", counted.rays},
                                   {"rays_in_box", counted.rays_in_box},
                                   {"samples", counted.samples},
                                   {"visible_samples", counted.visible_samples},
                                   {"fetches", counted.fetches},
                                   {"nodes", counted.nodes},
                                   {"leaves", counted.leaves},
                                   {"leaves_skipped", counted.leaves_skipped},
                                   {"octree_bytes", counted.octree_bytes}};
    if (const double share = marching_efficiency(counted); share >= 0.0) {
        numbers["simd_efficiency"] = share;
    }
    return numbers.dump();
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

/// Builds without libjpeg send PNG.
/// Colours at half the resolution where quality is low, too: red edges are sharp at rest.
std::string packed(const Image &image, bool lossless, int quality) {
    return lossless || !can_encode_jpeg() ? packed_png(image, "picture.png", {})
                                          : encode_jpeg_quickly(image, quality, quality < rest_quality);
}

/// Without its stage, its number and its times.
PictureMessage message_of(const Image &image, const PageWish &wish, int quality) {
    PictureMessage message;
    message.encoding = can_encode_jpeg() ? PictureMessage::Encoding::jpeg : PictureMessage::Encoding::png;
    message.quality = static_cast<std::uint8_t>(quality);
    message.request = wish.request;
    message.width = image.width;
    message.height = image.height;
    message.full_width = wish.scene.width;
    message.full_height = wish.scene.height;
    return message;
}

} // namespace

std::string error_message(const std::string &code, const std::string &problem, std::uint32_t request) {
    return nlohmann::ordered_json{{"type", "error"}, {"code", code}, {"message", problem}, {"request", request}}.dump(
        -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

static std::vector<Device *> all_of(const std::vector<std::unique_ptr<Device>> &devices) {
    std::vector<Device *> all;
    std::ranges::transform(devices, std::back_inserter(all), [](const auto &device) { return device.get(); });
    return all;
}

DrawThread::DrawThread(std::vector<std::unique_ptr<Device>> devices, std::shared_ptr<TimeShelf> times,
                       SamplingBackend backend, const BrickWish &bricks, const SizeLimit &limit)
    : times_(std::move(times)), devices_(std::move(devices)), artist_(all_of(devices_), times_, backend, bricks, limit),
      thread_([this] { run(); }) {}

std::vector<std::string> DrawThread::devices() const {
    std::vector<std::string> names;
    std::ranges::transform(devices_, std::back_inserter(names), [](const auto &device) { return device->info().name; });
    return names;
}

void DrawThread::stop() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    packer_.stop();
}

DrawThread::Seat DrawThread::add(std::shared_ptr<PageLine> line, PageWish wish) {
    const std::lock_guard lock(mutex_);
    Place &place = places_[next_];
    place.line = std::move(line);
    place.wish = std::move(wish);
    changed_.notify_all();
    return next_++;
}

void DrawThread::remove(Seat seat) {
    const std::lock_guard lock(mutex_);
    places_.erase(seat);
}

void DrawThread::wish(Seat seat, PageWish wish) {
    const std::lock_guard lock(mutex_);
    if (const auto found = places_.find(seat); found != places_.end()) {
        Place &place = found->second;
        if (wish.scene != place.wish.scene || (wish.count && !place.wish.count)) {
            ++place.version;
            place.sample = 0;
        }
        place.wish = std::move(wish);
        changed_.notify_all();
    }
}

DrawThread::Activity DrawThread::activity(Seat seat) const {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    if (found == places_.end() || found->second.drawn == found->second.version) {
        return {};
    }
    const Place &place = found->second;
    return {true, place.sample, place.sample > 0 ? place.wish.scene.settings.finish.samples : 0};
}

void DrawThread::shown(Seat seat, std::uint32_t picture) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    if (found == places_.end() || picture > found->second.sent) {
        return;
    }
    Place &place = found->second;
    place.shown = std::max(place.shown, picture);
    while (!place.on_way.empty() && place.on_way.front().first <= picture) {
        if (place.on_way.front().first == picture) {
            place.ladder.arrived(milliseconds(place.on_way.front().second));
        }
        place.on_way.pop_front();
    }
    if (place.lossless && picture >= place.whole) {
        const Packer::Job lossless = std::exchange(place.lossless, {});
        if (milliseconds(place.whole_sent) < slow_line_ms) {
            packer_.post(lossless, false);
        }
    }
    changed_.notify_all();
}

void DrawThread::wish_slice(Seat seat, const Scene &scene, const SliceWish &slice, std::uint32_t request) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    if (found == places_.end()) {
        return;
    }
    Place &place = found->second;
    place.slice_scene = scene;
    place.slice = slice;
    place.slice_request = request;
    if (!std::exchange(place.slice_waits, true)) {
        packer_.post([this, seat] { pack_slice(seat); }, true);
    }
}

/// @throws Superseded where the page is gone
void DrawThread::require_waiting(Seat seat) const {
    const std::lock_guard lock(mutex_);
    if (stop_ || !places_.contains(seat)) {
        throw Superseded();
    }
}

bool DrawThread::ask(Seat seat, int time, std::uint32_t request, Answer answer) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    if (found == places_.end() || found->second.questions >= most_questions) {
        return false;
    }
    ++found->second.questions;
    packer_.post(guarded(found->second.line, request,
                         [this, seat, time, answer = std::move(answer), line = found->second.line] {
                             {
                                 const std::lock_guard asked(mutex_);
                                 if (const auto place = places_.find(seat); place != places_.end()) {
                                     --place->second.questions;
                                 }
                             }
                             try {
                                 require_waiting(seat);
                                 line->send_text(answer(*times_->at(time), [&] { require_waiting(seat); }));
                             } catch (const Superseded &) { // nobody waits any more
                             }
                         }),
                 true);
    return true;
}

void DrawThread::order(Order order) {
    const std::lock_guard lock(mutex_);
    (order.patient ? patient_ : orders_).push_back(std::move(order));
    changed_.notify_all();
}

std::size_t DrawThread::seats() const {
    const std::lock_guard lock(mutex_);
    return places_.size();
}

std::size_t DrawThread::orders() const {
    const std::lock_guard lock(mutex_);
    return orders_.size() + patient_.size() + packed_later_;
}

bool DrawThread::is_newest(Seat seat, std::uint64_t version) const {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    return !stop_ && found != places_.end() && found->second.version == version;
}

/// A whole picture follows when nothing moves, behind a small one where it takes long.
DrawThread::Step DrawThread::step_of(const Place &place) const {
    if (place.sent - place.shown >= most_on_way || place.drawn == place.version) {
        return Step::nothing;
    }
    if (place.moving_drawn != place.version) {
        const Scene &scene = place.wish.scene;
        const double ms = place.ladder.expected_ms(scene.width, scene.height);
        const bool quick = ms > 0.0 && ms < soon_ms && !is_traced(scene.settings); // which moving pictures are not
        const bool at_once = !place.wish.moving && quick;
        return at_once ? Step::whole : Step::moving;
    }
    return place.wish.moving ? Step::nothing : Step::whole;
}

/// The first one behind that which was served last; moving pages before those that wait for whole pictures, some of
/// which come in between all the same.
std::optional<std::pair<DrawThread::Seat, DrawThread::Step>> DrawThread::next_seat() const {
    const bool whole_first = moving_in_a_row_ >= most_in_a_row;
    for (const Step wanted : {whole_first ? Step::whole : Step::moving, whole_first ? Step::moving : Step::whole}) {
        std::optional<std::pair<Seat, Step>> first;
        for (const auto &[seat, place] : places_) {
            if (step_of(place) != wanted) {
                continue;
            }
            if (seat > last_served_) {
                return std::pair(seat, wanted);
            }
            first = first ? first : std::pair(seat, wanted);
        }
        if (first) {
            return first;
        }
    }
    return std::nullopt;
}

void DrawThread::run() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
        const auto seat = next_seat();
        if (!orders_.empty() && (!seat || !order_was_last_)) {
            order_was_last_ = true;
            serve_order(lock, orders_);
        } else if (seat) {
            order_was_last_ = false;
            serve_seat(lock, seat->first, seat->second);
        } else if (!patient_.empty()) {
            serve_order(lock, patient_);
        } else {
            changed_.wait(lock);
        }
    }
}

void DrawThread::serve_order(std::unique_lock<std::mutex> &lock, std::deque<Order> &from) {
    Order order = std::move(from.front());
    from.pop_front();
    lock.unlock();
    try {
        const auto still_wanted = [this] {
            const std::lock_guard stopping(mutex_);
            if (stop_) {
                throw Superseded();
            }
        };
        auto drawn = std::make_shared<DrawnPicture>(
            artist_.whole(order.scene, {still_wanted, [this] { let_moving_ones_in(nobody); }}));
        ++packed_later_;
        packer_.post(
            [this, done = order.done, drawn] {
                done(std::move(drawn->image));
                --packed_later_;
            },
            !order.patient);
    } catch (const Superseded &) { // nobody waits any more
    } catch (const std::exception &) {
        order.failed(std::current_exception());
    }
    lock.lock();
}

void DrawThread::serve_seat(std::unique_lock<std::mutex> &lock, Seat seat, Step step) {
    last_served_ = seat;
    moving_in_a_row_ = step == Step::moving ? moving_in_a_row_ + 1 : 0;
    const Place place = as_it_is(seat);
    lock.unlock();
    draw_and_tell(seat, step, place);
    lock.lock();
}

/// What drawing needs to know. Under the lock.
DrawThread::Place DrawThread::as_it_is(Seat seat) const {
    const Place &place = places_.at(seat);
    Place copy;
    copy.wish = place.wish;
    copy.version = place.version;
    copy.last = place.last;
    copy.ladder = place.ladder;
    return copy;
}

void DrawThread::draw_and_tell(Seat seat, Step step, const Place &place) {
    try {
        draw_for(seat, step, place);
    } catch (const Superseded &) {
    } catch (const std::exception &error) {
        tell_failure(seat, place.version,
                     first_line(command_line_text(error, [](const std::string &) { return false; })));
    }
}

/// Between two parts of a picture every page that waits for one gets a moving picture at most, so that the other one
/// comes to an end. @param whole  whose whole picture is at work, or nobody
void DrawThread::let_moving_ones_in(Seat whole) {
    std::unique_lock lock(mutex_);
    std::vector<Seat> seats;
    for (const auto &[seat, place] : places_) {
        if (seat != whole) {
            seats.push_back(seat);
        }
    }
    for (const Seat seat : seats) {
        const auto found = places_.find(seat);
        if (stop_ || found == places_.end() || step_of(found->second) == Step::nothing ||
            found->second.moving_drawn == found->second.version) {
            continue;
        }
        const Place place = as_it_is(seat);
        lock.unlock();
        if (artist_.can_draw_now(place.wish.scene)) {
            draw_and_tell(seat, Step::moving, place);
        }
        lock.lock();
    }
}

void DrawThread::draw_for(Seat seat, Step step, const Place &place) {
    Scene scene = place.wish.scene;
    scene.transparent = false; // pages show pictures over their background
    if (step == Step::moving) {
        const FrameLadder::Rung rung = place.ladder.moving(scene.width, scene.height);
        DrawnPicture drawn =
            artist_.moving(scene, rung.width, rung.height, place.last.get(), [&] { let_moving_ones_in(seat); });
        deliver(seat, step, place.wish, place.version, std::move(drawn), rung.quality);
        return;
    }
    const auto still_wanted = [&] {
        if (!is_newest(seat, place.version)) {
            throw Superseded();
        }
    };
    DrawnPicture drawn = artist_.whole(scene, {still_wanted, [&] { let_moving_ones_in(seat); }, steps_of(seat, place)},
                                       place.wish.count);
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = places_.find(seat); found != places_.end()) {
            found->second.last = std::make_shared<const Scene>(place.wish.scene);
        }
    }
    deliver(seat, step, place.wish, place.version, std::move(drawn), rest_quality);
}

/// A page sees its traced light grow.
TracedSteps DrawThread::steps_of(Seat seat, const Place &place) {
    return {[this, seat, &place](int sample) {
                const std::lock_guard lock(mutex_);
                const auto found = places_.find(seat);
                if (found != places_.end() && found->second.version == place.version) {
                    found->second.sample = sample;
                }
            },
            [this, seat, &place](Image image, int samples) {
                send_growing(seat, place.wish, place.version, std::move(image), samples);
            }};
}

/// The number of the next picture that goes to a page; empty: it is not wanted any more, or the page still has others
/// to show than the light that grows.
std::optional<std::uint32_t> DrawThread::number_of_next(Seat seat, std::uint64_t version, Sending sending) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    const bool whenever = sending == Sending::moving || sending == Sending::whole;
    if (stop_ || found == places_.end() || (!whenever && found->second.version != version)) {
        return std::nullopt;
    }
    Place &place = found->second;
    if (sending == Sending::growing && (place.drawn == version || place.sent != place.shown)) {
        return std::nullopt;
    }
    ++place.sent;
    if (sending == Sending::moving) {
        place.on_way.emplace_back(place.sent, Clock::now());
    }
    return place.sent;
}

/// Marks what was drawn, and has it packed and sent; behind a whole picture follow its scene and its lossless file.
void DrawThread::deliver(Seat seat, Step step, const PageWish &wish, std::uint64_t version, DrawnPicture drawn,
                         int quality) {
    std::shared_ptr<PageLine> line;
    const bool moving = step == Step::moving;
    {
        const std::lock_guard lock(mutex_);
        const auto found = places_.find(seat);
        if (found == places_.end()) {
            return;
        }
        Place &place = found->second;
        if (moving || !is_traced(wish.scene.settings)) { // which tells nothing of what moves
            place.ladder.drawn(static_cast<double>(drawn.image.width) * drawn.image.height,
                               std::max(drawn.own_ms, 0.1));
        }
        (moving ? place.moving_drawn : place.drawn) = version;
        line = place.line;
    }
    const auto number = number_of_next(seat, version, moving ? Sending::moving : Sending::whole);
    if (!number) {
        return;
    }
    PictureMessage message = message_of(drawn.image, wish, quality);
    message.stage = moving ? PictureMessage::Stage::moving : PictureMessage::Stage::full;
    message.picture = *number;
    message.drawn_ms = static_cast<float>(drawn.ms);
    const std::string counted = drawn.counted ? R"(,"statistics":)" + statistics_text(*drawn.counted) : "";
    const auto image = std::make_shared<const Image>(std::move(drawn.image));
    if (!moving) {
        keep_lossless(seat, version, message, image);
    }
    packer_.post(guarded(line, message.request,
                         [this, seat, message, image, line]() mutable {
                             const auto start = Clock::now();
                             const std::string file = packed(*image, false, message.quality);
                             message.packed_ms = milliseconds(start);
                             note_sending(seat, message.picture);
                             send_picture(*line, message.with(file));
                         }),
                 true);
    if (moving) {
        return;
    }
    packer_.post(guarded(line, message.request,
                         [line, request = message.request, counted, scene = wish.scene] {
                             line->send_text(R"({"type":"session","request":)" + std::to_string(request) +
                                             R"(,"session":)" + session_text(scene) + counted + "}");
                         }),
                 false);
}

/// Traced light as far as it is, unless the page has pictures to show yet.
void DrawThread::send_growing(Seat seat, const PageWish &wish, std::uint64_t version, Image image, int samples) {
    std::shared_ptr<PageLine> line;
    {
        const std::lock_guard lock(mutex_);
        const auto found = places_.find(seat);
        if (found == places_.end()) {
            return;
        }
        line = found->second.line;
    }
    PictureMessage message = message_of(image, wish, rest_quality);
    message.stage = PictureMessage::Stage::growing;
    message.detail = static_cast<std::uint32_t>(samples);
    packer_.post(guarded(line, message.request,
                         [this, seat, version, message, line,
                          image = std::make_shared<const Image>(std::move(image))]() mutable {
                             const auto number = number_of_next(seat, version, Sending::growing);
                             if (!number) {
                                 return;
                             }
                             const auto start = Clock::now();
                             const std::string file = packed(*image, false, message.quality);
                             message.packed_ms = milliseconds(start);
                             message.picture = *number;
                             send_picture(*line, message.with(file));
                         }),
                 true);
}

/// The whole picture is on its way from now on.
void DrawThread::note_sending(Seat seat, std::uint32_t picture) {
    const std::lock_guard lock(mutex_);
    if (const auto found = places_.find(seat); found != places_.end() && found->second.whole == picture) {
        found->second.whole_sent = Clock::now();
    }
}

/// The lossless file of a whole picture follows when that is shown, unless the line is slow.
void DrawThread::keep_lossless(Seat seat, std::uint64_t version, PictureMessage message,
                               const std::shared_ptr<const Image> &image) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    if (found == places_.end()) {
        return;
    }
    Place &place = found->second;
    place.whole = message.picture;
    place.lossless =
        guarded(place.line, message.request, [this, seat, version, message, image, line = place.line]() mutable {
            if (!is_newest(seat, version)) {
                return;
            }
            const auto start = Clock::now();
            const std::string file = packed(*image, true, 0);
            message.packed_ms = milliseconds(start);
            if (const auto next = number_of_next(seat, version, Sending::lossless)) {
                message.picture = *next;
                message.stage = PictureMessage::Stage::lossless;
                message.encoding = PictureMessage::Encoding::png;
                message.quality = 0;
                send_picture(*line, message.with(file));
            }
        });
}

void DrawThread::tell_failure(Seat seat, std::uint64_t version, const std::string &problem) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(seat);
    if (found == places_.end()) {
        return;
    }
    Place &place = found->second;
    place.drawn = place.moving_drawn = version; // it would fail again
    place.line->send_text(error_message("draw", problem, place.wish.request));
}

/// On the packer's thread: the device has no part in slices.
void DrawThread::pack_slice(Seat seat) {
    std::unique_lock lock(mutex_);
    const auto found = places_.find(seat);
    if (stop_ || found == places_.end()) {
        return;
    }
    Place &place = found->second;
    place.slice_waits = false;
    const Scene scene = place.slice_scene;
    const SliceWish wish = place.slice;
    const std::shared_ptr<PageLine> line = place.line;
    PictureMessage message;
    message.request = place.slice_request;
    lock.unlock();
    try {
        const auto start = Clock::now();
        const Image image = served_slice(scene, *times_->at(scene.volume.time), wish);
        message.kind = PictureMessage::Kind::slice;
        message.stage = PictureMessage::Stage::full;
        message.encoding = can_encode_jpeg() ? PictureMessage::Encoding::jpeg : PictureMessage::Encoding::png;
        message.quality = rest_quality;
        message.width = message.full_width = image.width;
        message.height = message.full_height = image.height;
        message.detail = static_cast<std::uint32_t>(wish.axis);
        message.drawn_ms = milliseconds(start);
        const std::string file = packed(image, false, rest_quality);
        message.packed_ms = milliseconds(start) - message.drawn_ms;
        send_picture(*line, message.with(file));
    } catch (const std::exception &error) {
        line->send_text(error_message("slice", first_line(error.what()), message.request));
    }
}

} // namespace voxmarch
