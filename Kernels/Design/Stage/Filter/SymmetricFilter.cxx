#include "Design/Stage/Filter/SymmetricFilter.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace trabecula
{
template <class Space>
SymmetricFilter<Space>::SymmetricFilter(
  const ChainSettings& settings, const DesignSites<Space>& sites)
  : DensityFilter<Space>(settings, sites, checkedImages(settings, sites.positions.toHost()))
{
}

template class SymmetricFilter<CompiledSpace>;

#ifndef __CUDACC__
namespace
{
/// @throws Error if the box around the points and that around an image of them are further apart
/// than the radius
void requireOverlap(
  const std::vector<double>& points, const std::vector<Isometry>& images, double radius)
{
  constexpr double most = std::numeric_limits<double>::max();
  struct Box
  {
    std::array<double, 3> low = { most, most, most };
    std::array<double, 3> high = { -most, -most, -most };
  };
  std::vector<Box> boxes;
  if (points.empty())
  {
    return;
  }
  for (const Isometry& image : images)
  {
    Box& box = boxes.emplace_back();
    for (std::size_t i = 0; i < points.size(); i += 3)
    {
      const std::array<double, 3> moved = image({ points[i], points[i + 1], points[i + 2] });
      for (std::size_t d = 0; d < 3; ++d)
      {
        box.low[d] = std::min(box.low[d], moved[d]);
        box.high[d] = std::max(box.high[d], moved[d]);
      }
    }
    for (std::size_t d = 0; d < 3; ++d)
    {
      if (box.low[d] > boxes.front().high[d] + radius ||
        box.high[d] < boxes.front().low[d] - radius)
      {
        fail("Symmetry: the image of the mesh lies outside of it, so that there is nothing to be "
             "symmetric with. Move the Symmetry Center into the mesh, or choose other planes.");
      }
    }
  }
}
}

std::vector<Isometry> generatorsOf(const SymmetrySettings& settings)
{
  constexpr std::size_t axes = 3;
  std::vector<Isometry> generators;
  const bool hasPlanes =
    settings.mode == SymmetryMode::Planes || settings.mode == SymmetryMode::PlanesAndCyclic;
  for (std::size_t axis = 0; hasPlanes && axis < axes; ++axis)
  {
    if (((settings.planes + 1) >> axis & 1) != 0)
    {
      generators.push_back(reflection(axis, settings.center));
    }
  }
  if (settings.mode == SymmetryMode::Cyclic || settings.mode == SymmetryMode::PlanesAndCyclic)
  {
    generators.push_back(
      rotation(static_cast<std::size_t>(settings.axis), settings.turns, settings.center));
  }
  return generators;
}

std::vector<Isometry> imagesOf(const SymmetrySettings& settings)
{
  return imagesOf(generatorsOf(settings));
}

std::vector<Isometry> checkedImages(
  const ChainSettings& settings, const std::vector<double>& positions)
{
  if (settings.filter != FilterKind::Density)
  {
    fail("Symmetry is a property of the density filter. Choose the Filter Type Density, or switch "
         "Symmetry off.");
  }
  std::vector<Isometry> images = imagesOf(settings.stages.symmetry);
  requireOverlap(positions, images, settings.filterRadius);
  return images;
}

std::size_t SymmetricFilterKind::siteBytes(const ChainSettings& settings)
{
  return (imagesOf(settings.stages.symmetry).size() - 1) *
    NeighbourFilter<HostSpace>::imageMemory();
}

std::vector<StageSetting> SymmetricFilterKind::settings()
{
  using Stages = StageSettings;
  constexpr double mostTurns = 64.0;
  return {
    { "Symmetry", "Symmetry", [](const Stages& s) { return static_cast<double>(s.symmetry.mode); },
      [](Stages& s, double value)
      { s.symmetry.mode = static_cast<SymmetryMode>(static_cast<int>(value)); },
      0.0, 3.0, false, { "Off", "Planes", "Cyclic", "Planes and Cyclic" } },
    { "SymmetryPlanes", "Symmetry Planes",
      [](const Stages& s) { return static_cast<double>(s.symmetry.planes); },
      [](Stages& s, double value) { s.symmetry.planes = static_cast<int>(value); }, 0.0, 6.0, false,
      { "X", "Y", "X and Y", "Z", "X and Z", "Y and Z", "X, Y and Z" } },
    { "SymmetryTurns", "Symmetry Turns",
      [](const Stages& s) { return static_cast<double>(s.symmetry.turns); },
      [](Stages& s, double value) { s.symmetry.turns = static_cast<int>(value); }, 2.0, mostTurns,
      true },
    { "SymmetryAxis", "Symmetry Axis",
      [](const Stages& s) { return static_cast<double>(s.symmetry.axis); },
      [](Stages& s, double value) { s.symmetry.axis = static_cast<int>(value); }, 0.0, 2.0, false,
      { "X", "Y", "Z" } },
    { "SymmetryCenterX", "Symmetry Center, X", [](const Stages& s) { return s.symmetry.center[0]; },
      [](Stages& s, double value) { s.symmetry.center[0] = value; } },
    { "SymmetryCenterY", "Symmetry Center, Y", [](const Stages& s) { return s.symmetry.center[1]; },
      [](Stages& s, double value) { s.symmetry.center[1] = value; } },
    { "SymmetryCenterZ", "Symmetry Center, Z", [](const Stages& s) { return s.symmetry.center[2]; },
      [](Stages& s, double value) { s.symmetry.center[2] = value; } },
  };
}
#endif
}
