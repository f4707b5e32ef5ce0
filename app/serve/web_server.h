// HTTP and WebSockets: requests and messages go to a service, replies and bytes come back. Nothing else here knows
// the library that speaks them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace voxmarch {

struct WebRequest {
    std::string method, target;
    std::string host, origin, authorization, accept; ///< of these fields; "" without
    std::string body;
};

struct WebReply {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> fields{}; ///< beside length and type
};

/// The way to one page. Any thread; what comes after the end of the connection goes nowhere.
class PageLine {
public:
    virtual ~PageLine() = default;
    virtual void send_text(std::string text) = 0;
    virtual void send_bytes(std::string bytes) = 0;

    /// After what was sent before. @param code  of WebSockets, 1000 .. 4999  @param reason  at most 123 bytes
    virtual void close(int code, const std::string &reason) = 0;
};

/// Whom a page talks to; gone when the connection is. On the server's thread.
class PageVisit {
public:
    virtual ~PageVisit() = default;
    virtual void receive(std::string_view text) = 0;
};

/// What requests go to, on the server's thread.
class WebService {
public:
    /// @param done  takes the reply, from any thread, once
    virtual void answer(const WebRequest &request, std::function<void(WebReply)> done) = 0;

    /// Whether it comes from somebody who may see data: the connection is kept then. The body is not there yet.
    virtual bool knows(const WebRequest &request) const = 0;

    /// Why a WebSocket is not opened; empty: it is.
    virtual std::optional<WebReply> refuse_visit(const WebRequest &request) = 0;
    virtual std::unique_ptr<PageVisit> visit(const WebRequest &request, std::shared_ptr<PageLine> line) = 0;

protected:
    ~WebService() = default;
};

struct WebLimits {
    std::size_t body = std::size_t{1} << 20;    ///< bytes of a request
    std::size_t message = std::size_t{1} << 20; ///< bytes of a WebSocket's
    std::size_t unsent = std::size_t{64} << 20; ///< bytes that wait for one page; more end its connection
    int connections = 64;    ///< at a time; who is not known makes room, else more are closed at once
    int header_seconds = 10; ///< for a request of who is not known to come, up to its body
    int seconds = 30;        ///< for others, for a body to come, and a reply to go
};

class WebServer {
public:
    /// Takes the port, and listens. Takes SIGINT and SIGTERM, too, which run() then heeds. @param port  0: any free one
    /// @throws UsageError for an address that is none of this machine, or a port that is taken
    WebServer(const std::string &address, int port, WebService &service, const WebLimits &limits = {});
    ~WebServer();
    WebServer(const WebServer &) = delete;
    WebServer &operator=(const WebServer &) = delete;

    int port() const;

    /// Serves until SIGINT, SIGTERM or stop(), which any thread may call. Signals then do what systems do by default.
    /// @return the signal, or 0
    int run();
    void stop();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Whether this build can serve.
bool can_serve();

} // namespace voxmarch
