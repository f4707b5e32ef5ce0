// Tests of the formats read through ITK, on files that ITK's own image writers made, and on broken ones.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <itkGDCMImageIO.h>
#include <itkImage.h>
#include <itkImageFileWriter.h>
#include <itkImageRegionIteratorWithIndex.h>
#include <itkMRCImageIO.h>
#include <itkMetaDataObject.h>
#include <itkMetaImageIO.h>
#include <itkNiftiImageIO.h>
#include <itkNrrdImageIO.h>
#include <itkPNGImageIO.h>
#include <itkVTKImageIO.h>

namespace voxmarch {

using namespace testing;

namespace {

constexpr int nx = 7, ny = 5, nz = 4;

// A different value everywhere, so that no mirroring or swap of axes goes unseen.
int label(int x, int y, int z) { return 1 + x + nx * (y + ny * z) - (nx * ny * nz) / 4; }

template <typename T> T label_as(int x, int y, int z) {
    return static_cast<T>(std::is_signed_v<T> ? label(x, y, z) : label(x, y, z) + 40);
}

glm::dmat3 oblique() {
    const double a = 0.4, b = -0.7;
    const glm::dmat3 about_z(glm::dvec3(std::cos(a), std::sin(a), 0), glm::dvec3(-std::sin(a), std::cos(a), 0),
                             glm::dvec3(0, 0, 1));
    const glm::dmat3 about_x(glm::dvec3(1, 0, 0), glm::dvec3(0, std::cos(b), std::sin(b)),
                             glm::dvec3(0, -std::sin(b), std::cos(b)));
    return about_z * about_x;
}

struct Affine {
    glm::dvec3 spacing{1.0};
    glm::dvec3 origin{0.0};
    glm::dmat3 direction{1.0};
};

const Affine slanted{{0.5, 0.75, 2.0}, {-10, 20, 30}, oblique()};
const Affine straight{{0.5, 0.75, 2.0}, {-10, 20, 30}, glm::dmat3(1.0)};

template <typename T> using Image = itk::Image<T, 3>;

template <typename T> typename Image<T>::Pointer phantom(const Affine &place) {
    auto image = Image<T>::New();
    image->SetRegions(typename Image<T>::SizeType{{nx, ny, nz}});
    image->Allocate();
    typename Image<T>::DirectionType direction;
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            direction[k][i] = place.direction[static_cast<int>(i)][static_cast<int>(k)];
        }
    }
    image->SetDirection(direction);
    image->SetSpacing(&place.spacing.x);
    image->SetOrigin(&place.origin.x);
    for (itk::ImageRegionIteratorWithIndex<Image<T>> it(image, image->GetLargestPossibleRegion()); !it.IsAtEnd();
         ++it) {
        const auto at = it.GetIndex();
        it.Set(label_as<T>(int(at[0]), int(at[1]), int(at[2])));
    }
    return image;
}

template <typename T, typename IO>
std::string write_phantom(const std::string &file, const Affine &place, bool packed = false) {
    auto writer = itk::ImageFileWriter<Image<T>>::New();
    writer->SetFileName(file);
    writer->SetImageIO(IO::New());
    writer->SetUseCompression(packed);
    writer->SetInput(phantom<T>(place));
    writer->Update();
    return file;
}

// Every voxel, and the world place of the corners as ITK itself computes it from what was written.
template <typename T> void expect_phantom(const Volume &volume, const Affine &place, double tolerance = 1e-9) {
    ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, nz}));
    for (int z = 0; z < nz; ++z) {
        for (int y = 0; y < ny; ++y) {
            for (int x = 0; x < nx; ++x) {
                ASSERT_EQ(volume.value(x, y, z), static_cast<double>(label_as<T>(x, y, z)))
                    << x << " " << y << " " << z;
            }
        }
    }
    const auto image = phantom<T>(place);
    for (int corner = 0; corner < 8; ++corner) {
        const typename Image<T>::IndexType index{
            {corner & 1 ? nx - 1 : 0, corner & 2 ? ny - 1 : 0, corner & 4 ? nz - 1 : 0}};
        typename Image<T>::PointType expected;
        image->TransformIndexToPhysicalPoint(index, expected);
        const auto at = glm::dvec3(volume.grid().world_from_voxel() * glm::dvec4(index[0], index[1], index[2], 1));
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(at[i], expected[static_cast<unsigned>(i)], tolerance) << "corner " << corner;
        }
    }
}

template <typename T> constexpr ScalarType type_of = ScalarType::f32;
template <> constexpr ScalarType type_of<std::uint8_t> = ScalarType::u8;
template <> constexpr ScalarType type_of<std::int8_t> = ScalarType::i8;
template <> constexpr ScalarType type_of<std::uint16_t> = ScalarType::u16;
template <> constexpr ScalarType type_of<std::int16_t> = ScalarType::i16;

