#ifndef TRABECULA_ANALYSIS_BODY_BODYREFINEMENT_H
#define TRABECULA_ANALYSIS_BODY_BODYREFINEMENT_H

#include "Analysis/Body/BodyStiffness.h"

#include <string>
#include <vector>

namespace trabecula
{
/// Estimates the errors of sound bodies by the change from a coarser grid, and notes its results.
/// @param ratio edge of a voxel of the coarser grid over that of the finer one
void estimateErrors(
  const std::vector<BodyStiffness>& coarse, double ratio, std::vector<BodyStiffness>& fine);

/// Whether the rank of a body is at stake: the error of its compliance is above the wanted one, and
/// larger than the distance to the least compliance of all bodies. A body that hangs by a thread
/// has a large error, but is far behind.
bool isRankAtStake(const BodyStiffness& body, double leastCompliance, double wantedError);

/**
 * Whether the next finer grid is worth its cost.
 *
 * Only bodies whose rank is at stake count. After a step that took a quarter off the error of none
 * of these, no further one is made: a step of 1.5 takes a third off an error of the first order,
 * the slowest convergence there is.
 *
 * @param before errors of the bodies on the coarser grid; empty on the first one
 */
bool isWorthRefining(
  const std::vector<BodyStiffness>& bodies, const std::vector<double>& before, double wantedError);

/// Notes on all bodies with an error above the wanted one why they were not refined.
void noteEndOfRefinement(
  std::vector<BodyStiffness>& bodies, double wantedError, const std::string& reason);
}

#endif
