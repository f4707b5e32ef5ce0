// HTTP and WebSockets by Boost.Beast, in coroutines of one thread.
#include "app/serve/web_server.h"

#include "base/error.h"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <csignal>
#include <deque>
#include <fmt/format.h>
#include <list>

namespace voxmarch {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Socket = websocket::stream<beast::tcp_stream>;
using boost::system::error_code;

/// Waits of a coroutine for what another one, or another thread by post(), does.
class Signal {
public:
    explicit Signal(asio::io_context &context) : timer_(context) {
        timer_.expires_at(asio::steady_timer::time_point::max());
    }
    void raise() {
        raised_ = true;
        timer_.cancel();
    }
    asio::awaitable<void> wait() {
        if (!raised_) {
            error_code ignored;
            co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        }
        raised_ = false;
    }

private:
    asio::steady_timer timer_;
    bool raised_ = false;
};

WebRequest plain(const http::request<http::string_body> &request) {
    const auto field = [&](http::field name) { return std::string(request[name]); };
    return {std::string(request.method_string()),
            std::string(request.target()),
            field(http::field::host),
            field(http::field::origin),
            field(http::field::authorization),
            field(http::field::accept),
            request.body()};
}

http::response<http::string_body> response_of(WebReply reply, unsigned version, bool keep_alive, bool head) {
    http::response<http::string_body> response(static_cast<http::status>(reply.status), version);
    response.set(http::field::content_type, reply.type);
    for (const auto &[name, value] : reply.fields) {
        response.set(name, value);
    }
    response.keep_alive(keep_alive);
    const std::size_t length = reply.body.size();
    if (!head) {
        response.body() = std::move(reply.body);
    }
    response.content_length(length);
    return response;
}

/// The page's end of a line: what is to be sent, in order.
class Outbox : public PageLine, public std::enable_shared_from_this<Outbox> {
public:
    Outbox(asio::io_context &context, std::size_t limit) : signal(context), context_(context), limit_(limit) {}

    void send_text(std::string text) override { put({std::move(text), false}); }
    void send_bytes(std::string bytes) override { put({std::move(bytes), true}); }
    void close(int code, const std::string &reason) override {
        asio::post(context_, [self = shared_from_this(), code, reason] {
            self->closing_.emplace(static_cast<websocket::close_code>(code), reason);
            self->signal.raise();
        });
    }

    struct Message {
        std::string bytes;
        bool binary;
    };

    // Of the server's thread.
    Signal signal;
    bool ended = false;
    std::deque<Message> waiting;
    const std::optional<websocket::close_reason> &closing() const { return closing_; }

private:
    asio::io_context &context_;
    const std::size_t limit_;
    std::optional<websocket::close_reason> closing_;

    void put(Message message) {
        asio::post(context_, [self = shared_from_this(), message = std::move(message)]() mutable {
            std::size_t unsent = message.bytes.size();
            for (const Message &other : self->waiting) {
                unsent += other.bytes.size();
            }
            if (self->ended || self->closing_) {
                return;
            }
            if (unsent > self->limit_) {
                self->waiting.clear();
                self->closing_.emplace(websocket::close_code::try_again_later, "too slow");
            } else {
                self->waiting.push_back(std::move(message));
            }
            self->signal.raise();
        });
    }
};

} // namespace

struct WebServer::Parts {
    Parts(WebService &to, const WebLimits &limited) : service(to), limits(limited), signals(context) {}

    class Guest;

    WebService &service;
    const WebLimits limits;
    int connections = 0, signal = 0;
    std::list<Guest *> strangers; ///< the one that began first is in front
    asio::io_context context{1};  // behind what connections refer to, which end with it
    tcp::acceptor acceptor{context};
    asio::signal_set signals;

    /// One of the connections that there are. Strangers are those that have not shown that they may see data; where all
    /// places are taken, the one whose request or reply has taken longest makes room.
    class Guest {
    public:
        explicit Guest(Parts &at) : at_(at) {
            ++at_.connections;
            place_ = at_.strangers.insert(at_.strangers.end(), this);
        }
        ~Guest() { leave(); }
        Guest(const Guest &) = delete;
        Guest &operator=(const Guest &) = delete;

        /// A request is waited for, or a reply sent. @param stream  stays where it is while the guest is a stranger
        void begins(beast::tcp_stream &stream) {
            stream_ = &stream;
            if (place_) {
                at_.strangers.splice(at_.strangers.end(), at_.strangers, *place_);
            }
        }

        bool known() const { return !place_; }
        void is_known() {
            if (place_) {
                at_.strangers.erase(*std::exchange(place_, std::nullopt));
            }
        }

        /// What is at work for it fails.
        void send_away() {
            leave();
            if (stream_ != nullptr) {
                stream_->close();
            }
        }

