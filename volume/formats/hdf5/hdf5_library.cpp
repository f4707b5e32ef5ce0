// Walks through HDF5 files and reads boxes of their data sets, in another process.
#include "volume/formats/hdf5/hdf5_library.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/format_problem.h"
#include "base/host_memory.h"
#include "base/isolated.h"
#include "volume/formats/hdf5/lzf.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <hdf5.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

namespace voxmarch::hdf5 {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *library = "libhdf5";
constexpr int seconds_to_walk = 20, seconds_for_a_block = 60; // of computing time
constexpr int patience = 120;                                 // seconds without a word, of slow disks too
constexpr std::size_t most_objects = 50000, deepest = 32;
constexpr std::size_t most_in_attribute = 4096, most_in_text = 1 << 20; // values, bytes
constexpr hssize_t most_in_small_set = 65536;                           // values that a walk reads
constexpr std::size_t most_small_values = std::size_t{1} << 21;         // of all small sets together
constexpr std::uint64_t longest_answer = std::uint64_t{256} << 20;      // bytes

/// Of a walk: libhdf5 itself and small sets, and as much more as names and attributes grow to.
IsolatedBounds bounds_of_walk(const fs::path &file) {
    return {seconds_to_walk, (std::uint64_t{160} << 20) + std::min(size_of_file(file), std::uint64_t{1} << 50) * 64,
            patience};
}

/// Something that libhdf5 has opened. Move-only.
class Handle {
public:
    using Close = herr_t (*)(hid_t);
    Handle(hid_t id, Close close) : id_(id), close_(close) {}
    ~Handle() {
        if (id_ >= 0) {
            close_(id_);
        }
    }
    Handle(Handle &&other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle &operator=(Handle &&) = delete;
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;

    hid_t get() const { return id_; }
    explicit operator bool() const { return id_ >= 0; }

    /// @throws FormatProblem
    const Handle &required(const char *what) const {
        if (id_ < 0) {
            throw FormatProblem(fmt::format("is damaged, or is no HDF5 that libhdf5 knows: {} cannot be read", what));
        }
        return *this;
    }

private:
    hid_t id_;
    Close close_;
};

herr_t refuse_link(const char *, const char *, const char *, const char *, unsigned *, hid_t, void *) { return -1; }

/// Of everything that is opened by a path: links to other files are not followed.
hid_t guarded_access(hid_t kind) {
    const hid_t access = H5Pcreate(kind);
    H5Pset_elink_cb(access, refuse_link, nullptr);
    return access;
}

/// h5py's LZF.
std::size_t lzf_filter_of_hdf5(unsigned flags, std::size_t count, const unsigned *values, std::size_t bytes,
                               std::size_t *size, void **buffer) {
    if ((flags & H5Z_FLAG_REVERSE) == 0) {
        return 0;
    }
    const std::size_t most = count > 2 && values[2] > 0 ? values[2] : std::size_t{1} << 31;
    const auto unpacked = unpack_lzf({static_cast<const std::byte *>(*buffer), bytes}, most);
    void *block = unpacked.empty() ? nullptr : H5allocate_memory(unpacked.size(), false);
    if (block == nullptr) {
        return 0;
    }
    std::memcpy(block, unpacked.data(), unpacked.size());
    H5free_memory(*buffer);
    *buffer = block;
    *size = unpacked.size();
    return unpacked.size();
}

/// What libhdf5 has just said of a file: that it ends before its first block says, or nothing that helps.
std::string problem_of_opening() {
    std::string problem = "is damaged, or is no HDF5 that libhdf5 knows: its first block cannot be read";
    const auto look = [](unsigned, const H5E_error2_t *error, void *to) -> herr_t {
        if (error->min_num != H5E_TRUNCATED) {
            return 0;
        }
        unsigned long long there = 0, base = 0, stated = 0;
        const bool has_numbers =
            error->desc != nullptr &&
            std::sscanf(error->desc, "truncated file: eof = %llu, sblock->base_addr = %llu, stored_eof = %llu", &there,
                        &base, &stated) == 3;
        *static_cast<std::string *>(to) = has_numbers
                                              ? fmt::format("truncated: it holds {} of {} bytes", there + base, stated)
                                              : "truncated: it ends before the place that its first block names";
        return 1;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look, &problem);
    return problem;
}

/// The library in the other process, made safe and quiet, and one file.
class OpenedFile {
public:
    explicit OpenedFile(const fs::path &file) : link_access_(prepare(), H5Pclose), id_(open(file), H5Fclose) {}

