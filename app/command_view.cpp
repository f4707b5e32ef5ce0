// voxmarch view: opens the viewer where this build has one.
#include "app/commands.h"
#include "device/error.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

void add_view_command(CLI::App &app, Action &action) {
    auto source = std::make_shared<std::string>("VOLUME");
    CLI::App *command = app.add_subcommand("view", "open a volume in the viewer (this version has none)");
    command->footer("`voxmarch VOLUME` means `voxmarch view VOLUME`.");
    command->add_option("VOLUME", *source, "as for render")->type_name("");
    command->allow_extras();
    command->callback([&action, source] {
        action = [source]() -> int {
            throw UsageError(
                fmt::format("this version has no viewer; draw a picture with: voxmarch render {} -o out.png", *source));
        };
    });
}

} // namespace voxmarch
