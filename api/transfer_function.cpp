// Transfer functions: presets, files and the automatic choice.
#include "voxmarch/transfer_function.h"

#include "api/convert.h"
#include "api/inside.h"
#include "transfer/automatic_classes.h"
#include "transfer/file.h"
#include "transfer/formats/format.h"
#include "transfer/preset.h"

namespace voxmarch::v1 {

std::array<double, 4> evaluate(const TransferFunction &transfer, double scalar) {
    const voxmarch::TransferFunction function = inner(transfer);
    validate(function);
    const glm::dvec4 rgba = function.evaluate(scalar);
    return {rgba.r, rgba.g, rgba.b, rgba.a};
}

std::vector<std::string> transfer_presets() {
    std::vector<std::string> names;
    for (const voxmarch::TransferFunction &preset : voxmarch::transfer_presets()) {
        names.push_back(preset.name);
    }
    return names;
}

TransferFunction transfer_preset(const std::string &name) { return outer(find_preset(name)); }

TransferFunction automatic_transfer(const Volume &volume, DataKind kind) {
    const auto &impl = Inside::impl(volume);
    const VolumeHeader &header = impl.content.volume.header();
    const DataGuess guess = guess_data_class(header, impl.survey(), kind);
    return outer(voxmarch::automatic_transfer(header, impl.survey().histogram, guess));
}

namespace {

void append(std::vector<std::string> *notes, const TransferNotes &told) {
    if (notes) {
        const std::vector<std::string> texts = plain_texts(told);
        notes->insert(notes->end(), texts.begin(), texts.end());
    }
}

} // namespace

TransferFunction read_transfer(const std::filesystem::path &file, std::vector<std::string> *notes) {
    TransferNotes told;
    const TransferFunction transfer = outer(voxmarch::read_transfer(file, &told));
    append(notes, told);
    return transfer;
}

void write_transfer(const TransferFunction &transfer, const std::filesystem::path &file,
                    std::vector<std::string> *notes, const std::string &format) {
    TransferNotes told;
    voxmarch::write_transfer(inner(transfer), file, &told, format);
    append(notes, told);
}

std::string transfer_text(const TransferFunction &transfer) {
    const voxmarch::TransferFunction function = inner(transfer);
    validate(function);
    return to_json(function);
}

TransferFunction transfer_of_text(const std::string &text) {
    TransferNotes notes;
    try {
        const voxmarch::TransferFunction function = read_voxmarch(text, notes);
        validate(function);
        return outer(function);
    } catch (const FormatProblem &problem) {
        throw UsageError(std::string("the text of a transfer function: ") + problem.what());
    }
}

} // namespace voxmarch::v1
