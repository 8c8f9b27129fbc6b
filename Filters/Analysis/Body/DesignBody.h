#ifndef TRABECULA_FILTERS_DESIGNBODY_H
#define TRABECULA_FILTERS_DESIGNBODY_H

#include "Analysis/StructuralProblem.h"
#include "Geometry/Level/TopologySurface.h"

#include <string>

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Input of the common analysis that is read from a design; see Analysis/Body/BodyStiffness.h.
struct DesignBody
{
  /// A sentence on why the body cannot be analysed; empty if it can.
  std::string missing;
  /// Mesh, supports, load cases and springs; the material is that of the field data.
  StructuralProblem structure;
  bool isPlane = false;
  TopologySurfaceProblem surface; ///< with the default settings of vtkTopologySurface
};

/// Whether the cells of a design are one layer in plane stress, according to the field data
/// `PlaneStress`.
bool isInPlaneStress(vtkDataSet* design);

/**
 * Reads the point arrays `Supports`, `PrescribedDisplacement`, `Springs` and those of the load
 * cases: the arrays named in the field data `LoadCases`, with `LoadCaseWeights`, or else all arrays
 * of three components whose name starts with `Force`. Missing or invalid arrays are reported in
 * DesignBody::missing.
 *
 * @param input the design
 * @param grid its solid cells, from makeSolidGrid()
 * @param densityArray name of a cell array; empty if all cells are solid
 * @throws Error if densities are missing
 */
DesignBody readDesignBody(
  vtkDataSet* input, vtkUnstructuredGrid* grid, const std::string& densityArray);
}

#endif
