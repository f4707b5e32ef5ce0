// A mesh that need not fit into memory: in files without names, until it is written as a whole.
#pragma once

#include "isosurface/mesh_file.h"

#include <filesystem>
#include <memory>

namespace voxmarch {

/// Vertices and triangles are appended, and then read as one mesh. The files lie in the folder of the file that the
/// mesh will become, take 12 bytes for each position, normal and triangle, and go with the spool, however the program
/// ends.
class MeshSpool {
public:
    /// @param target  the file that the mesh will become @throws OutputError
    explicit MeshSpool(const std::filesystem::path &target);
    ~MeshSpool();
    MeshSpool(MeshSpool &&) noexcept;
    MeshSpool &operator=(MeshSpool &&) noexcept;

    struct Size {
        std::uint64_t vertices = 0, triangles = 0;
    };
    Size size() const { return size_; }

    /// @param part  corners of its triangles are vertices of the whole mesh; all parts have normals, or none has
    /// @throws OutputError (disk full)
    void append(const Mesh &part);

    /// Only so much is left. @throws OutputError
    void cut(const Size &size);

    /// All that was appended, mapped; until the next call of anything else here. @throws OutputError
    MeshView view();

private:
    class File;
    std::unique_ptr<File> positions_, normals_, triangles_;
    Size size_;
};

} // namespace voxmarch
