#ifndef TRABECULA_OPERATOR_HEX8_HEX8OPERATOR_H
#define TRABECULA_OPERATOR_HEX8_HEX8OPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/Mesh.h"
#include "Operator/Hex8/ElementSums.h"
#include "Operator/Hex8/Hex8HostKernels.h"
#include "Operator/Hex8/Strategy.h"
#include "Operator/StiffnessOperator.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Strategy::Recompute: element products recomputed from corner coordinates (see Element/Hex8.h),
 * with a quarter of the memory traffic of stored matrices. Base class of the other strategies.
 */
template <class Space>
class Hex8Operator : public StiffnessOperator<Space>
{
public:
  /// Copies the mesh to the space.
  Hex8Operator(const Mesh& mesh, double poissonsRatio, bool reproducible = false);

  void setModuli(const double* moduli) override { this->Moduli = moduli; }

  std::int64_t size() const override { return 3 * this->NumberOfNodes; }
  std::int64_t numberOfNodes() const override { return this->NumberOfNodes; }
  std::int64_t numberOfMaterialPoints() const override { return this->NumberOfElements; }

  void apply(const double* x, double* y) override;
  int applyDot(const double* x, double* y, double* partials) override;
  bool hasSingle() const override { return true; }
  void applySingle(const float* x, float* y) override;
  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  /// Volumes by Gauss quadrature, and centroids as means of the corners.
  void geometry(double* volumes, double* centroids) override;
  void displacementGradients(const double* u, double* gradients) override;
  /// The strategy in use; never Strategy::Auto.
  virtual Strategy strategy() const { return Strategy::Recompute; }

  /// Upper bound of the bytes of an operator in any space.
  static std::size_t memory(std::size_t nodes, std::size_t elements, bool reproducible);

protected:
  /// @param order of the elements @param tags as for ElementSums
  Hex8Operator(const Mesh& mesh, double poissonsRatio, bool reproducible,
    const std::vector<std::int32_t>& order, const std::vector<std::uint8_t>& tags);

  /// Input of the host loops; host only.
  Hex8HostMesh hostMesh() const;

  std::int64_t NumberOfNodes = 0;
  std::int64_t NumberOfElements = 0;
  double PoissonsRatio = 0.0;
  double Length = 1.0; ///< about that of an element, for single precision
  const double* Moduli = nullptr;
  DeviceVector<double, Space> Points;
  DeviceVector<std::int32_t, Space> Order; ///< element at each position
  ElementSums<Space> Sums;                 ///< of positions
  /// Of the corners, from the first product in single precision on; host only.
  DeviceVector<float, Space> SingleModes;
};
}

#endif
