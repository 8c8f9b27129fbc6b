#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_H

#include "Core/Context.h"
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
 * Products of any element, matrix-free: what a mesh of any cells runs on, also of several types.
 *
 * Elements are divided into batches along a curve through the mesh, so that a batch has few nodes.
 * A batch's elements are multiplied in fast memory, with matrices recomputed from coordinates, and
 * summed there at its nodes; then the sums of batches that share a node are added in a fixed order.
 * Elements of one type are a pass. No stored matrices and no atomics: bitwise reproducible in each
 * space. Material points are the elements.
 */
template <class Space>
class ElementOperator : public StiffnessOperator<Space>
{
public:
  /// Copies the mesh to the space. @param layouts of its nodes and elements
  ElementOperator(
    const OperatorLayouts<Space>& layouts, const Mesh& mesh, const PoissonsRatios& ratios);

  /// Estimate of the bytes of an operator in its space, from above for meshes whose elements are
  /// connected.
  static std::size_t memory(const Mesh& mesh, bool ratiosVary = false);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* moduli) override { this->Moduli = moduli; }
  void computeDiagonal(double* d) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  /// Volumes by quadrature, and centroids as means of the corners.
  void computeGeometry(double* volumes, double* centroids) override;
  void computeGradients(const double* u, double* gradients) override;

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

  detail::UnitMaterials materials() const;
  detail::BatchInput inputOf(const Group& group, const double* x, double* y);

  double CommonRatio;
  DeviceVector<double, Space> Ratios; ///< Poisson's, of each element if they vary
  const double* Moduli = nullptr;
  DeviceVector<double, Space> Points;
  std::vector<Group> Groups;
  DeviceVector<double, Space> Partials; ///< sums of the batches of one group, 3 of each slot
};
}

#endif
