// Values that are made once for all threads that want them, and kept while there is room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace voxmarch::zarr {

/// What was used last stays. A value may be larger than the bound: it is then given and not kept.
template <typename Value> class SharedCache {
public:
    using Pointer = std::shared_ptr<const Value>;

    /// @param most  bytes of the values kept together
    explicit SharedCache(std::size_t most) : most_(most) {}

    /// The value of a key, from make() unless it is here. Others who want it meanwhile wait for it; where make()
    /// throws, they get the same exception, and the next who asks tries again.
    /// @param keeps  whether it is worth keeping for later
    /// @param make   gives a Pointer; Value has byte_count()
    template <typename Make> Pointer get(std::uint64_t key, bool keeps, const Make &make) {
        std::unique_lock lock(mutex_);
        if (const auto found = entries_.find(key); found != entries_.end()) {
            if (found->second.is_kept) {
                order_.splice(order_.begin(), order_, found->second.place);
            }
            const auto value = found->second.value;
            lock.unlock();
            return value.get();
        }
        std::promise<Pointer> promise;
        entries_.emplace(key, Entry{promise.get_future().share(), {}, false, 0});
        lock.unlock();
        Pointer made;
        try {
            made = make();
        } catch (...) {
            promise.set_exception(std::current_exception());
            lock.lock();
            entries_.erase(key);
            throw;
        }
        promise.set_value(made);
        lock.lock();
        settle(key, keeps ? made->byte_count() + overhead : most_ + 1);
        return made;
    }

    /// Keeps so many bytes from now on.
    void set_most(std::size_t most) {
        const std::lock_guard lock(mutex_);
        most_ = most;
    }

    /// Bytes of what is kept, with what it takes to find it.
    std::size_t kept_bytes() const {
        const std::lock_guard lock(mutex_);
        return bytes_;
    }

private:
    struct Entry {
        std::shared_future<Pointer> value;
        std::list<std::uint64_t>::iterator place; ///< in order_, if kept
        bool is_kept = false;
        std::size_t bytes = 0;
    };

    static constexpr std::size_t overhead = 256;

    std::size_t most_, bytes_ = 0;
    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, Entry> entries_;
    std::list<std::uint64_t> order_; ///< of those kept, the last used first

    void settle(std::uint64_t key, std::size_t bytes) {
        if (bytes > most_) {
            entries_.erase(key);
            return;
        }
        while (bytes_ + bytes > most_) {
            const auto oldest = entries_.find(order_.back());
            bytes_ -= oldest->second.bytes;
            entries_.erase(oldest);
            order_.pop_back();
        }
        order_.push_front(key);
        Entry &entry = entries_.at(key);
        entry.place = order_.begin();
        entry.is_kept = true;
        entry.bytes = bytes;
        bytes_ += bytes;
    }
};

} // namespace voxmarch::zarr
