// What a kernel file says of itself, and what is true.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch::testing {

/// The comment at the top of a kernel file:
///
///   // What the file is for.
///   // Provides: NAME, NAME, kernel NAME.   Requires: PART, PART; constants NAME, NAME; words about devices.
///
/// A PART is a file ("ray.cl"), a pattern of files of which one comes earlier ("count_*.cl"), or a name that an earlier
/// file provides. "Requires: nothing" needs no earlier file.
struct KernelHeader {
    std::vector<std::string> provides, parts, constants;
    std::string problem; ///< why the comment cannot be read; empty: it can
};
KernelHeader read_header(std::string_view text);

/// What the code of a file defines outside of functions, and what it names.
struct KernelCode {
    std::set<std::string> functions, others; ///< kernels among the functions; macros, types and constants
    std::set<std::string> called, named;     ///< names before a bracket; all names but members of structs
    std::set<std::string> defaults;          ///< macros that it defines unless the program does
    bool defines(const std::string &name) const { return functions.contains(name) || others.contains(name); }
};
KernelCode read_code(std::string_view text);

/// Whether a file is meant by a part that may hold one "*".
bool matches(std::string_view part, std::string_view file);

} // namespace voxmarch::testing
