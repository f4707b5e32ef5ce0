// Compaction by scan, atomics and HistoPyramids.
#include "bench/bench_compaction.h"

#include "bench/device_rates.h"
#include "bench/frame_bench.h"
#include "bench/timing.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <random>

namespace voxmarch {

namespace {

constexpr std::size_t group_size = 256;

LaunchSize one_each(std::size_t items) {
    return {{(items + group_size - 1) / group_size * group_size, 1, 1}, {group_size, 1, 1}};
}

/// @param before  files that its file needs
ProgramSource source_of(const std::string &file, std::vector<std::pair<std::string, long>> constants,
                        std::vector<std::string> before = {}) {
    ProgramSource source;
    source.name = "compaction " + file;
    source.files = std::move(before);
    source.files.push_back(file + ".cl");
    source.constants = std::move(constants);
    return source;
}

std::uint32_t download_total(const Buffer &total) {
    std::uint32_t value = 0;
    total.download(std::as_writable_bytes(std::span(&value, 1)));
    return value;
}

/// One way to gather the numbers of all elements whose count is not 0.
class Compaction {
public:
    virtual ~Compaction() = default;
    /// Writes them into `retained`, which has room for all elements. @return all launches
    virtual Events run(const Buffer &counts, Buffer &retained) = 0;
    /// Of the last run.
    virtual std::uint32_t total() const = 0;
    /// Whether run() takes elements, the odd ones of which are retained, in place of their counts.
    virtual bool takes_elements() const { return false; }
};

class ScanCompaction final : public Compaction {
public:
    ScanCompaction(Device &device, std::uint32_t count)
        : count_(count),
          program_(device, source_of("compact_scan", {{"SCAN_GROUP", group_size}, {"COMPACT_SHARE", share}},
                                     {"group_scan.cl"})),
          sums_kernel_(program_.kernel("compact_sums")), offsets_(program_.kernel("compact_offsets")),
          scatter_(program_.kernel("compact_scatter")), groups_((count + owned - 1) / owned),
          sums_(device, groups_ * sizeof(std::uint32_t), "sums of work-groups"),
          total_(device, sizeof(std::uint32_t), "the total") {}

    Events run(const Buffer &counts, Buffer &retained) override {
        const LaunchSize all{{groups_ * group_size, 1, 1}, {group_size, 1, 1}};
        const LaunchSize one{{group_size, 1, 1}, {group_size, 1, 1}};
        Events events;
        events.push_back(sums_kernel_.launch(all, count_, counts, sums_));
        events.push_back(offsets_.launch(one, static_cast<std::uint32_t>(groups_), sums_, total_));
        events.push_back(scatter_.launch(all, count_, counts, sums_, retained));
        return events;
    }

    std::uint32_t total() const override { return download_total(total_); }

private:
    static constexpr long share = 8; // elements of a work-item
    static constexpr std::size_t owned = group_size * static_cast<std::size_t>(share);
    std::uint32_t count_;
    Program program_;
    Kernel sums_kernel_, offsets_, scatter_;
    std::size_t groups_;
    Buffer sums_, total_;
};

class AtomicCompaction final : public Compaction {
public:
    AtomicCompaction(Device &device, std::uint32_t count)
        : count_(count), program_(device, source_of("compact_atomics", {})),
          kernel_(program_.kernel("compact_atomics")), total_(device, sizeof(std::uint32_t), "the total") {}

    Events run(const Buffer &counts, Buffer &retained) override {
        total_.fill(0);
        Events events;
        events.push_back(kernel_.launch(one_each(count_), count_, counts, total_, retained));
        return events;
    }

    std::uint32_t total() const override { return download_total(total_); }

private:
    std::uint32_t count_;
    Program program_;
    Kernel kernel_;
    Buffer total_;
};

/// What makes counts of elements.
enum class FirstStep {
    done,     ///< nothing: counts are given
    launched, ///< a launch of its own
    fused     ///< the launch that builds the first levels
};

/// One way to build a HistoPyramid.
struct PyramidKind {
    const char *name;
    std::uint32_t arity;  ///< children of a node
    std::uint32_t stored; ///< of them those whose sums a node keeps
    const char *step;     ///< file of the way down
    int fused;            ///< levels that a launch builds
    std::size_t group;    ///< work-items, see pyramid_levels_*.cl
    std::uint32_t apex;   ///< one work-group builds the levels above so many sums alone; 0: the last level
    bool local = false;   ///< sums come by way of local memory
    FirstStep first_step = FirstStep::done;

