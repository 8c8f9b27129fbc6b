#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEOPERATOR_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEOPERATOR_H

#include "Element/Hex8.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Operator/StiffnessOperator.h"

#include <cstdint>

namespace trabecula
{
/**
 * The stiffness of the element-free Galerkin method (Lu et al. 2021, eq. 19), matrix-free: material
 * points are the integration points, and shape functions are those of moving least squares.
 * Products compute stresses at points, which the nodes gather; sums have a fixed order.
 *
 * Unknowns are nodal parameters, not displacements at nodes.
 */
template <class Space>
class MeshfreeOperator : public StiffnessOperator<Space>
{
public:
  /// @param discretization must remain valid
  MeshfreeOperator(Context<Space>& context, const MeshfreeDiscretization<Space>& discretization,
    double poissonsRatio);

  void setModuli(const double* moduli) override { this->Moduli = moduli; }
  std::int64_t size() const override { return 3 * this->numberOfNodes(); }
  std::int64_t numberOfNodes() const override
  {
    return static_cast<std::int64_t>(this->Discretization->volumes.size());
  }
  std::int64_t numberOfMaterialPoints() const override
  {
    return this->Discretization->shapes.numberOfPoints();
  }
  void apply(const double* x, double* y) override;
  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  void geometry(double* measures, double* positions) override;
  void displacementGradients(const double* u, double* gradients) override;
  double constantEnergy(const double* a, const double* b) override
  {
    return this->Discretization->held.energy(*this->Computing, a, b);
  }

protected:
  /// @param products whether apply() is used
  MeshfreeOperator(Context<Space>& context, const MeshfreeDiscretization<Space>& discretization,
    double poissonsRatio, bool products);

  Context<Space>* Computing;
  const MeshfreeDiscretization<Space>* Discretization;
  hex8::UnitMaterial Material;
  const double* Moduli = nullptr;
  /// Scratch of products, 6 per point; kept, as products are recorded, which may not allocate.
  DeviceVector<double, Space> Stresses;
};
}

#endif
