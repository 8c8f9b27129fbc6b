#ifndef TRABECULA_FILTERS_SOLIDMESHCONVERTER_H
#define TRABECULA_FILTERS_SOLIDMESHCONVERTER_H

#include "Mesh/Mesh.h"

#include "vtkSmartPointer.h"

#include <string>

class vtkDataSet;

namespace trabecula::filters
{
/// The solid elements of a dataset.
struct SolidMesh
{
  /// The input, or a grid of its solid cells alone with all of its points and its arrays. Points
  /// and cells have the numbers of the mesh's nodes and elements.
  vtkSmartPointer<vtkDataSet> data;
  Mesh mesh;
  std::string note; ///< a sentence on what was left out; empty if nothing was
};

/**
 * The tetrahedra and hexahedra of a dataset, of four, ten, eight and twenty nodes, also mixed, and
 * voxels. Points, lines and surface cells are left out.
 *
 * @throws Error if the dataset is neither an unstructured grid nor image data, is empty or flat,
 * has ghost cells, or has solid cells of other types
 */
SolidMesh makeSolidMesh(vtkDataSet* input);
}

#endif
