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
/// Names of the cell arrays. An empty name means none: all cells are inside, or all are design
/// cells.
struct TopologySurfaceArrays
{
  std::string density;
  bool densityIsOfPoints = false; ///< whether density is a point array instead
  bool densityIsDefault = false;  ///< "Solid" or "SolidFraction" is used if it is missing
  std::string designRegion;
  bool designRegionIsOptional = false; ///< a missing array means none
};

/**
 * Returns the dataset whose cells define the surface: the input, or, for an image with solid
 * fractions, all of its cells including hidden ones, so that the surface lies between solid and
 * empty cells rather than on their faces.
 */
vtkSmartPointer<vtkDataSet> cellsOfSurface(vtkDataSet* input);

/// Reads mesh, densities and design region of a grid from makeSolidGrid(). Densities of cells and
/// the volume fraction of the settings are multiplied by solid fractions, if there are any. For
/// Bezier cells, the density is by default the point array `LevelSet`, if it exists and the
/// threshold is not given, and the volume of the field is that of the solid fractions of the level
/// set.
/// @throws Error with the name of the array, its fault and the available arrays
void readSurfaceInput(
  vtkUnstructuredGrid* grid, const TopologySurfaceArrays& arrays, TopologySurfaceProblem& problem);

/// Reads which cells of cellsOfSurface() are hidden in the dataset, because they were not part of
/// the design.
/// @param grid the grid from which the problem was read
void readLeftOutCells(
  vtkDataSet* input, vtkUnstructuredGrid* grid, TopologySurfaceProblem& problem);

/// Returns the polygons of a surface as triangles.
/// @throws Error if there are none
TriangleMesh readPart(vtkPolyData* part);

/// Writes a surface to an output, with the arrays that vtkTopologySurface lists.
void writeSurface(const TopologySurface& surface, vtkPolyData* output);
}

#endif
