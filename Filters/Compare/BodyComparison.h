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
  double volume = 0.0; ///< inside its surface; NaN without a surface
  std::string fault;   ///< why the design fails; empty for a sound design
  std::string remark;  ///< why there is no analysis, or remarks on the design's own compliance and
                       ///< on omissions
};

struct BodyComparison
{
  std::vector<ComparedBody> bodies; ///< one for each design
  std::string summary;              ///< sentences for the user
};

/**
 * Makes the body of each design from the surface with the default settings of vtkTopologySurface,
 * analyses all bodies on one voxel grid with the material of the first, and ranks those that carry
 * their loads and have no mark DesignFault. Designs without the data that the analysis requires, or
 * whose analysis is missing for an external reason, are not ranked, but this is not a fault of the
 * design.
 *
 * @return nothing if the observer requested a stop
 */
std::optional<BodyComparison> compareBodies(const std::vector<ComparedDesign>& designs,
  const BodySettings& settings, const Device& device, Observer& observer, std::size_t memoryLimit);
}

#endif
