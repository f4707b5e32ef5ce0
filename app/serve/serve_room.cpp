// Routes of the HTTP API, who may use them, and what they give.
#include "app/serve/serve_room.h"

#include "app/remedy_text.h"
#include "app/serve/page_files.h"
#include "app/serve/page_visit.h"
#include "app/serve/served_session.h"
#include "app/serve/token.h"
#include "base/error.h"
#include "base/text.h"
#include "renderer/picture_file.h"
#include "renderer/pictures/encoders.h"
#include "renderer/views.h"
#include "scene/provenance.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

constexpr std::size_t most_orders = 16;
constexpr int thumbnail_width = 256, thumbnail_height = 192;

WebReply json_reply(int status, std::string text) {
    WebReply reply{status, "application/json", std::move(text) + "\n", {}};
    reply.fields = {{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}};
    return reply;
}

WebReply refusal(int status, const std::string &problem) {
    WebReply reply = json_reply(status, nlohmann::ordered_json{{"error", problem}}.dump(
                                            -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    if (status == 401) {
        reply.fields.emplace_back("WWW-Authenticate", "Bearer");
    }
    if (status == 429) {
        reply.fields.emplace_back("Retry-After", "1");
    }
    return reply;
}

WebReply wrong_method(const std::string &allowed) {
    WebReply reply = refusal(405, "this takes " + allowed);
    reply.fields.emplace_back("Allow", allowed);
    return reply;
}

WebReply picture_reply(std::string bytes, bool png) {
    WebReply reply{200, png ? "image/png" : "image/jpeg", std::move(bytes), {}};
    reply.fields = {{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}};
    return reply;
}

/// What went wrong while a picture was drawn.
WebReply failure(const std::exception_ptr &problem) {
    const auto words = [](const std::exception &error) {
        return command_line_text(error, [](const std::string &) { return false; });
    };
    try {
        std::rethrow_exception(problem);
    } catch (const UsageError &error) {
        return refusal(400, words(error));
    } catch (const UnsupportedError &error) {
        return refusal(400, words(error));
    } catch (const MemoryError &error) {
        return refusal(503, words(error));
    } catch (const std::exception &error) {
        return refusal(500, words(error));
    }
}

/// The token of a request, wherever it stands.
std::string token_of(const WebRequest &request, const WebTarget &target) {
    const auto found = target.query.find("token");
    return request.authorization.empty() && found != target.query.end() ? found->second : bearer(request.authorization);
}

bool is_read(const WebRequest &request) { return request.method == "GET" || request.method == "HEAD"; }

/// A number of a query. @throws UsageError
int whole_number(const std::string &text, const std::string &name, int low, int high) {
    const auto number = text::to_integer(text);
    if (!number || *number < low || *number > high) {
        throw UsageError(fmt::format("{} is a whole number, {} .. {}", name, low, high));
    }
    return static_cast<int>(*number);
}

/// How a request wants its picture. @throws UsageError
struct PictureWish {
    Embed embed = Embed::none;
    bool png = true;
    int quality = PackSettings{}.quality;

    PictureWish(const WebRequest &request, const WebTarget &target) {
        const auto format = target.query.find("format");
        if (format != target.query.end()) {
            if (format->second != "png" && format->second != "jpeg") {
                throw UsageError("format is png or jpeg");
            }
            png = format->second == "png";
        } else {
            const std::string accept = text::lower(request.accept);
            png =
                accept.find("image/jpeg") == std::string::npos || accept.find("image/png") < accept.find("image/jpeg");
        }
        if (const auto given = target.query.find("quality"); given != target.query.end()) {
            quality = whole_number(given->second, "quality", 1, 100);
        }
        if (const auto given = target.query.find("embed"); given != target.query.end()) {
            if (given->second != "name" && given->second != "none") { // where files lie here is told to nobody
                throw UsageError("embed is name or none");
            }
            embed = given->second == "name" ? Embed::name : Embed::none;
        }
        if (!png && !can_encode_jpeg()) {
            throw UsageError("this build writes no JPEG: take png");
        }
    }

    /// @param scene  that it shows
    WebReply reply(const Image &image, const Scene &scene) const {
        PackSettings settings;
        settings.quality = quality;
        return picture_reply(
            packed_picture(image, png ? "picture.png" : "picture.jpg", settings, picture_texts(scene, embed, {})), png);
    }
};

} // namespace

ServeRoom::ServeRoom(std::shared_ptr<const LoadedVolume> loaded, std::vector<std::unique_ptr<DrawThread>> &threads,
                     ServeSettings settings)
    : loaded_(std::move(loaded)), threads_(threads), settings_(std::move(settings)) {}

DrawThread &ServeRoom::idlest() {
    return **std::ranges::min_element(
        threads_, {}, [](const std::unique_ptr<DrawThread> &thread) { return thread->seats() + thread->orders(); });
}

std::string ServeRoom::info_text() const {
    nlohmann::ordered_json info = volume_info(*loaded_);
    info["notes"] = settings_.notes;
    info["devices"] = nlohmann::ordered_json::array();
    for (const auto &thread : threads_) {
        for (const std::string &device : thread->devices()) {
            info["devices"].push_back(device);
        }
    }
    info["draw_together"] = threads_.front()->devices().size() > 1;
    if (const BrickChoice &bricks = threads_.front()->bricks(); bricks.slots > 0) {
        info["bricks"] = {{"edge", bricks.size.edge}, {"room", bricks.slots}, {"all", bricks.all}};
    }
    info["limits"] = {{"width", settings_.size.width},
                      {"height", settings_.size.height},
                      {"message_bytes", longest_message},
                      {"pages", settings_.clients}};
    info["pages"] = visits_;
    return info.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Requests of pages that are not ours, and of those that had their name lead here.
std::optional<WebReply> ServeRoom::refuse_sender(const WebRequest &request) const {
    if (!is_known_host(request.host, settings_.hosts)) {
        return refusal(403, "this host is not served: start with --host NAME to serve it under a name of its own");
    }
    if (!request.origin.empty() && !is_own_origin(request.origin, request.host)) {
        return refusal(403, "pages of other sites are not served");
    }
    return std::nullopt;
}

std::optional<WebReply> ServeRoom::refuse_stranger(const WebRequest &request, const WebTarget &target) {
    if (is_token(token_of(request, target), settings_.token)) {
        return std::nullopt;
    }
    return refusals_.take() ? refusal(401, "the token is missing or wrong")
                            : refusal(429, "too many requests with wrong tokens");
}

bool ServeRoom::knows(const WebRequest &request) const {
    const std::optional<WebTarget> target = parse_target(request.target);
    return target && is_token(token_of(request, *target), settings_.token);
}

WebReply ServeRoom::page(const WebRequest &request, const std::string &path) const {
    const std::string name = path == "/" ? "index.html" : path.substr(1);
    const auto file = std::ranges::find(page_files(), name, &PageFile::name);
    if (file == page_files().end()) {
        return refusal(404, "there is nothing of this name");
    }
    if (!is_read(request)) {
        return wrong_method("GET, HEAD");
    }
    WebReply reply{200, std::string(file->type), std::string(file->text), {}};
    // WebSockets of the same host, which some browsers do not take 'self' for.
    const std::string policy = fmt::format(
        "default-src 'self'; connect-src 'self' ws://{0} wss://{0}; img-src 'self' blob:; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        request.host);
    reply.fields = {{"Content-Security-Policy", policy},
                    {"X-Content-Type-Options", "nosniff"},
                    {"X-Frame-Options", "DENY"},
                    {"Referrer-Policy", "no-referrer"},
                    {"Cross-Origin-Resource-Policy", "same-origin"},
                    {"Cache-Control", "no-cache"}};
    return reply;
}

void ServeRoom::answer(const WebRequest &request, std::function<void(WebReply)> done) {
    const std::optional<WebTarget> target = parse_target(request.target);
    if (!target) {
        return done(refusal(400, "this is no target"));
    }
    if (std::optional<WebReply> no = refuse_sender(request)) {
        return done(std::move(*no));
    }
    const std::string &path = target->path;
    const bool is_data = path == "/info" || path == "/thumbnail" || path == "/render" || path == "/ws";
    if (!is_data) {
        return done(page(request, path));
    }
    if (std::optional<WebReply> no = refuse_stranger(request, *target)) {
        return done(std::move(*no));
    }
    if (path == "/render") {
        return request.method == "POST" ? render(request, *target, done) : done(wrong_method("POST"));
    }
    if (!is_read(request)) {
        return done(wrong_method("GET, HEAD"));
    }
    if (path == "/ws") {
        return done(refusal(400, "this is for WebSockets"));
    }
    if (path == "/thumbnail") {
        return thumbnail(*target, done);
    }
    done(json_reply(200, info_text()));
}

/// A picture whose reply, or what went wrong, is said to `done`.
static DrawThread::Order order_for(Scene scene, const std::function<void(WebReply)> &done,
                                   const std::function<WebReply(const Image &)> &reply) {
    DrawThread::Order order{std::move(scene), {}, {}};
    order.done = [done, reply](const Image &image) {
        try {
            done(reply(image));
        } catch (const std::exception &) {
            done(failure(std::current_exception()));
        }
    };
    order.failed = [done](const std::exception_ptr &problem) { done(failure(problem)); };
    return order;
}

void ServeRoom::render(const WebRequest &request, const WebTarget &target, const Done &done) {
    DrawThread &thread = idlest();
    if (!renders_.take() || thread.orders() >= most_orders) {
        return done(refusal(429, "too many pictures are asked for"));
    }
    try {
        const PictureWish wish(request, target);
        const Scene scene = scene_of_session(request.body, *loaded_, settings_.size);
        thread.order(order_for(scene, done, [wish, scene](const Image &image) { return wish.reply(image, scene); }));
    } catch (const Error &) {
        done(failure(std::current_exception()));
    }
}

/// @throws UsageError
static Thumbnail wanted_thumbnail(const WebTarget &target) {
    Thumbnail wanted;
    if (const auto named = target.query.find("preset"); named != target.query.end()) {
        wanted.preset = named->second;
    }
    if (const auto given = target.query.find("channel"); given != target.query.end()) {
        wanted.channel = whole_number(given->second, "channel", 0, 255);
    }
    return wanted;
}

/// Small pictures are drawn once, when no page waits.
void ServeRoom::thumbnail(const WebTarget &target, const Done &done) {
    const bool jpeg = can_encode_jpeg();
    try {
        const Thumbnail wanted = wanted_thumbnail(target);
        {
            const std::lock_guard lock(mutex_);
            if (const auto found = thumbnails_.find(wanted); found != thumbnails_.end()) {
                return done(picture_reply(found->second, !jpeg));
            }
        }
        DrawThread &thread = idlest();
        if (thread.orders() >= most_orders) {
            return done(refusal(429, "too many pictures are asked for"));
        }
        Scene scene = thumbnail_scene(*loaded_, wanted, thumbnail_width, thumbnail_height);
        DrawThread::Order order = order_for(std::move(scene), done, [this, wanted, jpeg](const Image &image) {
            std::string bytes = jpeg ? encode_jpeg(image, 85, {}) : packed_png(image, "picture.png", {});
            {
                const std::lock_guard lock(mutex_);
                thumbnails_[wanted] = bytes;
            }
            return picture_reply(std::move(bytes), !jpeg);
        });
        order.patient = true;
        thread.order(std::move(order));
    } catch (const Error &) {
        done(failure(std::current_exception()));
    }
}

std::optional<WebReply> ServeRoom::refuse_visit(const WebRequest &request) {
    const std::optional<WebTarget> target = parse_target(request.target);
    if (!target) {
        return refusal(400, "this is no target");
    }
    if (std::optional<WebReply> no = refuse_sender(request)) {
        return no;
    }
    if (target->path != "/ws") {
        return refusal(404, "WebSockets are at /ws");
    }
    return refuse_stranger(request, *target);
}

std::unique_ptr<PageVisit> ServeRoom::visit(const WebRequest &, std::shared_ptr<PageLine> line) {
    if (visits_ >= settings_.clients) {
        line->send_text(error_message(
            "full", fmt::format("{} pages are open, and no more are served at a time", settings_.clients), 0));
        line->close(1013, "full");
        return nullptr;
    }
    return std::make_unique<ServedPage>(*this, std::move(line));
}

} // namespace voxmarch
