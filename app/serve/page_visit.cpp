// What messages do.
#include "app/serve/page_visit.h"

#include "app/serve/answers.h"
#include "app/serve/served_session.h"
#include "base/error.h"

#include <fmt/format.h>
#include <utility>
#include <variant>

namespace voxmarch {

namespace {

constexpr int first_width = 640, first_height = 480; // until the page tells its size

} // namespace

ServedPage::ServedPage(ServeRoom &room, std::shared_ptr<PageLine> line)
    : room_(room), line_(std::move(line)), thread_(room.idlest()),
      scene_(first_scene(room.loaded(), first_width, first_height)) {
    line_->send_text(R"({"type":"hello","info":)" + room_.info_text() + "}");
    seat_ = thread_.add(line_, {scene_, 0, true, false});
    room_.count_visit(1);
}

ServedPage::~ServedPage() {
    thread_.remove(seat_);
    room_.count_visit(-1);
}

void ServedPage::close(int code, const std::string &reason) {
    closed_ = true;
    line_->close(code, reason);
}

void ServedPage::receive(std::string_view text) {
    if (closed_) {
        return;
    }
    if (!messages_.take() || (text.size() > longest_message && !long_messages_.take())) {
        line_->send_text(error_message("rate", "too many messages", request_));
        return close(1008, "too many messages");
    }
    std::uint32_t request = request_;
    try {
        const PageMessage message = parse_message(text);
        request = message.request;
        take(message);
    } catch (const Error &problem) {
        line_->send_text(error_message("message", problem.problem(), request));
        if (!mistakes_.take()) {
            close(1008, "too many wrong messages");
        }
    }
}

void ServedPage::ask(std::uint32_t request, DrawThread::Answer answer) {
    if (!thread_.ask(seat_, scene_.volume.time, request, std::move(answer))) {
        throw UsageError("too many questions wait for an answer");
    }
}

void ServedPage::take(const PageMessage &message) {
    if (const auto *shown = std::get_if<PictureShown>(&message.what)) {
        return thread_.shown(seat_, shown->picture);
    }
    if (std::holds_alternative<Ping>(message.what)) {
        const DrawThread::Activity activity = thread_.activity(seat_);
        const std::string traced =
            activity.sample > 0 ? fmt::format(R"(,"sample":{},"samples":{})", activity.sample, activity.samples) : "";
        return line_->send_text(
            fmt::format(R"({{"type":"pong","request":{},"drawing":{}{}}})", message.request, activity.drawing, traced));
    }
    if (std::holds_alternative<SceneQuestion>(message.what)) {
        return line_->send_text(
            fmt::format(R"({{"type":"told","request":{},"session":{}}})", message.request, session_text(scene_)));
    }
    if (const auto *place = std::get_if<PlaceQuestion>(&message.what)) {
        return ask(message.request, [scene = scene_, place = *place,
                                     request = message.request](const LoadedVolume &loaded, const auto &) {
            return picked_text(scene, loaded, place, request);
        });
    }
    if (const auto *readings = std::get_if<ReadingsQuestion>(&message.what)) {
        return ask(message.request, [scene = scene_, readings = *readings, request = message.request](
                                        const LoadedVolume &loaded, const std::function<void()> &still_wanted) {
            return readings_text(scene, loaded, readings, request, still_wanted);
        });
    }
    scene_ = edited(scene_, message, room_.loaded(), room_.size_limit());
    if (const auto *slice = std::get_if<SliceWish>(&message.what)) {
        thread_.wish_slice(seat_, scene_, *slice, message.request);
        if (scene_.slice_planes.shown == PlanesShown::lines) {
            return; // the picture shows nothing of it
        }
    }
    if (const auto *count = std::get_if<CountWish>(&message.what)) {
        counts_ = count->on;
    }
    request_ = std::max(request_, message.request);
    thread_.wish(seat_, {scene_, request_, message.moving, counts_});
}

} // namespace voxmarch
