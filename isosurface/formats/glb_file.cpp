// Chunks, views and accessors of binary glTF. Nothing that the file says is used before it is compared with its bytes.
#include "isosurface/formats/glb_file.h"

#include "base/text.h"
#include "volume/formats/header_fields.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace voxmarch {

namespace {

// Numbers of the specification: of a container, and of types of components.
constexpr std::uint32_t glb_magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;
constexpr std::size_t container_header = 12, chunk_header = 8;
constexpr int glb_i8 = 5120, glb_u8 = 5121, glb_i16 = 5122, glb_u16 = 5123, glb_u32 = 5125, glb_f32 = 5126;

/// A document of more bytes is none that a mesh needs.
constexpr std::uint64_t largest_document = std::uint64_t{1} << 28;

std::uint64_t component_size(int type) {
    switch (type) {
    case glb_i8:
    case glb_u8: return 1;
    case glb_i16:
    case glb_u16: return 2;
    case glb_u32:
    case glb_f32: return 4;
    default: return 0;
    }
}

int width_of(const std::string &shape) {
    return shape == "SCALAR" ? 1 : shape == "VEC2" ? 2 : shape == "VEC3" ? 3 : shape == "VEC4" ? 4 : 0;
}

HeaderFields little_fields(std::string_view bytes) {
    return {std::as_bytes(std::span(bytes)), std::endian::native != std::endian::little};
}

/// Extensions that change no place of a vertex, or that are read.
bool leaves_places(const std::string &extension) {
    static constexpr std::array<std::string_view, 6> harmless{
        "KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_xmp", "KHR_mesh_quantization"};
    return std::ranges::any_of(harmless, [&](std::string_view start) { return extension.starts_with(start); });
}

template <typename T> double as_double(std::string_view bytes, bool normalized) {
    const T value = little_fields(bytes).at<T>(0);
    if constexpr (std::is_integral_v<T>) {
        if (normalized) {
            return std::max(static_cast<double>(value) / static_cast<double>(std::numeric_limits<T>::max()), -1.0);
        }
    }
    return static_cast<double>(value);
}

} // namespace

double GlbNumbers::number(std::uint64_t element, int place) const {
    const std::uint64_t size = component_size(type_);
    const std::string_view bytes(first_ + element * stride_ + static_cast<std::uint64_t>(place) * size, size);
    switch (type_) {
    case glb_i8: return as_double<std::int8_t>(bytes, normalized_);
    case glb_u8: return as_double<std::uint8_t>(bytes, normalized_);
    case glb_i16: return as_double<std::int16_t>(bytes, normalized_);
    case glb_u16: return as_double<std::uint16_t>(bytes, normalized_);
    case glb_u32: return as_double<std::uint32_t>(bytes, normalized_);
    default: return as_double<float>(bytes, false);
    }
}

std::uint32_t GlbNumbers::index(std::uint64_t element) const {
    return static_cast<std::uint32_t>(number(element, 0)); // a double holds all of them
}

GlbFile::GlbFile(std::string_view bytes, const MeshBuilder &mesh) : mesh_(mesh) {
    if (bytes.size() < container_header + chunk_header || little_fields(bytes).at<std::uint32_t>(0) != glb_magic) {
        mesh.fail("is no binary glTF file");
    }
    const HeaderFields header = little_fields(bytes);
    if (const auto version = header.at<std::uint32_t>(4); version != 2) {
        mesh.fail(fmt::format("is glTF of version {}; version 2 is read", version));
    }
    if (header.at<std::uint32_t>(8) > bytes.size()) {
        mesh.fail(fmt::format("truncated: has {} bytes of {}", bytes.size(), header.at<std::uint32_t>(8)));
    }
    std::string_view left = bytes.substr(0, header.at<std::uint32_t>(8));
    left.remove_prefix(std::min(left.size(), container_header));
    std::optional<std::string_view> document;
    while (left.size() >= chunk_header) {
        const HeaderFields chunk = little_fields(left.substr(0, chunk_header));
        const std::uint64_t size = chunk.at<std::uint32_t>(0);
        const auto kind = chunk.at<std::uint32_t>(4);
        left.remove_prefix(chunk_header);
        if (size > left.size()) {
            mesh.fail("is damaged: a chunk of glTF is longer than the file");
        }
        if (kind == json_chunk && !document) {
            document = left.substr(0, size);
        } else if (kind == binary_chunk && binary_.empty()) {
            binary_ = left.substr(0, size);
        }
        left.remove_prefix(size);
    }
    if (!document || document->size() > largest_document) {
        mesh.fail(document ? "has a document of more than 256 MiB" : "is damaged: it has no document");
    }
    document_ = GlbJson::parse(*document, nullptr, false);
    if (!document_.is_object()) {
        mesh.fail("is damaged: its document is no JSON object");
    }
    require_known_extensions();
}