// Writes, reads header and voxels, compares.
template <typename T, typename IO>
void round_trip(const std::string &name, const Affine &place, bool anatomical, double tolerance = 1e-9,
                bool packed = false) {
    SCOPED_TRACE(name + " of " + typeid(T).name());
    const ScratchFolder folder;
    const auto file = write_phantom<T, IO>(folder / name, place, packed);
    const VolumeHeader header = read_volume_header(file);
    const Volume volume = read_volume(file);
    EXPECT_EQ(header.grid.dims, volume.grid().dims);
    EXPECT_EQ(header.grid.origin, volume.grid().origin);
    EXPECT_EQ(header.type, type_of<T>);
    EXPECT_EQ(volume.type(), type_of<T>);
    EXPECT_EQ(volume.grid().anatomical, anatomical);
    EXPECT_EQ(header.notes.empty(), (type_of<T> != ScalarType::f32 || std::is_same_v<T, float>));
    expect_phantom<T>(volume, place, tolerance);
}

template <typename IO>
void round_trip_all_types(const std::string &name, const Affine &place, bool anatomical, double tolerance = 1e-9,
                          bool packed = false) {
    round_trip<std::uint8_t, IO>(name, place, anatomical, tolerance, packed);
    round_trip<std::int8_t, IO>(name, place, anatomical, tolerance, packed);
    round_trip<std::uint16_t, IO>(name, place, anatomical, tolerance, packed);
    round_trip<std::int16_t, IO>(name, place, anatomical, tolerance, packed);
    round_trip<std::uint32_t, IO>(name, place, anatomical, tolerance, packed);
    round_trip<std::int32_t, IO>(name, place, anatomical, tolerance, packed);
    round_trip<float, IO>(name, place, anatomical, tolerance, packed);
    round_trip<double, IO>(name, place, anatomical, tolerance, packed);
}

std::string error_of(const std::string &file) {
    return message_of<FileError>([&] { read_volume(file); });
}

// Writes the first `share` of a file's bytes back.
std::string truncated(const std::string &file, double share) {
    const std::string content = read_file(file);
    return write_file(file, content.substr(0, static_cast<std::size_t>(static_cast<double>(content.size()) * share)));
}

std::string with_bytes(const std::string &file, std::size_t at, const std::string &bytes) {
    std::string content = read_file(file);
    content.replace(at, bytes.size(), bytes);
    return write_file(file, content);
}

} // namespace

TEST(ReadItk, MetaImage) {
    round_trip_all_types<itk::MetaImageIO>("f.mha", slanted, true);
    round_trip_all_types<itk::MetaImageIO>("f.mha", slanted, true, 1e-9, true);
    round_trip<std::int16_t, itk::MetaImageIO>("f.mhd", slanted, true);
    round_trip<std::int16_t, itk::MetaImageIO>("f.mhd", slanted, true, 1e-9, true);
}

TEST(ReadItk, MetaImageWithoutAnOrientationIsNotAnatomical) {
    const ScratchFolder folder;
    const auto file =
        write_file(folder / "f.mha", "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\nElementSpacing = 1 2 3\n"
                                     "ElementType = MET_UCHAR\nElementDataFile = LOCAL\n12345678");
    const Volume volume = read_volume(file);
    EXPECT_FALSE(volume.grid().anatomical);
    EXPECT_EQ(volume.value(1, 1, 1), '8');
    EXPECT_EQ(volume.grid().spacing, glm::dvec3(1, 2, 3));
}

TEST(ReadItk, Nifti) {
    // NIfTI keeps places in single precision.
    round_trip_all_types<itk::NiftiImageIO>("f.nii", slanted, true, 1e-4);
    round_trip_all_types<itk::NiftiImageIO>("f.nii.gz", slanted, true, 1e-4);
}

TEST(ReadItk, MirroredNiftiStaysMirrored) {
    Affine mirrored = slanted;
    mirrored.direction[0] *= -1.0;
    round_trip<std::int16_t, itk::NiftiImageIO>("f.nii", mirrored, true, 1e-4);
    round_trip<std::int16_t, itk::MetaImageIO>("f.mha", mirrored, true);
    round_trip<std::int16_t, itk::NrrdImageIO>("f.nrrd", mirrored, true);
}

TEST(ReadItk, OurNrrdReaderReadsWhatItkWrites) {
    round_trip_all_types<itk::NrrdImageIO>("f.nrrd", slanted, true);
    round_trip_all_types<itk::NrrdImageIO>("f.nrrd", slanted, true, 1e-9, true);
    round_trip<std::int16_t, itk::NrrdImageIO>("f.nhdr", slanted, true);
}

