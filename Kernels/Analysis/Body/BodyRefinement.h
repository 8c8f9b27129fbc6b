#ifndef TRABECULA_ANALYSIS_BODY_BODYREFINEMENT_H
#define TRABECULA_ANALYSIS_BODY_BODYREFINEMENT_H

#include "Analysis/Body/BodyStiffness.h"

#include <string>
#include <vector>

namespace trabecula
{
/// Estimates the errors of bodies without fault by the change from a coarser grid, and adds the
/// compliances of that grid to their results.
/// @param ratio edge of a voxel of the coarser grid over that of the finer one
void estimateErrors(
  const std::vector<BodyStiffness>& coarse, double ratio, std::vector<BodyStiffness>& fine);

/// Whether the rank of a body is uncertain: the error of its compliance is above the wanted one,
/// and larger than the difference to the smallest compliance of all bodies. A body with a very thin
/// connection has a large error, but a certain rank.
bool isRankAtStake(const BodyStiffness& body, double leastCompliance, double wantedError);

/**
 * Whether the next finer grid is worth its cost.
 *
 * Only bodies whose rank is uncertain count. Refinement ends after a step that did not reduce the
 * error of any of these by a quarter: a step of 1.5 reduces an error of the first order, the
 * slowest convergence, by a third.
 *
 * @param before errors of the bodies on the coarser grid; empty on the first one
 */
bool isWorthRefining(
  const std::vector<BodyStiffness>& bodies, const std::vector<double>& before, double wantedError);

/// Adds a note to all bodies with an error above the wanted one that states why they were not
/// refined.
void noteEndOfRefinement(
  std::vector<BodyStiffness>& bodies, double wantedError, const std::string& reason);
}

#endif
