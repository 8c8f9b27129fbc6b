#ifndef TRABECULA_SOLVER_RIGIDFACES_RIGIDBASIS_H
#define TRABECULA_SOLVER_RIGIDFACES_RIGIDBASIS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A set of unknowns that are linear combinations of a few motions.
struct RigidUnknowns
{
  std::vector<std::int64_t> unknowns; ///< in ascending order
  /// The motions, at least one and orthonormal, with one value for each of these unknowns.
  std::vector<std::vector<double>> motions;
};

/// Such sets, which have no unknown in common: a subspace of vectors, in which the other unknowns
/// have any values.
using RigidBasis = std::vector<RigidUnknowns>;

/// The number of motions of all sets.
inline std::size_t numberOfMotions(const RigidBasis& basis)
{
  std::size_t sum = 0;
  for (const RigidUnknowns& set : basis)
  {
    sum += set.motions.size();
  }
  return sum;
}
}

#endif
