#ifndef TRABECULA_FILTERS_BODYCOMPARISON_H
#define TRABECULA_FILTERS_BODYCOMPARISON_H

#include "ComparedDesign.h"

#include "Analysis/Body/BodyStiffness.h"
#include "Core/Device.h"
#include "Core/Observer.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// Results of the common analysis of a design.
struct ComparedBody
{
  int rank = 0; ///< 1 for the stiffest; 0 for designs that are not ranked
  BodyStiffness stiffness;
  double volume = 0.0; ///< inside of its surface; NaN without one
  std::string fault;   ///< why it fails; empty for a sound design
  std::string remark;  ///< why it is not analysed; on its own compliance, and what was left out
};

struct BodyComparison
{
  std::vector<ComparedBody> bodies; ///< one for each design
  std::string summary;              ///< sentences for the user
};

/**
 * Makes the body of each design, by the surface with the default settings of vtkTopologySurface,
 * analyses all of them on one grid of voxels with the material of the first, and ranks those that
 * carry their loads and have no mark DesignFault. Designs that were read without what the analysis
 * takes, or whose analysis is missing for a reason that is not theirs, are not ranked either, but
 * have no fault by it.
 *
 * @return nothing if the observer asks to stop
 */
std::optional<BodyComparison> compareBodies(const std::vector<ComparedDesign>& designs,
  const BodySettings& settings, const Device& device, Observer& observer, std::size_t memoryLimit);
}

#endif
