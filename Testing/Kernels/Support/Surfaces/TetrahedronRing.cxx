#include "Support/Surfaces/TetrahedronRing.h"

#include "Support/Random.h"
#include "Support/Surfaces/Tube.h"

#include "Mesh/Generators/BoxMeshes.h"

#include <cmath>
#include <map>

namespace trabecula::testing
{
namespace
{
const double FullTurn = 2.0 * std::acos(-1.0);
}

double TetrahedronRing::edge() const
{
  return FullTurn * this->inner / this->around;
}

TriangleMesh TetrahedronRing::surface() const
{
  constexpr int facets = 512;
  TriangleMesh mesh;
  for (const double z : { 0.0, this->height })
  {
    for (const double radius : { this->outer, this->inner })
    {
      for (int i = 0; i < facets; ++i)
      {
        const double angle = FullTurn * i / facets;
        mesh.points.insert(
          mesh.points.end(), { radius * std::cos(angle), radius * std::sin(angle), z });
      }
    }
  }
  mesh.triangles = trianglesOfTube(facets);
  return mesh;
}

TopologySurfaceProblem TetrahedronRing::design(
  const std::function<double(const std::array<double, 3>&)>& density) const
{
  TopologySurfaceProblem problem;
  Mesh& mesh = problem.mesh;
  mesh = makeBox(CellType::Tetrahedron, { this->across, this->around, this->high },
    [](const std::array<double, 3>& p) { return p; });
  // The first and the last nodes around the axis are identical; inner nodes are slightly displaced.
  Random random(3);
  std::map<std::array<int, 3>, std::int32_t> numbers;
  std::vector<std::int32_t> newNumber(mesh.numberOfNodes());
  std::vector<double> points;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    const auto indexOf = [&](std::size_t axis, int count)
    { return static_cast<int>(std::lround(mesh.points[3 * n + axis] * count)); };
    const std::array<int, 3> place = { indexOf(0, this->across),
      indexOf(1, this->around) % this->around, indexOf(2, this->high) };
    const auto found = numbers.emplace(place, static_cast<std::int32_t>(numbers.size()));
    newNumber[n] = found.first->second;
    if (found.second)
    {
      const bool isInner =
        place[0] > 0 && place[0] < this->across && place[2] > 0 && place[2] < this->high;
      const auto shift = [&] { return isInner ? random.uniform(-0.2, 0.2) : 0.0; };
      const double radius =
        this->inner + (this->outer - this->inner) * (place[0] + shift()) / this->across;
      const double angle = FullTurn * (place[1] + shift()) / this->around;
      points.insert(points.end(),
        { radius * std::cos(angle), radius * std::sin(angle),
          this->height * (place[2] + shift()) / this->high });
    }
  }
  mesh.points = points;
  for (std::int32_t& node : mesh.connectivity)
  {
    node = newNumber[static_cast<std::size_t>(node)];
  }
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::array<double, 3> centre{};
    for (std::size_t a = 0; a < 4; ++a)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        centre[c] += 0.25 * mesh.points[3 * std::size_t(mesh.element(e)[a]) + c];
      }
    }
    problem.density.push_back(density(centre));
  }
  return problem;
}
}
