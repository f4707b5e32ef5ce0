// Finds the kind that a volume is of.
#include "scene/kind_looks.h"

#include "transfer/automatic_classes.h"

namespace voxmarch {

static std::string_view kind_of(DataClass data_class) {
    switch (data_class) {
    case DataClass::hounsfield: return "ct";
    case DataClass::patient: return "patient";
    case DataClass::labels: return "labels";
    case DataClass::field: return "field";
    case DataClass::scan: return "scan";
    case DataClass::constant: break;
    }
    return "";
}

const KindLook *look_of_kind(const KindLooks &looks, const VolumeHeader &header, const DataSurvey &survey) {
    if (looks.empty()) {
        return nullptr;
    }
    const auto found = looks.find(kind_of(guess_data_class(header, survey).data_class));
    return found == looks.end() ? nullptr : &found->second;
}

void take_kind(const KindLook &look, LookRequest &request, glm::vec3 &background) {
    if (request.transfer == "auto" && !look.transfer.empty()) {
        request.transfer = look.transfer;
    }
    if (!request.window) {
        request.window = look.window;
    }
    background = look.background.value_or(background);
}

} // namespace voxmarch
