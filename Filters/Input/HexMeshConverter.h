#ifndef TRABECULA_FILTERS_HEXMESHCONVERTER_H
#define TRABECULA_FILTERS_HEXMESHCONVERTER_H

#include "Mesh/Mesh.h"

#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <vector>

class vtkDataSet;
class vtkIdList;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/**
 * @throws Error if the dataset is neither an unstructured grid nor image data, is empty or flat,
 * has ghost cells, or has cells that are neither VTK_HEXAHEDRON nor VTK_VOXEL.
 */
void requireHexahedra(vtkDataSet* input);

/// Whether the dataset is image data with hidden cells and without ghosts of other kinds.
bool isBlanked(vtkDataSet* data);

/**
 * A dataset as an unstructured grid of hexahedra with the dataset's arrays: an unstructured grid
 * shares its points, cells and arrays; image data becomes hexahedra, one for each voxel, in the
 * image's own order of points and cells. Hidden cells of image data, and points without visible
 * cell, are omitted.
 *
 * @throws Error as requireHexahedra(), hidden cells of image data excepted
 */
vtkSmartPointer<vtkUnstructuredGrid> makeHexahedralGrid(vtkDataSet* input);

/// Makes the mesh of the library from a dataset that requireHexahedra() accepts; nodes and elements
/// have the indices of its points and cells.
Mesh makeHexMesh(vtkDataSet* data);

/// Makes a grid without arrays from a mesh of the library; points and cells have the indices of
/// nodes and elements.
vtkSmartPointer<vtkUnstructuredGrid> makeGrid(const Mesh& mesh);

/// Volume of each element of a mesh of hexahedra.
std::vector<double> hexahedronVolumes(const Mesh& mesh);
/// Volume of a cell of a dataset that requireHexahedra() accepts, length cubed.
/// @param buffer overwritten
double cellVolume(vtkDataSet* data, vtkIdType cell, vtkIdList* buffer);
}

#endif
