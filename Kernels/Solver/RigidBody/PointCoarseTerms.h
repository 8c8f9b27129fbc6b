#ifndef TRABECULA_SOLVER_RIGIDBODY_POINTCOARSETERMS_H
#define TRABECULA_SOLVER_RIGIDBODY_POINTCOARSETERMS_H

#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Physics/Elasticity.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"

#include <cstddef>

namespace trabecula
{
/// The terms of the coarse matrix of the element-free Galerkin method: sums over integration points
/// whose nodes belong to several aggregates, and over constrained points.
template <class Space>
class PointCoarseTerms : public CoarseTerms<Space>
{
public:
  /// @param discretization must remain valid
  PointCoarseTerms(const Context<Space>& context,
    const MeshfreeDiscretization<Space>& discretization, double poissonsRatio);

  typename CoarseTerms<Space>::Bounds bounds(const std::vector<std::int32_t>& aggregateOf,
    const std::vector<float>& offsets, std::size_t aggregates) const override;
  void add(const detail::CoarseLayout& layout, const double* moduli, std::int64_t rows,
    double fixedPoint, std::int64_t* matrix) override;

private:
  const Context<Space>* Computing;
  const MeshfreeDiscretization<Space>* Discretization;
  Elasticity Material;
  std::size_t MostEntries = 0; ///< largest number of an integration point
  std::size_t MostConstraintEntries = 0;
};
}

#endif
