#include "MicroFe/VoxelMicroFeValidation.h"

#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Mesh/Voxel/VoxelSurface.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
void requireAxis(const char* name, int axis)
{
  if (axis < 0 || axis > 2)
  {
    fail(name, " is ", axis, ", but must be 0, 1 or 2 for x, y or z.");
  }
}

void requireLoad(const char* name, double value)
{
  if (!std::isfinite(value) || value == 0.0)
  {
    fail(name, " is ", value, ", but must be a finite number other than zero.");
  }
  requireScale(name, value);
}

/// Range of single precision, with margins for sums and products.
constexpr double LargestSingle = 1e34;
constexpr double SmallestSingle = 1e-36;

/// The largest displacement between two layers in a load, and the largest listed force.
struct LoadScale
{
  double displacement = 0.0;
  double force = 0.0;
};

LoadScale scaleOfLoad(const VoxelMicroFeProblem& problem, double spacing)
{
  LoadScale scale;
  if (problem.test != MechanicalTest::FreeForm)
  {
    const bool turns =
      problem.test == MechanicalTest::Bending || problem.test == MechanicalTest::Torsion;
    scale.displacement = spacing * std::abs(turns ? problem.angle : problem.strain);
    return scale;
  }
  for (const LatticeSupport& support : problem.supports)
  {
    for (int c = 0; c < 3; ++c)
    {
      scale.displacement = std::max(
        scale.displacement, support.constrained[c] ? std::abs(support.displacement[c]) : 0.0);
    }
  }
  for (const LatticeForce& force : problem.forces)
  {
    for (const double value : force.force)
    {
      scale.force = std::max(scale.force, std::abs(value));
    }
  }
  return scale;
}

/// Checks that stiffnesses and residual forces are in the range of single precision, in which
/// multigrid stores them.
void requireSinglePrecision(const VoxelMicroFeProblem& problem, double modulus)
{
  const auto require = [](const char* name, double value, double low)
  {
    if (std::isfinite(value) && value != 0.0 && !(value >= low && value <= LargestSingle))
    {
      fail(name, " is ", value, ", too ", value < low ? "small" : "large",
        " for single precision. Use units in which it lies between ", low, " and ", LargestSingle,
        ".");
    }
  };
  constexpr double leastTolerance = SmallestSingle / LargestSingle;
  if (problem.tolerance < leastTolerance)
  {
    fail("Solver tolerance is ", problem.tolerance,
      ", too small for single precision. Use at least ", leastTolerance, ".");
  }
  const auto& h = problem.image.spacing;
  const double spacing = std::max({ h[0], h[1], h[2] });
  const LoadScale load = scaleOfLoad(problem, spacing);
  require("Young's modulus times the spacing", modulus * spacing, SmallestSingle);
  // Residuals are smaller than forces by the tolerance.
  const double low = SmallestSingle / problem.tolerance;
  require("Young's modulus times the spacing times the displacement of the load",
    modulus * spacing * load.displacement, low);
  require("The largest force", load.force, low);
}

void requireMemory(const std::string& what, std::size_t needed, std::size_t available,
  const std::string& where, const char* remedy)
{
  if (needed > available)
  {
    fail(what, " needs ", mebibytesText(needed), " ", where, ", but ", mebibytesText(available),
      " are available. ", remedy);
  }
}

std::size_t hostMemoryAvailable()
{
  return selectDevice(DeviceRequest::Host).availableMemory;
}

std::string structureText(std::int64_t elements)
{
  return "The structure of " + countText(elements, "voxel");
}

/// Checks the host's memory for the fields of a grid, and what else it must hold.
void requireHostMemory(
  const VoxelGrid& grid, const VoxelMicroFeSettings& settings, std::size_t needed)
{
  requireMemory(structureText(grid.numberOfElements()) +
      (settings.fieldRoom == FieldRoom::Image ? " with fields of the whole image"
                                              : " with its fields"),
    needed, hostMemoryAvailable(), "in the memory of this machine",
    settings.fieldRoom == FieldRoom::Surface
      ? "Ask for fewer fields, or crop the image."
      : "Take results on the surface only, ask for fewer fields, or crop the image.");
}
}

