#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEOPERATOR_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEOPERATOR_H

#include "Element/Hex8.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Operator/StiffnessOperator.h"

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
  /// @param layouts of the discretization, see layoutsOf()
  /// @param discretization must remain valid
  MeshfreeOperator(const OperatorLayouts<Space>& layouts,
    const MeshfreeDiscretization<Space>& discretization, double poissonsRatio);

  double constantEnergy(const Vector<Space>& a, const Vector<Space>& b) override
  {
    return this->Discretization->constraints.energy(a, b);
  }

protected:
  /// @param products whether those of this class are used
  MeshfreeOperator(const OperatorLayouts<Space>& layouts,
    const MeshfreeDiscretization<Space>& discretization, double poissonsRatio, bool products);

  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* moduli) override { this->Moduli = moduli; }
  void computeDiagonal(double* d) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  void computeGeometry(double* measures, double* positions) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

  const MeshfreeDiscretization<Space>* Discretization;
  Elasticity Material;
  const double* Moduli = nullptr;
  /// Scratch of products, 6 per point; kept, as products that are captured in a graph may not
  /// allocate.
  DeviceVector<double, Space> Stresses;
};
}

#endif
