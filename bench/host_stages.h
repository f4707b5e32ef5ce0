// What benchmarks of the host's stages share: repeated timing, scratch files, rates that nothing can pass.
#pragma once

#include "bench/bench.h"
#include "bench/timing.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

namespace voxmarch {

/// A folder for what is written and read again, gone afterwards.
class ScratchFiles {
public:
    ScratchFiles();
    ~ScratchFiles();
    ScratchFiles(const ScratchFiles &) = delete;
    ScratchFiles &operator=(const ScratchFiles &) = delete;

    std::filesystem::path operator/(const std::string &name) const { return folder_ / name; }

private:
    std::filesystem::path folder_;
};

/// A file that several threads read from.
class OpenedFile {
public:
    /// @throws FileError
    explicit OpenedFile(const std::filesystem::path &file);
    ~OpenedFile();
    OpenedFile(const OpenedFile &) = delete;
    OpenedFile &operator=(const OpenedFile &) = delete;

    /// @return false where the file ends before `out` does
    bool read(std::span<char> out, std::size_t offset) const;

private:
    int descriptor_;
};

/// Has all pages of a part of a mapped file looked up in one call, where the system can (Linux 5.14), not one by one.
void ask_for_pages(std::span<const std::byte> mapped);

/// Wall time of `work`, once more before the first that counts. Work that takes long is repeated three times at most.
Spread time_of(int repetitions, const std::function<void()> &work);

/// Bytes a second of memcpy by so many threads, between blocks that no cache holds.
double copy_rate(int repetitions, int threads);

/// Bytes a second that so many threads read of a file that the page cache holds. @throws FileError
double cached_read_rate(int repetitions, const std::filesystem::path &file, int threads);

/// A rate that a stage cannot pass.
struct RateFloor {
    std::string name; ///< "memcpy, 8 threads"
    double bytes_per_s = 0.0;
};

/// Stages of one benchmark, printed as they are measured.
class StageTable {
public:
    explicit StageTable(const BenchOptions &options) : options_(&options) {}

    /// Prints a line that rows follow. @param volume  what they are measured with
    void begin(const std::string &volume);

    /// Measures a stage.
    /// @param bytes  that it moves, makes or takes in; 0: no rate is told
    /// @return its row, for more members
    nlohmann::json &row(const std::string &stage, double bytes, const std::optional<RateFloor> &floor,
                        const std::function<void()> &work);

    /// Says in place of a row why there is none.
    static void leave_out(const std::string &stage, const std::string &reason);

    nlohmann::json rows = nlohmann::json::array();

private:
    const BenchOptions *options_;
    std::string volume_;
};

} // namespace voxmarch
