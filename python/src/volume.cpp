// Volumes: from arrays without a copy where the library has the type, from files and formulas, and back into arrays.
#include "python/src/binding.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace voxmarch::python {

namespace {

/// Any array of this machine, C-contiguous, its last axis the fastest.
using Voxels = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

/// Spacing, origin and directions in the order x, y, z.
struct Place {
    v1::Vec3 spacing, origin;
    std::array<v1::Vec3, 3> directions;
    bool anatomical;
    std::string unit;
};

v1::Grid grid_of(const Voxels &voxels, const Place &place) {
    v1::Grid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.dims[axis] = static_cast<int>(voxels.shape(2 - axis));
    }
    grid.spacing = place.spacing;
    grid.origin = place.origin;
    grid.directions = place.directions;
    grid.anatomical = place.anatomical;
    grid.unit = v1::value_of<LengthUnit>(place.unit);
    return grid;
}

template <typename T> std::span<const T> span_of(const Voxels &voxels) {
    return {static_cast<const T *>(voxels.data()), voxels.size()};
}

/// Kept as long as a copy of the volume lives, which may end in any thread.
std::shared_ptr<const void> owner_of(const nb::object &array) {
    return {new nb::object(array), [](nb::object *held) {
                const nb::gil_scoped_acquire gil;
                delete held;
            }};
}

/// @param array  the Python object behind `voxels`, which lends them
v1::Volume volume_of(const nb::object &array, const Voxels &voxels, const Place &place) {
    const v1::Grid grid = grid_of(voxels, place);
    const auto borrowed = [&](ScalarType type) {
        const std::shared_ptr<const void> owner = owner_of(array);
        return unlocked([&](SignalCheck & /*check*/) {
            return v1::Volume::borrow(grid, type, {static_cast<const std::byte *>(voxels.data()), voxels.nbytes()},
                                      owner);
        });
    };
    const auto converted = [&](auto values) {
        return unlocked([&](SignalCheck & /*check*/) { return v1::Volume(grid, values); });
    };
    const nb::dlpack::dtype type = voxels.dtype();
    if (type == nb::dtype<std::uint8_t>()) {
        return borrowed(ScalarType::u8);
    }
    if (type == nb::dtype<std::int8_t>()) {
        return borrowed(ScalarType::i8);
    }
    if (type == nb::dtype<std::uint16_t>()) {
        return borrowed(ScalarType::u16);
    }
    if (type == nb::dtype<std::int16_t>()) {
        return borrowed(ScalarType::i16);
    }
    if (type == nb::dtype<float>()) {
        return borrowed(ScalarType::f32);
    }
    if (type == nb::dtype<double>()) {
        return converted(span_of<double>(voxels));
    }
    if (type == nb::dtype<std::int32_t>()) {
        return converted(span_of<std::int32_t>(voxels));
    }
    if (type == nb::dtype<std::uint32_t>()) {
        return converted(span_of<std::uint32_t>(voxels));
    }
    if (type == nb::dtype<std::int64_t>()) {
        return converted(span_of<std::int64_t>(voxels));
    }
    if (type == nb::dtype<std::uint64_t>()) {
        return converted(span_of<std::uint64_t>(voxels));
    }
    throw UsageError("voxels are integers of 8 to 64 bits or floats of 32 or 64 bits");
}

nb::object array_of_voxels(const v1::Volume &volume) {
    const nb::object owner = nb::cast(volume); // shares the voxels
    const std::array<int, 3> dims = volume.grid().dims;
    const auto shaped = [&](auto tag) -> nb::object {
        using T = decltype(tag);
        return nb::cast(nb::ndarray<nb::numpy, const T>(
            volume.voxels<T>().data(),
            {static_cast<std::size_t>(dims[2]), static_cast<std::size_t>(dims[1]), static_cast<std::size_t>(dims[0])},
            owner));
    };
    switch (volume.type()) {
    case ScalarType::u8: return shaped(std::uint8_t{});
    case ScalarType::i8: return shaped(std::int8_t{});
    case ScalarType::u16: return shaped(std::uint16_t{});
    case ScalarType::i16: return shaped(std::int16_t{});
    case ScalarType::f32: break;
    }
    return shaped(float{});
}

