#include "Optimization/TopologyExamples.h"

#include "Core/Error.h"
#include "Mesh/Generators/PlateMeshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace trabecula
{
namespace
{
/// Returns the common settings of all examples, without supports and loads.
TopologyProblem emptyExample(Mesh mesh, double volumeFraction, double minimumDensity)
{
  TopologyProblem problem;
  problem.structure.mesh = std::move(mesh);
  problem.structure.supports.assign(problem.structure.mesh.points.size(), 0);
  problem.structure.loadCases.resize(1);
  problem.structure.loadCases[0].forces.assign(problem.structure.mesh.points.size(), 0.0);
  problem.design.settings.volumeFraction = volumeFraction;
  problem.design.densities.minimumDensity = minimumDensity;
  problem.design.densities.filter = FilterKind::Sensitivity;
  problem.design.densities.filterRadius = 3.0;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}

void hold(TopologyProblem& problem, std::size_t node)
{
  std::fill_n(&problem.structure.supports[3 * node], 3, std::uint8_t(1));
}

double& force(TopologyProblem& problem, std::size_t node, std::size_t component)
{
  return problem.structure.loadCases[0].forces[3 * node + component];
}

constexpr double InverterLength = 40.0;
constexpr double InverterHeight = 20.0;
constexpr double InverterThickness = 1.0;
constexpr double InverterSpring = 0.1; ///< of the input and of the output

int arm(int resolution)
{
  return static_cast<int>(std::lround(0.4 * resolution));
}

/// Returns the default number of elements across the width or thickness.
int ownLayers(TopologyExample example, int resolution)
{
  switch (example)
  {
    case TopologyExample::LBeam:
      return std::max(1, resolution / 10);
    case TopologyExample::MichellCantilever:
      return std::max(1, static_cast<int>(std::lround(3.0 * std::sqrt(resolution / 100.0))));
    case TopologyExample::ConnectingRod:
      return std::max(1,
        static_cast<int>(
          std::lround(ConnectingRodThickness * resolution / ConnectingRodPlate::Height)));
    case TopologyExample::ForceInverter:
      return std::max(
        1, static_cast<int>(std::lround(InverterThickness * resolution / InverterHeight)));
    default:
      return resolution;
  }
}

/// Returns the number of nodes in the plane of the resolution. For fine meshes it may be too large
/// by a few percent, but not too small.
double nodesInPlane(TopologyExample example, double resolution)
{
  const double square = (resolution + 1.0) * (resolution + 1.0);
  switch (example)
  {
    case TopologyExample::LBeam:
      return 0.65 * square;
    case TopologyExample::MichellCantilever:
      return 1.3 * square;
    case TopologyExample::ConnectingRod:
      return 0.48 * square;
    case TopologyExample::ForceInverter:
    default:
      return 2.0 * square;
  }
}

int checkedLayers(TopologyExample example, const ExampleSize& size)
{
  std::ostringstream text;
  if (size.resolution < leastResolution(example))
  {
    text << "Resolution is " << size.resolution << ", but this example needs at least "
         << leastResolution(example) << " elements along its height.";
    throw Error(text.str());
  }
  if (size.layers < 0)
  {
    text << "Layers are " << size.layers << ", but must be at least 1, or 0 for the example's own.";
    throw Error(text.str());
  }
  const int layers = size.layers > 0 ? size.layers : ownLayers(example, size.resolution);
  const double nodes = nodesInPlane(example, size.resolution) * (layers + 1.0);
  if (nodes > std::numeric_limits<std::int32_t>::max())
  {
    text << "Resolution is " << size.resolution << ", which makes about " << nodes
         << " nodes; meshes of up to " << std::numeric_limits<std::int32_t>::max()
         << " nodes are supported.";
    throw Error(text.str());
  }
  return layers;
}

TopologyProblem makeCantilever(int resolution, int width)
{
  const int length = 2 * resolution;
  TopologyProblem problem = emptyExample(
    makeBoxMesh({ length, width, resolution }, { 1.0 * length, 1.0 * width, 1.0 * resolution }),
    0.3, 0.1);
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); n += std::size_t(length) + 1)
  {
    hold(problem, n);
  }
  for (int j = 0; j <= width; ++j)
  {
    force(problem, (std::size_t(j) + 1) * (std::size_t(length) + 1) - 1, 2) = -1.0;
  }
  return problem;
}

