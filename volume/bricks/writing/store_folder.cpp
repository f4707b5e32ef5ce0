// Marks a folder with a locked file.
#include "volume/bricks/writing/store_folder.h"

#include "base/output_file.h"
#include "volume/bricks/writing/shard_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

namespace voxmarch {

namespace fs = std::filesystem;

namespace {

/// Any Zarr group or array, of either version.
bool is_store(const fs::path &folder) {
    for (const char *name : {"zarr.json", ".zgroup", ".zarray"}) {
        std::error_code ignored;
        if (fs::exists(folder / name, ignored)) {
            return true;
        }
    }
    return false;
}

bool is_unfinished(const fs::path &file) {
    return file.filename().string().find(unfinished_ending) != std::string::npos;
}

/// Whether there are folders and unfinished files alone: what is left of a program that was killed at its very begin.
bool holds_nothing(const fs::path &folder) {
    std::error_code problem;
    for (fs::recursive_directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        if (!entry->is_directory(problem) && !is_unfinished(entry->path())) {
            return false;
        }
    }
    return !problem;
}

/// The mark of a store, locked. @throws OutputError if another program has it
int lock_of(const fs::path &mark, const fs::path &root) {
    const int lock = ::open(mark.c_str(), O_RDONLY | O_CLOEXEC);
    if (lock < 0 || ::flock(lock, LOCK_EX | LOCK_NB) != 0) {
        const int reason = errno;
        if (lock >= 0) {
            ::close(lock);
        }
        throw OutputError(root, reason == EWOULDBLOCK
                                    ? "another program is writing it"
                                    : std::string("its mark cannot be locked: ") + std::strerror(reason));
    }
    return lock;
}

std::string text_of(const fs::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace

StoreFolder::StoreFolder(fs::path root, const std::string &conversion, bool replace) : root_(std::move(root)) {
    look(conversion, replace);
    std::error_code problem;
    fs::create_directory(root_, problem);
    if (!problem) {
        fs::create_directory(root_ / "voxmarch", problem);
    }
    if (problem) {
        throw OutputError(root_, "the folder cannot be made: " + problem.message());
    }
    if (!goes_on_) {
        OutputFile file(mark());
        file.write(conversion);
        file.commit();
    }
    lock_ = lock_of(mark(), root_);
    if (goes_on_) {
        remove_unfinished();
    }
}

StoreFolder::~StoreFolder() { ::close(lock_); }

void StoreFolder::look(const std::string &conversion, bool replace) {
    std::error_code ignored;
    if (!fs::exists(root_, ignored) || (fs::is_directory(root_, ignored) && holds_nothing(root_))) {
        return;
    }
    const bool is_marked = fs::exists(mark(), ignored);
    if (is_marked && !replace && text_of(mark()) == conversion) {
        goes_on_ = true;
        return;
    }
    if (!is_marked && !is_store(root_)) {
        throw OutputError(root_, "is there already and is no Zarr store, so it is left alone; choose another name");
    }
    if (!replace) {
        throw OccupiedPlace(root_, is_marked
                                       ? "is the unfinished store of another conversion (of another input, with other "
                                         "options or by another version)"
                                       : "is there already");
    }
    if (is_marked) {
        ::close(lock_of(mark(), root_)); // nobody is writing it
    }
    std::error_code problem;
    fs::remove_all(root_, problem);
    if (problem) {
        throw OutputError(root_, "what is there cannot be removed: " + problem.message());
    }
}

void StoreFolder::remove_unfinished() const {
    std::vector<fs::path> left;
    std::error_code problem;
    for (fs::recursive_directory_iterator entry(root_, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        if (is_unfinished(entry->path()) && !entry->is_directory(problem)) {
            left.push_back(entry->path());
        }
    }
    for (const fs::path &file : left) {
        fs::remove(file, problem);
    }
    if (problem) {
        throw OutputError(root_, "what an earlier program left cannot be removed: " + problem.message());
    }
}

void StoreFolder::complete() {
    std::error_code problem;
    fs::remove(mark(), problem);
    if (problem) {
        throw OutputError(mark(), "cannot be removed: " + problem.message());
    }
}

} // namespace voxmarch
