#include "Operator/Meshfree/IntegrationPoints.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Element/FaceQuadrature.h"
#include "Element/Hex8Element.h"
#include "Mesh/ElementFaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

namespace trabecula
{
namespace
{
struct GaussPoint1d
{
  double place; ///< coordinate in [-1, 1]
  double weight;
};

std::vector<GaussPoint1d> gaussRule(int points)
{
  switch (points)
  {
    case 1:
      return { { 0.0, 2.0 } };
    case 2:
      return { { -hex8::GaussPoint, 1.0 }, { hex8::GaussPoint, 1.0 } };
    case 3:
    {
      const double x = std::sqrt(0.6);
      return { { -x, 5.0 / 9.0 }, { 0.0, 8.0 / 9.0 }, { x, 5.0 / 9.0 } };
    }
    case 4:
    {
      const double root = 2.0 / 7.0 * std::sqrt(1.2);
      const double inner = std::sqrt(3.0 / 7.0 - root);
      const double outer = std::sqrt(3.0 / 7.0 + root);
      const double part = std::sqrt(30.0) / 36.0;
      return { { -outer, 0.5 - part }, { -inner, 0.5 + part }, { inner, 0.5 + part },
        { outer, 0.5 - part } };
    }
    default:
      throw Error("There are " + std::to_string(points) +
        " Gauss points in each direction of a cell, but there must be 1 to 4.");
  }
}

/// Computes the position of natural coordinates in a cell. @return the Jacobian determinant at that
/// position
double placeInCell(const Mesh& mesh, std::size_t cell, const double* natural, double* place)
{
  std::array<double, 8> shapes{};
  std::array<double, 24> derivatives{};
  Hex8Shape::shapesAt(natural, shapes.data());
  Hex8Shape::derivativesAt(natural, derivatives.data());
  std::array<double, 9> jacobian{};
  std::fill(place, place + 3, 0.0);
  const std::int32_t* corners = mesh.element(cell);
  for (std::size_t a = 0; a < 8; ++a)
  {
    const double* x = &mesh.points[3 * static_cast<std::size_t>(corners[a])];
    for (std::size_t c = 0; c < 3; ++c)
    {
      place[c] += shapes[a] * x[c];
      for (std::size_t k = 0; k < 3; ++k)
      {
        jacobian[3 * c + k] += x[c] * derivatives[3 * a + k];
      }
    }
  }
  std::array<double, 9> adjugate{};
  return hex8::adjugate(&jacobian[0], &jacobian[3], &jacobian[6], adjugate.data());
}
}

IntegrationPoints cellPoints(const Mesh& mesh, int perDirection)
{
  const std::vector<GaussPoint1d> rule = gaussRule(perDirection);
  const auto cells = static_cast<std::int64_t>(mesh.numberOfElements());
  const auto n = static_cast<std::size_t>(perDirection);
  const std::size_t per = n * n * n;
  IntegrationPoints points;
  points.perCell = static_cast<int>(per);
  points.places.resize(3 * per * static_cast<std::size_t>(cells));
  points.weights.resize(per * static_cast<std::size_t>(cells));
#pragma omp parallel for schedule(static)
  for (std::int64_t cell = 0; cell < cells; ++cell)
  {
    for (std::size_t i = 0; i < per; ++i)
    {
      const GaussPoint1d at[3] = { rule[i % n], rule[i / n % n], rule[i / n / n] };
      const double natural[3] = { at[0].place, at[1].place, at[2].place };
      const std::size_t q = static_cast<std::size_t>(cell) * per + i;
      points.weights[q] = at[0].weight * at[1].weight * at[2].weight *
        placeInCell(mesh, static_cast<std::size_t>(cell), natural, &points.places[3 * q]);
    }
  }
  const auto bad = std::find_if(
    points.weights.begin(), points.weights.end(), [](double weight) { return !(weight > 0.0); });
  if (bad != points.weights.end())
  {
    const auto q = static_cast<std::size_t>(bad - points.weights.begin());
    throw Error("Cell " + std::to_string(q / per) +
      " is inverted: its Jacobian determinant is not " + "positive at (" +
      shortText(points.places[3 * q]) + ", " + shortText(points.places[3 * q + 1]) + ", " +
      shortText(points.places[3 * q + 2]) + "). Repair the mesh, or the order of its points.");
  }
  return points;
}

std::vector<double> valuesInCells(
  const Mesh& mesh, int perDirection, const std::vector<double>& ofPoints)
{
  const std::vector<GaussPoint1d> rule = gaussRule(perDirection);
  const auto n = static_cast<std::size_t>(perDirection);
  const std::size_t per = n * n * n;
  std::vector<double> values(per * mesh.numberOfElements(), 0.0);
  for (std::size_t i = 0; i < per; ++i)
  {
    const double natural[3] = { rule[i % n].place, rule[i / n % n].place, rule[i / n / n].place };
    std::array<double, 8> shapes{};
    Hex8Shape::shapesAt(natural, shapes.data());
    for (std::size_t cell = 0; cell < mesh.numberOfElements(); ++cell)
    {
      const std::int32_t* corners = mesh.element(cell);
      for (std::size_t a = 0; a < 8; ++a)
      {
        values[cell * per + i] += shapes[a] * ofPoints[static_cast<std::size_t>(corners[a])];
      }
    }
  }
  return values;
}

FacePoints facePointsOf(const Mesh& mesh, const std::vector<std::int64_t>& sides)
{
  constexpr std::size_t per = FacePoints::PerFace;
  const std::vector<FacePoint>& rule = facePoints(4);
  const auto faces = static_cast<std::int64_t>(sides.size());
  FacePoints points;
  points.places.resize(3 * per * sides.size());
  points.weights.resize(per * sides.size());
  points.normals.resize(3 * per * sides.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t face = 0; face < faces; ++face)
  {
    const FaceLoop<std::int32_t> corners = nodesOfSide(mesh, sides[static_cast<std::size_t>(face)]);
    for (std::size_t i = 0; i < per; ++i)
    {
      const std::size_t q = static_cast<std::size_t>(face) * per + i;
      double tangents[2][3] = {};
      for (std::size_t a = 0; a < 4; ++a)
      {
        const double* x = &mesh.points[3 * static_cast<std::size_t>(corners[a])];
        for (std::size_t c = 0; c < 3; ++c)
        {
          points.places[3 * q + c] += rule[i].shape.values[a] * x[c];
          tangents[0][c] += rule[i].shape.derivatives[a][0] * x[c];
          tangents[1][c] += rule[i].shape.derivatives[a][1] * x[c];
        }
      }
      double normal[3];
      for (std::size_t c = 0; c < 3; ++c)
      {
        const std::size_t next = (c + 1) % 3;
        const std::size_t last = (c + 2) % 3;
        normal[c] = tangents[0][next] * tangents[1][last] - tangents[0][last] * tangents[1][next];
      }
      const double area = std::hypot(normal[0], normal[1], normal[2]);
      points.weights[q] = rule[i].weight * area;
      for (std::size_t c = 0; c < 3; ++c)
      {
        points.normals[3 * q + c] = normal[c] / area;
      }
    }
  }
  return points;
}

FacePoints facePointsOfCells(const Mesh& mesh)
{
  constexpr std::size_t faces = 6;
  std::vector<std::int64_t> sides(faces * mesh.numberOfElements());
  for (std::size_t i = 0; i < sides.size(); ++i)
  {
    sides[i] = ElementFaces::firstSideOf(static_cast<std::int64_t>(i / faces)) +
      static_cast<std::int64_t>(i % faces);
  }
  return facePointsOf(mesh, sides);
}
}