TopologyProblem makeLBeam(int resolution, int layers)
{
  const Mesh box = makeBoxMesh(
    { resolution, resolution, layers }, { 1.0 * resolution, 1.0 * resolution, 1.0 * layers });
  const int width = arm(resolution);
  std::vector<std::uint8_t> keep(box.numberOfElements());
  for (std::size_t e = 0; e < keep.size(); ++e)
  {
    const auto n = static_cast<std::size_t>(resolution);
    keep[e] = e % n < std::size_t(width) || e / n % n < std::size_t(width) ? 1 : 0;
  }
  TopologyProblem problem = emptyExample(keepElements(box, keep), 0.45, 1e-3);
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    // Coordinates of unit cubes are whole numbers, and rounding to these is exact.
    const long x = std::lround(problem.structure.mesh.points[3 * n]);
    const long y = std::lround(problem.structure.mesh.points[3 * n + 1]);
    if (y == resolution)
    {
      hold(problem, n);
    }
    if (x == resolution && y == width)
    {
      force(problem, n, 1) = -1.0;
    }
  }
  return problem;
}

TopologyProblem makeMichellCantilever(int resolution, int layers)
{
  MichellPlate plate = makeMichellPlate(resolution);
  constexpr double area = MichellPlate::Length * MichellPlate::Height -
    0.5 * 3.14159265358979323846 * MichellPlate::Radius * MichellPlate::Radius;
  const double scale = std::sqrt(static_cast<double>(plate.mesh.numberOfElements()) / area);
  for (double& coordinate : plate.mesh.points)
  {
    coordinate *= scale;
  }
  TopologyProblem problem = emptyExample(extrude(plate.mesh, layers, layers), 0.45, 1e-3);
  for (int k = 0; k <= layers; ++k)
  {
    const std::size_t plane = plate.mesh.numberOfNodes() * std::size_t(k);
    for (const std::int32_t node : plate.semicircle)
    {
      hold(problem, plane + std::size_t(node));
    }
    force(problem, plane + std::size_t(plate.tip), 1) = -1.0;
  }
  return problem;
}

TopologyProblem makeConnectingRod(int resolution, int layers)
{
  const ConnectingRodPlate plate = makeConnectingRodPlate(resolution);
  TopologyProblem problem =
    emptyExample(extrude(plate.mesh, ConnectingRodThickness, layers), 0.3, 1e-3);
  constexpr double area = ConnectingRodPlate::Width * ConnectingRodPlate::Height -
    3.14159265358979323846 *
      (ConnectingRodPlate::UpperBoreRadius * ConnectingRodPlate::UpperBoreRadius +
        ConnectingRodPlate::LowerBoreRadius * ConnectingRodPlate::LowerBoreRadius);
  problem.design.densities.filterRadius =
    3.0 * std::sqrt(area / static_cast<double>(plate.mesh.numberOfElements()));

  const std::size_t plane = plate.mesh.numberOfNodes();
  const double layer = ConnectingRodThickness / layers;
  const std::vector<std::int32_t>& wall = plate.upperHalfOfUpperBore;
  for (int k = 0; k <= layers; ++k)
  {
    const std::size_t first = plane * std::size_t(k);
    for (const std::int32_t node : plate.lowerHalfOfLowerBore)
    {
      hold(problem, first + std::size_t(node));
    }
    // Each corner of a face of the wall has a quarter of the load on this face.
    const double height = k == 0 || k == layers ? 0.5 * layer : layer;
    for (std::size_t i = 0; i + 1 < wall.size(); ++i)
    {
      const auto a = static_cast<std::size_t>(wall[i]);
      const auto b = static_cast<std::size_t>(wall[i + 1]);
      const double dx = plate.mesh.points[2 * b] - plate.mesh.points[2 * a];
      const double dy = plate.mesh.points[2 * b + 1] - plate.mesh.points[2 * a + 1];
      for (const std::size_t node : { a, b })
      {
        force(problem, first + node, 0) += 0.5 * height * dy;
        force(problem, first + node, 1) -= 0.5 * height * dx;
      }
    }
  }
  for (int k = 0; k < layers; ++k)
  {
    for (const std::uint8_t ring : plate.ring)
    {
      problem.design.designRegion.push_back(ring != 0 ? DesignRegion::Solid : DesignRegion::Design);
    }
  }
  return problem;
}