void checkSettings(const VoxelMicroFeProblem& problem)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  requireInside("Poisson's ratio", problem.poissonsRatio, -1.0, false, 0.5, false);
  requireInside("Solver tolerance", problem.tolerance, 0.0, false, 1.0, false);
  if (problem.maximumIterations < 1)
  {
    fail(
      "Solver iterations are limited to ", problem.maximumIterations, ", but must be at least 1.");
  }
  requireInside("Critical volume", problem.criticalVolume, 0.0, false, 1.0, false);
  requireInside("Critical strain", problem.criticalStrain, 0.0, false, infinity, false);
  if (hasEnds(problem.test))
  {
    requireAxis("Test axis", problem.axis);
  }
  if (problem.test == MechanicalTest::Shear || problem.test == MechanicalTest::Bending)
  {
    requireAxis("Direction", problem.direction);
    if (problem.direction == problem.axis)
    {
      fail("Direction and test axis are both ", "xyz"[problem.axis],
        ". Choose a direction across the axis.");
    }
  }
  if (problem.test == MechanicalTest::Bending || problem.test == MechanicalTest::Torsion)
  {
    requireLoad("Angle", problem.angle);
  }
  else if (problem.test != MechanicalTest::FreeForm)
  {
    requireLoad("Strain", problem.strain);
  }
  if (problem.test == MechanicalTest::ApparentStiffness &&
    (problem.fieldLoad < 0 || problem.fieldLoad > 5))
  {
    fail("The load whose fields are wanted is ", problem.fieldLoad,
      ", but must be from 0 to 5 for XX, YY, ZZ, XY, YZ, XZ.");
  }
  for (int d = 0; d < 3; ++d)
  {
    const double spacing = problem.image.spacing[d];
    if (spacing > 0.0 && std::isfinite(spacing))
    {
      requireScale(std::string("The spacing of the image along ") + "xyz"[d], spacing);
    }
  }
  double largest = 0.0;
  double smallest = infinity;
  const double* moduli = problem.image.moduli.data();
  const auto voxels = static_cast<std::int64_t>(problem.image.moduli.size());
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(min : smallest)
  for (std::int64_t v = 0; v < voxels; ++v)
  {
    largest = std::max(largest, moduli[v]);
    smallest = moduli[v] > 0.0 ? std::min(smallest, moduli[v]) : smallest;
  }
  if (largest > 0.0 && std::isfinite(largest))
  {
    requireScale("Young's modulus", largest, " at most");
    requireScale("Young's modulus", smallest, " at least");
    requireSinglePrecision(problem, largest);
  }
}

void checkHostMemory(const VoxelImage& image)
{
  // Each voxel has a modulus, a byte that marks solid and a label, and 512 voxels share a brick.
  const std::size_t perBrick = sizeof(VoxelBrick) + 4 * sizeof(std::int32_t);
  std::size_t voxels = 1;
  for (const int cells : image.cells)
  {
    voxels *= static_cast<std::size_t>(std::max(cells, 0));
  }
  const std::size_t needed = voxels * (1 + sizeof(std::int32_t) + sizeof(double)) +
    voxels / (VoxelBrick::Rows * VoxelBrick::Edge) * perBrick;
  requireMemory("The image of " + countText(static_cast<std::int64_t>(voxels), "voxel"), needed,
    hostMemoryAvailable(), "in the memory of this machine", "Crop it or make it coarser.");
}

std::size_t voxelMicroFeMemory(
  const VoxelGrid& grid, const VoxelConditions& conditions, VoxelParts parts)
{
  using Space = HostSpace; // other spaces have the same arrays
  const auto nodes = static_cast<std::size_t>(grid.numberOfNodes());
  const std::size_t unknowns = 3 * nodes;
  // These are the displacements, the forces if there are any, the numbers and values of prescribed
  // unknowns, and a margin.
  const std::size_t vectors = conditions.forces.empty() ? 1 : 2;
  return VoxelOperator<Space>::memory(grid.bricks().size(), grid.moduli().size()) +
    voxelMultigridMemory(
      nodes, grid.moduli().size(), parts == VoxelParts::Largest ? 1 : grid.moduli().size()) +
    ConjugateGradient<Space>::memoryOfVectors(unknowns) + unknowns * vectors * sizeof(double) +
    conditions.nodes.size() * 3 * (sizeof(std::int64_t) + sizeof(double)) + (std::size_t(1) << 20);
}