TEST(ReadItk, LegacyVtk) {
    Affine place = straight;
    round_trip<std::uint8_t, itk::VTKImageIO>("f.vtk", place, false);
    round_trip<std::int16_t, itk::VTKImageIO>("f.vtk", place, false);
    round_trip<std::uint16_t, itk::VTKImageIO>("f.vtk", place, false);
    round_trip<float, itk::VTKImageIO>("f.vtk", place, false);
    round_trip<double, itk::VTKImageIO>("f.vtk", place, false);
}

TEST(ReadItk, LegacyVtkAsciiByHand) {
    const ScratchFolder folder;
    const std::string head =
        "# vtk DataFile Version 3.0\nx\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 1 2\nSPACING 1 2 3\n"
        "ORIGIN 4 5 6\nPOINT_DATA 6\nSCALARS s short 1\nLOOKUP_TABLE default\n";
    const Volume volume = read_volume(write_file(folder / "f.vtk", head + "-1 2 3\n4 5 600\n"));
    EXPECT_EQ(volume.value(0, 0, 0), -1);
    EXPECT_EQ(volume.value(2, 0, 1), 600);
    EXPECT_EQ(volume.grid().spacing, glm::dvec3(1, 2, 3));
    EXPECT_EQ(volume.grid().origin, glm::dvec3(4, 5, 6));
    EXPECT_NE(error_of(write_file(folder / "g.vtk", head + "-1 2 3\n4 5")), "");
}

TEST(ReadItk, Mrc) {
    round_trip<std::int16_t, itk::MRCImageIO>("f.mrc", straight, false, 1e-5);
    round_trip<float, itk::MRCImageIO>("f.mrc", straight, false, 1e-5);
}

namespace {

template <typename T, typename IO> void write_slice(const std::string &file, int z, int width = nx) {
    auto image = itk::Image<T, 2>::New();
    image->SetRegions(itk::Size<2>{{static_cast<itk::SizeValueType>(width), ny}});
    image->Allocate();
    for (int y = 0; y < ny; ++y) {
        for (int x = 0; x < width; ++x) {
            image->SetPixel({{x, y}}, label_as<T>(x, y, z));
        }
    }
    auto writer = itk::ImageFileWriter<itk::Image<T, 2>>::New();
    writer->SetFileName(file);
    writer->SetImageIO(IO::New());
    writer->SetInput(image);
    writer->Update();
}

} // namespace

TEST(ReadItk, FoldersOfSlicesInNaturalOrder) {
    const ScratchFolder folder;
    for (int z = 0; z < nz; ++z) { // numbers 8, 9, 10, 11: alphabetical order would be wrong
        const std::string number = std::to_string(z + 8);
        write_slice<std::uint8_t, itk::PNGImageIO>(folder / (number + ".png"), z);
    }
    double last = 0.0;
    ReadOptions options;
    options.progress = [&](double p) {
        EXPECT_GE(p, last);
        last = p;
    };
    const Volume png = read_volume(folder.path().string(), options);
    EXPECT_EQ(last, 1.0);
    expect_phantom<std::uint8_t>(png, Affine{});
    EXPECT_EQ(png.header().name, folder.path().filename().string());
    EXPECT_EQ(read_volume_header(folder / "").name, folder.path().filename().string());
}

TEST(ReadItk, FoldersOfSlicesThatDifferAreRefused) {
    const ScratchFolder folder;
    write_slice<std::uint8_t, itk::PNGImageIO>(folder / "a1.png", 0);
    write_slice<std::uint8_t, itk::PNGImageIO>(folder / "a2.png", 1, nx - 1);
    EXPECT_TRUE(contains(error_of(folder.path().string()), "6x5"));
    write_slice<std::uint16_t, itk::PNGImageIO>(folder / "a2.png", 1);
    EXPECT_TRUE(contains(error_of(folder.path().string()), "uint16"));
    write_file(folder / "a2.tif", "II*");
    EXPECT_TRUE(contains(error_of(folder.path().string()), "TIFF and PNG"));
}

