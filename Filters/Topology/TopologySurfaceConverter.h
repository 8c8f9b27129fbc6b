#ifndef TRABECULA_FILTERS_TOPOLOGYSURFACECONVERTER_H
#define TRABECULA_FILTERS_TOPOLOGYSURFACECONVERTER_H

#include "Geometry/Level/TopologySurface.h"

#include <string>

class vtkPolyData;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Which cell arrays of a dataset say what. Empty means none: all cells are inside, or designed.
struct TopologySurfaceArrays
{
  std::string density;
  bool densityIsDefault = false; ///< "Solid" serves if it is missing
  std::string designRegion;
  bool designRegionIsOptional = false; ///< a missing array means none
};

/// Reads mesh, densities and design region of a grid of makeHexahedralGrid().
/// @throws Error naming the array, what is wrong with it and what there is instead.
void readSurfaceInput(
  vtkUnstructuredGrid* grid, const TopologySurfaceArrays& arrays, TopologySurfaceProblem& problem);

/// Puts a surface on an output, with the arrays that vtkTopologySurface lists.
void writeSurface(const TopologySurface& surface, vtkPolyData* output);
}

#endif
