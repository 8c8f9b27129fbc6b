#include "Analysis/Body/BodyLoads.h"

#include "Core/SymmetricEigen.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula
{
namespace
{
/// Smallest fraction of the weight around a point that must belong to supported pieces.
constexpr double LeastHeldPart = 0.5;
/// Largest distance, in radii, at which a load that has no solid around it is applied to the body.
constexpr double MostRadii = 2.0;
/// Smallest ratio of an eigenvalue of the moments to the largest one; smaller eigenvalues count as
/// zero, for example that of a plane body in z.
constexpr double LeastMoment = 1e-6;
/// Largest (p - c) A^-1 (p - c) for a linear field. On a side, an edge and a corner of a body it is
/// 2.5, 5 and 7.5.
constexpr double MostExtrapolation = 12.0;

Position productOf(const std::array<double, 9>& matrix, const Position& vector)
{
  Position product = {};
  for (std::size_t i = 0; i < 9; ++i)
  {
    product[i / 3] += matrix[i] * vector[i % 3];
  }
  return product;
}

/// The pseudoinverse of a symmetric matrix.
std::array<double, 9> pseudoInverse(const std::array<double, 9>& matrix)
{
  const SymmetricEigen eigen = symmetricEigen(matrix.data(), 3);
  std::array<double, 9> inverse = {};
  for (std::size_t k = 0; k < 3; ++k)
  {
    if (eigen.values[k] <= LeastMoment * eigen.values[2])
    {
      continue;
    }
    for (std::size_t i = 0; i < 9; ++i)
    {
      inverse[i] += eigen.vector(k)[i / 3] * eigen.vector(k)[i % 3] / eigen.values[k];
    }
  }
  return inverse;
}

/// Returns the position of a node; for plane bodies its projection onto the plane.
Position positionOf(const BodyVoxels& body, std::int32_t node)
{
  const double* x = &body.mesh.points[3 * static_cast<std::size_t>(node)];
  return { x[0], x[1], body.isPlane ? 0.0 : x[2] };
}
}

BodyLoads::BodyLoads(const BodyVoxels& body, double radius) : Body(body), Radius(radius)
{
  for (std::size_t d = 0; d < (body.isPlane ? 2U : 3U); ++d)
  {
    this->Radius = std::max(this->Radius, body.grid.spacing[d]);
  }
}

bool BodyLoads::collect(double radius, Patch& patch) const
{
  const SurfaceGrid& grid = this->Body.grid;
  const bool isPlane = this->Body.isPlane;
  std::array<int, 3> low{};
  std::array<int, 3> high{}; // one past the last voxel
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double x = (patch.point[d] - grid.origin[d]) / grid.spacing[d];
    const double more = radius / grid.spacing[d];
    const double cells = grid.cells[d];
    low[d] = static_cast<int>(std::floor(std::clamp(x - more, 0.0, cells)));
    high[d] = static_cast<int>(std::ceil(std::clamp(x + more, 0.0, cells)));
  }
  if (isPlane)
  {
    low[2] = 0;
    high[2] = 1;
  }
  const std::size_t width[3] = { std::size_t(high[0] - low[0] + 1),
    std::size_t(high[1] - low[1] + 1), std::size_t(high[2] - low[2] + 1) };
  std::vector<double> nodal(width[0] * width[1] * width[2], 0.0);
  double all = 0.0;
  double held = 0.0;
  for (int k = low[2]; k < high[2]; ++k)
  {
    for (int j = low[1]; j < high[1]; ++j)
    {
      for (int i = low[0]; i < high[0]; ++i)
      {
        const std::size_t voxel = grid.voxel(i, j, k);
        Position away = minus(grid.inSpace({ i + 0.5, j + 0.5, k + 0.5 }), patch.point);
        away[2] = isPlane ? 0.0 : away[2];
        const double weight =
          this->Body.fractions[voxel] * (1.0 - dotProduct(away, away) / (radius * radius));
        if (!(weight > 0.0))
        {
          continue;
        }
        all += weight;
        if (!this->Body.isHeld[static_cast<std::size_t>(this->Body.pieces[voxel])])
        {
          continue;
        }
        held += weight;
        for (int corner = 0; corner < 8; ++corner)
        {
          const auto a = static_cast<std::size_t>(i - low[0]) + std::size_t(corner & 1);
          const auto b = static_cast<std::size_t>(j - low[1]) + std::size_t(corner >> 1 & 1);
          const auto c = static_cast<std::size_t>(k - low[2]) + std::size_t(corner >> 2);
          nodal[(c * width[1] + b) * width[0] + a] += weight / 8.0;
        }
      }
    }
  }
  if (!(all > 0.0))
  {
    return false;
  }
  patch.state = held >= LeastHeldPart * all ? State::Carried : State::Loose;
  for (std::size_t n = 0; patch.state == State::Carried && n < nodal.size(); ++n)
  {
    if (nodal[n] > 0.0)
    {
      const std::size_t node = grid.node(low[0] + static_cast<int>(n % width[0]),
        low[1] + static_cast<int>(n / width[0] % width[1]),
        low[2] + static_cast<int>(n / (width[0] * width[1])));
      patch.weights.emplace_back(this->Body.numberOf[node], nodal[n] / held);
    }
  }
  return true;
}

