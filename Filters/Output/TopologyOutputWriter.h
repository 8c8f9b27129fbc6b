#ifndef TRABECULA_FILTERS_TOPOLOGYOUTPUTWRITER_H
#define TRABECULA_FILTERS_TOPOLOGYOUTPUTWRITER_H

#include "LiveRun.h"

#include "Optimization/TopologyProblem.h"
#include "Run/RunIterate.h"

#include <memory>
#include <string>
#include <vector>

class vtkTable;
class vtkDataSet;

namespace trabecula::filters
{
/// What outputs say of the run that they show.
struct TopologyRunDescription : RunInput
{
  std::vector<std::string> loadCases;
  std::vector<double> weights; ///< of load cases
  ElasticMaterial material;
  OptimizationSettings settings;
  double filterRadius = 0.0; ///< length
};

TopologyRunDescription describe(const TopologyProblem& problem);

/**
 * Puts an iterate on an output: the geometry of the run and its arrays, cell arrays `Density`
 * (active scalars) and `StrainEnergyDensity`, point array `Displacement`, and what describes the
 * run as field data
 * (`Iteration`, `Compliance`, `VolumeFraction`, `FilterRadius`, `Device`; and for those who analyse
 * the design again `YoungsModulus`, `PoissonsRatio`, `Interpolation`, `Penalization`,
 * `MinimumDensity`, `MinimumModulusRatio`, `LoadCases` and `LoadCaseWeights`).
 *
 * `Displacement` is that of the first load case. If there are several, each has an array
 * `Displacement_<load case>` as well.
 *
 * @param output an unstructured grid, or image data if the input is; nothing is written on another
 * @param densityThreshold cells of a lower density are left out of a grid and hidden in image data,
 * and field data say so as `DensityThreshold`; 0 keeps all.
 */
void writeIterate(vtkDataSet* output, const TopologyRunDescription& run,
  const std::shared_ptr<const RunIterate>& iterate, double densityThreshold);

/// A column for the iteration and one for each of the history's; a row for each iterate up to a
/// number.
void writeConvergence(vtkTable* output, const std::string& device, const HistoryColumns& columns,
  const std::vector<HistoryRow>& rows, int lastNumber);
}

#endif
