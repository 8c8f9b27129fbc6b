#ifndef TRABECULA_FILTERS_LEVELSETOUTPUTWRITER_H
#define TRABECULA_FILTERS_LEVELSETOUTPUTWRITER_H

#include "TopologyOutputWriter.h"

#include "Mesh/Nurbs/BezierExtraction.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <optional>

class vtkPolyData;

namespace trabecula::filters
{
/// Description of a level-set run for its outputs.
struct LevelSetRunDescription : TopologyRunDescription
{
  NurbsPatch patch;

  /// The patch in Bezier form, and as cells without arrays; created at the first call.
  const BezierExtraction& bezier() const;
  vtkUnstructuredGrid* cells() const;

private:
  mutable std::optional<BezierExtraction> Extraction;
  mutable vtkSmartPointer<vtkUnstructuredGrid> Cells;
};

/// A Bezier cell for each element of a patch, with degrees and rational weights.
vtkSmartPointer<vtkUnstructuredGrid> makeBezierCells(
  const NurbsPatch& patch, const BezierExtraction& bezier);

/**
 * Writes an iterate: Bezier cells with the point arrays `LevelSet` and `Displacement` (active
 * vectors; if there are several load cases, `Displacement_<load case>` too), the cell arrays
 * `Density` (active scalars) and `StrainEnergyDensity`, and as field data the description of the
 * run: see writeIterate().
 */
void writeLevelSet(
  vtkUnstructuredGrid* output, const LevelSetRunDescription& run, const RunIterate& iterate);

/**
 * Writes the boundary of the material: a closed polyline for each curve in two dimensions; in three
 * triangles with outward normals by the right-hand rule and the cell array `PatchSide`, 1 on sides
 * of the patch and 0 on the zero contour. Field data are `Iteration` and the enclosed `Area` or
 * `Volume`.
 */
void writeBoundary(
  vtkPolyData* output, const LevelSetRunDescription& run, const RunIterate& iterate);
}

#endif
