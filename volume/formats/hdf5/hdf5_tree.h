// What an HDF5 file holds, as plain values: groups, data sets and their attributes. Nothing here knows libhdf5.
#pragma once

#include "volume/formats/file_scalar.h"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch::hdf5 {

/// Numbers or texts, one or several.
struct Attribute {
    std::vector<double> numbers;
    std::vector<std::string> texts;

    /// All texts one after the other: Imaris writes arrays of single characters.
    std::string text() const;
};

/// Values that lie as they are, the last axis the fastest.
struct PlainValues {
    std::uint64_t offset = 0; ///< in the file
    std::endian order = std::endian::little;
};

struct DataSet {
    std::vector<std::uint64_t> shape;   ///< empty: a single value
    std::optional<FileScalar> type;     ///< empty: no number
    std::string refusal;                ///< why its values cannot be read, a sentence without subject; else empty
    std::vector<std::uint64_t> chunk;   ///< as the shape; empty: not in chunks
    std::uint64_t stored_bytes = 0;     ///< of its values, packed
    bool is_packed = false;             ///< by a filter
    std::optional<PlainValues> plain;   ///< empty: libhdf5 has to read them
    std::vector<std::string> axes;      ///< labels of its dimensions, as many as there are or none
    std::vector<double> values;         ///< of small ones
    std::vector<std::string> axis_sets; ///< paths of the data sets that are its scales (netCDF 4), one an axis
};

struct Object {
    std::string path; ///< "/entry/data"
    bool is_link = false;
    bool is_broken = false;      ///< libhdf5 cannot open it
    bool is_elsewhere = false;   ///< a link to another file, which nobody follows
    std::optional<DataSet> data; ///< empty: a group, or nothing that is known
    std::map<std::string, Attribute> attributes;

    std::string name() const { return path.substr(path.rfind('/') + 1); }
    std::string parent() const { return path.substr(0, path.rfind('/')); } ///< "" for the root's members

    /// Text of an attribute; empty if there is none.
    std::string text(const std::string &attribute) const;

    /// Numbers of an attribute, also of texts that are numbers; empty if there is none, or they are not finite.
    std::vector<double> numbers(const std::string &attribute) const;
};

/// All that was looked at, groups before their members, members in the order of their names.
class Tree {
public:
    explicit Tree(std::vector<Object> objects) : objects_(std::move(objects)) {}

    const std::vector<Object> &objects() const { return objects_; }
    const Object &root() const { return objects_.front(); }

    /// Null if there is none. @param path  "/entry/data"; a last "/" and a missing first one do not count
    const Object *find(std::string_view path) const;

private:
    std::vector<Object> objects_; // never empty
};

/// "64x32x32 uint8", slowest axis first, or why it cannot be read.
std::string describe(const DataSet &data);

} // namespace voxmarch::hdf5
