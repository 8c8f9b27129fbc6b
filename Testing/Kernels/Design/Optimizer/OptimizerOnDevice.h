#ifndef TRABECULA_TESTING_KERNELS_OPTIMIZERONDEVICE_H
#define TRABECULA_TESTING_KERNELS_OPTIMIZERONDEVICE_H

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include <memory>
#include <vector>

namespace trabecula::testing
{
/// A test of whole iterations on a device.
class OptimizerOnDevice : public OnDevice
{
protected:
  std::unique_ptr<TopologyOptimizer> optimizer(const TopologyProblem& problem)
  {
    return std::make_unique<TopologyOptimizer>(problem, this->context(), this->Silent);
  }

  Observer Silent;
};

/// Returns random densities that are admissible for every interpolation.
inline std::vector<double> randomDensity(const TopologyProblem& problem, Random& random)
{
  return random.vector(problem.structure.mesh.numberOfElements(), 0.1, 0.95);
}
}

#endif