    hid_t id() const { return id_.get(); }
    hid_t link_access() const { return link_access_.get(); }

    Handle open_object(const std::string &path) const {
        return {H5Oopen(id(), path.empty() ? "/" : path.c_str(), link_access()), H5Oclose};
    }

private:
    Handle link_access_;
    Handle id_;

    static hid_t prepare() {
        H5open();
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        H5PLset_loading_state(0); // no plug-ins
        static const H5Z_class2_t lzf{H5Z_CLASS_T_VERS, lzf_filter, 0, 1, "lzf", nullptr, nullptr, lzf_filter_of_hdf5};
        H5Zregister(&lzf);
        return guarded_access(H5P_LINK_ACCESS);
    }

    static hid_t open(const fs::path &file) {
        const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
        H5Pset_file_locking(access.get(), false, true); // a file that another program reads or writes is read too
#endif
        const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, access.get());
        if (id < 0) {
            throw FormatProblem(problem_of_opening()); // before another call forgets it
        }
        return id;
    }
};

/// The type that a number has in memory, from which ours are made.
hid_t native_type(FileScalar type) {
    switch (type) {
    case FileScalar::u8: return H5T_NATIVE_UINT8;
    case FileScalar::i8: return H5T_NATIVE_INT8;
    case FileScalar::u16: return H5T_NATIVE_UINT16;
    case FileScalar::i16: return H5T_NATIVE_INT16;
    case FileScalar::u32: return H5T_NATIVE_UINT32;
    case FileScalar::i32: return H5T_NATIVE_INT32;
    case FileScalar::u64: return H5T_NATIVE_UINT64;
    case FileScalar::i64: return H5T_NATIVE_INT64;
    case FileScalar::f64: return H5T_NATIVE_DOUBLE;
    default: return H5T_NATIVE_FLOAT;
    }
}

std::optional<FileScalar> integer_type(std::size_t size, bool is_signed) {
    return size == 1   ? is_signed ? FileScalar::i8 : FileScalar::u8
           : size == 2 ? is_signed ? FileScalar::i16 : FileScalar::u16
           : size <= 4 ? is_signed ? FileScalar::i32 : FileScalar::u32
           : size <= 8 ? std::optional(is_signed ? FileScalar::i64 : FileScalar::u64)
                       : std::nullopt;
}

/// Enumerations, h5py's booleans among them, are the integers that they are made of.
std::optional<FileScalar> scalar_of(hid_t type) {
    const std::size_t size = H5Tget_size(type);
    switch (H5Tget_class(type)) {
    case H5T_INTEGER: return integer_type(size, H5Tget_sign(type) == H5T_SGN_2);
    case H5T_ENUM: {
        const Handle base(H5Tget_super(type), H5Tclose);
        return base ? scalar_of(base.get()) : std::nullopt;
    }
    case H5T_FLOAT: return size <= 4 ? FileScalar::f32 : FileScalar::f64;
    default: return std::nullopt;
    }
}

/// In words; empty for numbers.
std::string kind_of(hid_t type) {
    switch (H5Tget_class(type)) {
    case H5T_COMPOUND: return "holds records or complex numbers";
    case H5T_STRING: return "holds text";
    case H5T_ARRAY: return "holds arrays";
    case H5T_REFERENCE: return "holds references";
    case H5T_INTEGER:
    case H5T_ENUM:
    case H5T_FLOAT: return "";
    default: return "holds no numbers";
    }
}

/// Integers of the other sign keep their bits: libhdf5 would clamp them.
Handle memory_type_of(hid_t stored, FileScalar type) {
    const hid_t native = native_type(type);
    const bool is_other_sign = H5Tget_class(stored) == H5T_INTEGER && H5Tget_class(native) == H5T_INTEGER &&
                               H5Tget_sign(stored) != H5Tget_sign(native);
    if (H5Tget_class(stored) == H5T_ENUM || is_other_sign) {
        return {H5Tget_native_type(stored, H5T_DIR_ASCEND), H5Tclose};
    }
    return {H5Tcopy(native), H5Tclose};
}

/// Order of bytes of numbers that need no libhdf5 to be read.
std::optional<std::endian> plain_order(hid_t type, FileScalar scalar) {
    const auto is = [&](hid_t known) { return H5Tequal(type, known) > 0; };
    const hid_t native = native_type(scalar);
    if (is(native)) {
        return std::endian::native;
    }
    const Handle other(H5Tcopy(native), H5Tclose);
    const bool native_is_little = std::endian::native == std::endian::little;
    H5Tset_order(other.get(), native_is_little ? H5T_ORDER_BE : H5T_ORDER_LE);
    return is(other.get()) ? std::optional(native_is_little ? std::endian::big : std::endian::little) : std::nullopt;
}

/// Name of a filter that packs values, for messages.
std::string filter_name(int id, const std::string &stated) {
    static const std::map<int, const char *> known = {{307, "bzip2"},        {32001, "blosc"}, {32004, "LZ4"},
                                                      {32008, "bitshuffle"}, {32013, "ZFP"},   {32015, "zstd"},
                                                      {32026, "blosc 2"}};
    const auto found = known.find(id);
    return found != known.end() ? found->second : stated.empty() ? fmt::format("filter {}", id) : stated;
}

/// What keeps the values from being read; empty: nothing.
std::string refusal_of(hid_t plan, DataSet &data) {
    if (H5Pget_layout(plan) == H5D_VIRTUAL) {
        return "its values lie in other files (a virtual data set); copy it into a plain one";
    }
    if (H5Pget_layout(plan) != H5D_CHUNKED && H5Pget_external_count(plan) > 0) {
        return "its values lie in other files (external storage); copy it into a plain data set";
    }
    const int filters = H5Pget_nfilters(plan);
    for (int i = 0; i < filters; ++i) {
        unsigned flags = 0, config = 0;
        std::size_t count = 0;
        std::array<char, 80> name{};
        const int id = H5Pget_filter2(plan, static_cast<unsigned>(i), &flags, &count, nullptr, name.size() - 1,
                                      name.data(), &config);
        if (id < 0 || H5Zfilter_avail(id) <= 0) {
            return fmt::format("it is packed with {}, which libhdf5 cannot unpack alone (h5repack -f GZIP=4 makes a "
                               "copy that can be read)",
                               filter_name(id, name.data()));
        }
        data.is_packed = data.is_packed || id == H5Z_FILTER_DEFLATE || id == H5Z_FILTER_SZIP ||
                         id == H5Z_FILTER_SCALEOFFSET || id == H5Z_FILTER_NBIT || id == lzf_filter;
    }
    return {};
}

std::vector<std::uint64_t> shape_of(hid_t space) {
    std::array<hsize_t, H5S_MAX_RANK> dims{};
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank < 0 || H5Sget_simple_extent_dims(space, dims.data(), nullptr) < 0) {
        throw FormatProblem("is damaged: a data set has no shape");
    }
    return {dims.begin(), dims.begin() + rank};
}

