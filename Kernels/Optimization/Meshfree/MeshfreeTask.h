#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETASK_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETASK_H

#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Meshfree/MeshfreeSolid.h"
#include "Optimization/Method/ProblemTask.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// OptimizationTask of a MeshfreeProblem. Columns of its history are those of a TopologyTask.
using MeshfreeTask = ProblemTask<MeshfreeProblem>;

ProblemIdentity identify(const MeshfreeProblem& problem);
std::uint64_t designSpaceOf(const MeshfreeProblem& problem);
HistoryColumns columnsOf(const MeshfreeProblem& problem);
ConvergenceRule convergenceOf(const MeshfreeProblem& problem);
bool repeatsBitwise(const MeshfreeProblem& problem);
std::vector<double> variablesOf(const MeshfreeProblem& problem, const OptimizationState& state);
}

#endif
