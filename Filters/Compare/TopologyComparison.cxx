#include "TopologyComparison.h"

#include "PartialObserver.h"
#include "ThresholdSurface.h"

#include "Mesh/Voxel/VoxelThickness.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace trabecula::filters
{
namespace
{
/// Returns the Dice coefficient of two sets from their sizes and that of their intersection.
double diceOf(double a, double b, double both)
{
  return a + b > 0.0 ? 2.0 * both / (a + b) : std::numeric_limits<double>::quiet_NaN();
}

double diceOnMesh(const ComparedDesign& first, const ComparedDesign& other, double threshold)
{
  double both = 0.0;
  for (std::size_t e = 0; e < first.volumes.size(); ++e)
  {
    const bool isBoth = first.density[e] >= threshold && other.density[e] >= threshold;
    both += isBoth ? std::min(first.volumes[e], other.volumes[e]) : 0.0;
  }
  return diceOf(solidVolume(first, threshold), solidVolume(other, threshold), both);
}

double diceOfImages(const VoxelMask& first, const VoxelMask& other)
{
  std::int64_t counts[3] = {};
  for (std::size_t v = 0; v < first.solid.size(); ++v)
  {
    counts[0] += first.solid[v];
    counts[1] += other.solid[v];
    counts[2] += first.solid[v] & other.solid[v];
  }
  return diceOf(
    static_cast<double>(counts[0]), static_cast<double>(counts[1]), static_cast<double>(counts[2]));
}

/// Returns the volume of the union of the elements of all designs.
double domainVolume(const std::vector<ComparedDesign>& designs, const CommonMesh& common)
{
  return common.isOneMesh
    ? meshVolume(designs.front())
    : std::accumulate(common.covered.begin(), common.covered.end(), 0.0) * common.voxelVolume();
}
}

std::optional<TopologyComparison> compareTopologies(const std::vector<ComparedDesign>& designs,
  CommonMesh common, double threshold, RunObserver& observer)
{
  TopologyComparison result;
  result.threshold = threshold;
  const double domain = domainVolume(designs, common);
  result.domainVolume = domain;
  const VoxelMask firstSolid = common.solidOf(0, threshold);
  TriangleMesh firstSurface;
  for (std::size_t i = 0; i < designs.size(); ++i)
  {
    const ComparedDesign& design = designs[i];
    const auto count = static_cast<double>(designs.size());
    const double begin = static_cast<double>(i) / count;
    const auto part = [&](double from, double to)
    { return PartialObserver(observer, begin + from / count, begin + to / count); };

    DesignMeasures& measures = result.measures.emplace_back();
    measures.compliance = design.compliance;
    measures.volume = materialVolume(design);
    measures.mass = design.massDensity * measures.volume;
    measures.volumeFraction = measures.volume / domain;
    measures.solidVolume = solidVolume(design, threshold);
    measures.greyness = greyness(design);
    measures.elements = static_cast<std::int64_t>(design.density.size());

    const VoxelMask solid = common.solidOf(i, threshold);
    measures.dice = common.isOneMesh ? diceOnMesh(designs.front(), design, threshold)
                                     : diceOfImages(firstSolid, solid);
    observer.setText("Pieces and holes of " + design.name);
    PartialObserver first = part(0.0, 0.1);
    const std::optional<VoxelTopology> topology = measureTopology(solid, first);
    if (!topology)
    {
      return std::nullopt;
    }
    measures.topology = *topology;

    observer.setText("Thickness of " + design.name);
    PartialObserver second = part(0.1, 0.5);
    const std::optional<MemberThickness> thickness = measureThickness(solid, second);
    if (!thickness)
    {
      return std::nullopt;
    }
    measures.smallestThickness = thickness->smallest;

    observer.setText("Surface of " + design.name);
    TriangleMesh surface = thresholdSurface(common, i, threshold);
    PartialObserver third = part(0.6, 1.0);
    const std::optional<SurfaceDistances> distances = i == 0 && !surface.triangles.empty()
      ? SurfaceDistances()
      : measureDistances(i == 0 ? surface : firstSurface, surface, third);
    if (!distances)
    {
      return std::nullopt;
    }
    measures.hausdorff = distances->hausdorff;
    measures.meanSurfaceDistance = distances->mean;
    if (i == 0)
    {
      firstSurface = std::move(surface);
    }
  }
  result.common = std::move(common);
  return result;
}

void addBodies(const BodyComparison& bodies, TopologyComparison& comparison)
{
  for (std::size_t i = 0; i < comparison.measures.size(); ++i)
  {
    const ComparedBody& body = bodies.bodies[i];
    DesignMeasures& measures = comparison.measures[i];
    measures.rank = body.rank;
    measures.bodyCompliance = body.stiffness.compliance;
    measures.bodyComplianceError = body.stiffness.error;
    measures.complianceRatio = measures.compliance / body.stiffness.compliance;
    measures.bodyVolume = body.volume;
    measures.bodyVolumeFraction = body.volume / comparison.domainVolume;
    measures.fault = body.fault;
    measures.remark = body.remark;
  }
}
}