void GlbFile::require_known_extensions() const {
    const auto required = document_.find("extensionsRequired");
    if (required == document_.end()) {
        return;
    }
    if (!required->is_array()) {
        mesh_.fail("is damaged: extensionsRequired is no list");
    }
    for (const GlbJson &extension : *required) {
        const std::string name = extension.is_string() ? extension.get<std::string>() : "";
        if (!leaves_places(name)) {
            const bool packed = name == "KHR_draco_mesh_compression" || name == "EXT_meshopt_compression";
            mesh_.fail(fmt::format("needs the extension {} of glTF, which is not read; write it {}",
                                   text::one_line(name, 60), packed ? "without compression" : "without"));
        }
    }
}

const GlbJson &GlbFile::entry(const char *array, std::uint64_t index) const {
    const auto entries = document_.find(array);
    if (entries == document_.end() || !entries->is_array() || index >= entries->size() ||
        !(*entries)[static_cast<std::size_t>(index)].is_object()) {
        mesh_.fail(fmt::format("is damaged: entry {} of its {} is not there", index, array));
    }
    return (*entries)[static_cast<std::size_t>(index)];
}

std::uint64_t GlbFile::count(const char *array) const {
    const auto entries = document_.find(array);
    return entries != document_.end() && entries->is_array() ? entries->size() : 0;
}

std::uint64_t GlbFile::whole(const GlbJson &object, const char *key, std::optional<std::uint64_t> fallback) const {
    const auto found = object.find(key);
    if (found == object.end() && fallback) {
        return *fallback;
    }
    constexpr std::uint64_t most = std::uint64_t{1} << 53;
    if (found == object.end() || !found->is_number_integer() || *found < 0 || found->get<std::uint64_t>() > most) {
        mesh_.fail(fmt::format("is damaged: {} is no whole number", key));
    }
    return found->get<std::uint64_t>();
}

std::string_view GlbFile::view(std::uint64_t index, std::uint64_t &stride) const {
    const GlbJson &stated = entry("bufferViews", index);
    if (stated.contains("extensions") && stated["extensions"].contains("EXT_meshopt_compression")) {
        mesh_.fail("is packed by EXT_meshopt_compression of glTF, which is not read; write it without compression");
    }
    const std::uint64_t place = whole(stated, "buffer");
    const GlbJson &buffer = entry("buffers", place);
    if (place != 0 || buffer.contains("uri")) {
        mesh_.fail("keeps vertices or triangles outside of its own bytes (a buffer with a uri), which are not read; "
                   "write all into one .glb file");
    }
    const std::uint64_t stated_bytes = whole(buffer, "byteLength");
    const std::uint64_t offset = whole(stated, "byteOffset", 0), length = whole(stated, "byteLength");
    if (stated_bytes > binary_.size() || offset > stated_bytes || length > stated_bytes - offset) {
        mesh_.fail(
            fmt::format("truncated, or damaged: bytes {} to {} of its buffer are not there", offset, offset + length));
    }
    stride = whole(stated, "byteStride", 0);
    return binary_.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

GlbNumbers GlbFile::numbers(std::uint64_t accessor, const char *kind) const {
    const GlbJson &stated = entry("accessors", accessor);
    if (stated.contains("sparse") || !stated.contains("bufferView")) {
        mesh_.fail(fmt::format("has a sparse accessor of glTF for {}, which is not read", kind));
    }
    GlbNumbers numbers;
    std::uint64_t stride = 0;
    const std::string_view bytes = view(whole(stated, "bufferView"), stride);
    const auto shape = stated.find("type"), normalized = stated.find("normalized");
    const std::uint64_t type = whole(stated, "componentType");
    numbers.type_ = type < 10000 ? static_cast<int>(type) : 0;
    numbers.width_ = shape != stated.end() && shape->is_string() ? width_of(shape->get<std::string>()) : 0;
    numbers.normalized_ = normalized != stated.end() && normalized->is_boolean() && normalized->get<bool>();
    numbers.count_ = whole(stated, "count");
    const std::uint64_t element = component_size(numbers.type_) * static_cast<std::uint64_t>(numbers.width_);
    const std::uint64_t offset = whole(stated, "byteOffset", 0);
    numbers.stride_ = stride == 0 ? element : stride;
    if (element == 0 || numbers.count_ == 0 || numbers.stride_ < element || offset > bytes.size() ||
        bytes.size() - offset < element || (bytes.size() - offset - element) / numbers.stride_ < numbers.count_ - 1) {
        mesh_.fail(fmt::format("truncated, or damaged: its {} are not where it says", kind));
    }
    numbers.first_ = bytes.data() + offset;
    return numbers;
}

GlbNumbers GlbFile::positions(std::uint64_t accessor) const {
    const GlbNumbers found = numbers(accessor, "vertices");
    if (found.width() != 3) {
        mesh_.fail("is damaged: positions of vertices are not three numbers each");
    }
    return found;
}

GlbNumbers GlbFile::indices(std::uint64_t accessor) const {
    const GlbNumbers found = numbers(accessor, "triangles");
    if (found.width() != 1 || (found.type_ != glb_u8 && found.type_ != glb_u16 && found.type_ != glb_u32)) {
        mesh_.fail("is damaged: corners of triangles are no whole numbers");
    }
    return found;
}

} // namespace voxmarch
