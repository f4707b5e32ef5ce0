// One open page: its scene, what it says, and the thread that draws for it.
#pragma once

#include "app/serve/draw_thread.h"
#include "app/serve/rate_limit.h"
#include "app/serve/serve_room.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace voxmarch {

class ServedPage : public PageVisit {
public:
    /// Takes a seat at the idlest thread, and greets the page with what is open.
    ServedPage(ServeRoom &room, std::shared_ptr<PageLine> line);
    ~ServedPage() override;
    ServedPage(const ServedPage &) = delete;
    ServedPage &operator=(const ServedPage &) = delete;

    void receive(std::string_view text) override;

private:
    ServeRoom &room_;
    std::shared_ptr<PageLine> line_;
    DrawThread &thread_;
    Scene scene_;
    std::uint32_t request_ = 0;
    DrawThread::Seat seat_;
    RateLimit messages_{500.0, 1000.0};
    RateLimit long_messages_{2.0, 8.0}; ///< beyond longest_message
    RateLimit mistakes_{2.0, 20.0};
    bool closed_ = false, counts_ = false;

    void close(int code, const std::string &reason);
    void take(const PageMessage &message);
    void ask(std::uint32_t request, DrawThread::Answer answer);
};

} // namespace voxmarch
