// Keeps what a program reads from being written over by the same program.
#pragma once

#include <filesystem>

namespace voxmarch {

/// From now on files that are read are remembered, and OutputFile refuses to replace one of them. Off at first: a
/// program that lives long, or whose user was asked, decides for itself.
void guard_inputs(bool on);

/// Remembers a file that is read: by device and inode, so that other names and links of it are the same. Nothing
/// without a guard, or if there is no such file. Any thread.
void remember_input(const std::filesystem::path &file) noexcept;

/// Forgets it: its user wants it written over, and knows that it was read. Any thread.
void forget_input(const std::filesystem::path &file) noexcept;

/// Whether the file, under whatever name, is remembered. Any thread.
bool is_guarded_input(const std::filesystem::path &file) noexcept;

} // namespace voxmarch
