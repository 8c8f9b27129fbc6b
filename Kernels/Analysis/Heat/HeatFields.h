#ifndef TRABECULA_ANALYSIS_HEAT_HEATFIELDS_H
#define TRABECULA_ANALYSIS_HEAT_HEATFIELDS_H

#include "Analysis/Heat/HeatAnalysis.h"
#include "Operator/Assembled/HostMatrix.h"

namespace trabecula
{
/// Computes all results of an analysis that follow from its temperature, on the host.
/// @param films matrix of the problem's films, without rows if it has none
void setFields(const HeatProblem& problem, const HostMatrix& films, HeatAnalysis& analysis);
}

#endif