    /// Sums of the level below that a work-group takes.
    std::size_t taken() const {
        std::size_t sums = local ? group : group * arity;
        for (int level = 1; local && level < fused; ++level) {
            sums *= arity;
        }
        return sums;
    }
};

/// From the talk's first pyramid to its last: pairs, "Optimization 1" and "2", "HP5", "Step 2", "Optimizing the
/// Reduction".
constexpr PyramidKind pyramids[] = {
    {"histopyramid-2", 2, 2, "pyramid_step_pair.cl", 1, 256, 4096},
    {"histopyramid-2-left", 2, 1, "pyramid_step_pair.cl", 1, 256, 4096},
    {"histopyramid-4", 4, 4, "pyramid_step_quad.cl", 1, 256, 4096},
    {"histopyramid-5", 5, 4, "pyramid_step_quad.cl", 1, 256, 4096},
    {"histopyramid-5-no-apex", 5, 4, "pyramid_step_quad.cl", 1, 256, 0},
    {"histopyramid-5-fused-2", 5, 4, "pyramid_step_quad.cl", 2, 250, 4096},
    {"histopyramid-5-fused-3", 5, 4, "pyramid_step_quad.cl", 3, 250, 4096},
    {"histopyramid-5-local", 5, 4, "pyramid_step_quad.cl", 1, 160, 4096, true},
    {"histopyramid-5-local-fused-2", 5, 4, "pyramid_step_quad.cl", 2, 160, 4096, true},
    {"histopyramid-5-local-fused-3", 5, 4, "pyramid_step_quad.cl", 3, 160, 4096, true},
    {"histopyramid-5-first-launched", 5, 4, "pyramid_step_quad.cl", 3, 160, 4096, true, FirstStep::launched},
    {"histopyramid-5-first-fused", 5, 4, "pyramid_step_quad.cl", 3, 160, 4096, true, FirstStep::fused},
};

class PyramidCompaction final : public Compaction {
public:
    PyramidCompaction(Device &device, std::uint32_t count, const PyramidKind &kind)
        : kind_(kind), program_(device, source_of("compact_pyramid",
                                                  {{"PYRAMID_ARITY", kind.arity},
                                                   {"PYRAMID_STORED", kind.stored},
                                                   {"PYRAMID_FUSED", kind.fused},
                                                   {"PYRAMID_GROUP", static_cast<long>(kind.group)},
                                                   {"PYRAMID_FETCHED", static_cast<long>(kind.taken())}},
                                                  files_of(kind))),
          levels_(program_.kernel("pyramid_levels")), apex_(program_.kernel("pyramid_apex")),
          descend_(program_.kernel("pyramid_descend")), total_(device, sizeof(std::uint32_t), "the total") {
        if (kind.first_step == FirstStep::launched) {
            first_step_.emplace(program_.kernel("pyramid_first_step"));
            counted_ = Buffer(device, count * sizeof(std::uint32_t), "the counts of the elements");
        }
        std::uint32_t size = 0;
        for (std::uint32_t below = count; below > 1 || sizes_.empty(); below = sizes_.back()) {
            counts_.push_back(below);
            offsets_.push_back(size);
            sizes_.push_back((below + kind.arity - 1) / kind.arity);
            size += kind.stored * sizes_.back();
        }
        upload(device, device_offsets_, offsets_, "offsets of the levels");
        pyramid_ = Buffer(device, size * sizeof(std::uint32_t), "the pyramid");
        for (Buffer &sideband : sidebands_) {
            sideband = Buffer(device, sizes_.front() * sizeof(std::uint32_t), "a sideband");
        }
    }

    Events run(const Buffer &counts, Buffer &retained) override {
        const auto levels = static_cast<int>(sizes_.size());
        Events events;
        int level = 0, turn = 0;
        const Buffer *below = &counts;
        if (first_step_) {
            events.push_back(first_step_->launch(one_each(counts_[0]), counts_[0], counts, counted_));
            below = &counted_;
        }
        // Launches while there is work for many groups; the last level is always the apex's.
        for (; level + kind_.fused < levels && (level == 0 || counts_[level] > kind_.apex); level += kind_.fused) {
            Buffer &above = sidebands_[turn];
            const std::size_t groups = (counts_[level] + kind_.taken() - 1) / kind_.taken();
            events.push_back(levels_.launch({{groups * kind_.group, 1, 1}, {kind_.group, 1, 1}}, counts_[level], level,
                                            device_offsets_, *below, pyramid_, above));
            below = &above;
            turn = 1 - turn;
        }
        events.push_back(apex_.launch({{kind_.group, 1, 1}, {kind_.group, 1, 1}}, level, levels, counts_[level],
                                      device_offsets_, pyramid_, sidebands_[1 - turn], sidebands_[turn], total_));
        const std::uint32_t found = total();
        if (found > 0) {
            events.push_back(descend_.launch(one_each(found), found, levels, device_offsets_, pyramid_, retained));
        }
        return events;
    }

    std::uint32_t total() const override { return download_total(total_); }

    bool takes_elements() const override { return kind_.first_step != FirstStep::done; }

private:
    /// Files before that of the descent.
    static std::vector<std::string> files_of(const PyramidKind &kind) {
        if (!kind.local) {
            return {kind.step, "pyramid_node.cl", "pyramid_levels_global.cl"};
        }
        const bool elements = kind.first_step != FirstStep::done;
        return {kind.step, "pyramid_node.cl", elements ? "pyramid_base_elements.cl" : "pyramid_base_counts.cl",
                "pyramid_levels_local.cl"};
    }

