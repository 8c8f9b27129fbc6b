#include "Optimization/Meshfree/MeshfreeExamples.h"

#include "Core/Error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace trabecula
{
namespace
{
constexpr double HalfPi = 1.57079632679489661923;
constexpr double YoungsModulus = 200000.0;
constexpr double InnerRadius = 100.0;
constexpr double OuterRadius = 150.0;
constexpr double AnnulusThickness = 8.0;
constexpr double CubeEdge = 200.0;
constexpr double CornerEdge = 40.0;
/// Relative tolerance on coordinates.
constexpr double Rounding = 1e-9;

using Place = std::array<double, 3>;

/// The parameters of an example.
struct Definition
{
  std::vector<std::array<int, 3>> paperCells;
  Place size; ///< of the box; of the annulus radial, angular at the mean radius, thickness
  int heightAxis;
  int leastResolution;
  double volumeFraction;
  Place loadPlace; ///< as a fraction of the box
  Place force;
};

const Definition& definitionOf(MeshfreeExample example)
{
  static const std::array<Definition, 3> definitions = { {
    { { { 55, 28, 3 }, { 80, 40, 4 }, { 100, 50, 4 }, { 111, 54, 5 } }, { 100.0, 50.0, 4.0 }, 1, 8,
      0.4, { 1.0, 0.5, 0.5 }, { 0.0, -1000.0, 0.0 } },
    { { { 27, 105, 4 } },
      { OuterRadius - InnerRadius, HalfPi * 0.5 * (InnerRadius + OuterRadius), AnnulusThickness },
      0, 4, 0.5, { 0.5, 1.0, 0.5 }, { -1000.0, 0.0, 0.0 } },
    { { { 30, 30, 29 } }, { CubeEdge, CubeEdge, CubeEdge }, 2, 5, 0.05, { 0.5, 0.5, 1.0 },
      { 0.0, 0.0, -10000.0 } },
  } };
  return definitions[static_cast<std::size_t>(example)];
}

/// Bends a box to an annulus, so that the radius grows with x and the angle with y.
void bend(Mesh& mesh)
{
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    double* x = &mesh.points[3 * n];
    const double radius = InnerRadius + (OuterRadius - InnerRadius) * x[0];
    const double angle = HalfPi * x[1];
    x[0] = x[1] == 1.0 ? 0.0 : radius * std::cos(angle);
    x[1] = x[1] == 1.0 ? radius : radius * std::sin(angle);
    x[2] *= AnnulusThickness;
  }
}

bool isHeld(MeshfreeExample example, const double* x)
{
  switch (example)
  {
    case MeshfreeExample::Cantilever:
      return x[0] == 0.0;
    case MeshfreeExample::QuarterAnnulus:
      return x[1] == 0.0;
    case MeshfreeExample::Cube:
      break;
  }
  const auto isNearEnd = [](double value)
  { return std::min(value, CubeEdge - value) <= CornerEdge + Rounding * CubeEdge; };
  return x[2] == 0.0 && isNearEnd(x[0]) && isNearEnd(x[1]);
}

void addLoad(
  MeshfreeProblem& problem, const Definition& definition, const std::array<int, 3>& cells)
{
  problem.structure.loadCases.resize(1);
  std::vector<double>& forces = problem.structure.loadCases[0].forces;
  forces.assign(problem.structure.mesh.points.size(), 0.0);
  for (int corner = 0; corner < 8; ++corner)
  {
    double weight = 1.0;
    std::size_t node = 0;
    for (int d = 2; d >= 0; --d)
    {
      const int count = cells[std::size_t(d)];
      const double place = definition.loadPlace[std::size_t(d)] * count;
      const int lower = std::min(static_cast<int>(place), count - 1);
      const int side = corner >> d & 1;
      weight *= side ? place - lower : 1.0 - (place - lower);
      node = node * (std::size_t(count) + 1) + std::size_t(lower + side);
    }
    for (std::size_t c = 0; c < 3; ++c)
    {
      forces[3 * node + c] += weight * definition.force[c];
    }
  }
}
}

int numberOfPaperSizes(MeshfreeExample example)
{
  return static_cast<int>(definitionOf(example).paperCells.size());
}

std::array<int, 3> paperCells(MeshfreeExample example, int number)
{
  const int last = numberOfPaperSizes(example);
  if (number < 1 || number > last)
  {
    throw Error("The paper has " + std::to_string(last) + " size" + (last > 1 ? "s" : "") +
      " of this example, not a size " + std::to_string(number) + ".");
  }
  return definitionOf(example).paperCells[static_cast<std::size_t>(number) - 1];
}

int leastResolution(MeshfreeExample example)
{
  return definitionOf(example).leastResolution;
}

std::array<int, 3> cellsOf(MeshfreeExample example, int resolution)
{
  const Definition& definition = definitionOf(example);
  if (resolution < definition.leastResolution)
  {
    throw Error("Resolution is " + std::to_string(resolution) +
      ", but this example needs at least " + std::to_string(definition.leastResolution) +
      " elements along its height.");
  }
  const double edge = definition.size[std::size_t(definition.heightAxis)] / resolution;
  std::array<int, 3> cells{};
  double nodes = 1.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    // If cells were much flatter than in other directions, there would be too few nodes in the
    // support of a shape function.
    const double count = std::max(1.0, std::round(definition.size[d] / edge));
    nodes *= count + 1.0;
    cells[d] = count < std::numeric_limits<int>::max() ? static_cast<int>(count) : 0;
  }
  if (nodes > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("Resolution is " + std::to_string(resolution) +
      ", which makes more nodes than the 2147483647 that are supported.");
  }
  return cells;
}

MeshfreeProblem makeMeshfreeExample(MeshfreeExample example, const std::array<int, 3>& cells)
{
  const Definition& definition = definitionOf(example);
  const bool isBent = example == MeshfreeExample::QuarterAnnulus;
  MeshfreeProblem problem;
  problem.structure.mesh = makeBoxMesh(cells, isBent ? Place{ 1.0, 1.0, 1.0 } : definition.size);
  if (isBent)
  {
    bend(problem.structure.mesh);
  }
  problem.structure.material.youngsModulus = YoungsModulus;
  problem.structure.supports.assign(problem.structure.mesh.points.size(), 0);
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    if (isHeld(example, &problem.structure.mesh.points[3 * n]))
    {
      std::fill_n(&problem.structure.supports[3 * n], 3, std::uint8_t(1));
    }
  }
  addLoad(problem, definition, cells);
  problem.design.settings.volumeFraction = definition.volumeFraction;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}
}
