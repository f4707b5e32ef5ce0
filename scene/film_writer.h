// Pictures become a film, an MP4 file, by the program ffmpeg.
#pragma once

#include "base/output_file.h"
#include "renderer/image.h"

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace voxmarch {

/// Whether the name ends in .mp4, whatever the case.
bool is_film(const std::filesystem::path &file);

/// Why there are no films here: ffmpeg is missing, and how to get it; "" where it is installed.
std::string why_no_films();

/// Sends picture after picture to ffmpeg, which packs them (H.264) meanwhile; the file appears whole or not at all.
/// Films have no opacities: those of pictures are ignored.
class FilmWriter {
public:
    /// @param rate  pictures a second, > 0
    /// @throws UnsupportedError without ffmpeg, UsageError for standard output, OutputError
    FilmWriter(const std::filesystem::path &file, double rate);
    ~FilmWriter(); ///< Without finish() nothing is left behind.
    FilmWriter(const FilmWriter &) = delete;
    FilmWriter &operator=(const FilmWriter &) = delete;

    /// Waits until ffmpeg has taken it. All pictures are as large as the first, edges of odd length get a line more.
    /// @throws OutputError with ffmpeg's own words
    void add(const Image &picture);

    /// Waits until the film is a file. @throws OutputError
    void finish();

private:
    const std::filesystem::path file_;
    const double rate_;
    OutputFile output_;
    pid_t program_ = -1;               ///< ffmpeg; -1: it does not run
    int input_ = -1, complaints_ = -1; ///< descriptors: what it reads, and a file of what it says
    int width_ = 0, height_ = 0;

    void start();
    int wait(); ///< until it has ended. @return its exit status
    [[noreturn]] void fail(int status) const;
};

} // namespace voxmarch
