#ifndef TRABECULA_ANALYSIS_FREQUENCY_FREQUENCYRUN_H
#define TRABECULA_ANALYSIS_FREQUENCY_FREQUENCYRUN_H

#include "Analysis/Frequency/FrequencyInput.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"

namespace trabecula
{
/// Solves in one space; sets all of the analysis but times. Shapes are those of unit mass, of the
/// nodes of a part without values of ghosts if there are several.
/// @param layouts of the nodes and elements of the input's mesh
/// @param grid see makeElasticModel()
/// @return false if stopped
template <class Space>
bool solveFrequencies(const OperatorLayouts<Space>& layouts, const FrequencyInput& input,
  const VoxelGrid* grid, const MultigridChoice& choice, Observer& observer,
  FrequencyAnalysis& analysis);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template bool solveFrequencies(const OperatorLayouts<CudaSpace>& layouts,
  const FrequencyInput& input, const VoxelGrid* grid, const MultigridChoice& choice,
  Observer& observer, FrequencyAnalysis& analysis);
}

#endif