void read_chunks(hid_t plan, DataSet &data) {
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const auto rank = static_cast<int>(data.shape.size());
    if (H5Pget_layout(plan) == H5D_CHUNKED && H5Pget_chunk(plan, H5S_MAX_RANK, chunk.data()) == rank) {
        data.chunk.assign(chunk.begin(), chunk.begin() + rank);
    }
}

/// The texts of an attribute or their first ones.
std::vector<std::string> texts_of(hid_t attribute, hid_t type, std::size_t count) {
    std::vector<std::string> texts;
    if (H5Tis_variable_str(type) > 0) {
        std::vector<char *> pointers(count, nullptr);
        const Handle space(H5Aget_space(attribute), H5Sclose);
        if (H5Aread(attribute, type, pointers.data()) < 0) {
            return {};
        }
        for (const char *text : pointers) {
            texts.emplace_back(text == nullptr ? "" : std::string(text, strnlen(text, most_in_text)));
        }
        return texts; // the process ends soon: nothing is given back
    }
    const std::size_t size = H5Tget_size(type);
    if (size == 0 || size > most_in_text || count * size > most_in_text) {
        return {};
    }
    std::vector<char> bytes(count * size);
    if (H5Aread(attribute, type, bytes.data()) < 0) {
        return {};
    }
    for (std::size_t i = 0; i < count; ++i) {
        const char *begin = bytes.data() + i * size;
        texts.emplace_back(begin, strnlen(begin, size));
    }
    return texts;
}

