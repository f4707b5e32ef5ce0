// Recognises DICOM files; needs no library.
#include "volume/formats/dicom/dicom_scan.h"

#include <array>
#include <fstream>
#include <string_view>

namespace voxmarch {

bool is_dicom(const std::filesystem::path &file) {
    std::array<char, 132> head{};
    std::ifstream stream(file, std::ios::binary);
    return stream.read(head.data(), head.size()) && std::string_view(head.data() + 128, 4) == "DICM";
}

} // namespace voxmarch