void BodyLoads::findMoments(Patch& patch) const
{
  for (const auto& [node, weight] : patch.weights)
  {
    const Position x = positionOf(this->Body, node);
    for (std::size_t d = 0; d < 3; ++d)
    {
      patch.centre[d] += weight * x[d];
    }
  }
  std::array<double, 9> moments = {};
  for (const auto& [node, weight] : patch.weights)
  {
    const Position r = minus(positionOf(this->Body, node), patch.centre);
    for (std::size_t i = 0; i < 9; ++i)
    {
      moments[i] += weight * r[i / 3] * r[i % 3];
    }
  }
  const Position away = minus(patch.point, patch.centre);
  patch.slope = productOf(pseudoInverse(moments), away);
  patch.isExtrapolated = dotProduct(patch.slope, away) > MostExtrapolation;
  if (patch.isExtrapolated)
  {
    const double trace = moments[0] + moments[4] + moments[8];
    std::array<double, 9> inertia = {};
    for (std::size_t i = 0; i < 9; ++i)
    {
      inertia[i] = (i / 3 == i % 3 ? trace : 0.0) - moments[i];
    }
    patch.inverseInertia = pseudoInverse(inertia);
  }
}

BodyLoads::Patch BodyLoads::patchAt(const Position& point) const
{
  Patch patch;
  patch.point = point;
  if (!this->collect(this->Radius, patch))
  {
    patch.isWidened = true;
    this->collect(MostRadii * this->Radius, patch);
  }
  patch.point[2] = this->Body.isPlane ? 0.0 : point[2];
  if (!patch.weights.empty())
  {
    this->findMoments(patch);
  }
  return patch;
}

void BodyLoads::addForce(
  const Patch& patch, const Position& force, std::vector<double>& forces) const
{
  const Position moment = crossProduct(minus(patch.point, patch.centre), force);
  const Position rotation =
    patch.isExtrapolated ? productOf(patch.inverseInertia, moment) : Position{};
  for (const auto& [node, weight] : patch.weights)
  {
    const Position r = minus(positionOf(this->Body, node), patch.centre);
    const Position turn = crossProduct(rotation, r);
    const double shape = patch.isExtrapolated ? 1.0 : 1.0 + dotProduct(patch.slope, r);
    for (std::size_t d = 0; d < 3; ++d)
    {
      forces[3 * static_cast<std::size_t>(node) + d] += weight * (shape * force[d] + turn[d]);
    }
  }
}

void BodyLoads::addSpring(
  const Patch& patch, const Position& stiffness, std::vector<double>& springs)
{
  for (const auto& [node, weight] : patch.weights)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      springs[3 * static_cast<std::size_t>(node) + d] += weight * stiffness[d];
    }
  }
}
}
