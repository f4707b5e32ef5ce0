// Meshes of files as the renderer draws them.
#pragma once

#include "isosurface/read_mesh.h"
#include "renderer/volume_renderer.h"
#include "scene/scene.h"

namespace voxmarch {

/// Reads the mesh and takes it into the voxel space of the grid: turned where the file (or, if that says nothing, the
/// scene) says RAS and the grid is a patient's, scaled where both tell their units and these differ. Edges of more than
/// 30 degrees stay sharp, as VTK's vtkPolyDataNormals has them.
/// @throws FileError, MemoryError
ColoredMesh mesh_in_scene(const SceneMesh &file, const Grid &grid);

/// The same of a file that was read.
ColoredMesh mesh_in_scene(const SceneMesh &file, StoredMesh stored, const Grid &grid);

} // namespace voxmarch
