// Writes beside, then renames.
#include "volume/output_file.h"

#include "device/error.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace voxmarch {

OutputFile::OutputFile(const std::filesystem::path &file) : file_(file), beside_(file) {
    beside_ += ".part" + std::to_string(getpid());
    stream_.open(beside_, std::ios::binary | std::ios::trunc);
    if (!stream_)
        throw OutputError(file, std::string("cannot be written: ") + std::strerror(errno));
}

OutputFile::~OutputFile() {
    if (committed_)
        return;
    stream_.close();
    std::error_code ignored;
    std::filesystem::remove(beside_, ignored);
}

void OutputFile::write(std::span<const std::byte> bytes) {
    stream_.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream_)
        throw OutputError(file_, std::string("cannot be written: ") + std::strerror(errno));
}

void OutputFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void OutputFile::commit() {
    stream_.close();
    if (!stream_)
        throw OutputError(file_, std::string("cannot be written: ") + std::strerror(errno));
    std::error_code problem;
    std::filesystem::rename(beside_, file_, problem);
    if (problem)
        throw OutputError(file_, "cannot be put in its place: " + problem.message());
    committed_ = true;
}

} // namespace voxmarch
