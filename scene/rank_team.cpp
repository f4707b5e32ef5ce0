// Rank 0 cuts and tells the parts, all draw, the times and then the pixels go to rank 0.
#include "scene/rank_team.h"

#include "base/json_text.h"
#include "base/shared_numbers.h"
#include "scene/draw_in_parts.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace voxmarch {

using Message = nlohmann::json;

namespace {

std::size_t bytes_of(const Tile &tile) { return std::size_t(tile.width) * std::size_t(tile.height) * 4; }

Message shares_json(const std::vector<PictureShare> &shares) {
    Message list = Message::array();
    for (const PictureShare &share : shares) {
        list.push_back({share.device, share.name, share.parts, share.pixels, share.frame_ms, share.busy_ms});
    }
    return list;
}

std::vector<PictureShare> shares_from(const Message &list, int rank, const std::string &place) {
    std::vector<PictureShare> shares;
    for (const Message &one : list) {
        shares.push_back({one[0], one[1], one[2], one[3], one[4], one[5], rank, place});
    }
    return shares;
}

} // namespace

/// One picture while it is drawn.
struct RankTeam::Picture {
    std::vector<Tile> parts;
    Image image;            ///< on rank 0
    std::vector<char> mine; ///< of each part, whether this rank draws it; threads write to different ones
    DrawnParts drawn;
};

void RankTeam::take(std::size_t part, Picture &picture) {
    picture.mine[part] = 1;
    if (!ranks_.lead()) {
        pixels_[part].resize(bytes_of(picture.parts[part]));
    }
}

RankTeam::RankTeam(DeviceTeam &own, Ranks &ranks, const std::vector<std::size_t> &devices, bool relayed)
    : own_(own), ranks_(ranks), relayed_(relayed),
      size_(std::accumulate(devices.begin(), devices.end(), std::size_t{0})),
      first_(std::accumulate(devices.begin(), devices.begin() + ranks.rank(), std::size_t{0})), plan_(size_) {}

void RankTeam::forget_costs() {
    plan_.forget();
    own_.forget_costs();
}

std::vector<Tile> RankTeam::agreed_parts(const Scene &scene, const RenderSettings &settings, double longest_part_ms) {
    Message told = Message::array();
    if (ranks_.lead()) {
        for (const Tile &part : plan_.parts(scene, settings, longest_part_ms)) {
            told.push_back({part.x, part.y, part.width, part.height});
        }
    }
    std::vector<Tile> parts;
    for (const Message &part : Message::parse(ranks_.broadcast(told.dump()))) {
        parts.push_back({part[0], part[1], part[2], part[3]});
    }
    return parts;
}

void RankTeam::draw_own(Picture &picture, const Scene &scene, const RenderSettings &settings,
                        const SharingSettings &sharing) {
    const std::vector<Tile> &parts = picture.parts;
    const double pixels = double(scene.width) * scene.height;
    SharedNumbers numbers(ranks_, static_cast<int>(size_), static_cast<int>(parts.size()));
    const bool lead = ranks_.lead();
    picture.mine.resize(parts.size());
    pixels_.resize(lead ? 0 : std::max(pixels_.size(), parts.size()));
    for (std::size_t part = first_; part < std::min(first_ + own_.size(), parts.size()); ++part) {
        take(part, picture);
    }
    PictureParts own{scene, settings, scene.width, scene.height, parts, first_, {}, {}, {}};
    own.next = [&] {
        const std::optional<int> part = numbers.next();
        if (part) {
            take(static_cast<std::size_t>(*part), picture);
        }
        return part ? std::optional(static_cast<std::size_t>(*part)) : std::nullopt;
    };
    own.put = [&](std::size_t part, std::uint64_t first, std::span<const std::byte> bytes) {
        if (lead) {
            put(first, bytes, parts[part], picture.image);
        } else {
            std::copy(bytes.begin(), bytes.end(),
                      std::as_writable_bytes(std::span(pixels_[part])).begin() + std::ptrdiff_t(first));
        }
    };
    if (sharing.progress) { // as if the others were as far
        own.progress = [&, all = double(size_) / double(own_.size())](std::uint64_t done) {
            sharing.progress(std::min(double(done) * all / pixels, 0.99));
        };
    }
    picture.drawn = own_.draw_parts(own);
}

