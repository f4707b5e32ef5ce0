// Makes grids of OpenVDB dense, slab by slab. A module of its own, see openvdb_module.h.
#include "volume/formats/openvdb/openvdb_module.h"

#include "volume/formats/openvdb/openvdb_library.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <openvdb/io/File.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/Dense.h>
#include <tbb/global_control.h>

namespace voxmarch::vdb {

namespace {

using Json = nlohmann::json;

constexpr int seconds_for_a_slab = 10;                       // of computing time
constexpr std::int64_t longest_axis = std::int64_t{1} << 20; // as readers take it
constexpr std::uint64_t slab_bytes = std::uint64_t{16} << 20;

/// Calls f(GridType{}) for the type of a grid, with one that has its tree. @return whether it is one that can be read
template <typename F> bool visit_grid(const openvdb::GridBase &grid, F &&f) {
    const auto as = [&](auto kind) {
        using G = typename decltype(kind)::type;
        if (!grid.isType<G>()) {
            return false;
        }
        f(static_cast<const G &>(grid));
        return true;
    };
    return as(std::type_identity<openvdb::FloatGrid>{}) || as(std::type_identity<openvdb::DoubleGrid>{}) ||
           as(std::type_identity<openvdb::Int32Grid>{}) || as(std::type_identity<openvdb::Int64Grid>{}) ||
           as(std::type_identity<openvdb::BoolGrid>{}) || as(std::type_identity<openvdb::MaskGrid>{}) ||
           as(std::type_identity<openvdb::Vec3SGrid>{}) || as(std::type_identity<openvdb::Vec3DGrid>{}) ||
           as(std::type_identity<openvdb::Vec3IGrid>{});
}

/// What a value of a grid is made of.
template <typename Value> struct Parts {
    using Dense = Value; ///< as OpenVDB copies it
    using Part = Value;
    static constexpr int count = 1;
    static Part part(const Dense &value, int) { return value; }
};

template <> struct Parts<bool> {
    using Dense = std::uint8_t;
    using Part = std::uint8_t;
    static constexpr int count = 1;
    static Part part(Dense value, int) { return value; }
};

template <> struct Parts<openvdb::ValueMask> : Parts<bool> {};

template <typename T> struct Parts<openvdb::math::Vec3<T>> {
    using Dense = openvdb::math::Vec3<T>;
    using Part = T;
    static constexpr int count = 3;
    static Part part(const Dense &value, int i) { return value[i]; }
};

template <typename T> constexpr FileScalar scalar_of() {
    return std::is_same_v<T, float>          ? FileScalar::f32
           : std::is_same_v<T, double>       ? FileScalar::f64
           : std::is_same_v<T, std::uint8_t> ? FileScalar::u8
           : sizeof(T) == 4                  ? FileScalar::i32
                                             : FileScalar::i64;
}

template <typename G> using PartsOf = Parts<typename G::ValueType>;

std::vector<GridName> names_of(openvdb::io::File &file) {
    std::vector<GridName> names;
    for (auto name = file.beginName(); name != file.endName(); ++name) {
        GridName &known = names.emplace_back(GridName{name.gridName(), "", 0});
        try {
            const auto grid = file.readGridMetadata(known.name);
            known.type = grid->valueType();
            visit_grid(*grid,
                       [&](const auto &typed) { known.components = PartsOf<std::decay_t<decltype(typed)>>::count; });
        } catch (const openvdb::LookupError &) {
            known.type = "of a type that OpenVDB does not know";
        }
    }
    return names;
}

int choose(const std::vector<GridName> &names, const std::string &wanted) {
    const auto place_if = [&](auto &&fits) {
        const auto found = std::ranges::find_if(names, fits);
        return found == names.end() ? -1 : static_cast<int>(found - names.begin());
    };
    if (!wanted.empty()) {
        return place_if([&](const GridName &known) { return known.name == wanted; });
    }
    int chosen = place_if([](const GridName &known) { return known.name == "density" && known.components == 1; });
    chosen = chosen < 0 ? place_if([](const GridName &known) { return known.components == 1; }) : chosen;
    return chosen < 0 ? place_if([](const GridName &known) { return known.components > 1; }) : chosen;
}

template <typename G> GridFacts facts_of(const G &grid, const openvdb::CoordBBox &box) {
    GridFacts facts;
    facts.type = scalar_of<typename PartsOf<G>::Part>();
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        facts.first[at] = box.min()[axis];
        const std::int64_t last = box.max()[axis];
        facts.dims[at] = box.empty() ? 0 : last - box.min()[axis] + 1;
    }
    facts.active = grid.activeVoxelCount();
    facts.is_linear = grid.transform().isLinear();
    if (facts.is_linear) {
        const openvdb::math::Mat4d matrix = grid.transform().baseMap()->getAffineMap()->getMat4();
        for (int row = 0; row < 4; ++row) { // rows: points are multiplied from the left
            for (int column = 0; column < 3; ++column) {
                facts.steps[static_cast<std::size_t>(3 * row + column)] = matrix(row, column);
            }
        }
    }
    facts.kind = openvdb::GridBase::gridClassToString(grid.getGridClass());
    if constexpr (PartsOf<G>::count == 1) {
        facts.background = static_cast<double>(grid.background());
    }
    return facts;
}

/// The values of a box, x fastest.
template <typename G> void send_box(const G &grid, const openvdb::CoordBBox &box, int component, const Sink &sink) {
    using P = PartsOf<G>;
    sink.allow_seconds(seconds_for_a_slab);
    openvdb::tools::Dense<typename P::Dense, openvdb::tools::LayoutXYZ> dense(box);
    openvdb::tools::copyToDense(grid, dense, true); // on this thread alone
    std::vector<typename P::Part> parts(static_cast<std::size_t>(box.dim().x()) *
                                        static_cast<std::size_t>(box.dim().y()) *
                                        static_cast<std::size_t>(box.dim().z()));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i] = P::part(dense.data()[i], component);
    }
    sink.write(sink.output, parts.data(), parts.size() * sizeof(typename P::Part));
}

