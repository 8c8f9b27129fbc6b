#include "Mesh/Nurbs/NurbsGenerators.h"

#include "Core/Error.h"
#include "Mesh/Nurbs/NurbsRefinement.h"

#include <cmath>

namespace trabecula
{
NurbsPatch makeBoxPatch(int dimension, const std::array<double, 3>& sizes,
  const std::array<int, 3>& degrees, const std::array<int, 3>& elements)
{
  NurbsPatch patch;
  patch.dimension = dimension;
  std::array<std::vector<double>, 3> places;
  for (std::size_t k = 0; k < 3; ++k)
  {
    if (static_cast<int>(k) < dimension)
    {
      patch.degrees[k] = degrees[k];
      patch.knots[k] = uniformKnots(degrees[k], elements[k]);
      places[k] = grevillePoints(degrees[k], patch.knots[k]);
      for (double& place : places[k])
      {
        place *= sizes[k];
      }
    }
    else
    {
      patch.degrees[k] = 0;
      patch.knots[k] = { 0.0, 1.0 };
      places[k] = { 0.0 };
    }
  }
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        patch.points.insert(patch.points.end(), { x, y, z });
      }
    }
  }
  patch.weights.assign(patch.numberOfControlPoints(), 1.0);
  return patch;
}

NurbsPatch makeQuarterAnnulusPatch(double innerRadius, double outerRadius,
  const std::array<int, 2>& degrees, const std::array<int, 2>& elements)
{
  if (!(innerRadius > 0.0 && outerRadius > innerRadius && std::isfinite(outerRadius)))
  {
    throw Error("The radii of an annulus must be positive, and the outer one larger than the "
                "inner one.");
  }
  const double a = innerRadius;
  const double b = outerRadius;
  const double w = std::sqrt(0.5);
  NurbsPatch coarse;
  coarse.degrees = { 1, 2, 0 };
  coarse.knots = { std::vector<double>{ 0.0, 0.0, 1.0, 1.0 }, { 0.0, 0.0, 0.0, 1.0, 1.0, 1.0 },
    { 0.0, 1.0 } };
  coarse.points = { a, 0.0, 0.0, b, 0.0, 0.0, a, a, 0.0, b, b, 0.0, 0.0, a, 0.0, 0.0, b, 0.0 };
  coarse.weights = { 1.0, 1.0, w, w, 1.0, 1.0 };
  return refine(coarse, { degrees[0], degrees[1], 0 }, { elements[0], elements[1], 1 });
}

NurbsPatch extrude(const NurbsPatch& plane, double height, int degree, int elements)
{
  NurbsPatch patch = plane;
  patch.dimension = 3;
  patch.degrees[2] = degree;
  patch.knots[2] = uniformKnots(degree, elements);
  patch.points.clear();
  patch.weights.clear();
  for (const double place : grevillePoints(degree, patch.knots[2]))
  {
    for (std::size_t i = 0; i < plane.weights.size(); ++i)
    {
      patch.points.insert(
        patch.points.end(), { plane.points[3 * i], plane.points[3 * i + 1], place * height });
      patch.weights.push_back(plane.weights[i]);
    }
  }
  return patch;
}

NurbsPatch moved(NurbsPatch patch, const std::array<double, 3>& by)
{
  for (std::size_t i = 0; i < patch.points.size(); ++i)
  {
    patch.points[i] += by[i % 3];
  }
  return patch;
}
}
