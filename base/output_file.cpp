// Writes beside the file that is wanted, and renames when all is there.
#include "base/output_file.h"

#include "base/error.h"
#include "base/input_guard.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fs = std::filesystem;

namespace voxmarch {

namespace {

/// Names of unfinished files at fixed places, as a signal handler must not allocate. A longer name or more files than
/// slots are left out: only an interrupted program would miss them.
struct Slot {
    std::atomic<bool> taken = false, filled = false;
    char name[4096] = {};
};
std::array<Slot, 8> slots;
static_assert(std::atomic<bool>::is_always_lock_free);

/// @return slots.size() if there is no room
std::size_t remember(const fs::path &file) {
    const std::string &name = file.native();
    for (std::size_t i = 0; i < slots.size() && name.size() < sizeof(Slot::name); ++i) {
        if (!slots[i].taken.exchange(true)) {
            std::memcpy(slots[i].name, name.c_str(), name.size() + 1);
            slots[i].filled = true;
            return i;
        }
    }
    return slots.size();
}

void forget(std::size_t slot) {
    if (slot < slots.size()) {
        slots[slot].filled = false;
        slots[slot].taken = false;
    }
}

/// Unfinished files are called NAME.part- and letters that nobody can guess.
constexpr std::string_view unfinished = ".part-";
constexpr std::size_t letter_count = 12;
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";

std::string random_letters() {
    std::random_device source;
    std::string word;
    for (std::size_t i = 0; i < letter_count; ++i) {
        word += letters[source() % letters.size()];
    }
    return word;
}

bool is_unfinished_name(const std::string &name) {
    const std::size_t end = letter_count + unfinished.size();
    return name.size() > end && name.compare(name.size() - end, unfinished.size(), unfinished) == 0 &&
           name.find_first_not_of(letters, name.size() - letter_count) == name.npos;
}

/// Who is told of written files; nobody at first.
std::function<void(const fs::path &, std::uint64_t)> &file_listener() {
    static std::function<void(const fs::path &, std::uint64_t)> listener;
    return listener;
}

void tell_of(const fs::path &file, std::uint64_t bytes) {
    if (file_listener()) {
        file_listener()(file, bytes);
    }
}

fs::path folder_of(const fs::path &file) {
    const fs::path folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

/// The place that links lead to, if it is there or not.
fs::path where_links_lead(const fs::path &file) {
    fs::path place = file;
    std::error_code problem;
    for (int step = 0; step < 40 && fs::is_symlink(place, problem); ++step) {
        place = place.parent_path() / fs::read_symlink(place, problem);
    }
    if (fs::is_symlink(place, problem)) {
        throw OutputError(file, "cannot be written: it is a circle of symbolic links");
    }
    return place;
}

/// "is a folder" and so on; null: a file or nothing.
const char *no_file(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG: return nullptr;
    case S_IFDIR: return "is a folder";
    case S_IFCHR:
    case S_IFBLK: return "is a device and no file: nothing is written to it";
    case S_IFIFO: return "is a pipe and no file: nothing is written to it";
    default: return "is no file: nothing is written to it";
    }
}

/// The file, and what is written beside it, whose own name is cut to fit: only the whole may be too long for the
/// system.
void require_short_name(const fs::path &named, const fs::path &place) {
    const std::size_t name = place.filename().native().size(), path = place.native().size();
    const std::size_t beside = std::min(name + unfinished.size() + letter_count, std::size_t{NAME_MAX});
    if (name > NAME_MAX) {
        throw OutputError(named, "has a name of " + std::to_string(name) + " bytes; at most " +
                                     std::to_string(NAME_MAX) + " can be written");
    }
    if (path - name + beside >= PATH_MAX) {
        throw OutputError(named, "is a path of " + std::to_string(path) +
                                     " bytes, too long to be written; go to a folder that is nearer to it");
    }
}

/// What stands where the file is wanted, if it may be replaced. @return its permissions; -1: there is none
int require_place(const fs::path &named, const fs::path &place) {
    struct stat status {};
    if (::stat(place.c_str(), &status) == 0) {
        if (const char *problem = no_file(status.st_mode)) {
            throw OutputError(named, problem);
        }
        if (::access(place.c_str(), W_OK) != 0) {
            throw OutputError(named, std::string("cannot be written over: ") + std::strerror(errno));
        }
        if (is_guarded_input(place)) {
            throw OutputError(named, "is read here and would be lost, so it is not written over",
                              {{Remedy::overwrite_input}});
        }
        return static_cast<int>(status.st_mode & 0777);
    }
    require_short_name(named, place);
    std::error_code ignored;
    if (const fs::path folder = folder_of(place); !fs::is_directory(folder, ignored)) {
        throw OutputError(named, "the folder " + folder.string() + " does not exist");
    }
    return -1;
}

/// Waits until the disk has a file or the names in a folder. @return errno; 0: done, or the place knows no such thing
int wait_for_disk(int descriptor) { return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS ? 0 : errno; }

void wait_for_folder(const fs::path &folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        wait_for_disk(descriptor); // the file is whole and in its place: no reason to fail
        ::close(descriptor);
    }
}

/// Where data goes that is meant for standard output.
std::FILE *data_stream = stdout;

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

} // namespace

bool is_standard_output(const fs::path &file) {
    const std::string &name = file.native();
    return name == "-" || (name.starts_with("-.") && name.find('/') == name.npos) || name == "/dev/stdout" ||
           name == "/dev/fd/1" || name == "/proc/self/fd/1";
}

