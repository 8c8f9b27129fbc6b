#include "Optimization/Verdict/JudgeOverhang.h"

#include "Analysis/Body/BodyVoxels.h"
#include "Analysis/ElementGeometry.h"
#include "Design/Stage/StageSettings.h"
#include "Design/Stage/Sweep/FormShape.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
/// Returns the surface in units of places from the low corner of the grid, oriented outwards.
TriangleMesh inPlaces(const TriangleMesh& surface, const FormShape& shape)
{
  TriangleMesh result = surface;
  for (std::size_t i = 0; i < result.points.size(); i += 3)
  {
    const FormShape::Vector place = shape.inPlaces(&surface.points[i]);
    for (std::size_t d = 0; d < 3; ++d)
    {
      result.points[i + d] = std::clamp(place[d], 0.0, static_cast<double>(shape.counts[d]));
    }
  }
  if (enclosedVolume(result) < 0.0)
  {
    for (std::size_t t = 0; t < result.triangles.size(); t += 3)
    {
      std::swap(result.triangles[t], result.triangles[t + 1]);
    }
  }
  return result;
}

/// Which places are at the attached side.
class AttachedPlaces
{
public:
  AttachedPlaces(const OverhangSettings& overhang, const Mesh& mesh, const FormShape& shape)
    : Shape(shape), IsOn(overhang.attachedSide != AxisDirection::Off)
  {
    if (!this->IsOn)
    {
      return;
    }
    const auto side = static_cast<std::size_t>(overhang.attachedSide) - 1;
    this->Axis = side / 2;
    this->Sign = side % 2 == 1 ? -1.0 : 1.0;
    for (std::size_t i = this->Axis; i < mesh.points.size(); i += 3)
    {
      this->Outmost = std::max(this->Outmost, this->Sign * mesh.points[i]);
    }
  }

  bool operator()(const std::array<std::int64_t, 3>& place) const
  {
    return this->IsOn &&
      this->Sign * this->Shape.middle(place)[this->Axis] > this->Outmost - this->Shape.edges[0];
  }

private:
  const FormShape& Shape;
  bool IsOn;
  std::size_t Axis = 0;
  double Sign = 1.0;
  double Outmost = std::numeric_limits<double>::lowest();
};

/// The largest fraction of the place below and the four beside it.
double largestBelow(const std::vector<double>& fractions, const FormShape& shape,
  const std::array<std::int64_t, 3>& place)
{
  constexpr std::array<std::array<int, 2>, 5> offsets = { { { 0, 0 }, { -1, 0 }, { 1, 0 },
    { 0, -1 }, { 0, 1 } } };
  double largest = 0.0;
  for (const auto& [i, j] : offsets)
  {
    const std::array<std::int64_t, 3> below = { place[0] + i, place[1] + j, place[2] - 1 };
    const bool isInside =
      below[0] >= 0 && below[0] < shape.counts[0] && below[1] >= 0 && below[1] < shape.counts[1];
    largest =
      std::max(largest, isInside ? fractions[static_cast<std::size_t>(shape.number(below))] : 0.0);
  }
  return largest;
}
}

std::optional<std::int64_t> countUnsupported(const TriangleMesh& surface, const Mesh& mesh,
  const OverhangSettings& overhang, const FormGridSettings& grid, Observer& observer)
{
  constexpr double dense = 0.5;
  constexpr double supporting = 0.49;
  ChainSettings chain;
  chain.stages.overhang = overhang;
  chain.stages.formGrid = grid;
  const std::vector<double> volumes = elementVolumes(mesh);
  const FormShape shape = formShape(chain, mesh,
    std::accumulate(volumes.begin(), volumes.end(), 0.0) / static_cast<double>(volumes.size()));
  SurfaceGrid places;
  places.spacing = { 1.0, 1.0, 1.0 };
  for (std::size_t d = 0; d < 3; ++d)
  {
    places.cells[d] = static_cast<int>(shape.counts[d]);
  }
  const std::optional<std::vector<double>> fractions =
    bodyFractions(inPlaces(surface, shape), places, observer);
  if (!fractions)
  {
    return std::nullopt;
  }
  const AttachedPlaces isAttached(overhang, mesh, shape);
  std::int64_t count = 0;
  std::array<std::int64_t, 3> place;
  for (place[2] = 1; place[2] < shape.counts[2]; ++place[2])
  {
    for (place[1] = 0; place[1] < shape.counts[1]; ++place[1])
    {
      for (place[0] = 0; place[0] < shape.counts[0]; ++place[0])
      {
        const bool isSolid = (*fractions)[static_cast<std::size_t>(shape.number(place))] > dense;
        count +=
          isSolid && largestBelow(*fractions, shape, place) < supporting && !isAttached(place) ? 1
                                                                                               : 0;
      }
    }
  }
  return count;
}
}
