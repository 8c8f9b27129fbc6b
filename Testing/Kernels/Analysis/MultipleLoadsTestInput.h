#ifndef TRABECULA_TESTING_KERNELS_ANALYSIS_MULTIPLELOADSTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_ANALYSIS_MULTIPLELOADSTESTINPUT_H

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/SparseVector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cmath>
#include <vector>

namespace trabecula::testing
{
/// A cantilever of voxels with moduli of nine orders of magnitude, forces of eight loads, some
/// of them sparse, and displaced supports.
struct Loads
{
  VoxelGrid grid{ block() };
  TopologyProblem problem = emptyProblem(grid.mesh());
  std::vector<double> moduli;
  std::vector<std::vector<double>> forces;
  std::vector<std::vector<double>> starts;

  static VoxelImage block()
  {
    VoxelImage image;
    image.cells = { 18, 10, 9 };
    image.moduli.assign(std::size_t(18) * 10 * 9, 1.0);
    return image;
  }

  explicit Loads(Random& random)
  {
    clamp(this->problem, [](const Point& p) { return p[0] == 0.0; });
    const std::size_t unknowns = this->problem.structure.mesh.points.size();
    for (std::size_t e = 0; e < this->problem.structure.mesh.numberOfElements(); ++e)
    {
      // With a softer void, convergence is slow, and the number of iterations depends on rounding.
      this->moduli.push_back(random.uniform(0, 1) < 0.3 ? 1e-4 : random.uniform(0.1, 1.0));
    }
    for (std::size_t load = 0; load < std::size_t(MostColumns); ++load)
    {
      std::vector<double> f = random.vector(unknowns, -1, 1);
      std::vector<double> u(unknowns, 0.0);
      for (std::size_t i = 0; i < unknowns; ++i)
      {
        f[i] *= load == 2 || (load % 2 == 1 && i % 3 != 0) ? 0.0 : std::pow(10.0, double(load));
        u[i] = this->problem.structure.supports[i] != 0 && load > 1 ? random.uniform(-1, 1) : 0.0;
      }
      this->forces.push_back(f);
      this->starts.push_back(u);
    }
  }
};

template <class Space>
Device deviceWith(std::size_t bytes)
{
  Device device =
    selectDevice(Space::Id == ExecutionSpace::Cuda ? DeviceRequest::Cuda : DeviceRequest::Host);
  device.availableMemory = bytes;
  return device;
}

constexpr std::size_t Gibibyte = std::size_t(1) << 30;

template <class Space>
class MultipleLoads : public OnSpace<Space>
{
};
}

#endif
