#ifndef TRABECULA_SOLVER_RIGIDBODY_POINTCOARSETERMS_H
#define TRABECULA_SOLVER_RIGIDBODY_POINTCOARSETERMS_H

#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"

#include <cstddef>

namespace trabecula
{
/// The coarse matrix of the element-free Galerkin method, summed over integration points whose
/// nodes are of several aggregates, and over constrained points. Nitsche's terms are left out.
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
  std::size_t MostEntries = 0; ///< of an integration point
  std::size_t MostConstraintEntries = 0;
};
}

#endif
