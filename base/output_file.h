// A file that appears whole or not at all: written beside its place, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

namespace voxmarch {

/// Without commit() nothing is left behind.
class OutputFile {
public:
    /// @throws OutputError when the folder is missing or not writable
    explicit OutputFile(const std::filesystem::path &file);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    /// Appends. @throws OutputError (disk full)
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);

    /// Where the bytes are until commit(), for a program that writes them in the place of write().
    const std::filesystem::path &beside() const { return beside_; }

    /// Puts the file in its place, replacing what was there. @throws OutputError
    void commit();

private:
    std::filesystem::path file_;
    std::filesystem::path beside_;
    std::ofstream stream_;
    bool committed_ = false;
    std::size_t slot_; ///< where remove_unfinished_files() finds beside_
};

/// Removes what living OutputFiles have written so far: for a program that ends without destructors. Safe in a signal
/// handler.
void remove_unfinished_files() noexcept;

} // namespace voxmarch
