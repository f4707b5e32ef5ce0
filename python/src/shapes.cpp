// Meshes and skeletons: made on a device, read as arrays, written into files.
#include "python/src/binding.h"

#include <cstring>

namespace voxmarch::python {

namespace {

using Vertices = nb::ndarray<const float, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Faces = nb::ndarray<const std::uint32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

/// An array of triples that lie in `owner`; read-only, as those of a mesh go together.
template <typename Value>
nb::object view_of(const std::vector<std::array<Value, 3>> &triples, const nb::handle &owner) {
    return nb::cast(nb::ndarray<nb::numpy, const Value, nb::shape<-1, 3>>(
        reinterpret_cast<const Value *>(triples.data()), {triples.size(), 3}, owner));
}

template <typename Triple, typename Array> std::vector<Triple> triples_of(const Array &array) {
    std::vector<Triple> triples(array.shape(0));
    if (!triples.empty()) {
        std::memcpy(triples.data(), array.data(), array.nbytes());
    }
    return triples;
}

Dict dict_of(const v1::MeshMeasures &measures) {
    Dict result;
    result["vertices"] = measures.vertices;
    result["triangles"] = measures.triangles;
    result["edges"] = measures.edges;
    result["open_edges"] = measures.open_edges;
    result["bad_edges"] = measures.bad_edges;
    result["degenerate"] = measures.degenerate;
    result["euler"] = measures.euler;
    result["components"] = measures.components;
    result["area"] = measures.area;
    result["volume"] = measures.volume;
    result["watertight"] = measures.watertight();
    return result;
}

Dict dict_of(const v1::SkeletonSummary &summary) {
    Dict result;
    result["branches"] = summary.branches;
    result["ends"] = summary.ends;
    result["branch_points"] = summary.branch_points;
    result["lone_voxels"] = summary.lone_voxels;
    result["components"] = summary.components;
    result["cavities"] = summary.cavities;
    result["voxels"] = summary.voxels;
    result["loops"] = summary.loops;
    result["length"] = summary.length;
    return result;
}

Dict dict_of(const v1::SkeletonNode &node) {
    Dict result;
    result["position"] = node.point.position;
    result["radius"] = node.point.radius;
    result["kind"] = std::string(v1::name_of(node.kind));
    result["degree"] = node.degree;
    result["voxels"] = node.voxels;
    return result;
}

Dict dict_of(const v1::SkeletonBranch &branch) {
    std::vector<v1::Vec3> positions;
    std::vector<double> radii;
    for (const v1::SkeletonPoint &point : branch.points) {
        positions.push_back(point.position);
        radii.push_back(point.radius);
    }
    Dict result;
    const std::size_t count = positions.size();
    result["nodes"] = std::pair(branch.from, branch.to);
    result["points"] = array_of<double>(std::move(positions), {count, 3});
    result["radii"] = array_of<double>(std::move(radii), {count});
    result["length"] = branch.length;
    result["mean_radius"] = branch.mean_radius;
    result["voxels"] = branch.voxels;
    return result;
}

template <typename Items> Dicts list_of(const Items &items) {
    Dicts result;
    for (const auto &item : items) {
        result.append(dict_of(item));
    }
    return result;
}

v1::Mesh extract_isosurface(OpenDevice &device, const v1::Volume &volume, double value, bool normals,
                            const std::string &extraction, int unit_layers) {
    v1::ExtractionOptions options;
    options.normals = normals;
    options.extraction = v1::value_of<Extraction>(extraction);
    options.unit_layers = unit_layers;
    return in_turn(device, [&](SignalCheck &check) {
        options.progress = [&check](double /*share*/) { check(); };
        return v1::extract_isosurface(device.device, volume, value, options);
    });
}

/// @param like  the volume whose voxels are filled; none: `edge` along the mesh
v1::Volume voxelize(OpenDevice &device, const v1::Mesh &mesh, int edge, const v1::Volume *like,
                    const std::string &inside, int value) {
    const v1::VoxelizeOptions options{v1::value_of<InsideRule>(inside), value};
    return in_turn(device, [&](SignalCheck & /*check*/) {
        return like ? v1::voxelize(device.device, mesh, like->grid(), options)
                    : v1::voxelize(device.device, mesh, edge, options);
    });
}

/// @param labels  empty: the voxels not below `value`
v1::Skeleton extract_skeleton(OpenDevice &device, const v1::Volume &volume, double value,
                              const std::vector<int> &labels, const std::string &peeling, bool invert, int largest,
                              double prune) {
    v1::SkeletonOptions options;
    options.peeling = v1::value_of<Peeling>(peeling);
    options.invert = invert;
    options.largest = largest;
    options.prune = prune;
    return in_turn(device, [&](SignalCheck &check) {
        options.progress = [&check](double /*share*/) { check(); };
        return labels.empty() ? v1::extract_skeleton(device.device, volume, value, options)
                              : v1::extract_skeleton(device.device, volume, labels, options);
    });
}

} // namespace

void bind_shapes(nb::module_ &module) {
    nb::class_<v1::Mesh>(module, "Mesh")
        .def_prop_ro("vertices",
                     [](nb::handle_t<v1::Mesh> self) { return view_of(nb::cast<v1::Mesh &>(self).positions, self); })
        .def_prop_ro("faces",
                     [](nb::handle_t<v1::Mesh> self) { return view_of(nb::cast<v1::Mesh &>(self).triangles, self); })
        .def_prop_ro("normals",
                     [](nb::handle_t<v1::Mesh> self) { return view_of(nb::cast<v1::Mesh &>(self).normals, self); })
        .def_prop_ro("unit", [](const v1::Mesh &self) { return std::string(v1::name_of(self.unit)); })
        .def("measure",
             [](const v1::Mesh &self) {
                 return dict_of(unlocked([&](SignalCheck & /*check*/) { return v1::measure(self); }));
             })
        .def(
            "smoothed",
            [](const v1::Mesh &self, int steps) {
                v1::Mesh result = self;
                v1::smooth(result, steps);
                return result;
            },
            nb::arg("steps"), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "largest",
            [](const v1::Mesh &self, int count) {
                v1::Mesh result = self;
                v1::keep_largest(result, count);
                return result;
            },
            nb::arg("count"), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "write",
            [](const v1::Mesh &self, const std::string &file, const std::string &convention) {
                v1::write_mesh(self, file, v1::value_of<Convention>(convention));
            },
            nb::arg("file"), nb::arg("convention"), nb::call_guard<nb::gil_scoped_release>());
    module.def(
        "mesh_of",
        [](const Vertices &vertices, const Faces &faces, const std::optional<Vertices> &normals) {
            v1::Mesh mesh;
            mesh.positions = triples_of<std::array<float, 3>>(vertices);
            mesh.triangles = triples_of<std::array<std::uint32_t, 3>>(faces);
            if (normals) {
                mesh.normals = triples_of<std::array<float, 3>>(*normals);
            }
            return mesh;
        },
        nb::arg("vertices"), nb::arg("faces"), nb::arg("normals").none());
    module.def(
        "read_mesh", [](const std::string &file) { return v1::read_mesh(file); }, nb::arg("file"),
        nb::call_guard<nb::gil_scoped_release>());
    module.def("voxelize", &voxelize, nb::arg("device"), nb::arg("mesh"), nb::arg("edge"), nb::arg("like").none(),
               nb::arg("inside"), nb::arg("value"));
    module.def("extract_isosurface", &extract_isosurface, nb::arg("device"), nb::arg("volume"), nb::arg("value"),
               nb::arg("normals"), nb::arg("extraction"), nb::arg("unit_layers"));
    module.def(
        "extract_label", [](const v1::Volume &labels, int label) { return v1::extract_label(labels, label); },
        nb::arg("labels"), nb::arg("label"), nb::call_guard<nb::gil_scoped_release>());

    nb::class_<v1::Skeleton>(module, "Skeleton")
        .def_prop_ro("summary", [](const v1::Skeleton &self) { return dict_of(self.summary); })
        .def_prop_ro("nodes", [](const v1::Skeleton &self) { return list_of(self.nodes); })
        .def_prop_ro("branches", [](const v1::Skeleton &self) { return list_of(self.branches); })
        .def(
            "write",
            [](const v1::Skeleton &self, const std::string &file, const std::string &convention) {
                v1::write_skeleton(self, file, v1::value_of<Convention>(convention));
            },
            nb::arg("file"), nb::arg("convention"), nb::call_guard<nb::gil_scoped_release>());
    module.def("extract_skeleton", &extract_skeleton, nb::arg("device"), nb::arg("volume"), nb::arg("value"),
               nb::arg("labels"), nb::arg("peeling"), nb::arg("invert"), nb::arg("largest"), nb::arg("prune"));
}

} // namespace voxmarch::python