    PyramidKind kind_;
    Program program_;
    Kernel levels_, apex_, descend_;
    std::optional<Kernel> first_step_;
    std::vector<std::uint32_t> counts_, sizes_, offsets_; // of each level: sums below, nodes, first uint
    Buffer device_offsets_, pyramid_, total_, counted_;
    std::array<Buffer, 2> sidebands_;
};

struct Method {
    const char *name;
    std::unique_ptr<Compaction> compaction;
};

std::vector<Method> methods(Device &device, std::uint32_t count) {
    std::vector<Method> list;
    list.push_back({"scan", std::make_unique<ScanCompaction>(device, count)});
    list.push_back({"atomics", std::make_unique<AtomicCompaction>(device, count)});
    for (const PyramidKind &kind : pyramids) {
        list.push_back({kind.name, std::make_unique<PyramidCompaction>(device, count, kind)});
    }
    return list;
}

/// Each element is odd, which are those that are retained, with the probability of `percent`, in the same way
/// everywhere.
std::vector<std::uint32_t> random_elements(std::uint32_t count, int percent) {
    std::mt19937 generator(static_cast<unsigned>(percent));
    std::vector<std::uint32_t> elements(count);
    for (std::uint32_t &value : elements) {
        const auto random = static_cast<std::uint32_t>(generator());
        value = random * 2 + (random % 100 < static_cast<unsigned>(percent) ? 1 : 0);
    }
    return elements;
}

/// Whether the retained elements are these, in whatever order.
bool is_right(const Buffer &retained, std::uint32_t total, const std::vector<std::uint32_t> &expected) {
    if (total != expected.size()) {
        return false;
    }
    std::vector<std::uint32_t> found(total);
    retained.download(std::as_writable_bytes(std::span(found)));
    std::sort(found.begin(), found.end());
    return found == expected;
}

nlohmann::json measure(Device &device, const Method &method, const Buffer &counts, std::uint32_t count, int percent,
                       const std::vector<std::uint32_t> &expected, int frames) {
    Buffer retained(device, count * sizeof(std::uint32_t), "the retained elements");
    std::vector<double> times, wall;
    for (int i = 0; i < frames + 2; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const double ms = milliseconds(method.compaction->run(counts, retained));
        if (i >= 2) {
            times.push_back(ms);
            wall.push_back(milliseconds_since(start));
        }
    }
    const bool right = is_right(retained, method.compaction->total(), expected);
    const double bytes = sizeof(std::uint32_t) * static_cast<double>(count + expected.size());
    const double floor_ms = ms_at(rates_of(device).copy, bytes);
    const Spread ms = spread_of(times);
    fmt::print("{:>6} % {:<29} {:9.4f} {:9.4f} {:9.4f} {:9.4f} {:10.4f} {:8.1f}{}\n", percent, method.name, ms.median,
               ms.p10, ms.p90, spread_of(wall).median, floor_ms, ms.median / floor_ms,
               right ? "" : "  WRONG ELEMENTS RETAINED");
    return {{"method", method.name},
            {"retained_percent", percent},
            {"elements", count},
            {"retained", expected.size()},
            {"equal", right},
            {"ms", ms.median},
            {"ms_p10", ms.p10},
            {"ms_p90", ms.p90},
            {"wall_ms", spread_of(wall).median},
            {"floor_ms", floor_ms}};
}

} // namespace

int bench_compaction(const BenchOptions &options) {
    Device device(options.device, options.opening);
    const std::uint32_t count = options.quick ? 100'000 : 2'000'000;
    nlohmann::json rows = nlohmann::json::array();
    bool right = true;
    fmt::print("compaction of {} elements on {} (ms: medians of the launches; wall: on the host)\n{:>8} {:<29} {:>9} "
               "{:>9} {:>9} {:>9} {:>10} {:>8}\n",
               count, device.info().name, "retained", "method", "ms", "p10", "p90", "wall", "floor", "ratio");
    const std::vector<Method> all = methods(device, count);
    for (const int percent : {1, 10, 25, 50, 90}) {
        std::vector<std::uint32_t> values = random_elements(count, percent);
        Buffer elements, counts;
        upload(device, elements, values, "the elements");
        std::vector<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < count; ++i) {
            values[i] %= 2;
            if (values[i] != 0) {
                expected.push_back(i);
            }
        }
        upload(device, counts, values, "the counts of the elements");
        for (const Method &method : all) {
            const Buffer &input = method.compaction->takes_elements() ? elements : counts;
            rows.push_back(measure(device, method, input, count, percent, expected, options.frames));
            right = right && rows.back()["equal"].get<bool>();
        }
    }
    write_report(options, "compaction", device.info(), rows);
    return right ? 0 : 1;
}

} // namespace voxmarch