Dict grid_dict(const v1::Volume &volume) {
    const v1::Grid &grid = volume.grid();
    Dict result;
    result["dims"] = grid.dims;
    result["spacing"] = grid.spacing;
    result["origin"] = grid.origin;
    result["directions"] = grid.directions;
    result["anatomical"] = grid.anatomical;
    result["unit"] = std::string(v1::name_of(grid.unit));
    return result;
}

/// @param options  members of ReadOptions by their names; what is missing keeps its default
v1::ReadOptions read_options(const Dict &options) {
    v1::ReadOptions read;
    const auto take = [&](const char *name, auto &member) {
        if (options.contains(name)) {
            member = nb::cast<std::decay_t<decltype(member)>>(options[name]);
        }
    };
    take("raw", read.raw);
    take("spacing", read.spacing);
    take("orientation", read.orientation);
    take("series", read.series);
    take("channels", read.channels);
    take("time", read.time);
    take("level", read.level);
    take("array", read.array);
    take("field", read.field);
    take("downsample", read.downsample);
    take("labels", read.labels);
    if (options.contains("unit")) {
        read.spacing_unit = v1::value_of<LengthUnit>(nb::cast<std::string>(options["unit"]));
    }
    return read;
}

} // namespace

void bind_volume(nb::module_ &module) {
    nb::class_<v1::Volume>(module, "Volume")
        .def_prop_ro("name", &v1::Volume::name)
        .def_prop_ro("format", &v1::Volume::format)
        .def_prop_ro("type", [](const v1::Volume &self) { return std::string(v1::name_of(self.type())); })
        .def_prop_ro("range", [](const v1::Volume &self) { return std::pair(self.range().min, self.range().max); })
        .def_prop_ro("non_finite_count", &v1::Volume::non_finite_count)
        .def_prop_ro("channels", &v1::Volume::channels)
        .def_prop_ro("notes", &v1::Volume::notes)
        .def("channel", &v1::Volume::channel, nb::arg("number"), nb::call_guard<nb::gil_scoped_release>())
        .def("channel_name", &v1::Volume::channel_name, nb::arg("number"))
        .def("grid", &grid_dict)
        .def("array", &array_of_voxels)
        .def(
            "histogram",
            [](const v1::Volume &self, int bins) {
                v1::Histogram h = unlocked([&](SignalCheck & /*check*/) { return self.histogram(bins); });
                const std::size_t count = h.counts.size();
                return std::tuple(array_of<std::uint64_t>(std::move(h.counts), {count}), h.range.min, h.range.max);
            },
            nb::arg("bins"))
        .def(
            "percentiles",
            [](const v1::Volume &self, const std::vector<double> &shares) { return self.percentiles(shares); },
            nb::arg("shares"), nb::call_guard<nb::gil_scoped_release>())
        .def("labels",
             [](const v1::Volume &self) {
                 std::vector<std::pair<int, std::uint64_t>> counts;
                 for (const v1::LabelExtent &extent :
                      unlocked([&](SignalCheck & /*check*/) { return self.labels(); })) {
                     counts.emplace_back(extent.label, extent.voxels);
                 }
                 return counts;
             })
        .def(
            "write", [](const v1::Volume &self, const std::string &file) { v1::write_volume(self, file); },
            nb::arg("file"), nb::call_guard<nb::gil_scoped_release>());
    module.def(
        "volume_of",
        [](const nb::object &array, const v1::Vec3 &spacing, const v1::Vec3 &origin,
           const std::array<v1::Vec3, 3> &directions, bool anatomical, const std::string &unit) {
            return volume_of(array, nb::cast<Voxels>(array), {spacing, origin, directions, anatomical, unit});
        },
        nb::arg("array"), nb::arg("spacing"), nb::arg("origin"), nb::arg("directions"), nb::arg("anatomical"),
        nb::arg("unit"));
    module.def(
        "of_channels", [](const std::vector<v1::Volume> &channels) { return v1::Volume::of_channels(channels); },
        nb::arg("channels"), nb::call_guard<nb::gil_scoped_release>());
    module.def(
        "read_volume",
        [](const std::string &source, const Dict &options) {
            const v1::ReadOptions read = read_options(options);
            return unlocked([&](SignalCheck &check) {
                return v1::read_volume(source, read, [&check](double /*share*/) { check(); });
            });
        },
        nb::arg("source"), nb::arg("options"));
}

} // namespace voxmarch::python
