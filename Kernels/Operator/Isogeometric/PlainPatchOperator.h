#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_PLAINPATCHOPERATOR_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_PLAINPATCHOPERATOR_H

#include "Core/Context.h"
#include "Mesh/Nurbs/NurbsGrid.h"
#include "Operator/StiffnessOperator.h"

namespace trabecula
{
/// Products with a dense matrix of each element: what others are held against.
template <class Space>
class PlainPatchOperator : public StiffnessOperator<Space>
{
public:
  PlainPatchOperator(
    Context<Space>& context, const NurbsPatch& patch, double poissonsRatio, bool perGaussPoint);

  std::int64_t size() const override;
  void apply(const double* x, double* y) override;
  void setModuli(const double* moduli) override;
  std::int64_t numberOfNodes() const override { return this->Gauss.numberOfControlPoints(); }
  std::int64_t numberOfMaterialPoints() const override
  {
    return this->PerGaussPoint ? this->Gauss.numberOfPoints() : this->Elements;
  }
  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  void geometry(double* measures, double* positions) override;
  void displacementGradients(const double* u, double* gradients) override;

private:
  int Dimension;
  double PoissonsRatio;
  bool PerGaussPoint;
  std::int64_t Elements;
  std::int64_t PerElement; ///< Gauss points
  int Functions;
  NurbsGrid<Space> Gauss;
  DeviceVector<double, Space> Weights;  ///< of Gauss points, of the parameter space
  DeviceVector<double, Space> Matrices; ///< of all elements
  DeviceVector<double, Space> Results;  ///< of elements
};
}

#endif
