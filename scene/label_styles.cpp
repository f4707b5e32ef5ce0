// Looks of labels: asked for before the session's, before the file's, before the palette's.
#include "scene/label_styles.h"

#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

namespace voxmarch {

namespace {

/// @param turn  of the circle of hues, from red
glm::vec3 color_of(double turn, double saturation, double value) {
    const double hue = std::fmod(turn, 1.0) * 6.0;
    const auto channel = [&](double shift) {
        const double k = std::fmod(shift + hue, 6.0);
        return static_cast<float>(value * (1.0 - saturation * std::clamp(std::min(k, 4.0 - k), 0.0, 1.0)));
    };
    return {channel(5.0), channel(3.0), channel(1.0)};
}

constexpr double golden_section = 0.61803398875;

} // namespace

glm::vec3 palette_color(int label) {
    return color_of(0.08 + golden_section * label, 0.65, 0.95 - 0.2 * (label % 3) / 2.0);
}

glm::vec3 line_color(int line) { return color_of(0.16 + golden_section * line, 0.9, 1.0); }

LabelNames label_names_for(const std::string &file, const std::string &label_volume) {
    return file.empty() ? label_names_within(label_volume) : read_label_names(file);
}

std::vector<LabelStyle> label_styles(const Volume &labels, const std::string &file, const LabelLooks &asked,
                                     const std::vector<LabelStyle> &session) {
    std::vector<LabelStyle> styles;
    const auto largest = static_cast<int>(std::clamp(labels.range().max, 0.0, 65535.0));
    const bool from_session = !session.empty();
    const LabelNames names = from_session && asked.names.empty() ? LabelNames{} : label_names_for(asked.names, file);
    std::map<std::string, TransferFunction> read; // one file may be that of many labels
    const auto function = [&](const std::string &name) -> const TransferFunction & {
        const auto known = read.find(name);
        return known != read.end() ? known->second : read.emplace(name, resolve_transfer(name)).first->second;
    };
    for (const auto &[label, look] : asked.of) { // also of labels that no voxel has: a broken file is told of
        if (!look.transfer.empty()) {
            (void)function(look.transfer);
        }
    }
    for (int label = 0; label <= largest; ++label) {
        const auto known = static_cast<std::size_t>(label);
        LabelStyle style = known < session.size() ? session[known] : LabelStyle{};
        if (const auto named = names.find(label);
            label > 0 && named != names.end() && named->second.has_color && !style.transfer) {
            style.color = named->second.color;
        } else if (label > 0 && !from_session) {
            style.color = palette_color(label);
        }
        const auto found = asked.of.find(label);
        const std::optional<LabelLook> look = found != asked.of.end() ? std::optional(found->second) : asked.others;
        if (look) {
            style.visibility = look->visibility.value_or(1.0f);
            style.color = look->plain || (!look->transfer.empty() && !look->color) ? std::nullopt
                          : look->color                                            ? look->color
                                                                                   : style.color;
            style.transfer = !look->transfer.empty() ? std::optional(function(look->transfer))
                             : look->plain           ? std::nullopt
                                                     : style.transfer;
        }
        styles.push_back(style);
    }
    return styles;
}

/// Whether the session tells of these labels.
static bool tells_of(const Scene &session, const std::string &hash, bool named) {
    return !named || (!hash.empty() && hash == session.labels_hash);
}

std::vector<LabelStyle> session_styles(const Scene &session, const std::string &hash, bool named) {
    return tells_of(session, hash, named) ? session.label_styles : std::vector<LabelStyle>{};
}

std::map<int, std::string> session_names(const Scene &session, const std::string &hash, bool named) {
    return tells_of(session, hash, named) ? session.label_names : std::map<int, std::string>{};
}

LabelNames named_labels(const Scene &scene, LabelNames of_files) {
    for (const auto &[label, name] : scene.label_names) {
        const auto [place, added] = of_files.try_emplace(label, LabelName{name, glm::vec3(1.0f), false});
        place->second.name = name;
    }
    return of_files;
}

std::optional<std::uint64_t> label_voxels(const Volume &labels, int label) {
    const std::span<const std::uint64_t> counts = labels.value_counts();
    const int lowest = labels.type() == ScalarType::i8 ? -128 : labels.type() == ScalarType::i16 ? -32768 : 0;
    const int place = label - lowest;
    if (counts.empty() || place < 0 || static_cast<std::size_t>(place) >= counts.size()) {
        return std::nullopt;
    }
    return counts[static_cast<std::size_t>(place)];
}

std::vector<int> absent_labels(const Volume &labels, const LabelLooks &asked) {
    std::set<int> missing;
    for (const auto &[label, look] : asked.of) {
        missing.insert(label);
    }
    if (missing.empty()) {
        return {};
    }
    double last = -1.0; // labels come in runs
    visit_scalar(labels.type(), [&](auto tag) {
        for (const auto voxel : labels.voxels<decltype(tag)>()) {
            if (const auto value = static_cast<double>(voxel); value != last) {
                last = value;
                missing.erase(static_cast<int>(value));
            }
        }
    });
    return {missing.begin(), missing.end()};
}

} // namespace voxmarch
