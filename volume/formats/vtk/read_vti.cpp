// VTK XML image data (.vti): finds the scalar array and its grid in the XML.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/array_choice.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/vtk/vti_pieces.h"
#include "volume/formats/vtk/vtk_xml.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using tinyxml2::XMLElement;

class VtiFile final : public VolumeFile {
public:
    VtiFile(const fs::path &file, const ReadOptions &options) : file_(file), xml_(file, "VTK image") {
        header.format = "VTI";
        header.name = file.filename().string();
        const XMLElement &root = xml_.root();
        if (const std::string kind = xml_attribute(root, "type"); kind != "ImageData") {
            const bool has_points = kind == "PolyData" || kind == "UnstructuredGrid";
            throw FileError(file, fmt::format("holds VTK '{}'; only ImageData can be shown", kind),
                            has_points ? std::vector<Advice>{{Remedy::field}} : std::vector<Advice>{});
        }
        const XMLElement &image = xml_.required(root, "ImageData");
        const auto elements = pieces_of(image);
        // A piece that is alone may be a part of an image: it is the volume.
        const VtiExtent whole = elements.size() == 1
                                    ? extent_of(*elements[0], "Extent", xml_attribute(image, "WholeExtent"))
                                    : extent_of(image, "WholeExtent", "");
        at_points_ = find_array(*elements[0], options.array, header.notes);
        grid(image, whole);
        set_type(header, array_.type);
        array_.components = choose_component(count_, look_like_colors(count_, array_.type), options, file, header);
        for (const XMLElement *element : elements) {
            add_piece(*element, whole, options.array);
        }
        if (elements.size() == 1) {
            note_part(image, whole);
        }
        check_vti_pieces(pieces_, header.grid, file_);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        auto voxels = allocate_voxels(header.byte_count(), file_);
        if (pieces_.size() == 1) {
            read_vti_array(pieces_[0].array, voxels, progress, file_);
        } else {
            read_vti_pieces(pieces_, header, voxels, progress, file_);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    std::optional<PlainPlace> plain_place() const override {
        const VtiArray &array = pieces_.front().array;
        if (pieces_.size() > 1 || array.packing || array.components.count > 1 ||
            array.coding != VtiArray::Coding::raw) {
            return std::nullopt;
        }
        return PlainPlace{file_, xml_.offset_of(array) + array.header_word, array.type, array.order};
    }

private:
    fs::path file_;
    VtkXml xml_;
    VtiArray array_; // the one that is read, of the last piece
    std::string array_name_;
    std::int64_t count_ = 1; // values of a point or cell
    bool at_points_ = true;
    std::vector<VtiPiece> pieces_;

    // The pieces that hold something; programs that write in parallel leave some empty.
    std::vector<const XMLElement *> pieces_of(const XMLElement &image) const {
        const XMLElement &first = xml_.required(image, "Piece");
        std::vector<const XMLElement *> pieces;
        for (const XMLElement *piece = &first; piece != nullptr; piece = piece->NextSiblingElement("Piece")) {
            const auto words = text::words(xml_attribute(*piece, "Extent"));
            bool is_empty = false;
            for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
                is_empty =
                    is_empty || text::to_integer(words[i + 1]).value_or(0) < text::to_integer(words[i]).value_or(0);
            }
            if (!is_empty) {
                pieces.push_back(piece);
            }
        }
        return pieces.empty() ? std::vector{&first} : pieces;
    }

    // Chooses the array and finds its bytes; true if it has one value per point, false for one per cell.
    bool find_array(const XMLElement &piece, const std::string &wanted, std::vector<Note> &notes) {
        std::vector<NamedArray> names;
        std::vector<const XMLElement *> elements;
        for (const char *place : {"PointData", "CellData"}) {
            const XMLElement *data = piece.FirstChildElement(place);
            const std::string active = data == nullptr ? "" : xml_attribute(*data, "Scalars");
            for (auto *array = data == nullptr ? nullptr : data->FirstChildElement("DataArray"); array != nullptr;
                 array = array->NextSiblingElement("DataArray")) {
                const std::string name = xml_attribute(*array, "Name");
                names.push_back({name, array->IntAttribute("NumberOfComponents", 1),
                                 std::string_view(place) == "PointData", !active.empty() && name == active});
                elements.push_back(array);
            }
        }
        const std::size_t chosen = choose_array(names, wanted, file_, notes);
        array_name_ = names[chosen].name;
        count_ = names[chosen].components;
        const Components components = array_.components;
        array_ = xml_.array(*elements[chosen]);
        array_.components = components;
        return names[chosen].at_points;
    }

    void add_piece(const XMLElement &element, const VtiExtent &whole, const std::string &wanted) {
        std::vector<Note> told; // of the first piece
        const auto [type, name, count] = std::tuple(array_.type, array_name_, count_);
        if (find_array(element, wanted, told) != at_points_ || array_.type != type || array_name_ != name ||
            count_ != count) {
            throw FileError(file_, fmt::format("its pieces hold different arrays: {} ({}) and {} ({})", name,
                                               name_of(type), array_name_, name_of(array_.type)));
        }
        const VtiExtent extent =
            extent_of(element, "Extent", xml_attribute(*element.Parent()->ToElement(), "WholeExtent"));
        VtiPiece piece{array_, {}, {}};
        std::array<std::int64_t, 3> dims{};
        for (std::size_t i = 0; i < 3; ++i) {
            dims[i] = vti_length(extent, i, at_points_);
            piece.first[i] = extent[2 * i] - whole[2 * i];
            if (piece.first[i] < 0 || piece.first[i] + dims[i] > header.grid.dims[i]) {
                throw FileError(file_, fmt::format("its piece of Extent \"{}\" lies outside of its WholeExtent",
                                                   xml_attribute(element, "Extent")));
            }
        }
        piece.dims = checked_dims(dims, file_);
        const std::uint64_t bytes = checked_byte_count(piece.dims, file_scalar_size(array_.type), file_);
        check_vti_array(array_, checked_multiply(bytes, static_cast<std::uint64_t>(count_), file_), file_);
        pieces_.push_back(piece);
    }

    // VTK makes an image of the whole extent then, of which it leaves the rest as it happens to be.
    void note_part(const XMLElement &image, const VtiExtent &piece) {
        const VtiExtent stated =
            xml_attribute(image, "WholeExtent").empty() ? piece : extent_of(image, "WholeExtent", "");
        if (stated != piece) {
            const auto length = [&](std::size_t axis) {
                return std::max<std::int64_t>(0, vti_length(stated, axis, at_points_));
            };
            const auto &dims = header.grid.dims;
            header.notes.emplace_back(fmt::format("It holds a part of an image alone, {}x{}x{} of {}x{}x{} voxels; the "
                                                  "part is read.",
                                                  dims[0], dims[1], dims[2], length(0), length(1), length(2)));
        }
    }

    std::vector<double> numbers(const XMLElement &element, const char *name, std::size_t count,
                                std::vector<double> missing) const {
        const auto words = text::words(xml_attribute(element, name));
        if (words.empty()) {
            return missing;
        }
        std::vector<double> values;
        for (const auto &word : words) {
            values.push_back(text::to_double(word).value_or(std::nan("")));
        }
        if (values.size() != count || std::any_of(values.begin(), values.end(), [](double v) { return v != v; })) {
            throw FileError(file_,
                            fmt::format("{}=\"{}\" is not {} numbers", name, xml_attribute(element, name), count));
        }
        return values;
    }

    // @param missing  taken where the element does not say it
    VtiExtent extent_of(const XMLElement &element, const char *name, const std::string &missing) const {
        const auto words = text::words(xml_attribute(element, name).empty() ? missing : xml_attribute(element, name));
        if (words.empty()) {
            throw FileError(file_, fmt::format("its {} is missing", name));
        }
        VtiExtent extent{};
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto value = text::to_integer(words[i]);
            if (words.size() != extent.size() || !value) {
                throw FileError(file_, fmt::format("{}=\"{}\" is not 6 whole numbers", name, fmt::join(words, " ")));
            }
            if (*value < -1'000'000'000 || *value > 1'000'000'000) {
                throw FileError(file_, fmt::format("its {} is out of range", name));
            }
            extent[i] = *value;
        }
        return extent;
    }

    void grid(const XMLElement &image, const VtiExtent &extent) {
        const auto spacing = numbers(image, "Spacing", 3, {1, 1, 1});
        const auto origin = numbers(image, "Origin", 3, {0, 0, 0});
        const auto rows = numbers(image, "Direction", 9, {1, 0, 0, 0, 1, 0, 0, 0, 1});
        std::array<std::int64_t, 3> dims{};
        glm::dvec3 first(0.0); // index of the first voxel
        glm::dmat3 step(1.0);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto axis = static_cast<int>(i);
            dims[i] = vti_length(extent, i, at_points_);
            const bool is_between = !at_points_ && extent[2 * i + 1] != extent[2 * i];
            first[axis] = static_cast<double>(extent[2 * i]) + (is_between ? 0.5 : 0.0);
            step[axis] = spacing[i] * glm::dvec3(rows[i], rows[3 + i], rows[6 + i]);
        }
        header.grid.dims = checked_dims(dims, file_);
        set_axes(header.grid, step, file_);
        set_origin(header.grid, glm::dvec3(origin[0], origin[1], origin[2]) + step * first, file_);
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_vti(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<VtiFile>(file, options);
}

} // namespace voxmarch
