#include "Analysis/Loads/PatchSurfaceLoads.h"

#include "Core/Error.h"
#include "Geometry/Triangles/Position.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
/// A parameter and its weight.
struct ParameterPoint
{
  double place = 0.0;
  double weight = 0.0;
};

/// Gauss points of a range of a direction, span by span.
std::vector<ParameterPoint> gaussPointsOf(
  int degree, const std::vector<double>& knots, double low, double high)
{
  if (degree == 0)
  {
    return { { 0.5, 1.0 } };
  }
  const GaussRule rule(degree + 1);
  std::vector<double> ends = { low };
  for (const double knot : breakPoints(degree, knots))
  {
    if (knot > low && knot < high)
    {
      ends.push_back(knot);
    }
  }
  ends.push_back(high);
  std::vector<ParameterPoint> points;
  for (std::size_t s = 1; s < ends.size(); ++s)
  {
    const double half = 0.5 * (ends[s] - ends[s - 1]);
    for (std::size_t q = 0; q < rule.places.size(); ++q)
    {
      points.push_back({ ends[s - 1] + half * (1.0 + rule.places[q]), half * rule.weights[q] });
    }
  }
  return points;
}

Vector3 column(const NurbsPoint& point, std::size_t k)
{
  return { point.jacobian[0][k], point.jacobian[1][k], point.jacobian[2][k] };
}

/// A quadrature point of a face.
struct FaceSample
{
  const NurbsPoint& point;
  Vector3 areaVector; ///< outward unit normal times the weight of the point, length squared
  double area;
};

/// Calls visit(const FaceSample&) for all quadrature points of all faces.
template <class Visit>
void forFaceSamples(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Visit& visit)
{
  for (const PatchFacePiece& face : faces)
  {
    const auto d = static_cast<std::size_t>(face.direction);
    const std::size_t a = d == 0 ? 1 : 0;
    const std::size_t b = d == 2 ? 1 : 2;
    // J_a x J_b points outwards at the end of the first and of the third direction, and inwards at
    // the end of the second one.
    const double sign = (d == 1 ? -1.0 : 1.0) * (face.end == 1 ? 1.0 : -1.0);
    const auto second = gaussPointsOf(patch.degrees[b], patch.knots[b], face.low[1], face.high[1]);
    for (const ParameterPoint& u :
      gaussPointsOf(patch.degrees[a], patch.knots[a], face.low[0], face.high[0]))
    {
      for (const ParameterPoint& v : second)
      {
        std::array<double, 3> xi{};
        xi[d] = face.end;
        xi[a] = u.place;
        xi[b] = v.place;
        const NurbsPoint point = evaluateAt(patch, xi);
        Vector3 area = crossProduct(column(point, a), column(point, b));
        for (double& component : area)
        {
          component *= sign * u.weight * v.weight;
        }
        visit(FaceSample{ point, area, std::hypot(area[0], area[1], area[2]) });
      }
    }
  }
}

void addForce(std::vector<double>& forces, const NurbsPoint& point, const Vector3& force)
{
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      forces[3 * static_cast<std::size_t>(point.controlPoints[i]) + c] +=
        point.values[i] * force[c];
    }
  }
}

/// Consistent forces of a force at each quadrature point.
template <class Force>
std::vector<double> spreadOnPatch(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Force& force)
{
  std::vector<double> forces(3 * patch.numberOfControlPoints(), 0.0);
  forFaceSamples(
    patch, faces, [&](const FaceSample& sample) { addForce(forces, sample.point, force(sample)); });
  return forces;
}
}

PatchFacePiece sideOf(int direction, int end)
{
  PatchFacePiece face;
  face.direction = direction;
  face.end = end;
  return face;
}

std::vector<double> forcesOfTraction(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Vector3& traction)
{
  return spreadOnPatch(patch, faces,
    [&](const FaceSample& sample) -> Vector3 {
      return { sample.area * traction[0], sample.area * traction[1], sample.area * traction[2] };
    });
}

std::vector<double> forcesOfPressure(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, double pressure)
{
  return spreadOnPatch(patch, faces,
    [&](const FaceSample& sample) -> Vector3
    {
      const Vector3& area = sample.areaVector;
      return { -pressure * area[0], -pressure * area[1], -pressure * area[2] };
    });
}

std::vector<double> forcesOfTotalForce(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Vector3& total)
{
  const double area = areaOf(patch, faces);
  if (!(area > 0.0))
  {
    throw Error("The faces that are to be loaded have no area. Choose others.");
  }
  return forcesOfTraction(patch, faces, { total[0] / area, total[1] / area, total[2] / area });
}

std::vector<double> forcesOfMoment(
  const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces, const Vector3& moment)
{
  std::vector<double> positions;
  std::vector<double> areas;
  forFaceSamples(patch, faces,
    [&](const FaceSample& sample)
    {
      const auto& x = sample.point.position;
      positions.insert(positions.end(), x.begin(), x.end());
      areas.push_back(sample.area);
    });
  const RotationalForces rotation = rotationalForces(positions, areas, moment);
  return spreadOnPatch(patch, faces,
    [&](const FaceSample& sample) { return rotation(sample.point.position, sample.area); });
}

std::vector<double> forcesAtParameters(const NurbsPatch& patch,
  const std::vector<std::array<double, 3>>& parameters, const std::vector<double>& forces)
{
  std::vector<double> result(3 * patch.numberOfControlPoints(), 0.0);
  for (std::size_t i = 0; i < parameters.size(); ++i)
  {
    addForce(result, evaluateAt(patch, parameters[i]),
      { forces[3 * i], forces[3 * i + 1], forces[3 * i + 2] });
  }
  return result;
}

double areaOf(const NurbsPatch& patch, const std::vector<PatchFacePiece>& faces)
{
  double area = 0.0;
  forFaceSamples(patch, faces, [&](const FaceSample& sample) { area += sample.area; });
  return area;
}
}
