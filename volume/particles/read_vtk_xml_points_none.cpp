// Stands in for the reader of VTK's XML points in builds without tinyxml2.
#include "base/error.h"
#include "volume/particles/particles.h"

namespace voxmarch {

Particles read_vtk_xml_points(const std::filesystem::path &file) {
    throw UnsupportedError(file.string() + ": this build cannot read VTK's XML (it was built without tinyxml2)");
}

} // namespace voxmarch
