#include "Analysis/Isogeometric/PatchLoads.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
void addForce(
  const NurbsPoint& point, double factor, const std::array<double, 3>& force, double* forces)
{
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      forces[3 * static_cast<std::size_t>(point.controlPoints[i]) + c] +=
        factor * point.values[i] * force[c];
    }
  }
}

/// Returns parameters and weights of the Gauss points in all directions; the direction normal to a
/// face has a single point.
std::array<SplineTable, 3> tablesOf(const NurbsPatch& patch, const PatchFace* face, int gaussPoints)
{
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] = gaussTable(patch.degrees[k], patch.knots[k], gaussPoints);
    if (face && face->direction == static_cast<int>(k))
    {
      tables[k].places = { static_cast<double>(face->end) };
      tables[k].weights = { 1.0 };
    }
  }
  return tables;
}

template <class Visit>
void forEachPoint(
  const NurbsPatch& patch, const std::array<SplineTable, 3>& tables, const Visit& visit)
{
  for (std::size_t c = 0; c < tables[2].size(); ++c)
  {
    for (std::size_t b = 0; b < tables[1].size(); ++b)
    {
      for (std::size_t a = 0; a < tables[0].size(); ++a)
      {
        visit(evaluateAt(patch, { tables[0].places[a], tables[1].places[b], tables[2].places[c] }),
          tables[0].weights[a] * tables[1].weights[b] * tables[2].weights[c]);
      }
    }
  }
}

/// Returns the outward normal times the ratio of area to that of the parameters: a row of the
/// cofactors of the Jacobian.
std::array<double, 3> areaVector(const NurbsPoint& point, const PatchFace& face)
{
  const auto& j = point.jacobian;
  const auto k = static_cast<std::size_t>(face.direction);
  const std::size_t k1 = (k + 1) % 3;
  const std::size_t k2 = (k + 2) % 3;
  const double sign = face.end == 0 ? -1.0 : 1.0;
  std::array<double, 3> area{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    const std::size_t c1 = (c + 1) % 3;
    const std::size_t c2 = (c + 2) % 3;
    area[c] = sign * (j[c1][k1] * j[c2][k2] - j[c2][k1] * j[c1][k2]);
  }
  return area;
}
}

std::vector<double> pointForce(
  const NurbsPatch& patch, const std::array<double, 3>& xi, const std::array<double, 3>& force)
{
  std::vector<double> forces(patch.points.size(), 0.0);
  addForce(evaluateAt(patch, xi), 1.0, force, forces.data());
  return forces;
}

std::vector<double> faceForce(
  const NurbsPatch& patch, const PatchFace& face, const Traction& traction, int gaussPoints)
{
  std::vector<double> forces(patch.points.size(), 0.0);
  forEachPoint(patch, tablesOf(patch, &face, gaussPoints),
    [&](const NurbsPoint& point, double weight)
    {
      std::array<double, 3> normal = areaVector(point, face);
      const double area = std::hypot(normal[0], normal[1], normal[2]);
      for (double& component : normal)
      {
        component /= area;
      }
      addForce(point, weight * area, traction(point.position, normal), forces.data());
    });
  return forces;
}

double areaOf(const NurbsPatch& patch, const PatchFace& face)
{
  double total = 0.0;
  forEachPoint(patch, tablesOf(patch, &face, 0),
    [&](const NurbsPoint& point, double weight)
    {
      const std::array<double, 3> area = areaVector(point, face);
      total += weight * std::hypot(area[0], area[1], area[2]);
    });
  return total;
}

std::vector<double> bodyForce(const NurbsPatch& patch, const std::array<double, 3>& force)
{
  std::vector<double> forces(patch.points.size(), 0.0);
  forEachPoint(patch, tablesOf(patch, nullptr, 0),
    [&](const NurbsPoint& point, double weight)
    { addForce(point, weight * point.determinant(), force, forces.data()); });
  return forces;
}
}
