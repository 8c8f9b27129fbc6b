#ifndef TRABECULA_FILTERS_QUADRATICGRID_H
#define TRABECULA_FILTERS_QUADRATICGRID_H

#include "StructureInputConverter.h"

#include "Mesh/Generators/QuadraticMesh.h"

#include "vtkSmartPointer.h"

#include <string>
#include <vector>

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/**
 * A grid of cells with nodes in the middle of their edges, with the arrays of the dataset that the
 * mesh was made of. At new points they are the mean of both ends; but nodal forces (Force*) and
 * output weights are spread over the nodes of loaded faces, and springs stay where they are.
 *
 * @param mesh the linear one
 */
vtkSmartPointer<vtkUnstructuredGrid> makeQuadraticGrid(
  const QuadraticMesh& quadratic, const Mesh& mesh, vtkDataSet* linear);

/// Sets the point arrays of supports, prescribed displacement, springs and forces, where the grid
/// has them, to those of the problem on its cells, so that an analysis of the grid is one of this
/// problem.
void setStructure(
  vtkUnstructuredGrid* grid, const StructureArrays& arrays, const StructuralProblem& problem);

/// Sets a point array of three components, if the grid has it and there are values.
void setPointVectors(
  vtkUnstructuredGrid* grid, const std::string& name, const std::vector<double>& values);
}

#endif
