// Where OpenCL drivers are not what one expects: what was seen, where, and what is done about it. One table for all.
#pragma once

#include "base/enum_names.h"
#include "device/device_info.h"

#include <span>
#include <string_view>

namespace voxmarch {

enum class Quirk {
    // Asked for where they matter, by has_quirk().
    group_limit_is_preference,
    fast_image_sampling,
    inline_ptx,
    sub_groups_run_in_turn,
    understated_allocations,
    kernels_at_once,
    status_waits,
    // Found out by trying, on every device: the fields of DeviceInfo say what came of it.
    broken_formats,
    short_loops,
    unbelievable_times,
    // Met the same way on every device.
    name_in_version,
    empty_platforms,
    old_language_default,
    chatty_compiler,
    no_line_directives,
    fragile_options,
    fragile_binaries,
    one_binary,
    memory_overrun,
    local_memory_overrun,
    local_memory_untold,
    late_start,
    slow_events,
    indexed_arguments,
    // Met by the application, before drivers are loaded.
    coarse_filter,
    hidden_devices,
    environment_writers
};

template <> struct EnumNames<Quirk> {
    static constexpr Named<Quirk> all[] = {{Quirk::group_limit_is_preference, "group-limit-is-preference"},
                                           {Quirk::fast_image_sampling, "fast-image-sampling"},
                                           {Quirk::inline_ptx, "inline-ptx"},
                                           {Quirk::sub_groups_run_in_turn, "sub-groups-run-in-turn"},
                                           {Quirk::understated_allocations, "understated-allocations"},
                                           {Quirk::kernels_at_once, "kernels-at-once"},
                                           {Quirk::status_waits, "status-waits"},
                                           {Quirk::broken_formats, "broken-formats"},
                                           {Quirk::short_loops, "short-loops"},
                                           {Quirk::unbelievable_times, "unbelievable-times"},
                                           {Quirk::name_in_version, "name-in-version"},
                                           {Quirk::empty_platforms, "empty-platforms"},
                                           {Quirk::old_language_default, "old-language-default"},
                                           {Quirk::chatty_compiler, "chatty-compiler"},
                                           {Quirk::no_line_directives, "no-line-directives"},
                                           {Quirk::fragile_options, "fragile-options"},
                                           {Quirk::fragile_binaries, "fragile-binaries"},
                                           {Quirk::one_binary, "one-binary"},
                                           {Quirk::memory_overrun, "memory-overrun"},
                                           {Quirk::local_memory_overrun, "local-memory-overrun"},
                                           {Quirk::local_memory_untold, "local-memory-untold"},
                                           {Quirk::late_start, "late-start"},
                                           {Quirk::slow_events, "slow-events"},
                                           {Quirk::indexed_arguments, "indexed-arguments"},
                                           {Quirk::coarse_filter, "coarse-filter"},
                                           {Quirk::hidden_devices, "hidden-devices"},
                                           {Quirk::environment_writers, "environment-writers"}};
};

/// One row of the table.
struct QuirkRow {
    Quirk quirk;
    std::string_view seen_on; ///< driver and version
    std::string_view seen;    ///< what it does
    std::string_view done;    ///< what we do, and where
    /// Whether a device has it, by what it says of itself; null where nobody has to ask.
    bool (*has)(const DeviceInfo &device);
};

/// Every quirk once, in the order of the enumeration.
std::span<const QuirkRow> quirk_table();

/// Precondition: one of those that are asked for.
bool has_quirk(const DeviceInfo &device, Quirk quirk);

} // namespace voxmarch
