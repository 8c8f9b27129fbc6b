#ifndef TRABECULA_FILTERS_TOPOLOGYSURFACECONVERTER_H
#define TRABECULA_FILTERS_TOPOLOGYSURFACECONVERTER_H

#include "Geometry/Level/TopologySurface.h"

#include "vtkDataSet.h"
#include "vtkSmartPointer.h"

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
  bool densityIsDefault = false;  ///< "Solid" or "SolidFraction" is used if it is missing
  std::string designRegion;
  bool designRegionIsOptional = false; ///< a missing array means none
};

/**
 * A dataset whose cells a surface is made of: the dataset, but of an image with solid fractions all
 * cells, also hidden ones, so that the surface lies between solid and empty cells rather than on
 * their faces.
 */
vtkSmartPointer<vtkDataSet> cellsOfSurface(vtkDataSet* input);

/// Reads mesh, densities and design region of a grid of makeSolidGrid(). Densities of cells are
/// multiplied by solid fractions, if there are any, and the settings' volume fraction with them. Of
/// Bezier cells the density is the point array `LevelSet` by default, if there is one and the
/// threshold is not given, and the volume of the field that of the solid fractions of the level
/// set.
/// @throws Error naming the array, what is wrong with it and the arrays that exist.
void readSurfaceInput(
  vtkUnstructuredGrid* grid, const TopologySurfaceArrays& arrays, TopologySurfaceProblem& problem);

/// Reads which cells of cellsOfSurface() are hidden in the dataset, as they took no part in the
/// design.
/// @param grid that the problem was read from
void readLeftOutCells(
  vtkDataSet* input, vtkUnstructuredGrid* grid, TopologySurfaceProblem& problem);

/// The polygons of a surface as triangles.
/// @throws Error if there is none
TriangleMesh readPart(vtkPolyData* part);

/// Writes a surface to an output, with the arrays that vtkTopologySurface lists.
void writeSurface(const TopologySurface& surface, vtkPolyData* output);
}

#endif
