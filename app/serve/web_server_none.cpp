// A build without Boost.Beast serves nothing.
#include "app/serve/web_server.h"

#include "base/error.h"

namespace voxmarch {

struct WebServer::Parts {};

WebServer::WebServer(const std::string &, int, WebService &, const WebLimits &) {
    throw UnsupportedError("this build cannot serve: Boost was not there (libboost-dev)");
}
WebServer::~WebServer() = default;
int WebServer::port() const { return 0; }
int WebServer::run() { return 0; }
void WebServer::stop() {}

bool can_serve() { return false; }

} // namespace voxmarch
