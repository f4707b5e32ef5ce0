// Chooses how a file is written by its extension.
#pragma once

#include "base/text.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>

namespace voxmarch {

/// One format that a thing can be written in.
template <typename... Arguments> struct FileWriter {
    std::string_view extension; ///< ".vtk", lower case
    void (*write)(Arguments...);
};

/// The writer whose extension the file has, whatever the case; null if there is none.
template <typename... Arguments, std::size_t count>
const FileWriter<Arguments...> *find_writer(const FileWriter<Arguments...> (&writers)[count],
                                            const std::filesystem::path &file) {
    const std::string extension = text::lower(file.extension().string());
    const auto found = std::find_if(std::begin(writers), std::end(writers),
                                    [&](const auto &writer) { return writer.extension == extension; });
    return found == std::end(writers) ? nullptr : found;
}

} // namespace voxmarch