std::size_t voxelFieldMemory(const VoxelGrid& grid, const VoxelMicroFeSettings& settings)
{
  const VoxelMicroFeFields& fields = settings.fields;
  const auto nodes = static_cast<std::size_t>(grid.numberOfNodes());
  const auto elements = static_cast<std::size_t>(grid.numberOfElements());
  const bool tensors = fields.strain || fields.stress;
  const std::size_t largest = std::max(3U * nodes, (tensors ? 6U : 1U) * elements);
  const std::size_t perNode = 3U + (fields.reactionForce ? 3U : 0U);
  // The modulus of each element is also a field.
  const std::size_t perElement = (fields.strain ? 6U : 0U) + (fields.stress ? 6U : 0U) +
    (fields.vonMisesStress ? 1U : 0U) + (fields.effectiveStrain ? 1U : 0U) +
    (fields.strainEnergyDensity ? 1U : 0U) + 1U;
  if (settings.fieldRoom == FieldRoom::Structure)
  {
    return (perNode * nodes + perElement * elements) * sizeof(double);
  }
  if (settings.fieldRoom == FieldRoom::Hexahedra)
  {
    // Coordinates of points, and offsets, eight corners and the type of cells are also stored.
    return ((perNode + 3) * nodes + (perElement + 9) * elements + 1) * sizeof(double) + elements;
  }
  // Each field is first computed on the structure.
  if (settings.fieldRoom == FieldRoom::Surface)
  {
    const VoxelSurfaceSize surface = sizeOfVoxelSurface(grid);
    const auto points = static_cast<std::size_t>(surface.nodes);
    const auto faces = static_cast<std::size_t>(surface.faces);
    // Coordinates of points, and offsets and four corners of faces are also stored.
    return ((perNode + 3) * points + (perElement + 5) * faces + largest) * sizeof(double);
  }
  std::size_t voxels = 1;
  std::size_t corners = 1;
  for (const int cells : grid.cells())
  {
    voxels *= static_cast<std::size_t>(cells);
    corners *= static_cast<std::size_t>(cells) + 1;
  }
  // One byte for each voxel or node marks hidden ones.
  return (perNode * corners + perElement * voxels + largest) * sizeof(double) + voxels + corners;
}

void checkMemory(const VoxelGrid& grid, const VoxelConditions& conditions,
  const VoxelMicroFeSettings& settings, const Device& device, std::size_t memoryLimit)
{
  const std::size_t onDevice = voxelMicroFeMemory(grid, conditions, settings.parts);
  requireMemory(structureText(grid.numberOfElements()), onDevice,
    device.limitedTo(memoryLimit).availableMemory, "on " + device.name,
    "Crop the image, make it coarser, or use a device with more memory.");
  requireHostMemory(grid, settings,
    voxelFieldMemory(grid, settings) + (device.space == ExecutionSpace::Host ? onDevice : 0));
}

void checkMemoryOfParts(const VoxelGrid& grid, const VoxelMicroFeSettings& settings,
  const std::vector<PartOnDevice>& parts)
{
  // Parts compute a field in their own numbering first.
  const auto nodes = static_cast<std::size_t>(grid.numberOfNodes());
  const auto elements = static_cast<std::size_t>(grid.numberOfElements());
  std::size_t onHost = voxelFieldMemory(grid, settings) +
    std::max(3 * nodes, (settings.fields.strain || settings.fields.stress ? 6 : 1) * elements) *
      sizeof(double);
  for (const PartOnDevice& part : parts)
  {
    const bool isHost = part.device.space == ExecutionSpace::Host;
    requireMemory("The part of " + countText(part.elements, "voxel"), part.memory,
      part.device.availableMemory,
      "on " +
        (isHost ? part.device.name
                : "GPU " + std::to_string(part.device.index) + " (" + part.device.name + ")"),
      "Crop the image, make it coarser, or use more devices or such with more memory.");
    onHost += isHost ? part.memory : 0;
  }
  requireHostMemory(grid, settings, onHost);
}

void validate(const VoxelMicroFeProblem& problem)
{
  checkSettings(problem);
  checkHostMemory(problem.image);
  const VoxelGrid grid(problem.image, problem.parts);
  makeConditions(problem, grid);
}

std::size_t estimateDeviceMemory(const VoxelMicroFeProblem& problem)
{
  const VoxelGrid grid(problem.image, problem.parts);
  return voxelMicroFeMemory(grid, makeConditions(problem, grid), problem.parts);
}

void checkDevice(const VoxelMicroFeProblem& problem, const Device& device, std::size_t memoryLimit)
{
  checkHostMemory(problem.image);
  const VoxelGrid grid(problem.image, problem.parts);
  checkMemory(grid, makeConditions(problem, grid), problem, device, memoryLimit);
}
}
