// Words for calls that take long.
#include "app/slow_call_words.h"

#include <fmt/format.h>

namespace voxmarch {

std::string words_of(const SlowCall &call) {
    return fmt::format("{}{} for {:.3g} s", call.doing, call.what.empty() ? "" : fmt::format(" ({})", call.what),
                       call.seconds);
}

} // namespace voxmarch