TEST(ReadItk, ColoursAreChannelsAndSeriesAreTimes) {
    const ScratchFolder folder;
    using Colour = itk::Image<itk::RGBPixel<std::uint8_t>, 2>;
    auto colour = Colour::New();
    colour->SetRegions(itk::Size<2>{{4, 4}});
    colour->Allocate(true);
    const std::uint8_t bytes[] = {10, 20, 30};
    colour->SetPixel({{2, 1}}, itk::RGBPixel<std::uint8_t>(bytes));
    auto writer = itk::ImageFileWriter<Colour>::New();
    writer->SetFileName(folder / "c.png");
    writer->SetImageIO(itk::PNGImageIO::New());
    writer->SetInput(colour);
    writer->Update();
    EXPECT_TRUE(read_volume_header(folder / "c.png").channels_are_colors);
    ReadOptions options;
    for (options.channel = 0; options.channel < 3; ++options.channel) {
        EXPECT_EQ(read_volume(folder / "c.png", options).value(2, 1, 0), 10 * (options.channel + 1));
    }
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(folder / "c.png", options); }), "no channel 3"));
    using Series = itk::Image<float, 4>;
    auto series = Series::New();
    series->SetRegions(itk::Size<4>{{3, 3, 3, 2}});
    series->Allocate(true);
    auto series_writer = itk::ImageFileWriter<Series>::New();
    series_writer->SetFileName(folder / "s.nii");
    series_writer->SetImageIO(itk::NiftiImageIO::New());
    series_writer->SetInput(series);
    series_writer->Update();
    // Time points are chosen, never taken for slices.
    EXPECT_EQ(read_volume_header(folder / "s.nii").grid.dims, (std::array<int, 3>{3, 3, 3}));
}

TEST(ReadItk, TruncatedFilesAreRefused) {
    const ScratchFolder folder;
    for (const double share : {0.99, 0.5, 0.02}) {
        SCOPED_TRACE(share);
        EXPECT_NE(error_of(truncated(write_phantom<std::int16_t, itk::MetaImageIO>(folder / "f.mha", slanted), share)),
                  "");
        EXPECT_NE(
            error_of(truncated(write_phantom<std::int16_t, itk::MetaImageIO>(folder / "c.mha", slanted, true), share)),
            "");
        EXPECT_NE(error_of(truncated(write_phantom<std::int16_t, itk::NiftiImageIO>(folder / "f.nii", slanted), share)),
                  "");
        EXPECT_NE(
            error_of(truncated(write_phantom<std::int16_t, itk::NiftiImageIO>(folder / "f.nii.gz", slanted), share)),
            "");
        EXPECT_NE(error_of(truncated(write_phantom<std::int16_t, itk::VTKImageIO>(folder / "f.vtk", straight), share)),
                  "");
        EXPECT_NE(error_of(truncated(write_phantom<std::int16_t, itk::MRCImageIO>(folder / "f.mrc", straight), share)),
                  "");
    }
    for (const double share : {0.9, 0.8, 0.5, 0.02}) {
        write_slice<std::uint16_t, itk::PNGImageIO>(folder / "f.png", 0);
        EXPECT_NE(error_of(truncated(folder / "f.png", share)), "") << share;
    }
}

TEST(ReadItk, FilesOfAnotherKindAreRefused) {
    const ScratchFolder folder;
    for (const char *name : {"f.mha", "f.nii", "f.nii.gz", "f.png", "f.vtk", "f.mrc", "f.dcm"}) {
        EXPECT_NE(error_of(write_file(folder / name, "This is a letter, not a volume.")), "") << name;
    }
}

TEST(ReadItk, TenGigabytesInAKilobyteAreRefused) {
    const ScratchFolder folder;
    const std::string rest(1000, 'x');
    const std::string meta = "ObjectType = Image\nNDims = 3\nDimSize = 10240 1024 1024\nElementType = MET_UCHAR\n";
    EXPECT_TRUE(contains(error_of(write_file(folder / "f.mha", meta + "ElementDataFile = LOCAL\n" + rest)),
                         "10737418240 bytes"));
    EXPECT_TRUE(contains(
        error_of(write_file(folder / "f.mha", meta + "CompressedData = True\nElementDataFile = LOCAL\n" + rest)),
        "10737418240 bytes"));
    const auto nifti = write_phantom<std::uint8_t, itk::NiftiImageIO>(folder / "f.nii", straight);
    const auto shorts = bytes_of<std::int16_t>({3, 10240, 1024, 1024});
    EXPECT_TRUE(contains(error_of(with_bytes(nifti, 40, shorts)), "10737418240 bytes"));
    EXPECT_TRUE(contains(
        error_of(write_file(folder / "f.vtk", "# vtk DataFile Version 3.0\nx\nBINARY\nDATASET STRUCTURED_POINTS\n"
                                              "DIMENSIONS 10240 1024 1024\nSPACING 1 1 1\nORIGIN 0 0 0\n"
                                              "POINT_DATA 10737418240\nSCALARS s unsigned_char 1\n"
                                              "LOOKUP_TABLE default\n" +
                                                  rest)),
        "10737418240 bytes"));
    const auto mrc = write_phantom<std::uint8_t, itk::MRCImageIO>(folder / "f.mrc", straight);
    EXPECT_NE(error_of(with_bytes(mrc, 0, bytes_of<std::int32_t>({10240, 1024, 1024}))), "");
}

