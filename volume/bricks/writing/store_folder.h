// The folder of a store while it is written: it belongs to one program, and is marked until it is complete.
#pragma once

#include "base/error.h"

#include <filesystem>
#include <string>

namespace voxmarch {

/// There is something else already, which may be replaced if the caller says so.
class OccupiedPlace : public OutputError {
public:
    OccupiedPlace(const std::filesystem::path &place, const std::string &what_is_there)
        : OutputError(place, what_is_there), reason(what_is_there) {}
    std::string reason;
};

/// ROOT/voxmarch/unfinished.json marks the store, and says what is being written.
class StoreFolder {
public:
    /// Makes the folder, or goes on with what an earlier program left there; files that it had not finished are
    /// removed.
    /// @param conversion  what tells this store from any other: equal texts make equal stores
    /// @param replace     remove what is there, if it is a store
    /// @throws OccupiedPlace if there is a store already, or an unfinished one of another conversion; OutputError if
    /// there is something else, another program is writing the store, or the folder cannot be made
    StoreFolder(std::filesystem::path root, const std::string &conversion, bool replace);
    ~StoreFolder();
    StoreFolder(const StoreFolder &) = delete;
    StoreFolder &operator=(const StoreFolder &) = delete;

    /// Whether an earlier program had begun.
    bool goes_on() const { return goes_on_; }

    /// Takes the mark away. @throws OutputError
    void complete();

private:
    std::filesystem::path root_;
    int lock_ = -1;
    bool goes_on_ = false;

    std::filesystem::path mark() const { return root_ / "voxmarch" / "unfinished.json"; }
    void look(const std::string &conversion, bool replace);
    void remove_unfinished() const;
};

} // namespace voxmarch