/// One that holds many values is left empty.
Attribute read_attribute(hid_t id) {
    const Handle type(H5Aget_type(id), H5Tclose), space(H5Aget_space(id), H5Sclose);
    Attribute attribute;
    const hssize_t count = space ? H5Sget_simple_extent_npoints(space.get()) : 0;
    if (!type || count < 1 || count > static_cast<hssize_t>(most_in_attribute)) {
        return attribute;
    }
    const H5T_class_t kind = H5Tget_class(type.get());
    if (kind == H5T_STRING) {
        attribute.texts = texts_of(id, type.get(), static_cast<std::size_t>(count));
    } else if (kind == H5T_INTEGER || kind == H5T_FLOAT) {
        attribute.numbers.resize(static_cast<std::size_t>(count));
        if (H5Aread(id, H5T_NATIVE_DOUBLE, attribute.numbers.data()) < 0) {
            attribute.numbers.clear();
        }
    }
    return attribute;
}

std::map<std::string, Attribute> read_attributes(hid_t object, hsize_t count) {
    std::map<std::string, Attribute> attributes;
    for (hsize_t i = 0; i < std::min<hsize_t>(count, most_in_attribute); ++i) {
        const Handle attribute(H5Aopen_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT),
                               H5Aclose);
        std::array<char, 256> name{};
        if (attribute && H5Aget_name(attribute.get(), name.size(), name.data()) > 0) {
            attributes.emplace(name.data(), read_attribute(attribute.get()));
        }
    }
    return attributes;
}

/// What is known of an object beside its kind.
struct ObjectFacts {
    std::string place; ///< of its header in the file: the same for all links to it
    hsize_t attributes = 0;
};

