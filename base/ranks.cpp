// Every meeting begins with everybody's state; where one has ended, its words go to rank 0 and the end to all.
#include "base/ranks.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr int goes_on = -1;

/// Longest name of a machine that is told.
constexpr std::size_t host_bytes = 64;

std::span<std::byte> bytes_of(std::string &text) { return std::as_writable_bytes(std::span(text)); }

template <typename Value> std::span<std::byte> bytes_of(std::vector<Value> &values) {
    return std::as_writable_bytes(std::span(values));
}

std::string rank_on(std::size_t rank, const std::string &host) { return fmt::format("rank {} on {}", rank, host); }

} // namespace

Ending common_ending(const std::vector<Ending> &endings, const std::vector<std::string> &hosts) {
    const auto all_end = [&](const auto &fits) { return std::all_of(endings.begin(), endings.end(), fits); };
    if (all_end([&](const Ending &one) { return one.code == endings.front().code; })) {
        return endings.front();
    }
    const auto first = [&](const auto &fits) {
        return static_cast<std::size_t>(std::find_if(endings.begin(), endings.end(), fits) - endings.begin());
    };
    if (const std::size_t failed = first([](const Ending &one) { return one.code > 1; }); failed < endings.size()) {
        return {rank_failed, rank_on(failed, hosts[failed]) + ": " + endings[failed].line};
    }
    if (const std::size_t refused = first([](const Ending &one) { return one.code == 1; }); refused < endings.size()) {
        const std::string &line = endings[refused].line;
        return {1, line.empty() ? "" : rank_on(refused, hosts[refused]) + ": " + line};
    }
    const std::size_t left = first([](const Ending &one) { return one.code == 0; });
    return {rank_failed, rank_on(left, hosts[left]) + " ended before the others"};
}

Ranks::Ranks(std::unique_ptr<RankLink> link) : link_(std::move(link)) {
    if (!link_) {
        return;
    }
    std::string mine = link_->host().substr(0, host_bytes);
    mine.resize(host_bytes);
    std::string all(host_bytes * static_cast<std::size_t>(size()), '\0');
    link_->share(bytes_of(mine), bytes_of(all));
    for (std::size_t begin = 0; begin < all.size(); begin += host_bytes) {
        const std::string host = all.substr(begin, host_bytes);
        hosts_.push_back(host.substr(0, host.find('\0')));
    }
}

std::string Ranks::name_of(int rank) const {
    const auto number = static_cast<std::size_t>(rank);
    return rank_on(number, link_ ? hosts_[number] : "this machine");
}

std::vector<Ranks::Arrival> Ranks::arrive(int code, std::size_t length) {
    std::vector<Arrival> mine{{code, static_cast<std::uint32_t>(length)}};
    std::vector<Arrival> all(static_cast<std::size_t>(size()));
    link_->share(bytes_of(mine), bytes_of(all));
    return all;
}

std::vector<std::string> Ranks::texts_to_first(const std::vector<Arrival> &arrivals, const std::string &mine) {
    if (!lead()) {
        if (!mine.empty()) {
            link_->send(0, std::as_bytes(std::span(mine)));
        }
        return {};
    }
    std::vector<std::string> texts{mine};
    for (int rank = 1; rank < size(); ++rank) {
        texts.emplace_back(arrivals[static_cast<std::size_t>(rank)].length, '\0');
        if (!texts.back().empty()) {
            link_->receive(rank, bytes_of(texts.back()));
        }
    }
    return texts;
}

/// @param mine  the line of a rank that has ended; what is gathered of others is of no use any more
Ending Ranks::end_together(const std::vector<Arrival> &arrivals, const std::string &mine) {
    const std::vector<std::string> texts = texts_to_first(arrivals, mine);
    Ending ending;
    if (lead()) {
        std::vector<Ending> endings;
        for (std::size_t rank = 0; rank < arrivals.size(); ++rank) {
            endings.push_back({arrivals[rank].code, texts[rank]});
        }
        ending = common_ending(endings, hosts_);
    }
    std::vector<std::int32_t> code{ending.code};
    link_->broadcast(bytes_of(code));
    ending.code = code.front();
    ended_ = true;
    return ending;
}

std::vector<Ranks::Arrival> Ranks::meet_with(std::size_t length) {
    std::vector<Arrival> arrivals = arrive(goes_on, length);
    if (std::all_of(arrivals.begin(), arrivals.end(), [](const Arrival &one) { return one.code == goes_on; })) {
        return arrivals;
    }
    // Whoever goes on has nothing to say to the end, so that its text is not waited for.
    for (Arrival &one : arrivals) {
        one.length = one.code == goes_on ? 0 : one.length;
    }
    throw RanksEnded{end_together(arrivals, "")};
}

void Ranks::meet() {
    if (!alone()) {
        meet_with(0);
    }
}

std::vector<std::string> Ranks::gather(const std::string &mine) {
    return alone() ? std::vector{mine} : texts_to_first(meet_with(mine.size()), mine);
}

std::string Ranks::broadcast(const std::string &text) {
    if (alone()) {
        return text;
    }
    std::string told = text;
    told.resize(meet_with(text.size()).front().length);
    if (!told.empty()) {
        link_->broadcast(bytes_of(told));
    }
    return told;
}

Ending Ranks::end(const Ending &mine) {
    if (alone()) {
        if (link_) {
            link_->leave();
        }
        return mine;
    }
    Ending ending = mine;
    if (!ended_) {
        std::vector<Arrival> arrivals = arrive(mine.code, mine.line.size());
        for (Arrival &one : arrivals) {
            one.length = one.code == goes_on ? 0 : one.length;
        }
        ending = end_together(arrivals, mine.line);
    }
    link_->leave();
    return ending;
}

} // namespace voxmarch
