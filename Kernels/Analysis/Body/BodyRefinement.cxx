#include "Analysis/Body/BodyRefinement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace trabecula
{
namespace
{
/// Smallest relative reduction of the error in a refinement after which another one is performed.
constexpr double LeastFall = 0.25;

bool isSound(const BodyStiffness& body)
{
  return body.fault.empty() && body.missing.empty() && std::isfinite(body.compliance);
}

/// Returns the largest possible error; infinite without a compliance on the coarser grid.
double largestError(const BodyStiffness& body)
{
  return std::isnan(body.error) ? std::numeric_limits<double>::infinity() : body.error;
}
}

void estimateErrors(
  const std::vector<BodyStiffness>& coarse, double ratio, std::vector<BodyStiffness>& fine)
{
  for (std::size_t i = 0; i < fine.size(); ++i)
  {
    fine[i].coarseCompliances = coarse[i].coarseCompliances;
    fine[i].coarseCompliances.push_back(coarse[i].compliance);
    if (isSound(fine[i]))
    {
      fine[i].error =
        std::abs(fine[i].compliance - coarse[i].compliance) / fine[i].compliance / (ratio - 1.0);
    }
  }
}

bool isRankAtStake(const BodyStiffness& body, double leastCompliance, double wantedError)
{
  const double error = largestError(body);
  return isSound(body) && error > wantedError &&
    error * body.compliance > body.compliance - leastCompliance;
}

bool isWorthRefining(
  const std::vector<BodyStiffness>& bodies, const std::vector<double>& before, double wantedError)
{
  double best = std::numeric_limits<double>::infinity();
  for (const BodyStiffness& body : bodies)
  {
    best = isSound(body) ? std::min(best, body.compliance) : best;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    const bool hasFallen = before.empty() || !std::isfinite(before[i]) ||
      largestError(bodies[i]) <= (1.0 - LeastFall) * before[i];
    if (hasFallen && isRankAtStake(bodies[i], best, wantedError))
    {
      return true;
    }
  }
  return false;
}

void noteEndOfRefinement(
  std::vector<BodyStiffness>& bodies, double wantedError, const std::string& reason)
{
  for (BodyStiffness& body : bodies)
  {
    if (isSound(body) && !(body.error <= wantedError))
    {
      body.notes.push_back(reason);
    }
  }
}
}
