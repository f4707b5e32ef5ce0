// Unpacks DICOM frames (JPEG, JPEG-LS, JPEG 2000, run lengths) through GDCM's codecs.
#include "volume/formats/dicom/dicom_image.h"

#include "base/checked_size.h"
#include "base/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gdcmFragment.h>
#include <gdcmImage.h>
#include <gdcmSequenceOfFragments.h>
#include <gdcmTrace.h>
#include <gdcmTransferSyntax.h>
#include <mutex>
#include <unistd.h>

namespace voxmarch {

namespace {

// A run-length or JPEG stream of n bytes is never longer unpacked than this times n.
constexpr std::uint64_t max_packing = 10000;

// The codecs write to standard error themselves: it leads nowhere while one of them runs.
class Silence {
public:
    Silence() : lock_(mutex_), kept_(dup(STDERR_FILENO)) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (kept_ >= 0 && nowhere >= 0) {
            dup2(nowhere, STDERR_FILENO);
        }
        if (nowhere >= 0) {
            close(nowhere);
        }
    }
    ~Silence() {
        if (kept_ < 0) {
            return;
        }
        dup2(kept_, STDERR_FILENO);
        close(kept_);
    }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;

private:
    static inline std::mutex mutex_;
    std::lock_guard<std::mutex> lock_;
    int kept_;
};

gdcm::PixelFormat format_of(const DicomPixels &pixels) {
    const auto word = [](int number) { return static_cast<unsigned short>(number); };
    return gdcm::PixelFormat(word(pixels.samples), word(pixels.bits_allocated), word(pixels.bits_stored),
                             word(pixels.high_bit), word(pixels.is_signed ? 1 : 0));
}

gdcm::DataElement element_of(std::span<const std::byte> packed) {
    gdcm::Fragment fragment;
    fragment.SetByteValue(reinterpret_cast<const char *>(packed.data()),
                          gdcm::VL(static_cast<std::uint32_t>(packed.size())));
    gdcm::SmartPointer<gdcm::SequenceOfFragments> fragments = new gdcm::SequenceOfFragments;
    fragments->AddFragment(fragment);
    gdcm::DataElement element(gdcm::Tag(0x7fe0, 0x0010), 0xffffffff, gdcm::VR::OB);
    element.SetValue(*fragments);
    return element;
}

} // namespace

ZeroedBytes unpack_dicom_frame(const DicomImage &image, std::span<const std::byte> packed) {
    gdcm::Trace::DebugOff();
    gdcm::Trace::WarningOff();
    gdcm::Trace::ErrorOff();
    const auto syntax = gdcm::TransferSyntax::GetTSType(image.content.transfer_syntax.c_str());
    if (syntax == gdcm::TransferSyntax::TS_END) {
        throw FileError(image.file, fmt::format("is packed in a way that is not known (transfer syntax {})",
                                                image.content.transfer_syntax));
    }
    const std::uint64_t size =
        image.pixels.sample_count() * static_cast<std::uint64_t>(image.pixels.bits_allocated) / 8;
    require_bytes(size, packed.size(), max_packing, image.file);
    gdcm::Image bitmap;
    bitmap.SetNumberOfDimensions(2);
    bitmap.SetDimension(0, static_cast<unsigned>(image.pixels.columns));
    bitmap.SetDimension(1, static_cast<unsigned>(image.pixels.rows));
    bitmap.SetPixelFormat(format_of(image.pixels));
    bitmap.SetPhotometricInterpretation(image.pixels.samples == 3 ? gdcm::PhotometricInterpretation::RGB
                                                                  : gdcm::PhotometricInterpretation::MONOCHROME2);
    bitmap.SetTransferSyntax(syntax);
    bitmap.SetDataElement(element_of(packed));
    auto out = allocate_voxels(size, image.file);
    const Silence silence;
    if (bitmap.GetBufferLength() != size || !bitmap.GetBuffer(reinterpret_cast<char *>(out.data()))) {
        throw FileError(image.file, "cannot be read: its packed pixels are damaged, or packed in a way that is not "
                                    "supported");
    }
    return out;
}

} // namespace voxmarch
