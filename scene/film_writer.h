// Pictures become a film, an MP4 or WebM file, by the program ffmpeg.
#pragma once

#include "base/output_file.h"
#include "renderer/image.h"

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>

namespace voxmarch {

/// Whether the name ends in .mp4 or .webm, whatever the case.
bool is_film(const std::filesystem::path &file);

/// Why there are no films here: ffmpeg is missing, and how to get it; "" where it is installed.
std::string why_no_films();

/// Sends picture after picture to ffmpeg, which packs them (MP4: H.264, WebM: VP9) meanwhile; the file appears whole or
/// not at all, on standard output, "-.mp4", once the film is finished: its beginning is written last. Films have no
/// opacities: those of pictures are ignored.
class FilmWriter {
public:
    /// @param rate     pictures a second, > 0
    /// @param quality  1 .. 100, of which 90 cannot be told from the pictures; empty: that
    /// @throws UnsupportedError without ffmpeg, OutputError
    FilmWriter(const std::filesystem::path &file, double rate, std::optional<int> quality = {});
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
    const int quality_;
    OutputFile output_;
    pid_t program_ = -1;               ///< ffmpeg; -1: it does not run
    int input_ = -1, complaints_ = -1; ///< descriptors: what it reads, and a file of what it says
    int packed_ = -1;                  ///< the same of the film that goes to standard output
    int width_ = 0, height_ = 0;

    void start();
    void stream(); ///< what is packed to standard output
    int wait();    ///< until it has ended. @return its exit status
    [[noreturn]] void fail(int status) const;
};

} // namespace voxmarch
