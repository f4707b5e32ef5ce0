// Pictures become files beside what draws the next ones.
#pragma once

#include "renderer/picture_file.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace voxmarch {

/// Packs pictures side by side and writes them one after the other, in the order in which they were added: where one
/// fails all before it are there, and none behind it. add() and finish() belong to one thread at a time.
class PictureWriter {
public:
    /// @param threads  that pack, each with all cores for one picture; 0: a quarter of the cores, 1 .. 4
    explicit PictureWriter(int threads = 0);
    /// Pictures that nobody has begun to write are forgotten.
    ~PictureWriter();
    PictureWriter(const PictureWriter &) = delete;
    PictureWriter &operator=(const PictureWriter &) = delete;

    /// Waits while there are two pictures more than threads under way.
    /// @param texts, light  as for write_picture(); light may be empty
    /// @throws OutputError for the first picture that could not be written; this one is forgotten then, as all are
    void add(Image picture, std::filesystem::path file, PictureTexts texts, const PackSettings &settings = {},
             std::optional<FloatImage> light = {});

    /// Waits until all are files. @throws as add()
    void finish();

    /// Pictures that are files.
    std::size_t written() const;

private:
    struct Job {
        std::size_t number;
        Image picture;
        std::filesystem::path file;
        PictureTexts texts;
        PackSettings settings;
        std::optional<FloatImage> light;
    };
    const std::size_t most_threads_;

    mutable std::mutex mutex_; // of all below
    std::condition_variable changed_;
    std::deque<Job> waiting_;
    std::size_t added_ = 0, written_ = 0; ///< written_ is also the number of the picture whose turn it is
    bool stop_ = false;
    std::exception_ptr error_; ///< of the first picture that failed

    std::vector<std::jthread> threads_; // last: they go first

    void throw_if_failed() const;
    void serve();
    std::optional<Job> take();          ///< empty: there is nothing more to do
    bool wait_for_turn(const Job &job); ///< false: it will not come
    void end_turn(std::exception_ptr problem);
};

} // namespace voxmarch
