// Names of choices, from the lists beside the enumerations.
#include "base/error.h"
#include "device/device_info.h"
#include "isosurface/extraction.h"
#include "isosurface/voxeliser.h"
#include "renderer/settings.h"
#include "skeleton/graph.h"
#include "skeleton/peeling.h"
#include "transfer/automatic_classes.h"
#include "transfer/transfer_function.h"
#include "volume/length_unit.h"
#include "volume/volume.h"
#include "volume/world_convention.h"
#include "voxmarch/types.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace voxmarch::v1 {

template <typename Choice> std::string_view name_of(Choice value) { return voxmarch::name_of(value); }

template <typename Choice> std::span<const Choice> values_of() {
    static constexpr auto all = voxmarch::values_of<Choice>();
    return all;
}

template <typename Choice> Choice value_of(std::string_view name) {
    if (const std::optional<Choice> value = voxmarch::find_value<Choice>(name)) {
        return *value;
    }
    std::vector<std::string_view> names;
    for (const Choice one : values_of<Choice>()) {
        names.push_back(voxmarch::name_of(one));
    }
    throw UsageError(fmt::format("there is no '{}', only {}", name, fmt::join(names, ", ")));
}

#define VOXMARCH_NAMED(Choice)                                                                                         \
    template VOXMARCH_API std::string_view name_of(Choice);                                                            \
    template VOXMARCH_API std::span<const Choice> values_of<Choice>();                                                 \
    template VOXMARCH_API Choice value_of<Choice>(std::string_view);

VOXMARCH_NAMED(ScalarType)
VOXMARCH_NAMED(LengthUnit)
VOXMARCH_NAMED(Convention)
VOXMARCH_NAMED(DeviceKind)
VOXMARCH_NAMED(SamplingBackend)
VOXMARCH_NAMED(DataKind)
VOXMARCH_NAMED(TransferDomain)
VOXMARCH_NAMED(WidgetShape)
VOXMARCH_NAMED(Mode)
VOXMARCH_NAMED(SurfaceMethod)
VOXMARCH_NAMED(Blend)
VOXMARCH_NAMED(ChannelBlend)
VOXMARCH_NAMED(LabelEdges)
VOXMARCH_NAMED(Interpolation)
VOXMARCH_NAMED(Classification)
VOXMARCH_NAMED(Shading)
VOXMARCH_NAMED(Gradient)
VOXMARCH_NAMED(GradientSource)
VOXMARCH_NAMED(Shadows)
VOXMARCH_NAMED(ShadowMethod)
VOXMARCH_NAMED(OcclusionMethod)
VOXMARCH_NAMED(Extraction)
VOXMARCH_NAMED(NodeCoding)
VOXMARCH_NAMED(InsideRule)
VOXMARCH_NAMED(Peeling)
VOXMARCH_NAMED(NodeKind)

} // namespace voxmarch::v1
