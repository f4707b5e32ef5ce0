// Times stages on the host's clock, and measures memory and page cache for their floors.
#include "bench/host_stages.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace voxmarch {

namespace {

/// More than any cache holds.
constexpr std::size_t block_bytes = std::size_t{256} << 20;

/// Calls work(first, end) for parts of `size` items, each on a thread of its own.
void in_parts(std::size_t size, int threads, const std::function<void(std::size_t, std::size_t)> &work) {
    const auto parts = static_cast<std::size_t>(threads);
    on_all_cores(threads, [&](int i) {
        const auto part = static_cast<std::size_t>(i);
        work(size * part / parts, size * (part + 1) / parts);
    });
}

} // namespace

OpenedFile::OpenedFile(const std::filesystem::path &file) : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) {
        throw FileError(file, std::string("cannot be opened: ") + std::strerror(errno));
    }
}

OpenedFile::~OpenedFile() { close(descriptor_); }

bool OpenedFile::read(std::span<char> out, std::size_t offset) const {
    for (std::size_t done = 0; done < out.size();) {
        const ssize_t got = pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (got <= 0) {
            return false;
        }
        done += static_cast<std::size_t>(got);
    }
    return true;
}

void ask_for_pages(std::span<const std::byte> mapped) {
#ifdef MADV_POPULATE_READ
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGE_SIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped.data()) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(mapped.data()) + mapped.size();
    static_cast<void>(madvise(reinterpret_cast<void *>(begin), end - begin, MADV_POPULATE_READ));
#else
    static_cast<void>(mapped);
#endif
}

ScratchFiles::ScratchFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "voxmarch-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw OutputError(pattern, std::string("cannot be made: ") + std::strerror(errno));
    }
    folder_ = pattern;
}

ScratchFiles::~ScratchFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

Spread time_of(int repetitions, const std::function<void()> &work) {
    constexpr double long_ms = 3000.0;
    constexpr std::size_t fewest = 3;
    std::vector<double> times;
    double spent = 0.0;
    for (int i = 0; i <= repetitions && (times.size() < fewest || spent < long_ms); ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
        if (i > 0) {
            times.push_back(ms.count());
        }
        spent += ms.count();
    }
    return spread_of(times);
}

double copy_rate(int repetitions, int threads) {
    const std::vector<char> from(block_bytes, 'x');
    std::vector<char> to(from.size());
    const Spread ms = time_of(repetitions, [&] {
        in_parts(from.size(), threads, [&](std::size_t first, std::size_t end) {
            std::memcpy(to.data() + first, from.data() + first, end - first);
        });
    });
    return static_cast<double>(from.size()) / ms.median * 1e3;
}

double cached_read_rate(int repetitions, const std::filesystem::path &file, int threads) {
    const OpenedFile opened(file);
    std::vector<char> to(std::min<std::uintmax_t>(block_bytes, std::filesystem::file_size(file)));
    const Spread ms = time_of(repetitions, [&] {
        in_parts(to.size(), threads, [&](std::size_t first, std::size_t end) {
            if (!opened.read({to.data() + first, end - first}, first)) {
                throw FileError(file, "cannot be read");
            }
        });
    });
    return static_cast<double>(to.size()) / ms.median * 1e3;
}

void StageTable::begin(const std::string &volume) {
    volume_ = volume;
    fmt::print("\n{}\n{:<34} {:>10} {:>10} {:>10} {:>8} {:>10} {:>7}\n", volume, "", "ms", "p10", "p90", "GB/s",
               "floor ms", "ratio");
}

nlohmann::json &StageTable::row(const std::string &stage, double bytes, const std::optional<RateFloor> &floor,
                                const std::function<void()> &work) {
    const Spread ms = time_of(options_->frames, work);
    nlohmann::json row = {
        {"volume", volume_}, {"stage", stage}, {"ms", ms.median}, {"ms_p10", ms.p10}, {"ms_p90", ms.p90}};
    std::string rate, bound;
    if (bytes > 0.0) {
        row["bytes"] = bytes;
        row["bytes_per_s"] = bytes / ms.median * 1e3;
        rate = fmt::format("{:.2f}", bytes / ms.median * 1e-6);
    }
    if (floor) {
        const double floor_ms = bytes / floor->bytes_per_s * 1e3;
        row["floor"] = floor->name;
        row["floor_ms"] = floor_ms;
        bound = fmt::format("{:10.3f} {:7.1f}  {}", floor_ms, ms.median / floor_ms, floor->name);
    }
    fmt::print("{:<34} {:10.3f} {:10.3f} {:10.3f} {:>8} {}\n", stage, ms.median, ms.p10, ms.p90, rate, bound);
    std::fflush(stdout);
    rows.push_back(std::move(row));
    return rows.back();
}

void StageTable::leave_out(const std::string &stage, const std::string &reason) {
    fmt::print("{:<34} left out: {}\n", stage, reason);
}

} // namespace voxmarch