ObjectFacts facts_of(hid_t object) {
    ObjectFacts facts;
#if H5_VERSION_GE(1, 12, 0)
    H5O_info2_t info;
    if (H5Oget_info3(object, &info, H5O_INFO_BASIC | H5O_INFO_NUM_ATTRS) >= 0) {
        facts.place.assign(reinterpret_cast<const char *>(&info.token), sizeof info.token);
#else
    H5O_info_t info;
    if (H5Oget_info2(object, &info, H5O_INFO_BASIC | H5O_INFO_NUM_ATTRS) >= 0) {
        facts.place.assign(reinterpret_cast<const char *>(&info.addr), sizeof info.addr);
#endif
        facts.attributes = info.num_attrs;
    }
    return facts;
}

/// Paths of the scales of a data set's axes (H5DS: references in DIMENSION_LIST).
std::vector<std::string> scales_of(hid_t set, std::size_t rank) {
    const Handle attribute(H5Aopen(set, "DIMENSION_LIST", H5P_DEFAULT), H5Aclose);
    if (!attribute || rank == 0) {
        return {};
    }
    const Handle type(H5Aget_type(attribute.get()), H5Tclose), space(H5Aget_space(attribute.get()), H5Sclose);
    const Handle base(H5Tget_super(type.get()), H5Tclose);
    if (H5Tget_class(type.get()) != H5T_VLEN || H5Tequal(base.get(), H5T_STD_REF_OBJ) <= 0 ||
        H5Sget_simple_extent_npoints(space.get()) != static_cast<hssize_t>(rank)) {
        return {};
    }
    std::vector<hvl_t> lists(rank);
    if (H5Aread(attribute.get(), type.get(), lists.data()) < 0) {
        return {};
    }
    std::vector<std::string> paths(rank);
    for (std::size_t axis = 0; axis < rank; ++axis) {
        std::array<char, 1024> path{};
        if (lists[axis].len > 0 && H5Rget_name(set, H5R_OBJECT, lists[axis].p, path.data(), path.size()) > 0) {
            paths[axis] = path.data();
        }
    }
    return paths;
}

class Walk {
public:
    Walk(const fs::path &file, const std::function<Look(std::string_view)> &rule) : file_(file), rule_(rule) {}

    std::vector<Object> all() {
        add("", false, 0);
        return std::move(objects_);
    }

private:
    OpenedFile file_;
    const std::function<Look(std::string_view)> &rule_;
    std::vector<Object> objects_;
    std::set<std::string> groups_; // by place: groups may hold each other
    std::size_t small_values_ = 0;

    void add(const std::string &path, bool is_link, std::size_t depth) {
        if (objects_.size() >= most_objects) {
            throw FormatProblem(fmt::format("holds more than {} groups and data sets, which nobody can choose from; "
                                            "copy the one that is wanted into a file of its own",
                                            most_objects));
        }
        objects_.push_back({path, is_link, false, false, {}, {}});
        if (!path.empty() && rule_ && rule_(path) == Look::pass) {
            return;
        }
        const Handle object = file_.open_object(path);
        if (!object) {
            objects_.back().is_broken = true;
            return;
        }
        const ObjectFacts facts = facts_of(object.get());
        objects_.back().attributes = read_attributes(object.get(), facts.attributes);
        switch (H5Iget_type(object.get())) {
        case H5I_DATASET: objects_.back().data = describe_set(object.get()); break;
        case H5I_GROUP:
            if (depth < deepest && !is_link && groups_.insert(facts.place).second) {
                add_members(object.get(), path, depth);
            }
            break;
        default: break;
        }
    }

    void add_members(hid_t group, const std::string &path, std::size_t depth) {
        H5G_info_t info;
        if (H5Gget_info(group, &info) < 0) {
            throw FormatProblem(fmt::format("is damaged: its group {}/ cannot be read", path));
        }
        for (hsize_t i = 0; i < info.nlinks; ++i) {
            std::array<char, 1024> name{};
            H5L_info_t link;
            if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size(), H5P_DEFAULT) <=
                    0 ||
                H5Lget_info(group, name.data(), &link, H5P_DEFAULT) < 0) {
                throw FormatProblem(fmt::format("is damaged: a member of its group {}/ cannot be read", path));
            }
            const std::string member = path + "/" + name.data();
            if (link.type == H5L_TYPE_HARD || link.type == H5L_TYPE_SOFT) {
                add(member, link.type == H5L_TYPE_SOFT, depth + 1);
            } else {
                objects_.push_back({member, true, false, true, {}, {}});
            }
        }
    }

    DataSet describe_set(hid_t set) {
        DataSet data;
        const Handle plan(H5Dget_create_plist(set), H5Pclose), type(H5Dget_type(set), H5Tclose);
        plan.required("a data set");
        type.required("a data set");
        data.refusal = kind_of(type.get());
        data.type = scalar_of(type.get());
        if (data.refusal.empty()) {
            data.refusal = refusal_of(plan.get(), data);
        }
        if (H5Pget_layout(plan.get()) == H5D_VIRTUAL) {
            return data; // to ask for its shape would open other files
        }
        const Handle space(H5Dget_space(set), H5Sclose);
        data.shape = shape_of(space.required("the shape of a data set").get());
        read_chunks(plan.get(), data);
        data.stored_bytes = H5Dget_storage_size(set);
        if (!data.type || !data.refusal.empty()) {
            return data;
        }
        const auto order = plain_order(type.get(), *data.type);
        if (const haddr_t offset = H5Dget_offset(set);
            order && H5Pget_layout(plan.get()) == H5D_CONTIGUOUS && offset != HADDR_UNDEF && data.stored_bytes > 0) {
            data.plain = PlainValues{offset, *order};
        }
        data.axes = labels_of(set, data.shape.size());
        data.axis_sets = scales_of(set, data.shape.size());
        const hssize_t count = H5Sget_simple_extent_npoints(space.get());
        if (count >= 1 && count <= most_in_small_set && data.shape.size() <= 2 &&
            small_values_ + static_cast<std::size_t>(count) <= most_small_values) {
            data.values.resize(static_cast<std::size_t>(count));
            small_values_ += data.values.size();
            if (H5Tget_class(type.get()) == H5T_ENUM ||
                H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data.values.data()) < 0) {
                data.values.clear();
            }
        }
        return data;
    }

    static std::vector<std::string> labels_of(hid_t set, std::size_t rank) {
        const Handle attribute(H5Aopen(set, "DIMENSION_LABELS", H5P_DEFAULT), H5Aclose);
        if (!attribute) {
            return {};
        }
        auto labels = read_attribute(attribute.get()).texts;
        return labels.size() == rank ? labels : std::vector<std::string>{};
    }
};

