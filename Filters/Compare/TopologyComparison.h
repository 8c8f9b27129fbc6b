#ifndef TRABECULA_FILTERS_TOPOLOGYCOMPARISON_H
#define TRABECULA_FILTERS_TOPOLOGYCOMPARISON_H

#include "BodyComparison.h"
#include "CommonMesh.h"

#include "Mesh/Voxel/VoxelTopology.h"
#include "Run/RunObserver.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// Measures of a design, and of its difference from the first; defined in vtkCompareTopologies.h.
struct DesignMeasures
{
  double compliance = 0.0;
  double volume = 0.0;
  /// NaN unless the design states its mass density.
  double mass = std::numeric_limits<double>::quiet_NaN();
  double volumeFraction = 0.0;
  double solidVolume = 0.0;
  double greyness = 0.0;
  double dice = 0.0;
  double hausdorff = 0.0;
  double meanSurfaceDistance = 0.0;
  VoxelTopology topology;
  double smallestThickness = 0.0;
  std::int64_t elements = 0;
  /// Results of the common analysis of the body; NaN, 0 and empty without it.
  ///@{
  std::int64_t rank = 0;
  double bodyCompliance = std::numeric_limits<double>::quiet_NaN();
  double bodyComplianceError = std::numeric_limits<double>::quiet_NaN();
  double complianceRatio = std::numeric_limits<double>::quiet_NaN();
  double bodyVolume = std::numeric_limits<double>::quiet_NaN();
  double bodyVolumeFraction = std::numeric_limits<double>::quiet_NaN();
  std::string fault;
  std::string remark;
  ///@}
};

struct TopologyComparison
{
  CommonMesh common;
  double threshold = 0.0;
  double domainVolume = 0.0; ///< volume of the union of all designs' elements, length cubed
  std::vector<DesignMeasures> measures;
};

/// @param designs at least two; the first is the reference
/// @return nothing if the observer requested a stop
std::optional<TopologyComparison> compareTopologies(const std::vector<ComparedDesign>& designs,
  CommonMesh common, double threshold, RunObserver& observer);

/// Adds the results of the common analysis of the designs.
void addBodies(const BodyComparison& bodies, TopologyComparison& comparison);
}

#endif
