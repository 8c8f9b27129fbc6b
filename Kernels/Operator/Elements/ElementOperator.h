#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H

#include "Core/Context.h"
#include "Mesh/Mesh.h"
#include "Operator/Elements/LawsOfElements.h"
#include "Operator/StiffnessOperator.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
template <class Law>
struct BatchInput;

/// The elements of one type in the order of processing, and their batches as ElementBatches has
/// them.
struct ElementGroup
{
  std::int64_t elements;
  const std::int32_t* numbers; ///< in the mesh
  const std::int32_t* connectivity;

  std::int64_t batches;
  int mostSlots;
  const std::int32_t* starts;
  const std::int32_t* nodes;
  const std::uint16_t* corners;
  const std::uint16_t* entries;
  std::int64_t sharedNodes; ///< nodes of no slot or of several, and their slots
  const std::int32_t* nodesShared;
  const std::int32_t* sharedStarts;
  const std::int32_t* sharedSlots;

  /// Derivatives of the shape functions in natural coordinates at the quadrature points, entry
  /// (3 node + direction) points + point.
  const double* derivativesByNode;
  const double* derivativesByPoint; ///< the same, entry (3 point + direction) nodes + node
};
}

/**
 * Matrix-free products with the stiffness of a mesh of any elements, also of several types.
 *
 * Elements are divided into batches along a curve through the mesh, so that a batch has few nodes.
 * A batch's elements are multiplied in fast memory, with matrices recomputed from coordinates, and
 * summed there at its nodes; then the sums of batches that share a node are added in a fixed order.
 * Each type of elements takes a pass. No matrices are stored and no atomics are used: results are
 * bitwise reproducible in each space. Material points are the elements.
 *
 * The physics is a law of Physics/: Elasticity, or Conduction with one component of each node.
 */
template <class Space, class Law = Elasticity>
class ElementOperator : public StiffnessOperator<Space>
{
public:
  /// Parameters of a law besides its coefficients: PoissonsRatios of elasticity, none of
  /// conduction.
  using Parameters = typename detail::LawParameters<Space, Law>::OfHost;

  /// Copies the mesh to the space. @param layouts of the nodes and elements of the mesh
  ElementOperator(
    const OperatorLayouts<Space>& layouts, const Mesh& mesh, const Parameters& parameters);

  /// Estimate of the bytes of an operator in its space, from above for meshes whose elements are
  /// connected.
  /// @param parametersVary whether each element has a parameter of its own
  static std::size_t memory(const Mesh& mesh, bool parametersVary = false);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* moduli) override { this->Moduli = moduli; }
  void computeDiagonal(double* d) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  /// Volumes by quadrature, and centroids as means of the corners.
  void computeGeometry(double* volumes, double* centroids) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

private:
  /// Members as in detail::ElementGroup.
  struct Group
  {
    Group(const Context<Space>& context, const Mesh& mesh, const std::vector<std::int32_t>& inMesh);

    CellType type;
    std::int64_t elements;
    int mostSlots = 0;
    DeviceVector<std::int32_t, Space> Numbers;
    DeviceVector<std::int32_t, Space> Connectivity;
    DeviceVector<std::int32_t, Space> Starts;
    DeviceVector<std::int32_t, Space> Nodes;
    DeviceVector<std::uint16_t, Space> Corners;
    DeviceVector<std::uint16_t, Space> Entries;
    DeviceVector<std::int32_t, Space> NodesShared;
    DeviceVector<std::int32_t, Space> SharedStarts;
    DeviceVector<std::int32_t, Space> SharedSlots;
    DeviceVector<double, Space> DerivativesByNode;
    DeviceVector<double, Space> DerivativesByPoint;

    detail::ElementGroup view() const;
  };

  detail::BatchInput<Law> inputOf(const Group& group, const double* x, double* y);

  detail::LawParameters<Space, Law> Laws;
  const double* Moduli = nullptr;
  DeviceVector<double, Space> Points;
  std::vector<Group> Groups;
  /// Sums of the batches of one group, of each slot and component.
  DeviceVector<double, Space> Partials;
};
}

#endif
