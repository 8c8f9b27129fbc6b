#include "Operator/Assembled/AssembledCases.h"
#include "Support/Meshes/JoinedMeshes.h"

#include "Element/ElementReference.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace trabecula::testing
{
namespace
{
using Position = std::array<double, 3>;

constexpr double Pi = 3.14159265358979323846;

Mesh renumbered(Mesh mesh, Random& random)
{
  const std::vector<std::size_t> order = random.permutation(mesh.numberOfNodes());
  std::vector<double> points(mesh.points.size());
  for (std::size_t n = 0; n < order.size(); ++n)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      points[3 * order[n] + c] = mesh.points[3 * n + c];
    }
  }
  for (std::int32_t& node : mesh.connectivity)
  {
    node = static_cast<std::int32_t>(order[static_cast<std::size_t>(node)]);
  }
  mesh.points = std::move(points);
  return mesh;
}

/// Returns a box whose nodes are moved randomly by a fraction of a cell, so that edges of quadratic
/// elements are curved.
Mesh randomBox(CellType type, const std::array<int, 3>& cells, Random& random)
{
  Mesh mesh = makeBox(type, cells, [](const Position& p) { return p; });
  const double amplitude = cellShape(type).isQuadratic() ? 0.01 : 0.03;
  for (double& x : mesh.points)
  {
    x += random.uniform(-amplitude, amplitude);
  }
  return renumbered(std::move(mesh), random);
}
}

std::vector<AssembledCase> assembledCases(Random& random)
{
  std::vector<AssembledCase> cases;
  for (const CellShape& shape : CellShapes)
  {
    const bool large = shape.nodes == 20;
    const std::array<int, 3> cells =
      large ? std::array<int, 3>{ 2, 1, 2 } : std::array<int, 3>{ 3, 2, 3 };
    cases.push_back({ shape.name, randomBox(shape.type, cells, random) });
    cases.push_back(
      { std::string("one ") + shape.name, randomBox(shape.type, { 1, 1, 1 }, random) });
  }
  const auto aside = [](const Position& p) { return Position{ p[0] + 1.0, p[1], p[2] }; };
  const auto here = [](const Position& p) { return p; };
  // Bricks are next to tetrahedra: their faces do not match, but a matrix can be assembled
  // nevertheless.
  cases.push_back({ "linear of both kinds",
    renumbered(joinMeshes({ makeBox(CellType::Hexahedron, { 2, 2, 2 }, here),
                            makeBox(CellType::Tetrahedron, { 2, 2, 2 }, aside) },
                 1e-9),
      random) });
  cases.push_back({ "quadratic of both kinds",
    renumbered(joinMeshes({ makeBox(CellType::QuadraticTetrahedron, { 1, 1, 2 }, here),
                            makeBox(CellType::QuadraticHexahedron, { 1, 1, 2 }, aside) },
                 1e-9),
      random) });
  return cases;
}

Mesh wavyBox(CellType type, int cells)
{
  return makeBox(type, { cells, cells, cells },
    [](const Position& p)
    {
      const double s = 0.05 * std::sin(Pi * p[0]) * std::sin(Pi * p[1]) * std::sin(Pi * p[2]);
      return Position{ p[0] + s, p[1] - 0.7 * s, p[2] + 0.4 * s };
    });
}

Mesh tetrahedraAroundAnEdge(int tetrahedra)
{
  Mesh mesh;
  mesh.cellType = CellType::Tetrahedron;
  mesh.points = { 0, 0, -1, 0, 0, 1 };
  for (std::int32_t e = 0; e < tetrahedra; ++e)
  {
    const double angle = 2.0 * Pi * e / tetrahedra;
    mesh.points.insert(mesh.points.end(), { std::cos(angle), std::sin(angle), 0.0 });
    mesh.connectivity.insert(mesh.connectivity.end(), { 0, 2 + e, 2 + (e + 1) % tetrahedra, 1 });
  }
  return mesh;
}

std::vector<AssemblySettings> allAssemblies()
{
  std::vector<AssemblySettings> all;
  for (const MatrixFormatInfo& format : matrixFormats())
  {
    for (const AssemblyMethodInfo& method : assemblyMethods())
    {
      all.push_back({ format.format, method.method });
    }
  }
  return all;
}

std::string nameOf(const AssemblySettings& settings)
{
  return matrixFormatInfo(settings.format).name + " " + assemblyMethodInfo(settings.method).name;
}

std::vector<double> denseReference(
  const Mesh& mesh, const PoissonsRatios& ratios, const std::vector<double>& moduli)
{
  const std::size_t rows = mesh.points.size();
  std::vector<double> sum(rows * rows, 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const reference::ElementMatrix K =
      reference::elementStiffness(mesh.type(e), reference::elementNodes(mesh, e), ratios.of(e));
    const auto unknown = [&](std::size_t i)
    { return 3 * static_cast<std::size_t>(mesh.element(e)[i / 3]) + i % 3; };
    for (std::size_t i = 0; i < K.rows; ++i)
    {
      for (std::size_t j = 0; j < K.rows; ++j)
      {
        sum[unknown(i) * rows + unknown(j)] += moduli[e] * K(i, j);
      }
    }
  }
  return sum;
}

std::vector<double> dense(const HostMatrix& matrix)
{
  const auto rows = static_cast<std::size_t>(matrix.rows());
  std::vector<double> result(rows * rows, 0.0);
  for (std::size_t row = 0; row < rows; ++row)
  {
    for (std::int64_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k)
    {
      const auto entry = static_cast<std::size_t>(k);
      result[row * rows + static_cast<std::size_t>(matrix.columns[entry])] += matrix.values[entry];
    }
  }
  return result;
}
}
