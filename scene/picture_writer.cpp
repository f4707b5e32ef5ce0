// Threads that take pictures in order, pack them side by side and wait for their turn to write.
#include "scene/picture_writer.h"

#include "base/output_file.h"
#include "base/parallel.h"

#include <algorithm>

namespace voxmarch {

PictureWriter::PictureWriter(int threads)
    : most_threads_(static_cast<std::size_t>(threads > 0 ? threads : std::clamp(core_count(1024) / 4, 1, 4))) {}

PictureWriter::~PictureWriter() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
}

void PictureWriter::throw_if_failed() const {
    if (error_) {
        std::rethrow_exception(error_);
    }
}

void PictureWriter::add(Image picture, std::filesystem::path file, PictureTexts texts, const PackSettings &settings,
                        std::optional<FloatImage> light) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return error_ || added_ - written_ < most_threads_ + 2; });
    throw_if_failed();
    waiting_.push_back({added_++, std::move(picture), std::move(file), std::move(texts), settings, std::move(light)});
    if (threads_.size() < std::min(most_threads_, added_)) {
        threads_.emplace_back([this] { serve(); });
    }
    lock.unlock();
    changed_.notify_all();
}

void PictureWriter::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return error_ || written_ == added_; });
    throw_if_failed();
}

std::size_t PictureWriter::written() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

std::optional<PictureWriter::Job> PictureWriter::take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stop_ || error_ || !waiting_.empty(); });
    if (stop_ || error_) {
        return {};
    }
    std::optional<Job> job(std::move(waiting_.front()));
    waiting_.pop_front();
    return job;
}

bool PictureWriter::wait_for_turn(const Job &job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stop_ || error_ || written_ == job.number; });
    return !stop_ && !error_;
}

void PictureWriter::end_turn(std::exception_ptr problem) {
    {
        const std::lock_guard lock(mutex_);
        written_ += problem ? 0 : 1;
        error_ = std::move(problem);
    }
    changed_.notify_all();
}

void PictureWriter::serve() {
    while (const std::optional<Job> job = take()) {
        std::string bytes;
        std::exception_ptr problem;
        try {
            bytes =
                packed_picture(job->picture, job->file, job->settings, job->texts, job->light ? &*job->light : nullptr);
        } catch (...) {
            problem = std::current_exception();
        }
        if (!wait_for_turn(*job)) {
            return;
        }
        try {
            if (!problem) {
                OutputFile output(job->file);
                output.write(bytes);
                output.commit();
            }
        } catch (...) {
            problem = std::current_exception();
        }
        end_turn(std::move(problem));
    }
}

} // namespace voxmarch
