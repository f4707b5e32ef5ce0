// Transfer functions for computed tomography, in Hounsfield units (air -1000, fat -100, water 0, muscle 50, bone 300+).
#include "transfer/preset_data.h"

namespace voxmarch {

namespace {

const glm::dvec3 skin{0.93, 0.72, 0.60};
const glm::dvec3 fat{0.96, 0.84, 0.62};
const glm::dvec3 muscle{0.76, 0.32, 0.26};
const glm::dvec3 blood{0.84, 0.16, 0.12};
const glm::dvec3 marrow{0.82, 0.56, 0.38};
const glm::dvec3 ivory{0.97, 0.91, 0.78};
const glm::dvec3 white{1.0, 0.99, 0.96};
const glm::dvec3 steel{0.45, 0.75, 0.95};

TransferFunction ct(const char *name, const char *description, std::vector<ColorPoint> colors,
                    std::vector<OpacityPoint> opacities) {
    return {name, description, TransferDomain::value, std::move(colors), std::move(opacities)};
}

} // namespace

std::vector<TransferFunction> ct_presets() {
    return {
        ct("ct-skin", "CT in Hounsfield units: translucent skin and muscle over solid bone",
           {{-300, skin}, {-60, skin}, {40, muscle}, {140, marrow}, {350, ivory}, {1200, white}},
           {{-350, 0.0}, {-150, 0.035}, {-30, 0.02}, {60, 0.045}, {150, 0.08}, {300, 0.45}, {800, 0.8}}),
        ct("ct-surface", "CT in Hounsfield units: the skin as a solid surface",
           {{-400, skin}, {-100, skin}, {300, ivory}}, {{-500, 0.0}, {-300, 0.3}, {-100, 0.9}}),
        ct("ct-bone", "CT in Hounsfield units: bone alone", {{150, marrow}, {320, ivory}, {1200, white}},
           {{160, 0.0}, {240, 0.06}, {400, 0.5}, {1000, 0.9}}),
        ct("ct-soft-tissue", "CT in Hounsfield units: muscle and organs, thin fat, pale bone",
           {{-150, fat}, {-40, fat}, {20, muscle}, {90, muscle}, {180, marrow}, {350, ivory}},
           {{-160, 0.0}, {-80, 0.01}, {-10, 0.03}, {35, 0.16}, {90, 0.25}, {130, 0.1}, {180, 0.06}, {400, 0.25}}),
        ct("ct-lung", "CT in Hounsfield units: airways and lung tissue; the body around it is clear",
           {{-950, {0.55, 0.75, 0.95}}, {-750, {0.95, 0.62, 0.55}}, {-450, {0.85, 0.35, 0.3}}, {-200, ivory}},
           {{-940, 0.0}, {-860, 0.006}, {-700, 0.02}, {-550, 0.08}, {-420, 0.02}, {-330, 0.0}}),
        ct("ct-vessels", "CT angiography in Hounsfield units: contrast-filled vessels in red, bone in ivory",
           {{100, muscle}, {160, blood}, {350, blood}, {550, ivory}, {1200, white}},
           {{110, 0.0}, {170, 0.05}, {250, 0.3}, {450, 0.5}, {900, 0.7}}),
        ct("ct-metal", "CT in Hounsfield units: implants and teeth in steel blue, bone as thin fog",
           {{200, ivory}, {1300, ivory}, {1900, steel}, {3000, {0.8, 0.95, 1.0}}},
           {{220, 0.0}, {450, 0.015}, {1200, 0.025}, {1600, 0.08}, {2200, 0.8}}),
        ct("ct-muscle", "CT in Hounsfield units: muscle solid, fat clear, bone pale",
           {{-20, {0.62, 0.22, 0.18}}, {50, muscle}, {110, {0.86, 0.44, 0.34}}, {220, ivory}, {1200, white}},
           {{-10, 0.0}, {20, 0.12}, {45, 0.5}, {90, 0.55}, {130, 0.2}, {220, 0.3}, {600, 0.6}}),
        ct("ct-cardiac", "contrast CT of the heart in Hounsfield units: chambers and vessels over faint muscle",
           {{30, muscle},
            {110, {0.70, 0.22, 0.20}},
            {180, blood},
            {350, {0.95, 0.55, 0.42}},
            {550, ivory},
            {1200, white}},
           {{20, 0.0}, {60, 0.012}, {120, 0.03}, {180, 0.16}, {300, 0.45}, {550, 0.65}, {1200, 0.75}}),
        ct("ct-chest-contrast", "contrast CT of the chest in Hounsfield units: vessels and bone, lungs as a faint veil",
           {{-900, {0.45, 0.62, 0.85}},
            {-600, {0.62, 0.70, 0.86}},
            {-200, fat},
            {50, muscle},
            {160, blood},
            {400, {0.93, 0.60, 0.45}},
            {600, ivory},
            {1200, white}},
           {{-880, 0.0},
            {-780, 0.004},
            {-600, 0.008},
            {-450, 0.0},
            {20, 0.0},
            {80, 0.012},
            {140, 0.05},
            {250, 0.35},
            {500, 0.6},
            {1000, 0.8}}),
    };
}

} // namespace voxmarch
