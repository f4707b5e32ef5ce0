// What panels call the values of enumerations, in the order of their menus.
#pragma once

#include "base/enum_names.h"
#include "renderer/instruments/heat_map.h"
#include "renderer/settings.h"
#include "scene/provenance.h"
#include "transfer/automatic_classes.h"
#include "volume/formats/file_scalar.h"
#include "volume/length_unit.h"

#include <algorithm>
#include <iterator>

namespace voxmarch {

/// Specialised for each enumeration that a panel lets users choose from; names are literals.
template <typename Enum> struct PanelNames;

/// Whether a menu offers every value that has a name, once.
template <NamedEnum Enum> constexpr bool is_complete_menu() {
    const auto values = values_of<Enum>();
    return std::size(PanelNames<Enum>::all) == values.size() &&
           std::all_of(values.begin(), values.end(), [](Enum value) {
               return std::count_if(std::begin(PanelNames<Enum>::all), std::end(PanelNames<Enum>::all),
                                    [&](const Named<Enum> &one) { return one.value == value; }) == 1;
           });
}

template <> struct PanelNames<Classification> {
    static constexpr Named<Classification> all[] = {{Classification::post, "each sample"},
                                                    {Classification::pre, "each voxel"},
                                                    {Classification::preintegrated, "pairs of samples"}};
};

template <> struct PanelNames<ToneCurve> {
    static constexpr Named<ToneCurve> all[] = {{ToneCurve::none, "none (cut off at white)"},
                                               {ToneCurve::filmic, "as film (runs into white)"}};
};

template <> struct PanelNames<Environment> {
    static constexpr Named<Environment> all[] = {{Environment::ambient, "even light (Material, Ambient)"},
                                                 {Environment::background, "the background"},
                                                 {Environment::picture, "a panorama"}};
};

template <> struct PanelNames<Interpolation> {
    static constexpr Named<Interpolation> all[] = {{Interpolation::nearest, "nearest voxel"},
                                                   {Interpolation::linear, "linear"},
                                                   {Interpolation::cubic, "cubic B-spline"}};
};

template <> struct PanelNames<GradientSource> {
    static constexpr Named<GradientSource> all[] = {{GradientSource::automatic, "automatic"},
                                                    {GradientSource::scalar, "all boundaries"},
                                                    {GradientSource::opacity, "those of the function"}};
};

template <> struct PanelNames<Gradient> {
    static constexpr Named<Gradient> all[] = {
        {Gradient::sobel, "smooth (Sobel)"}, {Gradient::central, "sharp"}, {Gradient::on_the_fly, "sharp, on the fly"}};
};

template <> struct PanelNames<Shadows> {
    static constexpr Named<Shadows> all[] = {{Shadows::none, "none"},
                                             {Shadows::quarter, "coarse (every 4th voxel)"},
                                             {Shadows::half, "medium (every 2nd voxel)"},
                                             {Shadows::full, "fine (every voxel)"}};
};

template <> struct PanelNames<Mode> {
    static constexpr Named<Mode> all[] = {
        {Mode::volume, "volume"}, {Mode::isosurface, "isosurfaces"}, {Mode::both, "both"}};
};

template <> struct PanelNames<SurfaceMethod> {
    static constexpr Named<SurfaceMethod> all[] = {{SurfaceMethod::mesh, "triangles"},
                                                   {SurfaceMethod::raycast, "exact, ray by ray"}};
};

template <> struct PanelNames<Blend> {
    static constexpr Named<Blend> all[] = {{Blend::composite, "composite"},
                                           {Blend::mip, "maximum intensity (MIP)"},
                                           {Blend::minip, "minimum intensity"},
                                           {Blend::average, "average intensity"}};
};

template <> struct PanelNames<ChannelBlend> {
    static constexpr Named<ChannelBlend> all[] = {{ChannelBlend::opacity, "matter (opacities)"},
                                                  {ChannelBlend::additive, "light (added)"},
                                                  {ChannelBlend::maximum, "the strongest"},
                                                  {ChannelBlend::rgb, "colours of voxels"},
                                                  {ChannelBlend::rgba, "colours and opacity of voxels"}};
};

template <> struct PanelNames<DataKind> {
    static constexpr Named<DataKind> all[] = {{DataKind::automatic, "data: auto"},
                                              {DataKind::grey, "data: grey values"},
                                              {DataKind::labels, "data: labels"},
                                              {DataKind::ct, "data: CT"}};
};

template <> struct PanelNames<Embed> {
    static constexpr Named<Embed> all[] = {{Embed::name, "session, files by name"},
                                           {Embed::full, "session, files by absolute path"},
                                           {Embed::none, "nothing but the picture"}};
};

template <> struct PanelNames<FileScalar> {
    static constexpr Named<FileScalar> all[] = {{FileScalar::u8, "uint8 (1 byte, 0 .. 255)"},
                                                {FileScalar::i8, "int8 (1 byte, -128 .. 127)"},
                                                {FileScalar::u16, "uint16 (2 bytes, 0 .. 65535)"},
                                                {FileScalar::i16, "int16 (2 bytes, -32768 .. 32767)"},
                                                {FileScalar::u32, "uint32 (4 bytes)"},
                                                {FileScalar::i32, "int32 (4 bytes)"},
                                                {FileScalar::u64, "uint64 (8 bytes)"},
                                                {FileScalar::i64, "int64 (8 bytes)"},
                                                {FileScalar::f16, "float16 (2 bytes)"},
                                                {FileScalar::f32, "float32 (4 bytes)"},
                                                {FileScalar::f64, "float64 (8 bytes)"}};
};

template <> struct PanelNames<LengthUnit> {
    static constexpr Named<LengthUnit> all[] = {{LengthUnit::unknown, "none"},  {LengthUnit::millimeter, "mm"},
                                                {LengthUnit::micrometer, "um"}, {LengthUnit::nanometer, "nm"},
                                                {LengthUnit::meter, "m"},       {LengthUnit::angstrom, "Angstrom"}};
};

template <> struct PanelNames<HeatMap> {
    static constexpr Named<HeatMap> all[] = {{HeatMap::marching_steps, "marching steps (samples)"},
                                             {HeatMap::traversal_steps, "traversal steps"},
                                             {HeatMap::marching_simd, "SIMD efficiency, marching"},
                                             {HeatMap::traversal_simd, "SIMD efficiency, traversal"},
                                             {HeatMap::octree, "octree nodes along the ray"},
                                             {HeatMap::undersampling, "undersampling (step too long)"},
                                             {HeatMap::normals, "normals of what is seen"},
                                             {HeatMap::iteration, "who marches in one late round"}};
};

} // namespace voxmarch
