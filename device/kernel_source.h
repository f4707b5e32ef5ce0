// Puts the files of a kernel program together, and finds the way back from a compiler's line numbers to the files.
#pragma once

#include "device/device_info.h"

#include <filesystem>
#include <string>
#include <vector>

namespace voxmarch {

struct ProgramSource;

/// The text of a program and where in it each file begins.
struct KernelSource {
    struct Part {
        std::string file;
        int first_line; ///< line of the whole text, from 1, that holds the file's first line
    };
    std::string text;
    std::vector<Part> parts;

    /// Replaces `<kernel>:LINE:COL` and the like, which compilers with Quirk::no_line_directives write, by
    /// `FILE:LINE:COL`.
    std::string translate_log(const std::string &log) const;
};

/// The text of one kernel file: the one embedded in this library, or, if a folder is given, that of the folder.
/// @throws UsageError for an unknown file, FileError for one that is missing in the folder
std::string kernel_text(const std::string &file, const std::filesystem::path &folder);

/// The files of a program in order, each after a `#line 1 "FILE"`, shared_types.h first.
/// @param folder  see DeviceOptions::kernel_folder  @throws see kernel_text
KernelSource assemble_source(const ProgramSource &source, const std::filesystem::path &folder = {});

/// Always -cl-std=CL1.2; -cl-fast-relaxed-math if asked for, but not for CPUs: there it saves nothing, and compilers
/// then round the same sums otherwise in every program (docs/performance.md); constants as -DNAME=VALUE; and what the
/// device's options ask for.
/// @throws UsageError for a constant whose name is no identifier
std::string build_options(const ProgramSource &source, DeviceKind kind, const DeviceOptions &device = {});

} // namespace voxmarch
