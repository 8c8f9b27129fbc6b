#ifndef TRABECULA_OPTIMIZATION_HEAT_PARTOFHEATDESIGN_H
#define TRABECULA_OPTIMIZATION_HEAT_PARTOFHEATDESIGN_H

#include "Analysis/Parts/ConductionOfPart.h"
#include "Analysis/StructuralProblem.h"
#include "Optimization/Elements/FilterOfPart.h"
#include "Optimization/Heat/HeatDesignProblem.h"

#include <vector>

namespace trabecula
{
/// A part of a topology optimization of a body that conducts heat, which is divided among several
/// devices.
struct PartOfHeatDesign
{
  ConductionOfPart part;
  ElasticConditions unknowns; ///< see HeatDesignInput
  DensityDesign design;
  std::vector<double> solidFractions;
  FilterOfPart filter;
};

/// Divides an optimization among parts, some of which may be empty.
/// @param unknowns, system of the whole
std::vector<PartOfHeatDesign> divideHeatDesign(const HeatDesignProblem& whole,
  const ElasticConditions& unknowns, const ConductionSystem& system, int parts);
}

#endif
