#ifndef TRABECULA_FILTERS_QUADRATICGRID_H
#define TRABECULA_FILTERS_QUADRATICGRID_H

#include "HeatInputConverter.h"
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
 * Makes a grid of cells with mid-edge nodes, with the arrays of the dataset from which the mesh was
 * made. Values at new points are the mean of both ends of the edge, except that nodal forces
 * (Force*) and output weights are distributed over the nodes of loaded faces, and springs and
 * masses of points are unchanged.
 *
 * @param mesh the mesh of linear elements
 * @param pointMassArray name of the point array of masses; empty for none
 */
vtkSmartPointer<vtkUnstructuredGrid> makeQuadraticGrid(const QuadraticMesh& quadratic,
  const Mesh& mesh, vtkDataSet* linear, const std::string& pointMassArray = "PointMass");

/// Sets the point arrays of supports, prescribed displacement, springs and forces, if the grid has
/// them, to those of the problem on its cells, so that an analysis of the grid solves this problem.
void setStructure(
  vtkUnstructuredGrid* grid, const StructureArrays& arrays, const StructuralProblem& problem);

/// Sets the point arrays of heating and cooling likewise.
void setHeat(vtkUnstructuredGrid* grid, const HeatArrays& arrays, const DesignHeat& heat);

/// Sets a point array of three components if the grid has it and values are given.
void setPointVectors(
  vtkUnstructuredGrid* grid, const std::string& name, const std::vector<double>& values);
}

#endif
