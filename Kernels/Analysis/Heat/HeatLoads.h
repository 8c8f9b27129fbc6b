#ifndef TRABECULA_ANALYSIS_HEAT_HEATLOADS_H
#define TRABECULA_ANALYSIS_HEAT_HEATLOADS_H

#include "Analysis/Heat/HeatProblem.h"
#include "Analysis/Loads/SurfaceLoads.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
// Nodal heat flows, power, one per node, positive into the body.

/// Flows consistent with sources: q_a = sum over elements of the integral of N_a Q dV, by the
/// quadrature of the elements.
std::vector<double> flowsOfSources(const HeatProblem& problem);

/// Heat flows and sources of a problem, without films.
std::vector<double> heatLoads(const HeatProblem& problem);

/// Flows consistent with a constant heat flux through faces into the body: q_a = integral of N_a q
/// dA.
/// @param flux power per area @return one per point of the surface
std::vector<double> flowsOfFlux(const FaceSurface& surface, double flux);

/// Flows of a total power, distributed as a constant flux. @throws Error if the faces have no area
std::vector<double> flowsOfTotal(const FaceSurface& surface, double total);
}

#endif
