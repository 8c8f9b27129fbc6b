#ifndef TRABECULA_FILTERS_DESIGNBODY_H
#define TRABECULA_FILTERS_DESIGNBODY_H

#include "Analysis/StructuralProblem.h"
#include "Geometry/Level/TopologySurface.h"

#include <string>

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// What the common analysis takes of a design; see Analysis/Body/BodyStiffness.h.
struct DesignBody
{
  /// Why the body cannot be analysed, a sentence; empty if it can.
  std::string missing;
  StructuralProblem structure; ///< mesh, supports, load cases, springs; material of the field data
  bool isPlane = false;
  TopologySurfaceProblem surface; ///< with the default settings of vtkTopologySurface
};

/// Whether the cells of a design are one layer in plane stress: field data `PlaneStress`.
bool isInPlaneStress(vtkDataSet* design);

/**
 * Reads the point arrays `Supports`, `PrescribedDisplacement`, `Springs` and those of load cases:
 * the names in the field data `LoadCases` with `LoadCaseWeights`, else all of three components
 * whose name starts with `Force`. What is missing or wrong with these is in the result.
 *
 * @param input the design
 * @param grid its solid cells, of makeSolidGrid()
 * @param densityArray cell array; empty for cells that are all solid
 * @throws Error for densities that are missing
 */
DesignBody readDesignBody(
  vtkDataSet* input, vtkUnstructuredGrid* grid, const std::string& densityArray);
}

#endif
