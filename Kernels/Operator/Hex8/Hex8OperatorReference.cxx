#include "Operator/Hex8/Hex8OperatorReference.h"

#include "Element/ElementReference.h"
#include "Element/Hex8Reference.h"

#include <cstddef>

namespace trabecula::reference
{
namespace
{
/// Returns the element matrix for a modulus of one; for hexahedra by hex8Stiffness().
ElementMatrix matrixOf(const Mesh& mesh, std::size_t e, double poissonsRatio)
{
  if (mesh.type(e) != CellType::Hexahedron)
  {
    return elementStiffness(mesh.type(e), elementNodes(mesh, e), poissonsRatio);
  }
  const Hex8Matrix K = hex8Stiffness(hex8Corners(mesh, e), 1.0, poissonsRatio);
  ElementMatrix result;
  result.rows = K.size();
  for (const auto& row : K)
  {
    result.entries.insert(result.entries.end(), row.begin(), row.end());
  }
  return result;
}

/// Returns the global unknown of a row of an element matrix.
std::size_t unknown(const Mesh& mesh, std::size_t e, std::size_t row)
{
  return 3 * static_cast<std::size_t>(mesh.element(e)[row / 3]) + row % 3;
}
}

std::vector<double> applyStiffness(const Mesh& mesh, double poissonsRatio,
  const std::vector<double>& moduli, const std::vector<double>& x)
{
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const ElementMatrix K = matrixOf(mesh, e, poissonsRatio);
    for (std::size_t r = 0; r < K.rows; ++r)
    {
      for (std::size_t c = 0; c < K.rows; ++c)
      {
        y[unknown(mesh, e, r)] += moduli[e] * K(r, c) * x[unknown(mesh, e, c)];
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
    const ElementMatrix K = matrixOf(mesh, e, poissonsRatio);
    for (std::size_t r = 0; r < K.rows; ++r)
    {
      diagonal[unknown(mesh, e, r)] += moduli[e] * K(r, r);
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
    const ElementMatrix K = matrixOf(mesh, e, poissonsRatio);
    for (std::size_t r = 0; r < K.rows; ++r)
    {
      for (std::size_t c = 0; c < K.rows; ++c)
      {
        energies[e] += u[unknown(mesh, e, r)] * K(r, c) * u[unknown(mesh, e, c)];
      }
    }
  }
  return energies;
}
}
