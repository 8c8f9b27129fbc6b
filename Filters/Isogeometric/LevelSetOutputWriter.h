#ifndef TRABECULA_FILTERS_LEVELSETOUTPUTWRITER_H
#define TRABECULA_FILTERS_LEVELSETOUTPUTWRITER_H

#include "TopologyOutputWriter.h"

#include "Mesh/Nurbs/BezierExtraction.h"
#include "Mesh/Nurbs/NurbsPatch.h"
#include "Optimization/LevelSet/LevelSetProblem.h"

#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <cstdint>
#include <optional>
#include <vector>

class vtkPolyData;

namespace trabecula::filters
{
/// Supports and loads of the control points of a patch, as in LevelSetProblem.
struct PatchConditions
{
  std::vector<std::uint8_t> supports;
  std::vector<LoadCase> loadCases;
  std::vector<double> springs;
  std::vector<double> outputWeights;
};

PatchConditions conditionsOf(const LevelSetProblem& problem);

/// Description of a level-set run for its outputs.
struct LevelSetRunDescription : TopologyRunDescription
{
  NurbsPatch patch;
  PatchConditions pointConditions;

  /// Return the patch in Bezier form, and as cells whose only arrays are the conditions; created at
  /// the first call.
  const BezierExtraction& bezier() const;
  vtkUnstructuredGrid* cells() const;

private:
  mutable std::optional<BezierExtraction> Extraction;
  mutable vtkSmartPointer<vtkUnstructuredGrid> Cells;
};

/// Makes a Bezier cell for each element of a patch, with degrees and rational weights.
vtkSmartPointer<vtkUnstructuredGrid> makeBezierCells(
  const NurbsPatch& patch, const BezierExtraction& bezier);

/// Adds the conditions of control points to the points of makeBezierCells(), so that other filters
/// can analyse the design: `Supports`, an array for each load case with its name, and, if there are
/// any, `Springs` and `OutputWeights`. See LatticeConditions.
void addConditions(
  vtkUnstructuredGrid* grid, const NurbsPatch& patch, const PatchConditions& conditions);

/**
 * Writes an iterate: Bezier cells with the point arrays `LevelSet` and `Displacement` (active
 * vectors; if there are several load cases, `Displacement_<load case>` too) in Bezier form, those
 * of addConditions(), which are of the images of lattice points, the cell arrays `Density` (active
 * scalars) and `StrainEnergyDensity`, and as field data the description of the run: see
 * writeIterate().
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
