#ifndef TRABECULA_FILTERS_TOPOLOGYOUTPUTWRITER_H
#define TRABECULA_FILTERS_TOPOLOGYOUTPUTWRITER_H

#include "ResultGeometry.h"
#include "TopologyIterateCache.h"

#include "Core/Device.h"
#include "Optimization/TopologyProblem.h"

#include <string>
#include <vector>

class vtkDataSet;
class vtkTable;

namespace trabecula::filters
{
/// What outputs say of the run that they show.
struct TopologyRunDescription
{
  std::vector<std::string> loadCases;
  std::vector<double> weights; ///< of load cases
  ElasticMaterial material;
  OptimizationSettings settings;
  bool minimizesOutput = false; ///< instead of the compliance
  double filterRadius = 0.0;    ///< length
  std::string device;
};

TopologyRunDescription describe(const TopologyProblem& problem, const Device& device);

/**
 * Puts an iterate on an output, image data or an unstructured grid: the geometry of that type and
 * its arrays, cell arrays `Density` (active scalars) and `StrainEnergyDensity`, point array
 * `Displacement`, and what describes the run as field data
 * (`Iteration`, `Compliance`, `VolumeFraction`, `FilterRadius`, `Device`; and for those who analyse
 * the design again `YoungsModulus`, `PoissonsRatio`, `Interpolation`, `Penalization`,
 * `MinimumDensity`, `MinimumModulusRatio`, `LoadCases` and `LoadCaseWeights`).
 *
 * `Displacement` is that of the first load case. If there are several, each has an array
 * `Displacement_<load case>` as well.
 *
 * Nothing is put on image data where the geometry is a grid.
 *
 * @param densityThreshold cells of a lower density are left out of a grid and hidden in image data
 * (see blankCells()), and field data say so as `DensityThreshold`; 0 keeps all.
 */
void writeIterate(vtkDataSet* output, const ResultGeometry& geometry,
  const TopologyRunDescription& run, const TopologyIterate& iterate, double densityThreshold);

/// One row for each record up to a number; see vtkTopologyOptimize for the columns.
void writeConvergence(vtkTable* output, const TopologyRunDescription& run,
  const std::vector<IterationRecord>& records, int lastNumber);
}

#endif
