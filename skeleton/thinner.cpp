// Launches the subiterations of thinning until nothing changes.
#include "skeleton/thinner.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr int first_iteration = 2; ///< see kernels/skeleton/thin_words.cl: words outside of the first list have stamp 0
constexpr int iterations_per_look = 4; ///< that are launched before the host reads the list's length

/// @throws UsageError for work-groups that the device does not take
std::size_t checked_group(const Device &device, int group_items) {
    const std::size_t most = device.info().work_group_limit;
    if (group_items < 1 || static_cast<std::size_t>(group_items) > most) {
        throw UsageError(
            fmt::format("work-groups of {} work-items: {} takes 1 to {}", group_items, device.info().name, most));
    }
    return static_cast<std::size_t>(group_items);
}

int step_along(const Direction &direction, const ThinParams &params) {
    return direction[1] * params.row_stride + direction[2] * params.slice_stride;
}

} // namespace

ProgramSource thinning_source(int group_items) {
    ProgramSource source;
    source.name = "thinning";
    source.files = {"thin_match.cl", "thin_words.cl", "thin_list.cl"};
    source.constants = {{"THIN_GROUP", group_items}};
    source.fast_math = false;
    return source;
}

Thinner::Thinner(Device &device, int group_items)
    : device_(&device), group_items_(checked_group(device, group_items)),
      program_(device, thinning_source(group_items)), list_border_words_(program_.kernel("list_border_words")),
      list_reached_words_(program_.kernel("list_reached_words")), thin_rows_(program_.kernel("thin_rows")),
      thin_across_(program_.kernel("thin_across")), state_(device, THIN_STATE * 4, "state of thinning") {}

void Thinner::upload(const BitVolume &object) {
    const std::uint64_t bytes = object.words().size() * 4;
    params_.row_stride = static_cast<vx_int>(object.row_stride());
    params_.slice_stride = static_cast<vx_int>(object.slice_stride());
    first_word_ = object.slice_stride();
    words_ = object.slice_stride() * static_cast<std::uint32_t>(object.dims()[2]);
    for (Buffer &volume : volumes_) {
        reserve(*device_, volume, bytes, "a binary volume");
    }
    for (Buffer *buffer : {&surface_, &stamps_, &lists_[0], &lists_[1]}) {
        reserve(*device_, *buffer, bytes, "words to thin");
    }
    volumes_[0].upload(std::as_bytes(std::span(object.words())));
    volumes_[1].fill(0);
}

void Thinner::download(BitVolume &object) const {
    volumes_[0].download(std::as_writable_bytes(std::span(object.words())));
}

/// Work-items take words in turn, so that launches need not know how many there are. As many as a unit holds at a
/// time, whatever the size of their groups.
LaunchSize Thinner::launch_size() const {
    const std::size_t items = group_items_, items_a_unit = device_->info().kind == DeviceKind::gpu ? 2048 : 256;
    std::size_t groups = std::max<std::size_t>(1, items_a_unit / items) * std::max(1u, device_->info().compute_units);
    if (!device_->info().long_loops) {
        // The rounds of all loops of a work-item are counted together, and a word takes up to 25.
        groups = std::max(groups, words_ / (items * 2000) + 1);
    }
    return {{items * groups, 1, 1}, {items, 1, 1}};
}

void Thinner::run_subiteration(int subiteration, const Buffer &list) {
    const auto &[name, first, second] = direction_pairs[static_cast<std::size_t>(subiteration)];
    params_.subiteration = subiteration;
    const Buffer &before = volumes_[subiteration % 2], &after = volumes_[1 - subiteration % 2];
    const int along = first[0] + second[0];
    if (along == 0) {
        params_.first_step = step_along(first, params_);
        params_.second_step = step_along(second, params_);
        thin_rows_.submit(size_, params_, before, after, surface_, state_, stamps_, list);
        return;
    }
    const Direction &across = first[0] == 0 ? first : second;
    params_.first_step = step_along(across, params_);
    params_.second_step = across[1] != 0 ? params_.slice_stride : params_.row_stride;
    params_.mirrored = along < 0;
    thin_across_.submit(size_, params_, before, after, surface_, state_, stamps_, list);
}

void Thinner::run_iteration(int iteration) {
    const auto counts = [](int i) { return i % 3 * THIN_COUNTS; };
    params_.iteration = iteration;
    params_.counts = counts(iteration);
    params_.counts_next = counts(iteration + 1);
    params_.counts_after_next = counts(iteration + 2);
    const Buffer &list = lists_[iteration % 2];
    for (int i = 0; i < THIN_SUBITERATIONS; ++i) {
        run_subiteration(i, list);
    }
    list_reached_words_.submit(size_, params_, volumes_[0], surface_, state_, stamps_, list, lists_[1 - iteration % 2]);
}

ThinningStatistics Thinner::thin(const ThinningSettings &settings) {
    size_ = launch_size();
    state_.fill(0);
    params_.by_layers = settings.peeling == Peeling::layers;
    params_.iteration = first_iteration;
    params_.counts = first_iteration % 3 * THIN_COUNTS;
    list_border_words_.submit(size_, params_, first_word_, first_word_ + words_, volumes_[0], volumes_[1], surface_,
                              state_, stamps_, lists_[first_iteration % 2]);
    ThinningStatistics statistics;
    std::uint32_t most_listed = 1;
    for (int done = 0;;) {
        for (int i = 0; i < iterations_per_look && done < settings.most_iterations; ++i, ++done) {
            run_iteration(first_iteration + done);
        }
        std::uint32_t state[THIN_STATE];
        state_.download(std::as_writable_bytes(std::span(state)));
        const std::uint32_t listed = state[params_.counts_next];
        statistics.iterations = std::max(1, static_cast<int>(state[THIN_LAST_ITERATION]) - first_iteration + 1);
        if (listed == 0 || done == settings.most_iterations) {
            statistics.launches = 1 + done * (THIN_SUBITERATIONS + 1);
            return statistics;
        }
        if (settings.progress) {
            most_listed = std::max(most_listed, listed);
            settings.progress(1.0 - static_cast<double>(listed) / most_listed);
        }
    }
}

std::uint64_t Thinner::bytes() const {
    return volumes_[0].bytes() + volumes_[1].bytes() + surface_.bytes() + stamps_.bytes() + lists_[0].bytes() +
           lists_[1].bytes() + state_.bytes();
}

} // namespace voxmarch
