// Points of legacy VTK files: polygonal data and unstructured grids.
#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/number_reader.h"
#include "volume/formats/vtk/vtk_text.h"
#include "volume/particles/particles.h"
#include "volume/voxel_storage.h"

#include <algorithm>

namespace voxmarch {

Particles read_vtk_points(const std::filesystem::path &file) {
    const FileMapping mapping(file, 0, size_of_file(file));
    const std::string_view text(reinterpret_cast<const char *>(mapping.bytes().data()), mapping.bytes().size());
    const VtkPoints points = parse_vtk_points(text, file);
    const auto reader = [&](const VtkArray &array) {
        return NumberReader(text.substr(array.offset), points.is_ascii ? std::nullopt : std::optional(std::endian::big),
                            file);
    };
    Particles particles;
    NumberReader numbers = reader(points.places);
    const FileScalar type = vtk_scalar(points.places, file);
    for (std::uint64_t i = 0; i < points.places.values / 3; ++i) {
        const double x = numbers.next(type), y = numbers.next(type), z = numbers.next(type);
        particles.positions.emplace_back(x, y, z);
    }
    const auto mass = std::ranges::find_if(points.arrays, [](const VtkArray &array) {
        return array.named.at_points && array.named.name == "mass" && array.named.components == 1;
    });
    if (mass != points.arrays.end()) {
        NumberReader masses = reader(*mass);
        const FileScalar mass_type = vtk_scalar(*mass, file);
        for (std::uint64_t i = 0; i < mass->values; ++i) {
            particles.masses.push_back(masses.next(mass_type));
        }
    }
    return particles;
}

} // namespace voxmarch