void RankTeam::receive_part(int rank, std::size_t part, Picture &picture) {
    const Tile &tile = picture.parts[part];
    const std::size_t stride = std::size_t(picture.image.width) * 4;
    std::uint8_t *const place = picture.image.rgba.data() + std::size_t(tile.y) * stride + std::size_t(tile.x) * 4;
    ranks_.receive_rows(rank, {std::as_writable_bytes(std::span(place, 1)).data(), std::size_t(tile.width) * 4,
                               std::size_t(tile.height), stride});
    gathering_.bytes += bytes_of(tile);
}

void RankTeam::gather(Picture &picture, FrameStatistics &statistics) {
    const auto own_done = std::chrono::steady_clock::now();
    Message mine = {{"parts", Message::array()},
                    {"shares", shares_json(picture.drawn.shares)},
                    {"frame_ms", picture.drawn.statistics.frame_ms}};
    for (std::size_t part = 0; part < picture.parts.size(); ++part) {
        if (picture.mine[part] != 0) {
            mine["parts"].push_back({part, picture.drawn.part_ms[part]});
        }
    }
    const std::vector<std::string> texts = ranks_.gather(json_text(mine));
    gathering_ = {0, milliseconds_since(own_done), 0.0};
    const auto all_done = std::chrono::steady_clock::now();
    statistics = std::move(picture.drawn.statistics);
    statistics.rays = std::uint64_t(picture.image.width) * std::uint64_t(picture.image.height);
    if (!ranks_.lead()) {
        for (const Message &part : mine["parts"]) {
            ranks_.send(0, std::as_bytes(std::span(pixels_[part[0].get<std::size_t>()])));
        }
        return;
    }
    shares_.clear();
    for (int rank = 0; rank < ranks_.size(); ++rank) {
        const Message theirs = Message::parse(texts[static_cast<std::size_t>(rank)]);
        for (const Message &part : theirs["parts"]) {
            picture.drawn.part_ms[part[0].get<std::size_t>()] = part[1];
            if (rank > 0) {
                receive_part(rank, part[0], picture);
            }
        }
        const std::vector<PictureShare> shares = shares_from(theirs["shares"], rank, ranks_.name_of(rank));
        shares_.insert(shares_.end(), shares.begin(), shares.end());
        statistics.frame_ms = std::max(statistics.frame_ms, theirs["frame_ms"].get<double>());
    }
    gathering_.ms = milliseconds_since(all_done);
    plan_.learn(picture.parts, picture.drawn.part_ms, kernel_times(shares_));
}

Image RankTeam::draw(const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing,
                     FrameStatistics &statistics) {
    if (ranks_.alone()) {
        return own_.draw(scene, settings, sharing, statistics);
    }
    if (relayed_) {
        SceneRenderer &renderer = own_.renderer(0);
        Image image = renderer.draw(scene, scene.camera, scene.width, scene.height, settings);
        statistics = renderer.statistics();
        return ranks_.lead() ? std::move(image) : Image{};
    }
    if (is_drawn_as_one(settings)) { // noise is that of whole pictures
        shares_.clear();
        return ranks_.lead() ? own_.draw(scene, settings, sharing, statistics) : Image{};
    }
    Picture picture;
    if (ranks_.lead()) {
        const std::size_t bytes = std::size_t(scene.width) * std::size_t(scene.height) * 4;
        picture.image = {scene.width, scene.height, Pixels(bytes)};
    }
    picture.parts = agreed_parts(scene, settings, sharing.longest_part_ms);
    draw_own(picture, scene, settings, sharing);
    gather(picture, statistics);
    if (ranks_.lead() && sharing.progress) {
        sharing.progress(1.0);
    }
    return std::move(picture.image);
}

} // namespace voxmarch