TEST(ReadItk, VtkFilesWithoutAVolumeSayWhatTheyHold) {
    const ScratchFolder folder;
    const auto error_for = [&](const std::string &kind) {
        return error_of(write_file(folder / "f.vtk",
                                   "# vtk DataFile Version 3.0\nx\nASCII\nDATASET " + kind + "\nPOINTS 0 float\n"));
    };
    EXPECT_TRUE(contains(error_for("POLYDATA"), "holds lines or triangles and no volume: give the volume"));
    EXPECT_TRUE(contains(error_for("RECTILINEAR_GRID"), "kind rectilinear_grid; make structured_points of it"));
    EXPECT_TRUE(contains(error_of(write_file(folder / "g.vtk", "a\ntext\nof\nseven\nlines\nor\nso\n")),
                         "is not a VTK file, or is damaged"));
}

TEST(ReadItk, SizesThatAreZeroNegativeOrOverflowAreRefused) {
    const ScratchFolder folder;
    for (const char *size : {"0 4 4", "-4 4 4", "99999999999 4 4", "1048576 1048576 1048576", "4 4"}) {
        EXPECT_NE(
            error_of(write_file(folder / "f.mha", "ObjectType = Image\nNDims = 3\nDimSize = " + std::string(size) +
                                                      "\nElementType = MET_USHORT\nElementDataFile = LOCAL\n" +
                                                      std::string(200, 'x'))),
            "")
            << size;
        EXPECT_NE(error_of(write_file(folder / "f.vtk",
                                      "# vtk DataFile Version 3.0\nx\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS " +
                                          std::string(size) +
                                          "\nSPACING 1 1 1\nORIGIN 0 0 0\nPOINT_DATA 64\n"
                                          "SCALARS s unsigned_char 1\nLOOKUP_TABLE default\n" +
                                          std::string(20, 'x'))),
                  "")
            << size;
    }
    for (const std::int16_t bad : {std::int16_t{0}, std::int16_t{-5}}) {
        const auto nifti = write_phantom<std::uint8_t, itk::NiftiImageIO>(folder / "f.nii", straight);
        EXPECT_NE(error_of(with_bytes(nifti, 42, bytes_of<std::int16_t>({bad}))), "") << bad;
    }
}

TEST(ReadItk, MetaHeadersMayOnlyPointIntoTheirFolder) {
    const ScratchFolder folder;
    const auto outside = write_file(folder / "secret.raw", "12345678");
    const auto with = [&](const std::string &data) {
        return write_file(
            folder / "sub/f.mhd",
            "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\nElementDataFile = " + data +
                "\n");
    };
    write_file(folder / "sub/own.raw", "12345678");
    EXPECT_EQ(read_volume(with("own.raw")).value(0, 0, 0), '1');
    EXPECT_TRUE(contains(error_of(with("../secret.raw")), "does not lie in its folder"));
    EXPECT_TRUE(contains(error_of(with(outside)), "does not lie in its folder"));
    EXPECT_TRUE(contains(error_of(with("gone.raw")), "missing"));
    EXPECT_TRUE(contains(error_of(with("LIST")), "several data files"));
    EXPECT_TRUE(contains(error_of(with("own%d.raw 1 2 1")), "several data files"));
    EXPECT_TRUE(contains(error_of(write_file(folder / "n.mhd", "ObjectType = Image\nNDims = 3\n")), "ElementDataFile"));
}

TEST(ReadItk, MetaHeadersThatItkReadsInAnotherWayAreRefused) {
    const ScratchFolder folder;
    const std::string head = "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\n";
    const std::string end = "ElementDataFile = LOCAL\n12345678";
    EXPECT_EQ(read_volume(write_file(folder / "f.mha", head + end)).value(0, 0, 0), '1');
    EXPECT_TRUE(contains(error_of(write_file(folder / "f.mha", head + "ElementDataFile: /etc/passwd\n" + end)),
                         "not Key = Value: 'ElementDataFile: /etc/passwd'"));
    EXPECT_TRUE(
        contains(error_of(write_file(folder / "f.mha", head + "ElementDataFile : f.raw\n" + end)), "not Key = Value"));
    EXPECT_TRUE(contains(error_of(write_file(folder / "f.mha", head + "NDims = 3\n" + end)), "states NDims twice"));
    EXPECT_TRUE(contains(error_of(write_file(folder / "f.mha", "ObjectType = Image\nNDims = -16 -1\n" + end)),
                         "no number of axes"));
}

