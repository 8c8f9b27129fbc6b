#ifndef TRABECULA_FILTERS_TOPOLOGYSURFACECONVERTER_H
#define TRABECULA_FILTERS_TOPOLOGYSURFACECONVERTER_H

#include "Geometry/Level/TopologySurface.h"

#include <string>

class vtkPolyData;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Names of the cell arrays. Empty means none: all cells are inside, or all are design cells.
struct TopologySurfaceArrays
{
  std::string density;
  bool densityIsOfPoints = false; ///< a point array instead
  bool densityIsDefault = false;  ///< "Solid" is used if it is missing
  std::string designRegion;
  bool designRegionIsOptional = false; ///< a missing array means none
};

/// Reads mesh, densities and design region of a grid of makeSolidGrid().
/// @throws Error naming the array, what is wrong with it and the arrays that exist.
void readSurfaceInput(
  vtkUnstructuredGrid* grid, const TopologySurfaceArrays& arrays, TopologySurfaceProblem& problem);

/// Writes a surface to an output, with the arrays that vtkTopologySurface lists.
void writeSurface(const TopologySurface& surface, vtkPolyData* output);
}

#endif
