// A file that appears whole or not at all: written beside its place, then renamed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace voxmarch {

/// Whether a name means standard output: "-", "-.ply" (a dash and a format), /dev/stdout and its other names.
bool is_standard_output(const std::filesystem::path &file);

/// From now on standard output takes what OutputFile writes alone; what is printed goes to stderr.
void keep_standard_output_for_data();

/// From now on every file that commit() puts in its place is told of, with its bytes, by the thread that does it; so is
/// standard output. Before threads are started.
void tell_of_written_files(std::function<void(const std::filesystem::path &file, std::uint64_t bytes)> listener);

/// What must survive the loss of power once commit() has returned.
enum class Keep {
    whole,  ///< the old file or the new one
    written ///< the new one: it waits for the disk
};

/// Without commit() nothing is left behind. What a symbolic link leads to is replaced, not the link; permissions stay.
/// Standard output takes the bytes as they come. While the file is unfinished it is locked (flock), so that
/// remove_abandoned_files() knows whether who writes it still lives.
class OutputFile {
public:
    /// @throws OutputError when the folder is missing or not writable, or when a folder, device, pipe, socket or a file
    ///         that is_guarded_input() takes the place
    explicit OutputFile(const std::filesystem::path &file);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    /// Appends. @throws OutputError (disk full)
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);

    /// Where the bytes are until commit(), for a program that writes them in the place of write(). Not of standard
    /// output.
    const std::filesystem::path &beside() const { return beside_; }

    /// Puts the file in its place, replacing what was there. @throws OutputError
    void commit(Keep keep = Keep::whole);

private:
    struct Close {
        void operator()(std::FILE *stream) const;
    };

    std::filesystem::path named_;  ///< as messages name it
    std::filesystem::path file_;   ///< where links lead
    std::filesystem::path beside_; ///< empty: there is none, or no longer
    std::unique_ptr<std::FILE, Close> stream_;
    std::uint64_t streamed_ = 0; ///< bytes of write()
    std::size_t slot_;           ///< where remove_unfinished_files() finds beside_

    [[noreturn]] void fail(int problem) const;
    void make_beside();
};

/// Finds out before long work what would keep a file from being written after it. @throws OutputError as OutputFile
/// does
void check_output_file(const std::filesystem::path &file);

/// Finds out before long work that a disk cannot hold a file of at least so many bytes; standard output and devices
/// hold any. What the file replaces stays until it is written, so that does not count.
/// @throws OutputError that says how much is missing
void require_space(const std::filesystem::path &file, std::uint64_t bytes);

/// Removes what living OutputFiles have written so far: for a program that ends without destructors. Safe in a signal
/// handler.
void remove_unfinished_files() noexcept;

/// Removes from a folder what OutputFiles left behind whose program was killed or lost its power. Files that something
/// still writes, here or on another machine that shares the folder, stay. @return how many
int remove_abandoned_files(const std::filesystem::path &folder) noexcept;

} // namespace voxmarch
