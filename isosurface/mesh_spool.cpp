// Files that have no names from the beginning, written in order and mapped at the end.
#include "isosurface/mesh_spool.h"

#include "base/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace voxmarch {

/// Bytes on the disk.
class MeshSpool::File {
public:
    explicit File(std::filesystem::path target) : target_(std::move(target)) {
        const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
        descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        if (descriptor_ < 0) { // not every file system knows such files
            std::string name = target_.string() + ".spoolXXXXXX";
            descriptor_ = ::mkstemp(name.data());
            if (descriptor_ < 0 || ::unlink(name.c_str()) != 0) {
                fail();
            }
        }
    }
    ~File() {
        unmap();
        ::close(descriptor_);
    }
    File(const File &) = delete;
    File &operator=(const File &) = delete;

    void append(std::span<const std::byte> bytes) {
        unmap();
        while (!bytes.empty()) {
            constexpr std::size_t most = std::size_t{1} << 30; // at a time
            const auto place = static_cast<off_t>(size_);
            const ssize_t written = ::pwrite(descriptor_, bytes.data(), std::min(bytes.size(), most), place);
            if (written < 0 && errno == EINTR) {
                continue;
            }
            if (written <= 0) {
                fail();
            }
            size_ += static_cast<std::uint64_t>(written);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
    }

    void cut(std::uint64_t size) {
        unmap();
        if (size < size_) {
            if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
                fail();
            }
            size_ = size;
        }
    }

    template <typename T> std::span<const T> map() {
        if (mapped_ == nullptr && size_ > 0) {
            void *const mapped = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
            if (mapped == MAP_FAILED) {
                fail();
            }
            mapped_ = mapped;
        }
        return {static_cast<const T *>(mapped_), size_ / sizeof(T)};
    }

    /// Pages that were read go; who reads them again gets them from the operating system's memory or the disk.
    void forget() const {
        if (mapped_ != nullptr) {
            ::madvise(mapped_, size_, MADV_DONTNEED);
        }
    }

private:
    std::filesystem::path target_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    void *mapped_ = nullptr;

    void unmap() {
        if (mapped_ != nullptr) {
            ::munmap(mapped_, size_);
            mapped_ = nullptr;
        }
    }

    [[noreturn]] void fail() const {
        throw OutputError(target_, std::string("cannot be written: ") + std::strerror(errno));
    }
};

MeshSpool::MeshSpool(const std::filesystem::path &target)
    : positions_(std::make_unique<File>(target)), normals_(std::make_unique<File>(target)),
      triangles_(std::make_unique<File>(target)) {}
MeshSpool::~MeshSpool() = default;
MeshSpool::MeshSpool(MeshSpool &&) noexcept = default;
MeshSpool &MeshSpool::operator=(MeshSpool &&) noexcept = default;

void MeshSpool::append(const Mesh &part) {
    positions_->append(std::as_bytes(std::span(part.positions)));
    normals_->append(std::as_bytes(std::span(part.normals)));
    triangles_->append(std::as_bytes(std::span(part.triangles)));
    size_.vertices += part.positions.size();
    size_.triangles += part.triangles.size();
}

void MeshSpool::cut(const Size &size) {
    positions_->cut(size.vertices * sizeof(glm::vec3));
    normals_->cut(size.vertices * sizeof(glm::vec3));
    triangles_->cut(size.triangles * sizeof(MeshTriangle));
    size_ = size;
}

MeshView MeshSpool::view() {
    MeshView view;
    view.positions = positions_->map<glm::vec3>();
    view.normals = normals_->map<glm::vec3>();
    view.triangles = triangles_->map<MeshTriangle>();
    view.forget = [this] {
        for (const auto *file : {positions_.get(), normals_.get(), triangles_.get()}) {
            file->forget();
        }
    };
    return view;
}

} // namespace voxmarch