void keep_standard_output_for_data() {
    std::fflush(stdout);
    const int data = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    std::FILE *stream = data < 0 ? nullptr : ::fdopen(data, "wb");
    if (stream == nullptr || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        throw OutputError("standard output", std::string("cannot be written: ") + std::strerror(errno));
    }
    data_stream = stream;
}

void check_output_file(const fs::path &file) {
    if (is_standard_output(file)) {
        return;
    }
    const fs::path place = where_links_lead(file), folder = folder_of(place);
    require_place(file, place);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        throw OutputError(file, "cannot be written in the folder " + folder.string() + ": " + std::strerror(errno));
    }
}

void require_space(const fs::path &file, std::uint64_t bytes) {
    if (is_standard_output(file)) {
        return;
    }
    std::error_code problem;
    const fs::space_info space = fs::space(folder_of(where_links_lead(file)), problem);
    if (!problem && space.available < bytes) { // a file system that cannot tell has 2^64 - 1
        const auto gib = [](std::uint64_t count) { return static_cast<double>(count) / double(1 << 30); };
        throw OutputError(file,
                          fmt::format("takes {:.6g} GiB, but its disk has {:.3g} GiB left: {:.6g} GiB are missing",
                                      gib(bytes), gib(space.available), gib(bytes - space.available)));
    }
}

void remove_unfinished_files() noexcept {
    for (const Slot &slot : slots) {
        if (slot.filled) {
            ::unlink(slot.name);
        }
    }
}

void tell_of_written_files(std::function<void(const fs::path &, std::uint64_t)> listener) {
    file_listener() = std::move(listener);
}

int remove_abandoned_files(const fs::path &folder) noexcept {
    int removed = 0;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
        const fs::path file = entry->path();
        if (!is_unfinished_name(file.filename().string())) {
            continue;
        }
        const int descriptor = ::open(file.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        struct stat status {};
        // Between its creation and its lock a file is nobody's.
        const bool settled = descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                             ::time(nullptr) - status.st_ctime > 5;
        if (settled && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::unlink(file.c_str()) == 0) {
            ++removed;
        }
        if (descriptor >= 0) {
            ::close(descriptor);
        }
    }
    return removed;
}

void OutputFile::Close::operator()(std::FILE *stream) const {
    if (stream != data_stream) {
        std::fclose(stream);
    }
}

OutputFile::OutputFile(const fs::path &file) : named_(file), slot_(slots.size()) {
    if (is_standard_output(file)) {
        named_ = "standard output";
        stream_.reset(data_stream);
    } else {
        file_ = where_links_lead(file);
        make_beside();
    }
}

void OutputFile::make_beside() {
    const int permissions = require_place(named_, file_);
    int descriptor = -1;
    for (int trial = 0; trial < 100; ++trial) {
        std::string name = file_.filename().string();
        name.resize(std::min(name.size(), std::size_t{NAME_MAX} - unfinished.size() - letter_count));
        beside_ = file_.parent_path() / (name + std::string(unfinished) + random_letters());
        descriptor = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) {
            break;
        }
    }
    if (descriptor < 0) {
        fail(errno);
    }
    slot_ = remember(beside_);
    ::flock(descriptor, LOCK_EX | LOCK_NB); // where the file system has no locks there is none
    if (permissions >= 0) {
        ::fchmod(descriptor, static_cast<mode_t>(permissions));
    }
    stream_.reset(::fdopen(descriptor, "wb"));
    if (!stream_ || std::setvbuf(stream_.get(), nullptr, _IOFBF, buffer_bytes) != 0) {
        const int problem = errno;
        ::unlink(beside_.c_str());
        forget(slot_);
        fail(problem);
    }
}

OutputFile::~OutputFile() {
    if (!beside_.empty()) {
        ::unlink(beside_.c_str());
    }
    forget(slot_);
}

void OutputFile::fail(int problem) const {
    if (problem == EPIPE) {
        throw OutputError(named_, "the program that reads it has ended before all was written");
    }
    throw OutputError(named_, std::string("cannot be written: ") + std::strerror(problem));
}

void OutputFile::write(std::span<const std::byte> bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) {
        fail(errno);
    }
    streamed_ += bytes.size();
}

void OutputFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void OutputFile::commit(Keep keep) {
    if (std::fflush(stream_.get()) != 0 || std::ferror(stream_.get()) != 0) {
        fail(errno);
    }
    if (beside_.empty()) {
        tell_of(named_, streamed_);
        return;
    }
    if (keep == Keep::written) {
        if (const int problem = wait_for_disk(::fileno(stream_.get()))) {
            fail(problem);
        }
    }
    if (std::fclose(stream_.release()) != 0) {
        fail(errno);
    }
    require_place(named_, file_); // what has come there meanwhile
    if (::rename(beside_.c_str(), file_.c_str()) != 0) {
        throw OutputError(named_, std::string("cannot be put in its place: ") + std::strerror(errno));
    }
    beside_.clear();
    if (keep == Keep::written) {
        wait_for_folder(folder_of(file_));
    }
    std::error_code unknown;
    const std::uintmax_t bytes = fs::file_size(file_, unknown); // another program may have written them
    tell_of(named_, unknown ? streamed_ : bytes);
}

} // namespace voxmarch
