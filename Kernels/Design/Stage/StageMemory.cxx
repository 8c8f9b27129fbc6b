#include "Design/Stage/StageMemory.h"

#include "Analysis/ElementGeometry.h"
#include "Design/Filter/PointFilter.h"
#include "Design/RobustParametrization.h"
#include "Design/Stage/StageChain.h"
#include "Design/Stage/StageKinds.h"
#include "Design/Stage/Sweep/FormShape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace trabecula
{
namespace
{
/// Numbers of bricks along the axes of the box around elements that are bricks of one size along
/// the coordinate axes, as those of an image; 0 if they are others.
std::array<std::size_t, 3> bricksAlongBox(const Mesh& mesh)
{
  constexpr double rounding = 1e-3; // of an edge
  if (!isHexahedral(mesh))
  {
    return {};
  }
  std::array<double, 3> edges = {};
  std::array<double, 3> low = {};
  std::array<double, 3> high = {};
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      const auto coordinate = [&](std::size_t a)
      { return mesh.points[3 * std::size_t(mesh.element(e)[a]) + d]; };
      double least = coordinate(0);
      double greatest = least;
      for (std::size_t a = 1; a < 8; ++a)
      {
        least = std::min(least, coordinate(a));
        greatest = std::max(greatest, coordinate(a));
      }
      edges[d] = e == 0 ? greatest - least : edges[d];
      if (std::abs(greatest - least - edges[d]) > rounding * edges[d])
      {
        return {};
      }
      low[d] = e == 0 ? least : std::min(low[d], least);
      high[d] = e == 0 ? greatest : std::max(high[d], greatest);
    }
  }
  const double volume = elementSize(mesh, 0).volume;
  if (std::abs(volume - edges[0] * edges[1] * edges[2]) > rounding * volume)
  {
    return {};
  }
  std::array<std::size_t, 3> bricks = {};
  for (std::size_t d = 0; d < 3; ++d)
  {
    bricks[d] = static_cast<std::size_t>(std::round((high[d] - low[d]) / edges[d]));
  }
  return bricks;
}

/// The bricks that fill this box.
std::size_t bricksOfBox(const Mesh& mesh)
{
  const auto [nx, ny, nz] = bricksAlongBox(mesh);
  return nx * ny * nz;
}

std::size_t helmholtzMemory(const ChainSettings& settings, const Mesh& mesh, StageElements elements)
{
  HelmholtzSites sites;
  sites.isPart = elements == StageElements::OfPart;
  if (elements == StageElements::OfGrid)
  {
    sites.box = bricksAlongBox(mesh);
  }
  return helmholtzFilterMemory(mesh, settings.filterRadius, sites);
}

/// Tables of layers, and what a form grid needs. @param chains that begin with the same filter
std::size_t sweepMemory(const ChainSettings& settings, const Mesh& mesh, std::size_t chains)
{
  using Space = HostSpace; // all spaces have the same arrays
  const std::size_t elements = mesh.numberOfElements();
  const std::size_t sweeps = sweepDirections(settings).size();
  const std::size_t fields =
    StageChain<Space>::fields(settings) + StageChain<Space>::workspaceFields(settings);
  const std::size_t bricks = leavesRows(settings) ? 0 : bricksOfBox(mesh);
  if (bricks > 0)
  {
    return chains * (sweeps * bricks * sizeof(std::int32_t) + elements * fields * sizeof(double));
  }
  const std::vector<double> volumes = elementVolumes(mesh);
  const double meanVolume =
    std::accumulate(volumes.begin(), volumes.end(), 0.0) / static_cast<double>(elements);
  const FormShape shape = formShape(settings, mesh, meanVolume);
  const double volumeOfPlace = shape.edges[0] * shape.edges[1] * shape.edges[2];
  const auto places = static_cast<std::size_t>(shape.numberOfPlaces());
  // There is at most one place at the boundary for each element besides those in its volume.
  const auto sites = std::min(places,
    elements +
      static_cast<std::size_t>(static_cast<double>(elements) * meanVolume / volumeOfPlace) + 1);
  constexpr std::size_t ofPlace = 2 * sizeof(std::int32_t); // where a sample finds it
  constexpr std::size_t ofSite = 5 * sizeof(double) + 2;    // see FormGrid
  constexpr std::size_t ofElement = 4 * sizeof(double) + sizeof(std::int32_t);
  const std::size_t images = settings.stages.symmetry.mode == SymmetryMode::Off
    ? 1
    : imagesOf(settings.stages.symmetry).size();
  const std::size_t ofChain = sweeps * places * sizeof(std::int32_t) + places * ofPlace +
    elements * ofElement + std::max(sites, elements) * (fields + 2) * sizeof(double) +
    sites * stageBytes(settings);
  return chains * ofChain + sites * ofSite + PointFilter<Space>::memory(elements, sites, images);
}
}

std::size_t stageMemory(const ChainSettings& settings, const Mesh& mesh, StageElements kind)
{
  using Space = HostSpace;
  const std::size_t elements = mesh.numberOfElements();
  if (!hasStages(settings) || elements == 0)
  {
    return 0;
  }
  const std::size_t fields =
    RobustParametrization<Space>::fields(settings) + StageChain<Space>::workspaceFields(settings);
  const std::size_t chains = settings.stages.robust.isOn ? 3 : 1;
  return chains * elements * stageBytes(settings) +
    (hasSweeps(settings) ? sweepMemory(settings, mesh, chains) : 0) +
    (hasSweeps(settings) && chains == 1 ? 0 : elements * fields * sizeof(double)) +
    (settings.filter == FilterKind::Helmholtz ? helmholtzMemory(settings, mesh, kind) : 0);
}
}
