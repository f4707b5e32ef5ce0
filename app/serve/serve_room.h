// What a server answers: the page, the HTTP API, and the pages that are open.
#pragma once

#include "app/serve/draw_thread.h"
#include "app/serve/rate_limit.h"
#include "app/serve/scene_edits.h"
#include "app/serve/serve_info.h"
#include "app/serve/web_rules.h"
#include "app/serve/web_server.h"
#include "scene/load_volume.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct ServeSettings {
    std::string token;
    std::vector<std::string> hosts; ///< names of this machine that requests may give, small letters
    SizeLimit size;
    int clients = 8;                ///< pages that are open at a time
    std::vector<std::string> notes; ///< what users should know of the volume and how it is drawn
};

class ServeRoom : public WebService {
public:
    /// @param threads  at least one; outlive the room's last request
    ServeRoom(std::shared_ptr<const LoadedVolume> loaded, std::vector<std::unique_ptr<DrawThread>> &threads,
              ServeSettings settings);

    void answer(const WebRequest &request, std::function<void(WebReply)> done) override;
    bool knows(const WebRequest &request) const override;
    std::optional<WebReply> refuse_visit(const WebRequest &request) override;
    std::unique_ptr<PageVisit> visit(const WebRequest &request, std::shared_ptr<PageLine> line) override;

    const LoadedVolume &loaded() const { return *loaded_; }
    const std::shared_ptr<const LoadedVolume> &shared_volume() const { return loaded_; }
    const SizeLimit &size_limit() const { return settings_.size; }

    /// The thread with the fewest pages.
    DrawThread &idlest();

    /// One page more or less is open.
    void count_visit(int by) { visits_ += by; }

    /// What is told of volume, functions and limits, as JSON.
    std::string info_text() const;

private:
    using Done = std::function<void(WebReply)>;
    const std::shared_ptr<const LoadedVolume> loaded_;
    std::vector<std::unique_ptr<DrawThread>> &threads_;
    const ServeSettings settings_;
    int visits_ = 0;                ///< of the server's thread
    RateLimit refusals_{1.0, 20.0}; ///< of wrong tokens
    RateLimit renders_{10.0, 20.0};
    std::mutex mutex_;                            // of all below
    std::map<Thumbnail, std::string> thumbnails_; ///< JPEG files

    std::optional<WebReply> refuse_sender(const WebRequest &request) const;
    std::optional<WebReply> refuse_stranger(const WebRequest &request, const WebTarget &target);
    void render(const WebRequest &request, const WebTarget &target, const Done &done);
    void thumbnail(const WebTarget &target, const Done &done);
    WebReply page(const WebRequest &request, const std::string &path) const;
};

} // namespace voxmarch