Json json_of(const Object &object) {
    Json json{{"path", object.path},
              {"link", object.is_link},
              {"broken", object.is_broken},
              {"elsewhere", object.is_elsewhere}};
    for (const auto &[name, attribute] : object.attributes) {
        json["attributes"][name] = {attribute.numbers, attribute.texts};
    }
    if (object.data) {
        const DataSet &data = *object.data;
        json["data"] = {{"shape", data.shape},
                        {"type", data.type ? static_cast<int>(*data.type) : -1},
                        {"refusal", data.refusal},
                        {"chunk", data.chunk},
                        {"stored", data.stored_bytes},
                        {"packed", data.is_packed},
                        {"plain", data.plain.has_value()},
                        {"offset", data.plain.value_or(PlainValues{}).offset},
                        {"big", data.plain.value_or(PlainValues{}).order == std::endian::big},
                        {"axes", data.axes},
                        {"values", data.values},
                        {"scales", data.axis_sets}};
    }
    return json;
}

Object object_of(const Json &json) {
    Object object{json.at("path"), json.at("link"), json.at("broken"), json.at("elsewhere"), {}, {}};
    if (json.contains("attributes")) {
        for (const auto &[name, values] : json.at("attributes").items()) {
            object.attributes[name] = {values.at(0).get<std::vector<double>>(),
                                       values.at(1).get<std::vector<std::string>>()};
        }
    }
    if (!json.contains("data")) {
        return object;
    }
    const Json &from = json.at("data");
    DataSet &data = object.data.emplace();
    data.shape = from.at("shape").get<std::vector<std::uint64_t>>();
    if (const int type = from.at("type"); type >= 0 && type <= static_cast<int>(FileScalar::f64)) {
        data.type = static_cast<FileScalar>(type);
    }
    data.refusal = from.at("refusal");
    data.chunk = from.at("chunk").get<std::vector<std::uint64_t>>();
    data.stored_bytes = from.at("stored");
    data.is_packed = from.at("packed");
    if (from.at("plain").get<bool>()) {
        data.plain = {from.at("offset"), from.at("big").get<bool>() ? std::endian::big : std::endian::little};
    }
    data.axes = from.at("axes").get<std::vector<std::string>>();
    data.values = from.at("values").get<std::vector<double>>();
    data.axis_sets = from.at("scales").get<std::vector<std::string>>();
    return object;
}

