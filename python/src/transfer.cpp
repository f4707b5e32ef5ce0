// Transfer functions, as the text of their own file format.
#include "python/src/binding.h"

namespace voxmarch::python {

void bind_transfer(nb::module_ &module) {
    module.def("transfer_presets", &v1::transfer_presets);
    module.def(
        "transfer_preset", [](const std::string &name) { return v1::transfer_text(v1::transfer_preset(name)); },
        nb::arg("name"));
    module.def(
        "automatic_transfer",
        [](const v1::Volume &volume, const std::string &data) {
            const auto kind = v1::value_of<DataKind>(data);
            return unlocked(
                [&](SignalCheck & /*check*/) { return v1::transfer_text(v1::automatic_transfer(volume, kind)); });
        },
        nb::arg("volume"), nb::arg("data"));
    module.def(
        "read_transfer",
        [](const std::string &file) {
            std::vector<std::string> notes;
            const v1::TransferFunction transfer = v1::read_transfer(file, &notes);
            return std::pair(v1::transfer_text(transfer), std::move(notes));
        },
        nb::arg("file"));
    module.def(
        "write_transfer",
        [](const std::string &text, const std::string &file, const std::string &format) {
            std::vector<std::string> notes;
            v1::write_transfer(v1::transfer_of_text(text), file, &notes, format);
            return notes;
        },
        nb::arg("text"), nb::arg("file"), nb::arg("format"));
    module.def(
        "evaluate_transfer",
        [](const std::string &text, const std::vector<double> &scalars) {
            const v1::TransferFunction transfer = v1::transfer_of_text(text);
            std::vector<std::array<double, 4>> colors;
            for (const double scalar : scalars) {
                colors.push_back(v1::evaluate(transfer, scalar));
            }
            return colors;
        },
        nb::arg("text"), nb::arg("scalars"));
}

} // namespace voxmarch::python
