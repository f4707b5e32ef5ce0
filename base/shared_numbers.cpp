// A counter at rank 0; the others ask it by messages.
#include "base/shared_numbers.h"

#include <array>

namespace voxmarch {

namespace {

constexpr int none = -1;

enum Question { another, stop_all };

std::span<const std::byte> bytes_of(const std::array<int, 1> &number) { return std::as_bytes(std::span(number)); }
std::span<std::byte> bytes_of(std::array<int, 1> &number) { return std::as_writable_bytes(std::span(number)); }

} // namespace

SharedNumbers::SharedNumbers(Ranks &ranks, int first, int end)
    : ranks_(ranks), end_(end), next_(first), told_none_(ranks.lead() || first >= end) {
    if (ranks.lead() && !ranks.alone() && first < end) {
        answering_ = std::jthread([this] { answer(); });
    }
}

SharedNumbers::~SharedNumbers() {
    stop();
    if (answering_.joinable()) {
        answering_.join();
    }
}

std::optional<int> SharedNumbers::take() {
    const int number = next_++;
    return number < end_ ? std::optional(number) : std::nullopt;
}

std::optional<int> SharedNumbers::ask(int question) {
    const std::array<int, 1> asked{question};
    std::array<int, 1> answered{none};
    ranks_.send(0, bytes_of(asked));
    ranks_.receive(0, bytes_of(answered));
    told_none_ = answered[0] == none;
    return told_none_ ? std::nullopt : std::optional(answered[0]);
}

std::optional<int> SharedNumbers::next() {
    if (ranks_.lead()) {
        return take();
    }
    const std::lock_guard lock(asking_);
    return told_none_ ? std::nullopt : ask(another);
}

void SharedNumbers::stop() {
    if (ranks_.lead()) {
        next_ = end_;
        return;
    }
    const std::lock_guard lock(asking_);
    if (!told_none_) {
        ask(stop_all);
    }
}

void SharedNumbers::answer() {
    for (int asking = ranks_.size() - 1; asking > 0;) {
        std::array<int, 1> question{}, number{none};
        const int rank = ranks_.receive(RankLink::any_rank, bytes_of(question));
        if (question[0] == stop_all) {
            next_ = end_;
        }
        number[0] = take().value_or(none);
        asking -= number[0] == none ? 1 : 0;
        ranks_.send(rank, bytes_of(number));
    }
}

} // namespace voxmarch
