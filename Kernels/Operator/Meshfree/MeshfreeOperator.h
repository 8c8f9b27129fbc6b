#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEOPERATOR_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEOPERATOR_H

#include "Element/Hex8.h"
#include "Operator/Meshfree/ShapeLists.h"
#include "Operator/StiffnessOperator.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// Points of an integral over a volume or over faces.
struct IntegrationPoints
{
  std::vector<double> places;  ///< 3 per point, length
  std::vector<double> weights; ///< 1 per point, length cubed or squared
};

/**
 * Displacements that are held on faces by a penalty (Lu et al. 2021, eqs. 11 to 13): adds alpha
 * sum of w_q Phi_i Phi_j M to the stiffness, M being the diagonal matrix of the held components.
 */
struct HeldFaces
{
  IntegrationPoints points;
  std::vector<std::uint8_t> components; ///< 3 per point, nonzero where that one is held
  double penalty = 0.0;                 ///< alpha, force per volume
};

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
  /// @throws Error as ShapeLists, and naming the first node that no point reaches
  MeshfreeOperator(Context<Space>& context, const NodeCloud<Space>& cloud,
    const IntegrationPoints& points, double poissonsRatio, const HeldFaces& held);

  void setModuli(const double* moduli) override { this->Moduli = moduli; }
  std::int64_t size() const override { return 3 * this->Nodes; }
  std::int64_t numberOfNodes() const override { return this->Nodes; }
  std::int64_t numberOfMaterialPoints() const override { return this->Shapes.numberOfPoints(); }
  void apply(const double* x, double* y) override;
  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  void geometry(double* measures, double* positions) override;
  void displacementGradients(const double* u, double* gradients) override;

  const ShapeLists<Space>& shapes() const { return this->Shapes; }
  /// Null without held faces.
  const ShapeLists<Space>* heldShapes() const { return this->HeldShapes.get(); }

private:
  Context<Space>* Computing;
  std::int64_t Nodes;
  ShapeLists<Space> Shapes;
  DeviceVector<double, Space> Places;
  DeviceVector<double, Space> Weights;
  hex8::UnitMaterial Material;
  const double* Moduli = nullptr;
  std::unique_ptr<ShapeLists<Space>> HeldShapes;
  DeviceVector<double, Space> HeldWeights; ///< 3 per point: alpha w of held components, else 0
};
}

#endif
