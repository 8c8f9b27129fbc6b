#ifndef TRABECULA_OPERATOR_MASS_PATCHMASS_H
#define TRABECULA_OPERATOR_MASS_PATCHMASS_H

#include "Mesh/Nurbs/NurbsGrid.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The mass matrix of a NURBS patch for displacements: the integral of rho R_a R_b, for each
 * component, by the Gauss points of IsogeometricOperator, which integrate it exactly where the
 * patch is affine. In two dimensions the thickness is 1. Coefficients, called moduli, are the
 * densities at Gauss points, the material points.
 *
 * A product evaluates and gathers splines direction by direction. It has no gradients.
 */
template <class Space>
class PatchMass : public StiffnessOperator<Space>
{
public:
  /// @param layouts of the patch with material points at Gauss points, see layoutsOf()
  PatchMass(const OperatorLayouts<Space>& layouts, const NurbsPatch& patch);

  /// Upper bound of its bytes in its space, with those of a product in the workspace.
  static std::size_t memory(const NurbsPatch& patch);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* densities) override { this->Densities = densities; }
  void computeDiagonal(double* d) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  void computeGeometry(double* measures, double* positions) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

private:
  int components() const { return this->layout().components(); }

  NurbsGrid<Space> Gauss;
  DeviceVector<double, Space> Measures; ///< of Gauss points
  DeviceVector<double, Space> Places;   ///< of control points, one component after another
  const double* Densities = nullptr;
};
}

#endif
