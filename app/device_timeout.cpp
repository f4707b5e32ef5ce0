// Words for calls into drivers that take long.
#include "app/device_timeout.h"

#include "app/alarm_watch.h"
#include "app/cli/find_option.h"
#include "app/cli/typed_options.h"
#include "app/environment.h"
#include "app/progress.h"
#include "app/slow_call_words.h"
#include "device/device_info.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double longest_notice = 10.0; ///< seconds

} // namespace

void DeviceTimeout::add_to(CLI::App &app) {
    for (CLI::App *one : app.get_subcommands([](const CLI::App *) { return true; })) {
        const std::string name = one->get_name();
        if (find_option(*one, "--device") != nullptr || name == "devices" || name == "doctor") {
            const bool asks = name == "view";
            add_number(*one, "--device-timeout", asks ? viewer : command, 0.0, 1e6,
                       asks ? "seconds that a call into the driver may take before the viewer asks\n"
                              "what to do; 0: it never asks"
                            : "seconds that a call into the driver may take before the program\n"
                              "ends with exit code 6; 0: any time")
                ->group("Settings");
        }
    }
}

void DeviceTimeout::watch(const std::string &name) const {
    const bool asks = name == "view";
    const double seconds = asks ? viewer : command;
    const CallWatch::Times times{seconds > 0.0 ? std::min(longest_notice, seconds / 2.0) : longest_notice, seconds};
    if (asks) {
        const AlarmWatch alarm(times);
        try {
            load_drivers(); // while there are no threads, that of the watch neither: PoCL sets variables
        } catch (const std::exception &) {
            // the viewer asks again, and says what is wrong
        }
    }
    call_watch().start(
        times, [](const SlowCall &call) { say(fmt::format("waiting for {}: {}", call.device, words_of(call))); },
        [asks](const SlowCall &call) {
            if (asks) {
                return; // its window does
            }
            constexpr int device = 6; // exit code
            end_at_once(device, fmt::format("{} does not answer: {}; use another device (--device, `voxmarch devices` "
                                            "lists them), or wait longer with --device-timeout SECONDS",
                                            call.device, words_of(call)));
        });
}

} // namespace voxmarch
