#ifndef TRABECULA_ANALYSIS_HEAT_HEATRUN_H
#define TRABECULA_ANALYSIS_HEAT_HEATRUN_H

#include "Analysis/Heat/HeatAnalysis.h"
#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"

#include <vector>

namespace trabecula
{
/// What is solved, in the numbering of a model.
struct HeatInput
{
  ConductionSystem system;
  std::vector<double> conductivities; ///< of each element
  std::vector<double> heat;           ///< see heatOfSystem()
  std::vector<double> start;          ///< see startingTemperature()
};

/// Solves a validated problem in one space, and sets temperature, iterations and residual of the
/// analysis.
/// @param layouts of its nodes and elements, which are those of a part if there are several
/// @param grid see makeConductionModel()
/// @return false if stopped
template <class Space>
bool solveHeat(const OperatorLayouts<Space>& layouts, const HeatInput& input, const VoxelGrid* grid,
  const ConductionMultigrid& choice, Observer& observer, HeatAnalysis& analysis);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template bool solveHeat(const OperatorLayouts<CudaSpace>& layouts, const HeatInput& input,
  const VoxelGrid* grid, const ConductionMultigrid& choice, Observer& observer,
  HeatAnalysis& analysis);
}

#endif
