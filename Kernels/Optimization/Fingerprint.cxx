#include "Core/Hash.h"
#include "MicroFe/VoxelMicroFeProblem.h"
#include "Optimization/TopologyProblem.h"

namespace trabecula
{
std::uint64_t fingerprint(const TopologyProblem& problem)
{
  Hash hash;
  hash.add(problem.mesh.points);
  hash.add(problem.mesh.connectivity);
  hash.add(problem.material.youngsModulus);
  hash.add(problem.material.poissonsRatio);
  hash.add(problem.supports);
  hash.add(problem.prescribedDisplacement);
  hash.add(problem.loadCases.size());
  for (const LoadCase& load : problem.loadCases)
  {
    hash.add(load.weight);
    hash.add(load.forces);
  }
  hash.add(problem.springs);
  hash.add(problem.outputWeights);
  hash.add(problem.designRegion);
  hash.add(problem.initialDensity);
  const OptimizationSettings& s = problem.settings;
  hash.add(s.objective);
  hash.add(s.optimizer);
  hash.add(s.interpolation);
  hash.add(s.penalization);
  hash.add(s.minimumDensity);
  hash.add(s.minimumModulusRatio);
  hash.add(s.volumeFraction);
  hash.add(s.filter);
  hash.add(s.filterRadius);
  hash.add(s.volumeWeightedFilter);
  hash.add(s.moveLimit);
  hash.add(s.damping);
  hash.add(problem.solver.tolerance);
  hash.add(problem.solver.maximumIterations);
  hash.add(problem.solver.strategy);
  hash.add(problem.solver.preconditioner);
  hash.add(problem.solver.aggregates);
  hash.add(problem.solver.reproducible);
  return hash.value();
}

std::uint64_t fingerprint(const VoxelMicroFeProblem& problem)
{
  Hash hash;
  for (int d = 0; d < 3; ++d)
  {
    hash.add(problem.image.cells[d]);
    hash.add(problem.image.spacing[d]);
    hash.add(problem.image.origin[d]);
  }
  hash.add(problem.image.moduli);
  hash.add(problem.poissonsRatio);
  hash.add(problem.parts);
  hash.add(problem.requireOnePart);
  hash.add(problem.test);
  hash.add(problem.box);
  hash.add(problem.axis);
  hash.add(problem.direction);
  hash.add(problem.strain);
  hash.add(problem.angle);
  hash.add(problem.fieldLoad);
  hash.add(problem.tolerance);
  hash.add(problem.maximumIterations);
  hash.add(problem.criticalVolume);
  hash.add(problem.criticalStrain);
  hash.add(problem.supports.size());
  for (const LatticeSupport& support : problem.supports)
  {
    for (int d = 0; d < 3; ++d)
    {
      hash.add(support.node[d]);
      hash.add(support.held[d] != 0);
      hash.add(support.displacement[d]);
    }
  }
  for (const LatticeForce& force : problem.forces)
  {
    for (int d = 0; d < 3; ++d)
    {
      hash.add(force.node[d]);
      hash.add(force.force[d]);
    }
  }
  return hash.value();
}
}