// Voxels of two bytes, big endian, behind a header of HeaderSize bytes or, where that is -1, at the end of their file.
TEST(ReadItk, MetaVoxelsLieWhereTheHeaderSays) {
    const ScratchFolder folder;
    const std::string head = "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = True\n";
    const std::string end = "DimSize = 2 1 1\nElementType = MET_SHORT\nElementDataFile = f.raw\n";
    write_file(folder / "f.raw", std::string("junk!\x01\x02\xff\xfe", 9));
    for (const std::string size : {"5", "-1"}) {
        const Volume volume = read_volume(write_file(folder / "f.mhd", head + "HeaderSize = " + size + "\n" + end));
        EXPECT_EQ(volume.type(), ScalarType::i16);
        EXPECT_EQ(volume.value(0, 0, 0), 258.0) << size;
        EXPECT_EQ(volume.value(1, 0, 0), -2.0) << size;
    }
}

// All numbers of the header and the voxels of mode 1 in the other byte order.
TEST(ReadItk, MrcOfTheOtherByteOrder) {
    const ScratchFolder folder;
    const auto mrc = write_phantom<std::int16_t, itk::MRCImageIO>(folder / "f.mrc", straight);
    const Volume expected = read_volume(mrc);
    std::ifstream stream(mrc, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const auto turn = [&](std::size_t begin, std::size_t count, std::size_t width) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(begin + i * width);
            std::reverse(at, at + static_cast<std::ptrdiff_t>(width));
        }
    };
    turn(0, 52, 4);  // up to the word MAP
    turn(216, 2, 4); // RMS, number of labels
    turn(1024, (bytes.size() - 1024) / 2, 2);
    bytes.replace(212, 4, std::string("\x11\x11\0\0", 4)); // the stamp of big endian
    const Volume turned = read_volume(write_file(folder / "g.mrc", bytes));
    EXPECT_TRUE(std::ranges::equal(turned.bytes(), expected.bytes()));
}

// Mode 0 is signed by the definition of 2014; IMOD's stamp at byte 152 and the flags behind it may say otherwise.
TEST(ReadItk, MrcBytesAreSignedUnlessImodSaysOtherwise) {
    const ScratchFolder folder;
    const auto mrc = write_phantom<std::uint8_t, itk::MRCImageIO>(folder / "f.mrc", straight);
    const auto type_with = [&](std::int32_t stamp, std::int32_t flags) {
        return read_volume_header(with_bytes(mrc, 152, bytes_of<std::int32_t>({stamp, flags}))).type;
    };
    EXPECT_EQ(type_with(0, 0), ScalarType::i8);
    EXPECT_EQ(type_with(1146047817, 1), ScalarType::i8);
    EXPECT_EQ(type_with(1146047817, 0), ScalarType::u8);
    EXPECT_TRUE(contains(error_of(with_bytes(mrc, 64, bytes_of<std::int32_t>({3, 2, 1}))), "MAPC, MAPR, MAPS"));
    const std::string absurd = error_of(with_bytes(mrc, 64, bytes_of<std::int32_t>({956312320, 587209472, 301992704})));
    EXPECT_TRUE(contains(absurd, "is no MRC volume, or damaged")) << absurd;
}

TEST(ReadItk, MrcExtendedHeadersOfNoSuchSizeAreRefused) {
    const ScratchFolder folder;
    const auto mrc = write_phantom<std::uint8_t, itk::MRCImageIO>(folder / "f.mrc", straight);
    EXPECT_TRUE(contains(error_of(with_bytes(mrc, 92, bytes_of<std::int32_t>({-8}))), "negative size"));
    EXPECT_TRUE(
        contains(error_of(with_bytes(mrc, 92, bytes_of<std::int32_t>({1 << 30}))), "1073741824 bytes, but has"));
}

TEST(ReadItk, OddPlacementsAreRefused) {
    const ScratchFolder folder;
    const std::string head = "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\n";
    EXPECT_TRUE(contains(
        error_of(write_file(folder / "f.mha",
                            head + "TransformMatrix = 1 0 0 0.4 1 0 0 0 1\nElementDataFile = LOCAL\n12345678")),
        "not perpendicular"));
}

