#ifndef TRABECULA_FILTERS_SOLIDMESHCONVERTER_H
#define TRABECULA_FILTERS_SOLIDMESHCONVERTER_H

#include "Core/Error.h"
#include "Mesh/Mesh.h"

#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <string>
#include <vector>

class vtkDataSet;
class vtkIdList;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// The solid elements of a dataset.
struct SolidMesh
{
  /// The input, or a grid of its solid cells only with its arrays, as from solidCellsOf(). Points
  /// and cells have the indices of the mesh's nodes and elements.
  vtkSmartPointer<vtkDataSet> data;
  Mesh mesh;
  std::string note; ///< a sentence on what was left out; empty if nothing was
};

/**
 * A dataset without its points, lines and surface cells, with all of its points and its arrays. An
 * image with hidden cells becomes a grid of hexahedra of the others and their points.
 *
 * @param note set to a sentence on what was left out, or to nothing
 * @throws Error if the dataset is neither an unstructured grid nor image data, is empty or flat,
 * has ghost cells, or has solid cells that are neither tetrahedra of 4 or 10 nodes, hexahedra of 8
 * or 20 nodes nor voxels
 */
vtkSmartPointer<vtkDataSet> solidCellsOf(vtkDataSet* input, std::string& note);

/**
 * The tetrahedra and hexahedra of a dataset, of four, ten, eight and twenty nodes, also mixed, and
 * voxels. Points, lines and surface cells are left out.
 *
 * @throws Error as solidCellsOf()
 */
SolidMesh makeSolidMesh(vtkDataSet* input);

/// Makes the mesh of the library from a dataset that solidCellsOf() returned; nodes and elements
/// have the indices of its points and cells.
/// @throws Error with the index of a cell that refers to missing points
Mesh makeMesh(vtkDataSet* solid);

/**
 * The solid cells of a dataset as an unstructured grid with its arrays: image data becomes
 * hexahedra, of which hidden ones, and points without visible cell, are omitted; Bezier cells are
 * divided into hexahedra, see hexahedraOfBezierMesh().
 *
 * @param note set to a sentence on what was left out or divided, or to an empty string
 * @throws Error as solidCellsOf(), hidden cells of image data and Bezier cells excepted
 */
vtkSmartPointer<vtkUnstructuredGrid> makeSolidGrid(vtkDataSet* input, std::string& note);

/// Extends a message about cells by the note of makeSolidGrid(): if cells were left out or divided,
/// indices in the message are not those of the input.
std::string withNote(const std::string& message, const std::string& note);

/// Returns the result of work(); the note is added to messages of its errors.
template <class Work>
auto withNoteInErrors(const std::string& note, const Work& work)
{
  try
  {
    return work();
  }
  catch (const SetupStopped&)
  {
    throw;
  }
  catch (const Error& error)
  {
    throw Error(withNote(error.what(), note));
  }
}

/// Returns the volume of each element, length cubed; also for inverted elements.
std::vector<double> volumesOf(const Mesh& mesh);

/// Returns the edge of a cube that has the mean element volume of the mesh, length.
double meanElementEdge(const Mesh& mesh);

/// Returns the volume of a cell of such a dataset, length cubed; by quadrature if its faces are
/// curved.
/// @param buffer overwritten
double solidCellVolume(vtkDataSet* data, vtkIdType cell, vtkIdList* buffer);
}

#endif