std::vector<std::byte> packed_tree(const std::vector<Object> &objects) {
    Json list = Json::array();
    for (const Object &object : objects) {
        list.push_back(json_of(object));
    }
    const std::vector<std::uint8_t> bytes = Json::to_cbor(list);
    const auto view = std::as_bytes(std::span(bytes));
    return {view.begin(), view.end()};
}

/// Reads the blocks one after the other, in the other process.
void send_blocks(const fs::path &file, const Selection &selection, const std::vector<Block> &blocks,
                 IsolatedOutput &output) {
    IsolatedOutput::confine_to(file);
    const OpenedFile opened(file);
    const Handle access(guarded_access(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(access.get(), H5D_CHUNK_CACHE_NSLOTS_DEFAULT, 0, 1.0); // blocks are whole chunks
    const Handle set(H5Dopen2(opened.id(), selection.path.c_str(), access.get()), H5Dclose);
    set.required("its data set");
    const Handle stored(H5Dget_type(set.get()), H5Tclose), space(H5Dget_space(set.get()), H5Sclose);
    const Handle type = memory_type_of(stored.required("its type").get(), selection.type);
    const std::size_t size = H5Tget_size(type.required("its type").get());
    if (size != file_scalar_size(selection.type) ||
        shape_of(space.required("its shape").get()).size() != selection.start.size()) {
        throw FormatProblem("changed while it was read");
    }
    std::vector<std::byte> values;
    for (const Block &block : blocks) {
        IsolatedOutput::allow_seconds(seconds_for_a_block);
        std::vector<hsize_t> start(selection.start.begin(), selection.start.end());
        std::vector<hsize_t> count(start.size(), 1);
        const auto take = [&](std::size_t axis, int first, int end) {
            if (selection.axes[axis]) {
                start[*selection.axes[axis]] += static_cast<hsize_t>(first);
                count[*selection.axes[axis]] = static_cast<hsize_t>(end - first);
            }
        };
        take(0, 0, selection.dims[0]);
        take(1, block.first_y, block.end_y);
        take(2, block.first_z, block.end_z);
        hsize_t voxels = 1;
        for (const hsize_t part : count) {
            voxels *= part;
        }
        values.resize(voxels * size);
        const Handle memory(H5Screate_simple(1, &voxels, nullptr), H5Sclose);
        if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
            H5Dread(set.get(), type.get(), memory.get(), space.get(), H5P_DEFAULT, values.data()) < 0) {
            throw FormatProblem("is damaged or truncated: its values cannot be read");
        }
        output.write(values);
    }
}

class BlockBytes final : public ByteSource {
public:
    BlockBytes(const fs::path &file, const Selection &selection, const std::vector<Block> &blocks)
        : work_(file, library, {seconds_for_a_block, host_memory(), patience},
                [&](IsolatedOutput &output) { send_blocks(file, selection, blocks, output); }) {}
    void read(std::span<std::byte> out) override { work_.read(out); }

private:
    IsolatedWork work_;
};

} // namespace

Tree read_tree(const fs::path &file, const std::function<Look(std::string_view)> &rule) {
    IsolatedWork work(file, library, bounds_of_walk(file), [&](IsolatedOutput &output) {
        IsolatedOutput::confine_to(file);
        output.write(packed_tree(Walk(file, rule).all()));
    });
    const std::vector<std::byte> answer = work.read_all(longest_answer);
    try {
        std::vector<Object> objects;
        for (const Json &object :
             Json::from_cbor(reinterpret_cast<const std::uint8_t *>(answer.data()),
                             reinterpret_cast<const std::uint8_t *>(answer.data()) + answer.size())) {
            objects.push_back(object_of(object));
        }
        if (!objects.empty()) {
            return Tree(std::move(objects));
        }
    } catch (const Json::exception &) { // told below
    }
    throw FileError(file, "is damaged: libhdf5 makes no sense of it");
}

std::unique_ptr<ByteSource> read_blocks(const fs::path &file, const Selection &selection,
                                        const std::vector<Block> &blocks) {
    return std::make_unique<BlockBytes>(file, selection, blocks);
}

} // namespace voxmarch::hdf5