    private:
        Parts &at_;
        beast::tcp_stream *stream_ = nullptr;
        std::optional<std::list<Guest *>::iterator> place_; ///< of a stranger
        bool left_ = false;

        void leave() {
            is_known();
            at_.connections -= std::exchange(left_, true) ? 0 : 1;
        }
    };
    std::chrono::seconds patience() const { return std::chrono::seconds(limits.seconds); }

    /// Whether there is a place for one more.
    bool make_room() {
        if (connections >= limits.connections && !strangers.empty()) {
            strangers.front()->send_away();
        }
        return connections < limits.connections;
    }

    asio::awaitable<void> accept() {
        while (true) {
            error_code failed;
            tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, failed));
            if (failed == asio::error::operation_aborted) {
                co_return;
            }
            if (failed) { // too many open files, or one that went away: later again
                asio::steady_timer pause(context, std::chrono::milliseconds(100));
                co_await pause.async_wait(asio::use_awaitable);
            } else if (make_room()) {
                socket.set_option(tcp::no_delay(true), failed);
                asio::co_spawn(context, connection(std::move(socket), std::make_unique<Guest>(*this)), asio::detached);
            }
        }
    }

    asio::awaitable<void> connection(tcp::socket socket, std::unique_ptr<Guest> guest) {
        try {
            co_await requests(beast::tcp_stream(std::move(socket)), *guest);
        } catch (const std::exception &) { // the peer went away, took too long, or made room
        }
    }

    /// What HTTP itself refuses.
    static std::optional<WebReply> broken(const error_code &failed) {
        const auto json = [](int status, const char *text) {
            return WebReply{status, "application/json", fmt::format("{{\"error\": \"{}\"}}\n", text)};
        };
        if (failed == http::error::body_limit) {
            return json(413, "the request is too large");
        }
        if (failed == http::error::header_limit) {
            return json(431, "the fields of the request are too long");
        }
        if (failed.category() == make_error_code(http::error::bad_method).category() &&
            failed != http::error::end_of_stream && failed != http::error::partial_message) {
            return json(400, "this is no HTTP request");
        }
        return std::nullopt;
    }

    asio::awaitable<WebReply> answered(const WebRequest &request) {
        struct Pending {
            explicit Pending(asio::io_context &context) : signal(context) {}
            Signal signal;
            WebReply reply;
        };
        const auto pending = std::make_shared<Pending>(context);
        service.answer(request, [this, pending](WebReply reply) {
            asio::post(context, [pending, reply = std::move(reply)]() mutable {
                pending->reply = std::move(reply);
                pending->signal.raise();
            });
        });
        co_await pending->signal.wait();
        co_return std::move(pending->reply);
    }

    asio::awaitable<void> reply(beast::tcp_stream &stream, WebReply answer, unsigned version, bool keep, bool head) {
        auto response = response_of(std::move(answer), version, keep, head);
        http::response_serializer<http::string_body> serializer(response);
        stream.expires_after(patience());
        if (head) {
            co_await http::async_write_header(stream, serializer, asio::use_awaitable);
        } else {
            co_await http::async_write(stream, serializer, asio::use_awaitable);
        }
    }

    /// The fields of a request, which make a guest known, and its body.
    asio::awaitable<error_code> read(beast::tcp_stream &stream, beast::flat_buffer &buffer,
                                     http::request_parser<http::string_body> &parser, Guest &guest) {
        parser.body_limit(limits.body);
        parser.header_limit(16 << 10);
        guest.begins(stream);
        stream.expires_after(guest.known() ? patience() : std::chrono::seconds(limits.header_seconds));
        error_code failed;
        co_await http::async_read_header(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, failed));
        if (failed) {
            co_return failed;
        }
        if (service.knows(plain(parser.get()))) {
            guest.is_known();
        }
        stream.expires_after(patience());
        co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, failed));
        co_return failed;
    }

    asio::awaitable<void> requests(beast::tcp_stream stream, Guest &guest) {
        beast::flat_buffer buffer;
        while (true) {
            http::request_parser<http::string_body> parser;
            if (const error_code failed = co_await read(stream, buffer, parser, guest)) {
                if (std::optional<WebReply> refusal = broken(failed)) {
                    co_await reply(stream, std::move(*refusal), 11, false, false);
                }
                break;
            }
            const http::request<http::string_body> request = parser.release();
            const WebRequest asked = plain(request);
            if (websocket::is_upgrade(request)) {
                if (std::optional<WebReply> refusal = service.refuse_visit(asked)) {
                    co_await reply(stream, std::move(*refusal), request.version(), false, false);
                    break;
                }
                co_await visit(std::move(stream), request, asked);
                co_return;
            }
            stream.expires_never();
            const bool keep = request.keep_alive();
            WebReply answer = co_await answered(asked);
            guest.begins(stream);
            co_await reply(stream, std::move(answer), request.version(), keep, request.method() == http::verb::head);
            if (!keep) {
                break;
            }
        }
        error_code ignored;
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    asio::awaitable<void> visit(beast::tcp_stream stream, http::request<http::string_body> request,
                                const WebRequest &asked) {
        stream.expires_never();
        const auto socket = std::make_shared<Socket>(std::move(stream));
        websocket::stream_base::timeout patient{patience(), std::chrono::seconds(60), true};
        socket->set_option(patient);
        socket->read_message_max(limits.message);
        co_await socket->async_accept(request, asio::use_awaitable);
        const auto outbox = std::make_shared<Outbox>(context, limits.unsent);
        asio::co_spawn(context, deliver(socket, outbox), asio::detached);
        try {
            const std::unique_ptr<PageVisit> visitor = service.visit(asked, outbox);
            beast::flat_buffer buffer;
            while (true) {
                co_await socket->async_read(buffer, asio::use_awaitable);
                if (outbox->closing()) {
                    buffer.clear();
                    continue; // until the page has closed, too
                }
                if (!socket->got_text()) {
                    outbox->close(1003, "messages are text");
                } else if (visitor) {
                    const auto data = buffer.cdata();
                    visitor->receive({static_cast<const char *>(data.data()), data.size()});
                }
                buffer.clear();
            }
        } catch (const std::exception &) { // it was closed, broken off, or sent what is no message
        }
        outbox->ended = true;
        outbox->signal.raise();
    }

    /// Sends what the outbox gets, until the line ends.
    asio::awaitable<void> deliver(std::shared_ptr<Socket> socket, std::shared_ptr<Outbox> outbox) {
        try {
            while (!outbox->ended) {
                if (!outbox->waiting.empty()) {
                    const Outbox::Message message = std::move(outbox->waiting.front());
                    outbox->waiting.pop_front();
                    socket->binary(message.binary);
                    co_await socket->async_write(asio::buffer(message.bytes), asio::use_awaitable);
                } else if (outbox->closing()) {
                    co_await socket->async_close(*outbox->closing(), asio::use_awaitable);
                    co_return;
                } else {
                    co_await outbox->signal.wait();
                }
            }
        } catch (const std::exception &) { // the reader finds out, too
        }
    }
};

