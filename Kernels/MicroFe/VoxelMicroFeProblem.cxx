#include "MicroFe/VoxelMicroFeProblem.h"

#include "Core/Hash.h"

namespace trabecula
{
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
      hash.add(support.constrained[d] != 0);
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