/// Slabs of whole slices, or of whole rows where slices are large: memory stays small whatever the box is.
template <typename G> void send_values(const G &grid, const openvdb::CoordBBox &box, int component, const Sink &sink) {
    for (int axis = 0; axis < 3; ++axis) {
        if (std::int64_t{box.max()[axis]} - box.min()[axis] >= longest_axis) {
            return; // nobody asks for them
        }
    }
    const auto fitting = [](std::uint64_t bytes) { // at least one
        return static_cast<std::int64_t>(std::clamp<std::uint64_t>(slab_bytes / bytes, 1, 1U << 20));
    };
    const std::uint64_t row = static_cast<std::uint64_t>(box.dim().x()) * sizeof(typename PartsOf<G>::Dense);
    const std::int64_t rows = fitting(row);
    const std::int64_t slices = rows >= box.dim().y() ? fitting(row * static_cast<std::uint64_t>(box.dim().y())) : 1;
    const auto end = [](std::int64_t first, std::int64_t count, std::int64_t last) {
        return static_cast<std::int32_t>(std::min(last, first + count - 1));
    };
    for (std::int64_t z = box.min().z(); z <= box.max().z(); z += slices) {
        for (std::int64_t y = box.min().y(); y <= box.max().y(); y += rows) {
            openvdb::CoordBBox slab = box;
            slab.min().setY(static_cast<std::int32_t>(y));
            slab.max().setY(end(y, rows, box.max().y()));
            slab.min().setZ(static_cast<std::int32_t>(z));
            slab.max().setZ(end(z, slices, box.max().z()));
            send_box(grid, slab, component, sink);
        }
    }
}

Json json_of(const std::vector<GridName> &names, int chosen, const GridFacts &facts) {
    Json list = Json::array();
    for (const GridName &known : names) {
        list.push_back(Json::array({known.name, known.type, known.components}));
    }
    return {{"names", list},
            {"chosen", chosen},
            {"type", static_cast<int>(facts.type)},
            {"first", facts.first},
            {"dims", facts.dims},
            {"active", facts.active},
            {"linear", facts.is_linear},
            {"steps", facts.steps},
            {"kind", facts.kind},
            {"background", facts.background}};
}

void send_text(const Json &json, const Sink &sink) {
    const std::vector<std::uint8_t> bytes = Json::to_cbor(json);
    const std::uint64_t size = bytes.size();
    sink.write(sink.output, &size, sizeof size);
    sink.write(sink.output, bytes.data(), bytes.size());
}

} // namespace

} // namespace voxmarch::vdb

void voxmarch_send_vdb_grid(const char *path, const char *wanted, int component, const voxmarch::vdb::Sink &sink,
                            std::string &problem) {
    using namespace voxmarch::vdb;
    try {
        const tbb::global_control alone(tbb::global_control::max_allowed_parallelism, 1); // no stacks of helpers
        openvdb::initialize();
        openvdb::io::File file(path);
        file.setCopyMaxBytes(0);
        file.open(false); // no values that are read later, by other means
        const auto names = names_of(file);
        const int chosen = choose(names, wanted);
        if (chosen < 0 || names[static_cast<std::size_t>(chosen)].components == 0) {
            return send_text(json_of(names, chosen, {}), sink);
        }
        const auto grid = file.readGrid(names[static_cast<std::size_t>(chosen)].name);
        const bool is_known = visit_grid(*grid, [&](const auto &typed) {
            using P = PartsOf<std::decay_t<decltype(typed)>>;
            const openvdb::CoordBBox box = typed.evalActiveVoxelBoundingBox();
            send_text(json_of(names, chosen, facts_of(typed, box)), sink);
            if (!box.empty()) {
                send_values(typed, box, component < P::count ? component : 0, sink);
            }
        });
        if (!is_known) {
            problem = "changed while it was read";
        }
    } catch (const openvdb::Exception &thrown) {
        problem = std::string("is no OpenVDB file, or is damaged (") + thrown.what() + ")";
    }
}
