#ifndef TRABECULA_FILTERS_QUADRATICGRID_H
#define TRABECULA_FILTERS_QUADRATICGRID_H

#include "Mesh/Generators/QuadraticMesh.h"

#include "vtkSmartPointer.h"

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// A grid of cells with nodes in the middle of their edges, with the arrays of the dataset that the
/// mesh was made of. At new points they are the mean of both ends.
vtkSmartPointer<vtkUnstructuredGrid> makeQuadraticGrid(
  const QuadraticMesh& quadratic, vtkDataSet* linear);
}

#endif
