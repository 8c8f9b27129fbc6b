#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEMASS_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEMASS_H

#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>

namespace trabecula
{
/**
 * The consistent mass matrix of nodes without elements, for each of three components: the sum over
 * integration points of w_q m_q Phi_i Phi_j. Coefficients m, called moduli, are densities at the
 * points, so that unit energies u.(M_q u) are derivatives by densities. It has no gradients.
 */
template <class Space>
class MeshfreeMass : public StiffnessOperator<Space>
{
public:
  /// @param layouts of the discretization, see layoutsOf()
  /// @param discretization must remain valid
  MeshfreeMass(
    const OperatorLayouts<Space>& layouts, const MeshfreeDiscretization<Space>& discretization);

  /// Bytes of an instance.
  static std::size_t memory(std::size_t points) { return 3 * points * sizeof(double); }

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* moduli) override { this->Densities = moduli; }
  void computeDiagonal(double* d) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  void computeGeometry(double* measures, double* positions) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

private:
  const MeshfreeDiscretization<Space>* Discretization;
  const double* Densities = nullptr;
  /// Scratch of products, 3 per point; kept, as products that are captured in a graph may not
  /// allocate.
  DeviceVector<double, Space> Momenta;
};
}

#endif
