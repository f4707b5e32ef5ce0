// What labels do to the samples of the reference ray caster.
#include "renderer/reference/sample.h"

#include "transfer/transfer_function.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

/// Null: all is as the volume's function says.
const LabelStyle *ReferenceSampler::style_of(glm::ivec3 voxel) const {
    if (!scene_.labels) {
        return nullptr;
    }
    voxel = glm::clamp(voxel, glm::ivec3(0), glm::ivec3(scene_.grid().dims_d()) - 1);
    const auto label = static_cast<std::size_t>(scene_.labels->value(voxel.x, voxel.y, voxel.z));
    return label < scene_.label_styles.size() ? &scene_.label_styles[label] : nullptr;
}

/// Hidden labels have the volume's.
const TransferFunction &ReferenceSampler::function_of(const LabelStyle *style) const {
    return style && style->transfer && style->visibility > 0.0f ? *style->transfer : scene_.transfer;
}

bool ReferenceSampler::has_label_functions() const {
    return scene_.labels &&
           std::ranges::any_of(scene_.label_styles, [](const LabelStyle &style) { return style.transfer.has_value(); });
}

/// Factor of the opacity that the nearest label gives.
double ReferenceSampler::visibility(glm::dvec3 position) const {
    const LabelStyle *style = style_of(glm::ivec3(glm::floor(position + 0.5)));
    return style ? style->visibility : 1.0;
}

/// The nearest voxel's look, or those of the 4 x 4 x 4 around: each is a field that is 1 in its voxels, smoothed by
/// [1 2 1] / 4 along each axis and interpolated. Between two of them the one fades into the other where they differ by
/// less than a quarter.
std::vector<ReferenceSampler::LabelPart> ReferenceSampler::labels_at(glm::dvec3 position) const {
    if (!scene_.labels || scene_.settings.label_edges == LabelEdges::nearest) {
        return {{style_of(glm::ivec3(glm::floor(position + 0.5))), 1.0}};
    }
    const LabelStyle none;
    const glm::ivec3 low(glm::floor(position));
    const glm::dvec3 between = position - glm::dvec3(low);
    const auto weight = [&](int voxel, int axis) {
        const double t = between[axis];
        return (voxel == 0 ? 1.0 - t : voxel == 1 ? 2.0 - t : voxel == 2 ? 1.0 + t : t) / 4.0;
    };
    std::vector<LabelPart> parts;
    for (int i = 0; i < 64; ++i) {
        const glm::ivec3 at(i % 4, i / 4 % 4, i / 16);
        const LabelStyle *style = style_of(low + at - 1);
        const double share = weight(at.x, 0) * weight(at.y, 1) * weight(at.z, 2);
        const auto found = std::ranges::find_if(
            parts, [&](const LabelPart &part) { return (part.style ? *part.style : none) == (style ? *style : none); });
        if (found != parts.end()) {
            found->share += share;
        } else {
            parts.push_back({style, share});
        }
    }
    const double largest = std::ranges::max(parts, {}, &LabelPart::share).share;
    double sum = 0.0;
    for (LabelPart &part : parts) {
        part.share = std::min(part.share, std::max(part.share - largest + 0.25, 0.0));
        sum += part.share;
    }
    for (LabelPart &part : parts) {
        part.share /= sum;
    }
    return parts;
}

/// As the labels there want it. @param sample  (r, g, b, opacity of a step) by one function
glm::dvec4 ReferenceSampler::styled(glm::dvec3 position, glm::dvec4 sample) const {
    glm::dvec3 color(0.0);
    double seen = 0.0;
    for (const auto &[style, share] : labels_at(position)) {
        const double visible = share * (style ? style->visibility : 1.0);
        color += visible * (style && style->color ? glm::dvec3(*style->color) : glm::dvec3(sample));
        seen += visible;
    }
    return seen > 0.0 ? glm::dvec4(color / seen, sample.w * seen) : glm::dvec4(0.0);
}

/// (r, g, b, opacity of a step) of a single place, labels and their functions included.
glm::dvec4 ReferenceSampler::styled_sample(glm::dvec3 position, double step) const {
    if (is_pre() || !has_label_functions()) {
        glm::dvec4 sample = sample_at(position);
        sample.w = correct_opacity(sample.w, step);
        return styled(position, sample);
    }
    glm::dvec3 color(0.0);
    double seen = 0.0;
    const double here = value(position);
    for (const auto &[style, share] : labels_at(position)) {
        const glm::dvec4 sample = function_of(style).evaluate(here);
        const double visible = share * (style ? style->visibility : 1.0) * correct_opacity(sample.w, step);
        color += visible * (style && style->color ? glm::dvec3(*style->color) : glm::dvec3(sample));
        seen += visible;
    }
    return seen > 0.0 ? glm::dvec4(color / seen, seen) : glm::dvec4(0.0);
}

} // namespace voxmarch
