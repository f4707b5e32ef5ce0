// Starts ffmpeg with one end of a pair of sockets as its input: a program that has ended is an error there, no signal.
#include "scene/film_writer.h"

#include "base/error.h"
#include "base/installed_program.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <span>
#include <spawn.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

extern char **environ; // NOLINT(readability-redundant-declaration): POSIX has it in no header

namespace voxmarch {

namespace {

void close_descriptor(int &descriptor) {
    if (descriptor >= 0) {
        ::close(std::exchange(descriptor, -1));
    }
}

/// A file without a name.
int nameless_file() {
    std::string name = (std::filesystem::temp_directory_path() / "voxmarch-XXXXXX").string();
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0) {
        ::unlink(name.c_str());
    }
    return descriptor;
}

/// The last line of a file that is open.
std::string last_line(int descriptor) {
    std::string text;
    std::array<char, 4096> part;
    ::lseek(descriptor, 0, SEEK_SET);
    for (ssize_t count = 0; (count = ::read(descriptor, part.data(), part.size())) > 0;) {
        text.append(part.data(), static_cast<std::size_t>(count));
    }
    std::istringstream lines(text);
    std::string last;
    for (std::string line; std::getline(lines, line);) {
        last = line.empty() ? last : line;
    }
    return last;
}

} // namespace

static std::string film_ending(const std::filesystem::path &file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return extension;
}

bool is_film(const std::filesystem::path &file) { return film_ending(file) == ".mp4" || film_ending(file) == ".webm"; }

/// ffmpeg's words for codec and quality: rate factors of x264 go from 51, the worst, to 0, those of VP9 from 63.
static std::vector<std::string> packing_words(const std::filesystem::path &file, int quality) {
    const double worse = (100 - quality) / 100.0;
    if (film_ending(file) == ".webm") {
        return {"-codec:v", "libvpx-vp9", "-crf", fmt::format("{:.0f}", 15.0 + 48.0 * worse), "-b:v", "0", "-row-mt",
                "1",        "-f",         "webm"};
    }
    return {"-codec:v",  "libx264",    "-crf", fmt::format("{:.0f}", 12.0 + 39.0 * worse),
            "-movflags", "+faststart", "-f",   "mp4"};
}

std::string why_no_films() {
    if (!installed_program("ffmpeg").empty()) {
        return "";
    }
    return "films are made by the program ffmpeg, which is not installed: install the package ffmpeg (of Fedora "
           "ffmpeg-free), or save the pictures";
}

FilmWriter::FilmWriter(const std::filesystem::path &file, double rate, std::optional<int> quality)
    : file_(file), rate_(rate), quality_(quality.value_or(90)), output_(file) {
    if (const std::string reason = why_no_films(); !reason.empty()) {
        throw UnsupportedError(reason);
    }
}

FilmWriter::~FilmWriter() {
    if (program_ > 0) {
        ::kill(program_, SIGKILL);
        wait();
    }
    close_descriptor(complaints_);
    close_descriptor(packed_);
}

void FilmWriter::start() {
    std::array<int, 2> ends{-1, -1};
    complaints_ = nameless_file();
    if (output_.beside().empty()) {
        packed_ = nameless_file();
    }
    if (complaints_ < 0 || (output_.beside().empty() && packed_ < 0) ||
        ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw OutputError(file_, "ffmpeg cannot be started: " + std::generic_category().message(errno));
    }
    const std::string even = "pad=ceil(iw/2)*2:ceil(ih/2)*2"; // colours are stored at half the resolution
    std::vector<std::string> words{"ffmpeg",
                                   "-loglevel",
                                   "error",
                                   "-nostdin",
                                   "-xerror", // a full disk is an error at once: without, ffmpeg 5 ends with 0
                                   "-y",
                                   "-f",
                                   "rawvideo",
                                   "-pixel_format",
                                   "rgba",
                                   "-video_size",
                                   fmt::format("{}x{}", width_, height_),
                                   "-framerate",
                                   fmt::format("{}", rate_),
                                   "-i",
                                   "pipe:0",
                                   "-vf",
                                   even + ",scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
                                   "-colorspace",
                                   "bt709",
                                   "-color_primaries",
                                   "bt709",
                                   "-color_trc",
                                   "bt709",
                                   "-color_range",
                                   "tv"};
    std::ranges::move(packing_words(file_, quality_), std::back_inserter(words));
    constexpr int packed_there = 3;
    words.push_back(packed_ < 0 ? "file:" + output_.beside().string() : fmt::format("file:/dev/fd/{}", packed_there));
    std::vector<char *> pointers;
    std::ranges::transform(words, std::back_inserter(pointers), [](std::string &word) { return word.data(); });
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, complaints_, STDERR_FILENO);
    if (packed_ >= 0) {
        posix_spawn_file_actions_adddup2(&actions, packed_, packed_there);
    }
    posix_spawnattr_t attributes; // in a group of its own: Ctrl+C is this program's to answer
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int problem = ::posix_spawnp(&program_, "ffmpeg", &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    input_ = ends[0];
    if (problem != 0) {
        program_ = -1;
        close_descriptor(input_);
        throw OutputError(file_, "ffmpeg cannot be started: " + std::generic_category().message(problem));
    }
}

int FilmWriter::wait() {
    close_descriptor(input_); // it ends
    int status = 0;
    while (::waitpid(program_, &status, 0) < 0 && errno == EINTR) {
    }
    program_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void FilmWriter::fail(int status) const {
    const std::string said = last_line(complaints_);
    throw OutputError(file_, said.empty() ? fmt::format("ffmpeg ended with status {}", status) : "ffmpeg: " + said);
}

void FilmWriter::add(const Image &picture) {
    if (program_ < 0) {
        width_ = picture.width;
        height_ = picture.height;
        start();
    }
    for (std::size_t done = 0; done < picture.rgba.size();) {
        const ssize_t sent = ::send(input_, picture.rgba.data() + done, picture.rgba.size() - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            fail(wait());
        }
        done += static_cast<std::size_t>(sent);
    }
}

void FilmWriter::stream() {
    std::vector<std::byte> part(1 << 20);
    ::lseek(packed_, 0, SEEK_SET);
    for (ssize_t count = 0; (count = ::read(packed_, part.data(), part.size())) > 0;) {
        output_.write(std::span(part).first(static_cast<std::size_t>(count)));
    }
}

void FilmWriter::finish() {
    const int status = program_ > 0 ? wait() : 0;
    if (status != 0) {
        fail(status);
    }
    if (packed_ >= 0) {
        stream();
    }
    output_.commit();
}

} // namespace voxmarch
