// Lists which optional libraries this build has, and what is missing without them.
#include "app/build_features.h"

#include "scene/figure/figure_painter.h"

#include <fmt/format.h>

namespace voxmarch {

const std::vector<BuildFeature> &build_features() {
    static const std::vector<BuildFeature> features = {
        {"ITK: MetaImage, MRC, DICOM packed as JPEG or RLE", VOXMARCH_HAS_ITK != 0, "install libinsighttoolkit5-dev"},
        {"zlib: gzip NRRD, compressed VTI", VOXMARCH_HAS_ZLIB != 0, "install zlib1g-dev"},
        {"libdeflate: gzip volumes at twice the speed", VOXMARCH_HAS_LIBDEFLATE != 0, "install libdeflate-dev"},
        {"blosc: packed OME-Zarr", VOXMARCH_HAS_BLOSC != 0, "install libblosc-dev"},
        {"libtiff: TIFF, ImageJ and OME-TIFF", VOXMARCH_HAS_TIFF != 0, "install libtiff-dev"},
        {"libhdf5: HDF5, NeXus, Imaris, MINC", VOXMARCH_HAS_HDF5 != 0, "install libhdf5-dev"},
        {"OpenVDB: .vdb", VOXMARCH_HAS_OPENVDB != 0, "install libopenvdb-dev and libboost-dev"},
        {"tinyxml2: VTI, OME-TIFF", VOXMARCH_HAS_TINYXML2 != 0, "install libtinyxml2-dev"},
        {"Cairo: scale bars, legends, cubes and texts over pictures, SVG, PDF", can_paint_figures(),
         "install libcairo2-dev"},
        {"Boost.Beast: voxmarch serve", VOXMARCH_HAS_BEAST != 0, "install libboost-dev"},
        {"MPI: pictures drawn by programs on several machines", VOXMARCH_HAS_MPI != 0, "install libopenmpi-dev"},
        {"benchmarks", VOXMARCH_HAS_BENCH != 0, "configure with VOXMARCH_BUILD_BENCH=ON"},
        {"viewer", VOXMARCH_HAS_VIEWER != 0, "install libsdl2-dev, libimgui-dev and python3-venv"},
    };
    return features;
}

std::string version_text() {
    std::string text = fmt::format("voxmarch {}\n", VOXMARCH_VERSION);
    for (const BuildFeature &feature : build_features()) {
        text += fmt::format("  {} {}\n", feature.present ? "with   " : "without", feature.name);
    }
    text.pop_back(); // CLI11 ends the line
    return text;
}

} // namespace voxmarch
