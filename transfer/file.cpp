// Finds the format of a file, reads it whole and writes it whole.
#include "transfer/file.h"

#include "base/error.h"
#include "base/output_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// Room for 100 000 points; a larger file is not a transfer function.
constexpr std::size_t largest_file = std::size_t{16} << 20;

std::string read_bytes(const fs::path &file) {
    std::error_code error;
    const auto status = fs::status(file, error);
    if (!fs::exists(status)) {
        throw FormatProblem("no such file; give a preset's name or a file (" + known_extensions() + ")");
    }
    if (fs::is_directory(status)) {
        throw FormatProblem("is a folder, not a transfer function file");
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw FormatProblem("cannot be opened, check its permissions");
    }
    // One byte more than allowed tells a full file from one that is too large, whatever size the system reports.
    std::string bytes(fs::is_regular_file(status)
                          ? std::min<std::uintmax_t>(fs::file_size(file, error), largest_file) + 1
                          : largest_file + 1,
                      '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) {
        throw FormatProblem("cannot be read to its end");
    }
    if (bytes.size() > largest_file) {
        throw FormatProblem("is larger than 16 MiB, too large for a transfer function");
    }
    return bytes;
}

/// The format whose mark stands in the bytes, else the first. A name without extension means JSON.
const TransferFormat &format_of(const fs::path &file, const std::string &bytes) {
    const std::vector<const TransferFormat *> fitting = formats_of(file.has_extension() ? file : ".json");
    if (fitting.empty()) {
        throw FormatProblem("is of no known kind; transfer function files end in " + known_extensions());
    }
    const auto marked = std::find_if(fitting.begin(), fitting.end(), [&](const TransferFormat *format) {
        return bytes.find(format->mark) != std::string::npos;
    });
    return marked == fitting.end() ? *fitting.front() : **marked;
}

const TransferFormat &format_to_write(const fs::path &file, std::string_view name) {
    for (const TransferFormat &format : transfer_formats()) {
        if (format.name == name) {
            return format;
        }
    }
    if (!name.empty()) {
        throw UsageError(fmt::format("'{}' is no transfer function format", name));
    }
    const std::vector<const TransferFormat *> fitting = formats_of(file.has_extension() ? file : ".json");
    if (fitting.empty()) {
        throw OutputError(file, "its name does not tell the format; end it in " + known_extensions());
    }
    return *fitting.front();
}

} // namespace

TransferFunction read_transfer(const fs::path &file, TransferNotes *notes) {
    TransferNotes unwanted;
    try {
        const std::string bytes = read_bytes(file);
        TransferFunction transfer = format_of(file, bytes).read(bytes, notes ? *notes : unwanted);
        if (transfer.name.empty()) {
            transfer.name = file.filename().string();
        }
        validate(transfer);
        return transfer;
    } catch (const FormatProblem &problem) {
        throw FileError(file, problem.what());
    } catch (const InvalidTransfer &invalid) {
        throw FileError(file, invalid.problem);
    }
}

void write_transfer(const TransferFunction &transfer, const fs::path &file, TransferNotes *notes,
                    std::string_view format_name) {
    validate(transfer);
    std::error_code error;
    const auto status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw OutputError(file, "is a folder or a device, give the name of a transfer function file");
    }
    const TransferFormat &format = format_to_write(file, format_name);
    TransferNotes unwanted;
    TransferNotes &wanted = notes ? *notes : unwanted;
    if (!transfer.widgets.empty() && format.name != "voxmarch") {
        wanted.push_back(
            fmt::format("the {} widgets are lost: only our own format can hold them", transfer.widgets.size()));
    }
    if (!transfer.gradient_opacities.empty() && !format.gradient_opacities) {
        wanted.push_back("the gradient opacities are lost: this format does not hold them, .vp.json does");
    }
    if (!transfer.materials.empty() && format.name != "voxmarch") {
        wanted.push_back("the materials of scalars are lost: only our own format can hold them");
    }
    if (!transfer.emissions.empty() && format.name != "voxmarch") {
        wanted.push_back("the emissions of scalars are lost: only our own format can hold them");
    }
    if (transfer.opacity_distance > 0.0 && !format.opacity_distance) {
        wanted.push_back(fmt::format("opacities are per length {} in the world, which this format does not say: the "
                                     "numbers stay, and others take them as they are used to",
                                     transfer.opacity_distance));
    }
    const std::string bytes = format.write(transfer, wanted);
    OutputFile output(file);
    output.write(bytes);
    output.commit(Keep::written);
}

std::string to_json(const TransferFunction &transfer) {
    validate(transfer);
    TransferNotes none;
    return write_voxmarch(transfer, none);
}

} // namespace voxmarch