namespace {

struct DicomSlices {
    glm::dvec3 row{1, 0, 0};
    glm::dvec3 column{0, 1, 0};
    std::vector<glm::dvec3> places;
    std::string uid = "1.2.3.4";
    std::function<int(int, int, int)> value = label;
};

// One file per slice, names in an order that is not that of the places.
void write_dicom(const ScratchFolder &folder, const DicomSlices &slices, const std::string &prefix) {
    using Slice = itk::Image<std::int16_t, 3>;
    for (std::size_t z = 0; z < slices.places.size(); ++z) {
        auto image = Slice::New();
        image->SetRegions(Slice::SizeType{{nx, ny, 1}});
        image->Allocate();
        Slice::DirectionType direction;
        const glm::dvec3 normal = glm::cross(slices.row, slices.column);
        for (unsigned k = 0; k < 3; ++k) {
            direction[k][0] = slices.row[static_cast<int>(k)];
            direction[k][1] = slices.column[static_cast<int>(k)];
            direction[k][2] = normal[static_cast<int>(k)];
        }
        image->SetDirection(direction);
        image->SetSpacing(&slanted.spacing.x);
        image->SetOrigin(&slices.places[z].x);
        for (int y = 0; y < ny; ++y) {
            for (int x = 0; x < nx; ++x) {
                image->SetPixel({{x, y, 0}}, static_cast<std::int16_t>(slices.value(x, y, static_cast<int>(z))));
            }
        }
        auto io = itk::GDCMImageIO::New();
        io->KeepOriginalUIDOn();
        auto &tags = io->GetMetaDataDictionary();
        itk::EncapsulateMetaData<std::string>(tags, "0008|0060", "CT");
        itk::EncapsulateMetaData<std::string>(tags, "0020|000e", slices.uid);
        itk::EncapsulateMetaData<std::string>(tags, "0020|000d", "1.2.3");
        itk::EncapsulateMetaData<std::string>(tags, "0008|0018", slices.uid + "." + std::to_string(z + 1));
        itk::EncapsulateMetaData<std::string>(tags, "0020|0013", std::to_string(z + 1));
        auto writer = itk::ImageFileWriter<Slice>::New();
        writer->SetFileName(folder / (prefix + std::to_string((z * 7 + 3) % 10)));
        writer->SetImageIO(io);
        writer->UseInputMetaDataDictionaryOff();
        writer->SetInput(image);
        writer->Update();
    }
}

DicomSlices oblique_slices() {
    DicomSlices slices;
    slices.row = slanted.direction[0];
    slices.column = slanted.direction[1];
    for (int z = 0; z < nz; ++z) {
        slices.places.push_back(slanted.origin + z * slanted.spacing.z * slanted.direction[2]);
    }
    return slices;
}

TEST(ReadItk, AFourthAxisOfMetaImageIsTime) {
    const ScratchFolder folder;
    const std::string head =
        "ObjectType = Image\nNDims = 4\nDimSize = 2 3 2 3\nElementType = MET_UCHAR\nOffset = 1 2 3 "
        "40\nElementSpacing = 1 1 2 2.5\n";
    std::string values;
    for (int i = 0; i < 36; ++i) {
        values += static_cast<char>(i);
    }
    for (const std::string place : {"", "HeaderSize = -1\n"}) {
        const auto file = write_file(folder / "t.mha", head + place + "ElementDataFile = LOCAL\n" + values);
        ReadOptions options;
        for (options.time = 0; options.time < 3; ++options.time) {
            const Volume volume = read_volume(file, options);
            EXPECT_EQ(volume.header().times, 3);
            EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{2, 3, 2}));
            EXPECT_EQ(volume.grid().origin, glm::dvec3(1, 2, 3));
            EXPECT_EQ(volume.value(1, 2, 1), 12 * options.time + 11);
        }
        EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "no time point 3"));
    }
    const auto cut = write_file(folder / "t.mha", head + "ElementDataFile = LOCAL\n" + values.substr(1));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(cut); }), "t.mha"));
    const auto more = write_file(folder / "m.mha", "ObjectType = Image\nNDims = 5\nDimSize = 2 3 1 1 2\nElementType = "
                                                   "MET_UCHAR\nElementDataFile = LOCAL\n" +
                                                       values);
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(more); }), "5 axes"));
}

} // namespace

TEST(ReadDicom, AnObliqueSeriesComesOutAtItsPlace) {
    const ScratchFolder folder;
    write_dicom(folder, oblique_slices(), "IM");
    write_file(folder / "readme.txt", "not an image");
    const Volume volume = read_volume(folder.path().string());
    EXPECT_EQ(volume.type(), ScalarType::i16);
    EXPECT_TRUE(volume.grid().anatomical);
    EXPECT_EQ(volume.header().format, "DICOM");
    EXPECT_TRUE(volume.header().notes.empty());
    expect_phantom<std::int16_t>(volume, slanted, 1e-4); // DICOM writes 16 characters a number
    const VolumeHeader header = read_volume_header(folder.path().string());
    EXPECT_EQ(header.grid.dims, volume.grid().dims);
    EXPECT_EQ(header.type, volume.type());
}

