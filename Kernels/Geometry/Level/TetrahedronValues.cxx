#include "Geometry/Level/TetrahedronValues.h"

#include "Geometry/Level/CentreInterpolation.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace trabecula
{
namespace
{
/// Weight of the element's density at its centre, and of the elements' values at a face; nodes have
/// the remaining weight.
constexpr double ShareOfElements = 0.6;
/// Tikhonov regularization, relative to the mean of squared distances. It limits the extrapolation
/// of a slope that few elements determine.
constexpr double Regularization = 0.02;

double mixed(double ofElements, double ofNodes)
{
  return ShareOfElements * ofElements + (1.0 - ShareOfElements) * ofNodes;
}

bool isTetrahedron(const Mesh& mesh, std::size_t element)
{
  const CellType type = mesh.type(element);
  return type == CellType::Tetrahedron || type == CellType::QuadraticTetrahedron;
}

double meanInFace(const LevelField& field, std::int64_t side)
{
  double sum = 0.0;
  interpolateOnSide(field.mesh, side,
    [&](std::int32_t node, double weight)
    { sum += weight * field.values[static_cast<std::size_t>(node)]; });
  return sum;
}

double meanInElement(const LevelField& field, std::size_t element)
{
  double sum = 0.0;
  interpolateInElement(field.mesh, element,
    [&](std::int32_t node, double weight)
    { sum += weight * field.values[static_cast<std::size_t>(node)]; });
  return sum;
}

using FitMatrix = std::array<std::array<double, 4>, 4>;

/// Solves a symmetric positive definite system in place. @return whether it could
bool solveFit(FitMatrix& a, std::array<double, 4>& b)
{
  for (std::size_t i = 0; i < 4; ++i)
  {
    if (!(a[i][i] > 0.0))
    {
      return false;
    }
    for (std::size_t j = i + 1; j < 4; ++j)
    {
      const double factor = a[j][i] / a[i][i];
      for (std::size_t k = i; k < 4; ++k)
      {
        a[j][k] -= factor * a[i][k];
      }
      b[j] -= factor * b[i];
    }
  }
  for (std::size_t i = 4; i-- > 0;)
  {
    for (std::size_t k = i + 1; k < 4; ++k)
    {
      b[i] -= a[i][k] * b[k];
    }
    b[i] /= a[i][i];
  }
  return true;
}

/// Fits a linear function around a point to samples at given distances from it.
class LinearFit
{
public:
  void add(const Position& way, double weight, double value)
  {
    const std::array<double, 4> row = { 1.0, way[0], way[1], way[2] };
    for (std::size_t i = 0; i < 4; ++i)
    {
      for (std::size_t j = 0; j < 4; ++j)
      {
        this->Normal[i][j] += weight * row[i] * row[j];
      }
      this->Right[i] += weight * row[i] * value;
    }
    this->Least = std::min(this->Least, value);
    this->Largest = std::max(this->Largest, value);
  }

  /// The value at the point; there must be samples.
  double value()
  {
    const double mean = this->Right[0] / this->Normal[0][0];
    const double added =
      Regularization * (this->Normal[1][1] + this->Normal[2][2] + this->Normal[3][3]) / 3.0;
    for (std::size_t i = 1; i < 4; ++i)
    {
      this->Normal[i][i] += added;
    }
    return std::clamp(
      solveFit(this->Normal, this->Right) ? this->Right[0] : mean, this->Least, this->Largest);
  }

private:
  FitMatrix Normal{};
  std::array<double, 4> Right{};
  double Least = std::numeric_limits<double>::infinity();
  double Largest = -std::numeric_limits<double>::infinity();
};
}

void setTetrahedronValues(
  LevelField& field, const NodeElements& around, const std::vector<double>& density)
{
  const auto nodes = static_cast<std::int64_t>(field.mesh.numberOfNodes());
  const auto faces = static_cast<std::int64_t>(field.faces.count());
  const auto elements = static_cast<std::int64_t>(density.size());
  const auto isOfDesign = [&](std::int64_t e) { return field.parts[e] == LevelField::Design; };
  const auto isFitted = [&](std::int64_t e)
  { return isOfDesign(e) && isTetrahedron(field.mesh, static_cast<std::size_t>(e)); };
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < nodes; ++n)
    {
      LinearFit fit;
      bool isAny = false;
      bool isEvery = true;
      const Position x = field.position(static_cast<std::int32_t>(n));
      for (std::int64_t i = around.starts[n]; i < around.starts[n + 1]; ++i)
      {
        const std::int32_t e = around.elements[i];
        isEvery = isEvery && (isFitted(e) || !isOfDesign(e));
        if (isFitted(e))
        {
          isAny = true;
          fit.add(minus(field.position(field.vertexOfElement(e)), x), field.volumes[e], density[e]);
        }
      }
      if (isAny && isEvery)
      {
        field.values[n] = fit.value();
      }
    }
#pragma omp for schedule(static)
    for (std::int64_t e = 0; e < elements; ++e)
    {
      if (isFitted(e))
      {
        field.values[nodes + faces + e] =
          mixed(density[e], meanInElement(field, static_cast<std::size_t>(e)));
      }
    }
#pragma omp for schedule(static)
    for (std::int64_t f = 0; f < faces; ++f)
    {
      double sum = 0.0;
      double count = 0.0;
      bool isAny = false;
      for (const std::int64_t side : field.faces.sides[f])
      {
        const std::int64_t e = ElementFaces::elementOf(side);
        if (side != ElementFaces::None && isOfDesign(e))
        {
          isAny = isAny || isFitted(e);
          sum += field.values[nodes + faces + e];
          count += 1.0;
        }
      }
      if (isAny)
      {
        field.values[nodes + f] = mixed(sum / count, meanInFace(field, field.faces.sides[f][0]));
      }
    }
  }
}
}
