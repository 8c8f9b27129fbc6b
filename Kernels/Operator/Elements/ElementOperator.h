#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/Mesh.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Matrix-free product for any element, node by node; for elements without specialized kernels.
 *
 * Each node sums its rows of the adjacent elements, recomputed from coordinates: no stored
 * matrices, no atomics, bitwise reproducible in each space. Material points are the elements.
 *
 * @tparam Element traits as Hex8Element
 */
template <class Space, class Element>
class ElementOperator : public StiffnessOperator<Space>
{
public:
  /// Copies the mesh to the space. @param poissonsRatio of all elements, in (-1, 0.5)
  ElementOperator(const Mesh& mesh, double poissonsRatio);

  void setModuli(const double* moduli) override { this->Moduli = moduli; }
  std::int64_t size() const override { return 3 * this->NumberOfNodes; }
  std::int64_t numberOfNodes() const override { return this->NumberOfNodes; }
  std::int64_t numberOfMaterialPoints() const override { return this->NumberOfElements; }
  void apply(const double* x, double* y) override;
  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  /// Volumes by quadrature, and centroids as means of the nodes.
  void geometry(double* volumes, double* centroids) override;
  void displacementGradients(const double* u, double* gradients) override;

  /// Upper bound of the bytes of an operator in its space.
  static std::size_t memory(std::size_t nodes, std::size_t elements);

private:
  std::int64_t NumberOfNodes;
  std::int64_t NumberOfElements;
  double PoissonsRatio;
  const double* Moduli = nullptr;
  DeviceVector<double, Space> Points;
  DeviceVector<std::int32_t, Space> Connectivity;
  DeviceVector<std::int64_t, Space> Starts; ///< of each node's elements; one more than nodes
  DeviceVector<std::int32_t, Space> ElementsOfNodes;
  DeviceVector<std::uint8_t, Space> Corners; ///< which node of that element the node is
};
}

#endif
