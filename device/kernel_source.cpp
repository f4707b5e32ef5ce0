// Puts the files of a kernel program together, and finds the way back from a compiler's line numbers to the files.
#include "device/kernel_source.h"
#include "base/error.h"
#include "device/program.h"
#include "kernels/embedded_sources.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <regex>

namespace voxmarch {

namespace {

constexpr std::string_view shared_header = "shared_types.h";

const KernelFile *find_embedded(std::string_view name) {
    const std::vector<KernelFile> &files = embedded_kernel_files();
    const auto found =
        std::find_if(files.begin(), files.end(), [&](const KernelFile &file) { return file.name == name; });
    return found == files.end() ? nullptr : &*found;
}

/// Where a kernel file lies: in the folder itself or in one of its rooms.
std::filesystem::path find_in_folder(const std::filesystem::path &folder, const std::string &name) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(folder / name, ignored)) {
        return folder / name;
    }
    for (const auto &room : std::filesystem::directory_iterator(folder, ignored)) {
        if (std::filesystem::is_regular_file(room.path() / name, ignored)) {
            return room.path() / name;
        }
    }
    return folder / name;
}

std::string read_from_folder(const std::filesystem::path &folder, const std::string &name) {
    const std::filesystem::path path = find_in_folder(folder, name);
    std::ifstream stream(path, std::ios::binary);
    std::error_code ignored;
    if (!stream || !std::filesystem::is_regular_file(path, ignored)) {
        throw FileError(path, "kernel file not found; the folder of kernels must be a whole copy of kernels/");
    }
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

} // namespace

std::string kernel_text(const std::string &name, const std::filesystem::path &folder) {
    // A path would reach files outside of the folder.
    if (name.empty() || name.find_first_of("/\\\"\n") != std::string::npos) {
        throw UsageError(fmt::format("'{}' is no name of a kernel file", name));
    }
    if (!folder.empty()) {
        return read_from_folder(folder, name);
    }
    const KernelFile *file = find_embedded(name);
    if (!file) {
        throw UsageError(fmt::format("there is no kernel file '{}'", name));
    }
    return std::string(file->text);
}

KernelSource assemble_source(const ProgramSource &source, const std::filesystem::path &folder) {
    std::vector<std::string> files;
    if (find_embedded(shared_header)) {
        files.emplace_back(shared_header);
    }
    for (const std::string &file : source.files) {
        if (file != shared_header) {
            files.push_back(file);
        }
    }
    KernelSource program;
    for (const std::string &file : files) {
        program.text += fmt::format("#line 1 \"{}\"\n", file);
        const auto lines_before = std::count(program.text.begin(), program.text.end(), '\n');
        program.parts.push_back({file, static_cast<int>(lines_before) + 1});
        const auto own = std::find_if(source.texts.begin(), source.texts.end(),
                                      [&](const auto &text) { return text.first == file; });
        program.text += own != source.texts.end() ? own->second : kernel_text(file, folder);
        if (program.text.back() != '\n') {
            program.text += '\n';
        }
    }
    return program;
}

std::string KernelSource::translate_log(const std::string &log) const {
    static const std::regex position(R"((?:<kernel>|<program source>|<source>|<stdin>):(\d+))");
    std::string translated;
    auto copied = log.cbegin();
    for (std::sregex_iterator match(log.begin(), log.end(), position), end; match != end; ++match) {
        translated.append(copied, (*match)[0].first);
        copied = (*match)[0].second;
        const long line = std::strtol((*match)[1].str().c_str(), nullptr, 10);
        const auto after =
            std::find_if(parts.begin(), parts.end(), [&](const Part &part) { return part.first_line > line; });
        translated += after == parts.begin()
                          ? (*match)[0].str()
                          : fmt::format("{}:{}", (after - 1)->file, line - (after - 1)->first_line + 1);
    }
    translated.append(copied, log.cend());
    return translated;
}

std::string build_options(const ProgramSource &source, DeviceKind kind, const DeviceOptions &device) {
    static const std::regex identifier("[A-Za-z_][A-Za-z0-9_]*");
    // Quirk::old_language_default and, as only our lines belong to stderr, Quirk::chatty_compiler.
    std::string options = "-cl-std=CL1.2 -w";
    if (source.fast_math && kind != DeviceKind::cpu) {
        options += " -cl-fast-relaxed-math";
    }
    for (const auto &[name, value] : source.constants) {
        if (!std::regex_match(name, identifier)) {
            throw UsageError(fmt::format("'{}' is no name of a kernel constant (program '{}')", name, source.name));
        }
        options += fmt::format(" -D{}={}", name, value);
    }
    if (device.check_arguments) {
        options += " -cl-kernel-arg-info";
    }
    if (device.registers > 0) {
        options += fmt::format(" -cl-nv-maxrregcount={0} -DREGISTER_LIMIT={0}", device.registers);
    }
    if (device.remarks) {
        options += " -cl-nv-verbose";
    }
    return options;
}

} // namespace voxmarch
