#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/Mesh.h"
#include "Operator/Elements/UnitMaterials.h"
#include "Operator/PoissonsRatios.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
/// The elements of one type, and those around each node.
struct ElementGroup
{
  std::int64_t elements;
  const std::int32_t* numbers; ///< in the mesh; null where all elements are of one type
  const std::int32_t* connectivity;
  const std::int64_t* starts; ///< into the next two; one more than there are nodes
  const std::int32_t* elementsOfNodes;
  const std::uint8_t* corners;
};
}

/**
 * Products of any element, matrix-free: what a mesh of any cells runs on, also of several types.
 *
 * Elements are multiplied once each, by vector instructions on the host, and their forces are then
 * gathered by the nodes. On a GPU, linear tetrahedra are multiplied node by node instead: a node
 * gathers its row of each element around it, recomputed from the coordinates of the element's
 * nodes. Elements of one type are a pass. No stored matrices and no atomics: bitwise reproducible
 * in each space. Material points are the elements.
 */
template <class Space>
class ElementOperator : public StiffnessOperator<Space>
{
public:
  /// Copies the mesh to the space.
  ElementOperator(const Mesh& mesh, const PoissonsRatios& ratios);

  void setModuli(const double* moduli) override { this->Moduli = moduli; }
  std::int64_t size() const override { return 3 * this->NumberOfNodes; }
  std::int64_t numberOfNodes() const override { return this->NumberOfNodes; }
  std::int64_t numberOfMaterialPoints() const override { return this->NumberOfElements; }
  void apply(const double* x, double* y) override;
  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  /// Volumes by quadrature, and centroids as means of the corners.
  void geometry(double* volumes, double* centroids) override;
  void displacementGradients(const double* u, double* gradients) override;

  /// Upper bound of the bytes of an operator in its space.
  static std::size_t memory(const Mesh& mesh, bool ratiosVary = false);

private:
  struct Group
  {
    CellType type;
    std::int64_t elements;
    DeviceVector<std::int32_t, Space> Numbers;
    DeviceVector<std::int32_t, Space> Connectivity;
    DeviceVector<std::int64_t, Space> Starts;
    DeviceVector<std::int32_t, Space> ElementsOfNodes;
    DeviceVector<std::uint8_t, Space> Corners;

    detail::ElementGroup view() const;
  };

  detail::UnitMaterials materials() const;

  std::int64_t NumberOfNodes;
  std::int64_t NumberOfElements;
  double CommonRatio;
  DeviceVector<double, Space> Ratios; ///< Poisson's, of each element if they vary
  const double* Moduli = nullptr;
  DeviceVector<double, Space> Points;
  std::vector<Group> Groups;
  DeviceVector<double, Space> Forces; ///< of the elements of one group
};
}

#endif