namespace {

[[noreturn]] void refuse(const std::string &address, int port, const error_code &failed) {
    if (failed == asio::error::address_in_use) {
        throw UsageError(fmt::format("port {} of {} is taken by another program: take another, or 0 for any free one",
                                     port, address));
    }
    if (failed == asio::error::access_denied) {
        throw UsageError(fmt::format("port {} is for administrators: take one from 1024 on", port));
    }
    throw UsageError(fmt::format("nothing can listen at {} port {}: {}", address, port, failed.message()));
}

} // namespace

WebServer::WebServer(const std::string &address, int port, WebService &service, const WebLimits &limits)
    : parts_(std::make_unique<Parts>(service, limits)) {
    error_code failed;
    const std::string numbers = address == "localhost" ? "127.0.0.1" : address;
    const asio::ip::address listening = asio::ip::make_address(numbers, failed);
    if (failed) {
        throw UsageError(
            fmt::format("{} is no address to listen at: localhost, 127.0.0.1, 0.0.0.0 and ::1 are", address));
    }
    const tcp::endpoint endpoint(listening, static_cast<unsigned short>(port));
    tcp::acceptor &acceptor = parts_->acceptor;
    acceptor.open(endpoint.protocol(), failed);
    if (!failed) {
        acceptor.set_option(asio::socket_base::reuse_address(true), failed);
        acceptor.bind(endpoint, failed);
    }
    if (!failed) {
        acceptor.listen(asio::socket_base::max_listen_connections, failed);
    }
    if (failed) {
        refuse(address, port, failed);
    }
    parts_->signals.add(SIGINT); // from now on they wait for run()
    parts_->signals.add(SIGTERM);
}

WebServer::~WebServer() = default;

int WebServer::port() const { return parts_->acceptor.local_endpoint().port(); }

int WebServer::run() {
    Parts &parts = *parts_;
    parts.signals.async_wait([&parts](const error_code &failed, int signal) {
        if (!failed) {
            parts.signal = signal;
            parts.context.stop();
        }
    });
    asio::co_spawn(parts.context, parts.accept(), asio::detached);
    parts.context.run();
    error_code ignored;
    parts.acceptor.close(ignored);
    parts.signals.clear(ignored);
    return parts.signal;
}

void WebServer::stop() { parts_->context.stop(); }

bool can_serve() { return true; }

} // namespace voxmarch
