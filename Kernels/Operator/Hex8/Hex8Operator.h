#ifndef TRABECULA_OPERATOR_HEX8_HEX8OPERATOR_H
#define TRABECULA_OPERATOR_HEX8_HEX8OPERATOR_H

#include "Core/Context.h"
#include "Mesh/Mesh.h"
#include "Mesh/Neighbours/ElementGroups.h"
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
  /// Copies the mesh to the space. @param layouts of the nodes and elements of the mesh
  Hex8Operator(const OperatorLayouts<Space>& layouts, const Mesh& mesh, double poissonsRatio,
    bool reproducible = false);

  bool hasSingle() const override { return true; }
  /// The strategy in use; never Strategy::Auto.
  virtual Strategy strategy() const { return Strategy::Recompute; }

  /// Upper bound of the bytes of an operator in any space.
  static std::size_t memory(std::size_t nodes, std::size_t elements, bool reproducible);

protected:
  /// @param order of the elements @param tags as for ElementSums
  Hex8Operator(const OperatorLayouts<Space>& layouts, const Mesh& mesh, double poissonsRatio,
    bool reproducible, const std::vector<std::int32_t>& order,
    const std::vector<std::uint8_t>& tags);

  void product(const Vector<Space>& x, Vector<Space>& y) override;
  int productDot(const Vector<Space>& x, Vector<Space>& y, double* partials) override;
  void useModuli(const double* moduli) override;
  void computeDiagonal(double* d) override;
  void singleProduct(const float* x, float* y) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  /// Volumes by Gauss quadrature, and centroids as means of the corners.
  void computeGeometry(double* volumes, double* centroids) override;
  void computeGradients(const double* u, double* gradients) override;
  /// The first call lists the elements around each node, 64 bytes an element and 8 a node.
  void addGradientsTransposed(const double* s, double* f) override;

  std::int64_t numberOfNodes() const { return this->layout().count(); }
  std::int64_t numberOfElements() const { return this->materialPoints().count(); }

  /// Input of the host loops; host only.
  Hex8HostMesh hostMesh() const;

  double PoissonsRatio = 0.0;
  double Length = 1.0; ///< about that of an element, for single precision
  const double* Moduli = nullptr;
  DeviceVector<double, Space> Points;
  DeviceVector<std::int32_t, Space> Order; ///< element at each position
  ElementSums<Space> Sums;                 ///< of positions
  /// Modes of the corner coordinates, from the first product in single precision on; host only.
  DeviceVector<float, Space> SingleModes;
  /// Positions around each node, from the first transposed gradients on.
  ElementGroup<Space> Around;
};
}

#endif
