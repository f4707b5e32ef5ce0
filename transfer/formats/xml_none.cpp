// Stands in for the XML formats in a build without tinyxml2.
#include "transfer/formats/format.h"

namespace voxmarch {

namespace {

[[noreturn]] void missing() {
    throw FormatProblem("is XML, which this build cannot read (install libtinyxml2-dev and build again)");
}

} // namespace

TransferFunction read_slicer_mrml(const std::string &, TransferNotes &) { missing(); }
TransferFunction read_inviwo(const std::string &, TransferNotes &) { missing(); }
TransferFunction read_voreen(const std::string &, TransferNotes &) { missing(); }
std::string write_slicer_mrml(const TransferFunction &, TransferNotes &) { missing(); }
std::string write_inviwo(const TransferFunction &, TransferNotes &) { missing(); }
std::string write_voreen(const TransferFunction &, TransferNotes &) { missing(); }

} // namespace voxmarch
