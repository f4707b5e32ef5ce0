// voxmarch view: opens the viewer where this build has one.
#include "app/commands.h"
#include "device/error.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

void add_view_command(CLI::App &app, Action &action) {
    auto source = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand("view", "open a volume in the viewer (this build has none yet)");
    command->add_option("VOLUME", *source, "as for render");
    command->callback([&action, source] {
        action = [source]() -> int {
            throw UnsupportedError(fmt::format("this build has no viewer; draw a picture with: voxmarch render {} -o out.png",
                                               source->empty() ? "VOLUME" : *source));
        };
    });
}

} // namespace voxmarch
