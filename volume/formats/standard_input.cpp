// Keeps standard input in an anonymous file in memory, and reads it as a file.
#include "volume/formats/standard_input.h"

#include "base/error.h"
#include "volume/formats/nrrd/nrrd_header.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

constexpr std::string_view nrrd_magic = "NRRD0", numpy_magic = "\x93NUMPY";

/// The file that is kept, open as long as the program runs; -1: none.
int kept_descriptor = -1;

FileError input_error(const std::string &problem) { return {standard_input, problem}; }

/// Waits for bytes. @return how many came, 0 at the end
std::size_t read_some(int descriptor, std::span<char> out, const std::function<void(double)> &progress) {
    constexpr int milliseconds = 200;
    for (;;) {
        if (progress) {
            progress(-1.0);
        }
        pollfd waiting{descriptor, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, milliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR)) {
            continue;
        }
        const ssize_t count = ready < 0 ? -1 : ::read(descriptor, out.data(), out.size());
        if (count >= 0) {
            return static_cast<std::size_t>(count);
        }
        if (errno != EINTR && errno != EAGAIN) {
            throw input_error(fmt::format("cannot be read: {}", std::strerror(errno)));
        }
    }
}

void write_all(int file, std::span<const char> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            throw MemoryError(
                fmt::format("{}: not enough memory to keep it ({})", standard_input, std::strerror(errno)));
        }
        bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
}

/// @param head  the first bytes, at least as many as a format begins with where there are so many
void require_known_format(std::string_view head) {
    if (head.empty()) {
        throw input_error("is empty");
    }
    if (!head.starts_with(nrrd_magic) && !head.starts_with(numpy_magic)) {
        throw input_error("is of no format that is read from there, NRRD or a NumPy array (.npy); give it as a file");
    }
}

void keep_bytes(int descriptor, int file, std::uint64_t most, const std::function<void(double)> &progress) {
    std::vector<char> block(std::size_t{1} << 20);
    std::string head;
    std::uint64_t bytes = 0;
    for (bool known = false;;) {
        const std::size_t count = read_some(descriptor, block, progress);
        if (!known) {
            head.append(block.data(), std::min(count, numpy_magic.size()));
            known = head.size() >= numpy_magic.size() || count == 0;
            if (known) {
                require_known_format(head);
            }
        }
        if (count == 0) {
            return;
        }
        bytes += count;
        if (bytes > most) {
            throw MemoryError(fmt::format("{} brings more than {} MiB, which it may take of this machine's memory; "
                                          "give it as a file, which need not be in memory",
                                          standard_input, most >> 20),
                              {{Remedy::memory_limit}});
        }
        write_all(file, std::span(block).first(count));
    }
}

std::string renamed(std::string text, const std::string &file) {
    for (std::size_t at = text.find(file); at != text.npos; at = text.find(file, at)) {
        text.replace(at, file.size(), standard_input);
    }
    return text;
}

/// Does the work of a reader, whose errors then name standard input.
template <typename Work> auto named(const std::string &file, const Work &work) {
    try {
        return work();
    } catch (const FileError &error) {
        const std::string text = renamed(error.problem(), file), prefix = std::string(standard_input) + ": ";
        throw FileError(standard_input, text.starts_with(prefix) ? text.substr(prefix.size()) : text, error.advice());
    } catch (const MemoryError &error) {
        throw MemoryError(renamed(error.problem(), file), error.advice());
    } catch (const UsageError &error) {
        throw UsageError(renamed(error.problem(), file), error.advice());
    }
}

class StandardInput final : public VolumeFile {
public:
    explicit StandardInput(const ReadOptions &options) : file_(standard_input_file()) {
        named(file_, [&] { open(options); });
        header = inside_->header;
        time_axis = inside_->time_axis;
        header.name = standard_input;
        for (Note &note : header.notes) {
            note.text = renamed(note.text, file_);
        }
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        return named(file_, [&] { return inside_->load(progress); });
    }

    std::optional<PlainPlace> plain_place() const override { return inside_->plain_place(); }

private:
    std::string file_;
    std::unique_ptr<VolumeFile> inside_;

    void open(const ReadOptions &options) {
        std::array<char, nrrd_magic.size()> head{};
        const ssize_t count = ::pread(kept_descriptor, head.data(), head.size(), 0);
        if (count != static_cast<ssize_t>(head.size()) || std::string_view(head.data(), head.size()) != nrrd_magic) {
            inside_ = open_numpy(file_, options);
            return;
        }
        if (const std::string data = read_nrrd_header(file_).data_file; !data.empty()) {
            throw input_error(fmt::format("is the header of a NRRD volume whose voxels lie in a file of their own, {}; "
                                          "give the header as a file",
                                          data));
        }
        inside_ = open_nrrd(file_, options);
    }
};

} // namespace

void keep_standard_input(int descriptor, std::uint64_t most, const std::function<void(double)> &progress) {
    if (::fcntl(descriptor, F_GETFD) < 0) { // what is opened next would get its number
        throw input_error("is closed");
    }
    const int file = ::memfd_create(standard_input, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) {
        throw MemoryError(fmt::format("{}: no memory to keep it ({})", standard_input, std::strerror(errno)));
    }
    try {
        keep_bytes(descriptor, file, most, progress);
        if (::fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
            throw input_error(fmt::format("cannot be kept: {}", std::strerror(errno)));
        }
    } catch (...) {
        ::close(file);
        throw;
    }
    kept_descriptor = file;
}

std::filesystem::path standard_input_file() {
    return kept_descriptor < 0 ? "" : "/proc/self/fd/" + std::to_string(kept_descriptor);
}

std::unique_ptr<VolumeFile> open_standard_input(const ReadOptions &options) {
    if (kept_descriptor < 0) {
        throw FileError(standard_input, "is not read here, and nothing of it is kept; give the volume as a file",
                        {{Remedy::find_volume}});
    }
    if (!options.raw.empty() || !options.field.empty()) {
        throw UsageError(fmt::format("{} are read from files, not from {}",
                                     options.raw.empty() ? "points" : "raw voxels", standard_input));
    }
    return std::make_unique<StandardInput>(options);
}

} // namespace voxmarch
