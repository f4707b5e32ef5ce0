// Finds numbers in the compiler's log.
#include "bench/register_use.h"

#include <fmt/format.h>
#include <regex>

namespace voxmarch {

namespace {

/// The number before or behind some words; 0 if they are not there.
int number_at(const std::string &text, const char *pattern) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(pattern)) ? std::stoi(found[1]) : 0;
}

} // namespace

bool limits_registers(const DeviceInfo &device) {
    return device.extensions.find("cl_nv_compiler_options") != std::string::npos;
}

std::optional<RegisterUse> register_use(const std::string &log, const std::string &kernel) {
    const std::string head = "Compiling entry function '";
    const std::size_t begin = log.find(fmt::format("{}{}'", head, kernel));
    if (begin == std::string::npos) {
        return {};
    }
    const std::size_t next = log.find(head, begin + head.size());
    const std::string own = log.substr(begin, next == std::string::npos ? next : next - begin);
    const RegisterUse use{number_at(own, "Used ([0-9]+) registers"),
                          number_at(own, "([0-9]+) bytes spill stores") + number_at(own, "([0-9]+) bytes spill loads")};
    return use.registers > 0 ? std::optional(use) : std::nullopt;
}

} // namespace voxmarch
