#include "Operator/Hex8/Hex8OperatorReference.h"

#include "Element/Hex8Reference.h"

#include <array>
#include <cstddef>

namespace trabecula::reference
{
namespace
{
/// Global unknowns of an element, 24 of them.
std::array<std::size_t, 24> unknowns(const Mesh& mesh, std::size_t element)
{
  std::array<std::size_t, 24> result{};
  for (std::size_t a = 0; a < 8; ++a)
  {
    const auto node = static_cast<std::size_t>(mesh.connectivity[8 * element + a]);
    for (std::size_t i = 0; i < 3; ++i)
    {
      result[3 * a + i] = 3 * node + i;
    }
  }
  return result;
}
}

std::vector<double> applyStiffness(const Mesh& mesh, double poissonsRatio,
  const std::vector<double>& moduli, const std::vector<double>& x)
{
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const Hex8Matrix K = hex8Stiffness(hex8Corners(mesh, e), 1.0, poissonsRatio);
    const auto unknown = unknowns(mesh, e);
    for (std::size_t r = 0; r < 24; ++r)
    {
      for (std::size_t c = 0; c < 24; ++c)
      {
        y[unknown[r]] += moduli[e] * K[r][c] * x[unknown[c]];
      }
    }
  }
  return y;
}

std::vector<double> stiffnessDiagonal(
  const Mesh& mesh, double poissonsRatio, const std::vector<double>& moduli)
{
  std::vector<double> diagonal(mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const Hex8Matrix K = hex8Stiffness(hex8Corners(mesh, e), 1.0, poissonsRatio);
    const auto unknown = unknowns(mesh, e);
    for (std::size_t r = 0; r < 24; ++r)
    {
      diagonal[unknown[r]] += moduli[e] * K[r][r];
    }
  }
  return diagonal;
}

std::vector<double> elementEnergies(
  const Mesh& mesh, double poissonsRatio, const std::vector<double>& u)
{
  std::vector<double> energies(mesh.numberOfElements(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const Hex8Matrix K = hex8Stiffness(hex8Corners(mesh, e), 1.0, poissonsRatio);
    const auto unknown = unknowns(mesh, e);
    for (std::size_t r = 0; r < 24; ++r)
    {
      for (std::size_t c = 0; c < 24; ++c)
      {
        energies[e] += u[unknown[r]] * K[r][c] * u[unknown[c]];
      }
    }
  }
  return energies;
}
}