TEST(ReadDicom, OneSliceSaysThatItIsOne) {
    const ScratchFolder folder;
    write_dicom(folder, oblique_slices(), "IM");
    const Volume volume = read_volume(folder / "IM3");
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, 1}));
    ASSERT_FALSE(volume.header().notes.empty());
    EXPECT_TRUE(contains(volume.header().notes[0], "folder"));
}

TEST(ReadDicom, SeveralSeriesAreListedAndOneIsChosen) {
    const ScratchFolder folder;
    DicomSlices slices = oblique_slices();
    write_dicom(folder, slices, "A");
    slices.uid = "1.2.3.5";
    slices.places.resize(2);
    slices.value = [](int x, int, int) { return 1000 + x; };
    write_dicom(folder, slices, "B");
    const auto message = message_of<UsageError>([&] { read_volume(folder.path().string()); });
    EXPECT_TRUE(contains(message, "1.2.3.4 (4 slices)"));
    EXPECT_TRUE(contains(message, "1.2.3.5 (2 slices)"));
    ReadOptions options;
    options.series = "1.2.3.5";
    EXPECT_EQ(read_volume(folder.path().string(), options).value(3, 0, 0), 1003);
    options.series = "1.2.3.4";
    expect_phantom<std::int16_t>(read_volume(folder.path().string(), options), slanted, 1e-4);
    options.series = "9.9";
    EXPECT_TRUE(
        contains(message_of<UsageError>([&] { read_volume(folder.path().string(), options); }), "no DICOM series 9.9"));
}

TEST(ReadDicom, ATiltedUnevenSeriesIsResampledToTheRightPlace) {
    const ScratchFolder folder;
    DicomSlices slices = oblique_slices();
    const glm::dvec3 normal = glm::cross(slices.row, slices.column);
    slices.places.clear();
    for (const double h : {0.0, 2.0, 6.0, 8.0}) {
        slices.places.push_back(slanted.origin + h * normal + 0.33 * h * slices.column);
    }
    const auto field = [](const glm::dvec3 &p) { return 10 * p.x - 7 * p.y + 20 * p.z; };
    slices.value = [&](int x, int y, int z) {
        return static_cast<int>(std::lround(
            field(slices.places[static_cast<std::size_t>(z)] + x * 0.5 * slices.row + y * 0.75 * slices.column)));
    };
    write_dicom(folder, slices, "IM");
    const Volume volume = read_volume(folder.path().string());
    const auto &n = volume.grid().dims;
    EXPECT_EQ(n[2], 5);
    ASSERT_EQ(volume.header().notes.size(), 1U);
    EXPECT_TRUE(contains(volume.header().notes[0], "resampled to 5 slices 2 mm apart"));
    EXPECT_TRUE(contains(volume.header().resampled_from, "slices at uneven distances"));
    int hits = 0;
    for (int z = 0; z < n[2]; ++z) {
        for (int y = 0; y < n[1]; ++y) {
            for (int x = 0; x < n[0]; ++x) {
                const double expected = field(glm::dvec3(volume.grid().world_from_voxel() * glm::dvec4(x, y, z, 1)));
                const bool hit = std::abs(volume.value(x, y, z) - expected) <= 1.01; // rounded twice
                EXPECT_TRUE(hit || volume.value(x, y, z) == volume.range().min);
                hits += hit ? 1 : 0;
            }
        }
    }
    EXPECT_GE(hits, nx * (ny - 1) * 5);
}

TEST(ReadDicom, ATruncatedSliceIsRefused) {
    const ScratchFolder folder;
    write_dicom(folder, oblique_slices(), "IM");
    const std::string whole = read_file(folder / "IM7");
    for (const std::size_t missing : {std::size_t{1}, std::size_t{30}, std::size_t{75}}) {
        write_file(folder / "IM7", whole.substr(0, whole.size() - missing));
        EXPECT_TRUE(contains(error_of(folder.path().string()), "IM7")) << missing;
    }
    // Without the tags of an image the file is none, and the user is told.
    write_file(folder / "IM7", whole.substr(0, whole.size() / 2));
    const VolumeHeader header = read_volume_header(folder.path().string());
    ASSERT_FALSE(header.notes.empty());
    EXPECT_TRUE(contains(header.notes.back(), "1 DICOM files of the folder are left out"));
}

TEST(ReadDicom, TwoSlicesAtOnePlaceAreRefused) {
    const ScratchFolder folder;
    DicomSlices slices = oblique_slices();
    slices.places[1] = slices.places[0];
    write_dicom(folder, slices, "IM");
    EXPECT_TRUE(contains(error_of(folder.path().string()), "same place"));
}

} // namespace voxmarch
