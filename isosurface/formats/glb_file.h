// Binary glTF 2.0 (Khronos, ISO/IEC 12113) taken apart: its document, and numbers that its accessors tell.
#pragma once

#include "isosurface/formats/mesh_format.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

using GlbJson = nlohmann::json;

/// Numbers of an accessor, each within the bytes of the file.
class GlbNumbers {
public:
    std::uint64_t count() const { return count_; } ///< of elements
    int width() const { return width_; }           ///< numbers of an element: 1 to 4

    /// A number of an element; integers that are normalised lie in [-1, 1].
    double number(std::uint64_t element, int place) const;

    /// The number of an element of one integer.
    std::uint32_t index(std::uint64_t element) const;

private:
    friend class GlbFile;
    const char *first_ = nullptr;
    std::uint64_t stride_ = 0, count_ = 0;
    int type_ = 0, width_ = 0;
    bool normalized_ = false;
};

/// The chunks of a .glb file. What it says of itself is checked when it is asked for; each function throws FileError
/// for what is not so, and names what is not read here.
class GlbFile {
public:
    /// @param bytes  outlive this  @param mesh  tells of problems
    GlbFile(std::string_view bytes, const MeshBuilder &mesh);

    const GlbJson &document() const { return document_; }

    /// Entry `index` of an array of the document: "nodes".
    const GlbJson &entry(const char *array, std::uint64_t index) const;

    /// How many entries the array has; 0 where there is none.
    std::uint64_t count(const char *array) const;

    /// A whole number from 0 to 2^53; `fallback` where there is none, which fails without one.
    std::uint64_t whole(const GlbJson &object, const char *key, std::optional<std::uint64_t> fallback = {}) const;

    /// A position for each vertex.
    GlbNumbers positions(std::uint64_t accessor) const;

    /// The vertex of each corner.
    GlbNumbers indices(std::uint64_t accessor) const;

private:
    const MeshBuilder &mesh_;
    GlbJson document_;
    std::string_view binary_;

    void require_known_extensions() const;
    GlbNumbers numbers(std::uint64_t accessor, const char *kind) const;
    std::string_view view(std::uint64_t index, std::uint64_t &stride) const;
};

} // namespace voxmarch
