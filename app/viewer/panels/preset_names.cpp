// Words in place of hyphens, and names that are none of words.
#include "app/viewer/panels/preset_names.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

constexpr std::pair<const char *, const char *> special[] = {
    {"thesis", "Violet to white"},        {"x-ray", "X-ray"},
    {"mr-default", "MR tissue"},          {"mr-angio", "MR angiography"},
    {"scan-plastic", "Scan of plastic"},  {"scan-plant", "Scan of a plant"},
    {"scan-core", "Scan, densest third"}, {"ct-chest-contrast", "CT chest with contrast"}};

constexpr std::pair<const char *, const char *> kinds[] = {{"ct-", "CT "}, {"mr-", "MR "}};

} // namespace

std::string readable_name(const std::string &preset) {
    for (const auto &[name, readable] : special) {
        if (preset == name) {
            return readable;
        }
    }
    std::string text = preset;
    for (const auto &[kind, readable] : kinds) {
        if (text.starts_with(kind)) {
            text.replace(0, 3, readable);
        }
    }
    std::ranges::replace(text, '-', ' ');
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    }
    return text;
}

} // namespace voxmarch