TopologyProblem makeForceInverter(int resolution, int layers)
{
  TopologyProblem problem = emptyExample(makeBoxMesh({ 2 * resolution, resolution, layers },
                                           { InverterLength, InverterHeight, InverterThickness }),
    0.3, 1e-3);
  const std::size_t unknowns = problem.structure.mesh.points.size();
  problem.structure.springs.assign(unknowns, 0.0);
  problem.design.outputWeights.assign(unknowns, 0.0);
  const double edge = InverterHeight / resolution;
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    const double* p = &problem.structure.mesh.points[3 * n];
    const double near = 1e-6 * edge;
    const bool start = p[0] < near;
    const bool axis = p[1] < near;
    const bool middle = p[2] < near;
    problem.structure.supports[3 * n + 1] = axis ? 1 : 0;
    problem.structure.supports[3 * n + 2] = middle ? 1 : 0;
    if (start && p[1] > InverterHeight - std::max(1.0, edge) - near)
    {
      hold(problem, n);
    }
    if (axis && (start || p[0] > InverterLength - near))
    {
      const bool end = middle || p[2] > InverterThickness - near;
      const double share = (end ? 0.5 : 1.0) / layers;
      problem.structure.springs[3 * n] = InverterSpring * share;
      (start ? force(problem, n, 0) : problem.design.outputWeights[3 * n]) = share;
    }
  }
  problem.design.settings.objective = { "OutputDisplacement" };
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-9;
  problem.design.densities.filterRadius = 1.2 * std::max(1.0, edge);
  problem.design.settings.moveLimit = 0.1;
  problem.design.settings.damping = 0.3;
  return problem;
}
}

ExampleSize paperSize(TopologyExample example, int number)
{
  if (number < 1 || number > NumberOfPaperSizes)
  {
    throw Error("Size is " + std::to_string(number) + ", but the paper's meshes are 1 to " +
      std::to_string(NumberOfPaperSizes) + ".");
  }
  using Sizes = std::array<ExampleSize, NumberOfPaperSizes>;
  const auto at = static_cast<std::size_t>(number) - 1;
  switch (example)
  {
    case TopologyExample::Cantilever:
      return Sizes{ { { 25, 25 }, { 35, 35 }, { 45, 45 }, { 60, 60 }, { 80, 80 } } }[at];
    case TopologyExample::LBeam:
      return Sizes{ { { 80, 8 }, { 110, 11 }, { 145, 14 }, { 190, 19 }, { 250, 25 } } }[at];
    case TopologyExample::MichellCantilever:
      return Sizes{ { { 100, 3 }, { 150, 3 }, { 190, 4 }, { 266, 5 }, { 392, 6 } } }[at];
    case TopologyExample::ConnectingRod:
      return Sizes{ { { 111, 6 }, { 153, 8 }, { 200, 10 }, { 271, 14 }, { 346, 19 } } }[at];
    case TopologyExample::ForceInverter:
      throw Error("Size is " + std::to_string(number) +
        ", but the force inverter is none of the paper's examples. Choose a resolution instead.");
  }
  throw Error("There is no such example.");
}

int leastResolution(TopologyExample example)
{
  switch (example)
  {
    case TopologyExample::LBeam:
    case TopologyExample::ForceInverter:
      return 2;
    case TopologyExample::MichellCantilever:
      return MichellPlate::LeastResolution;
    case TopologyExample::ConnectingRod:
      return ConnectingRodPlate::LeastResolution;
    default:
      return 1;
  }
}

TopologyProblem makeExample(TopologyExample example, const ExampleSize& size)
{
  const int layers = checkedLayers(example, size);
  switch (example)
  {
    case TopologyExample::Cantilever:
      return makeCantilever(size.resolution, layers);
    case TopologyExample::LBeam:
      return makeLBeam(size.resolution, layers);
    case TopologyExample::MichellCantilever:
      return makeMichellCantilever(size.resolution, layers);
    case TopologyExample::ConnectingRod:
      return makeConnectingRod(size.resolution, layers);
    case TopologyExample::ForceInverter:
      return makeForceInverter(size.resolution, layers);
  }
  throw Error("There is no such example.");
}
}
