#ifndef TRABECULA_OPERATOR_MESHFREE_CONSTRAINTTERM_H
#define TRABECULA_OPERATOR_MESHFREE_CONSTRAINTTERM_H

#include "Core/Vectors/Vector.h"
#include "Operator/Meshfree/ShapeLists.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Points where displacements are constrained by a penalty (Lu et al. 2021, eqs. 11 to 13) or by
 * springs: they add sum over points of Phi_i Phi_j M to the stiffness, M being diagonal.
 */
struct ConstrainedPoints
{
  std::vector<double> places; ///< 3 per point, length
  /// M, 3 per point, force per length: alpha w_q of components that are constrained on a face, the
  /// constant of a spring.
  std::vector<double> stiffness;

  std::size_t size() const { return this->places.size() / 3; }
};

/// The part K_0 of a stiffness that does not depend on moduli, from constrained points. Unknowns
/// are three displacements of each node.
template <class Space>
class ConstraintTerm
{
public:
  /// @throws Error naming the first point out of reach of the nodes
  ConstraintTerm(
    const Context<Space>& context, const NodeCloud<Space>& cloud, const ConstrainedPoints& points);

  bool isEmpty() const { return this->Stiffness.size() == 0; }
  const ShapeLists<Space>& shapes() const { return this->Shapes; }
  /// Nodes whose domains of influence contain constrained points, ascending.
  const DeviceVector<std::int32_t, Space>& nodes() const { return this->Nodes; }
  /// M of ConstrainedPoints, 3 per point.
  const double* stiffness() const { return this->Stiffness.data(); }

  /// y += K_0 x, in memory of the space
  void add(const double* x, double* y) const;
  /// d += the diagonal of K_0, in memory of the space
  void addDiagonal(double* d) const;
  /// a.(K_0 b), over all parts. @throws Error if a and b have different layouts
  double energy(const Vector<Space>& a, const Vector<Space>& b) const;
  /// f += the forces by which points are kept at given displacements.
  /// @param displacements 3 per constrained point, length
  /// @throws Error unless f has three components of each node
  void addForces(const std::vector<double>& displacements, Vector<Space>& f) const;

private:
  const Context<Space>* Computing;
  ShapeLists<Space> Shapes;
  DeviceVector<std::int32_t, Space> Nodes;
  DeviceVector<double, Space> Stiffness;
  /// Scratch of add(), which may not allocate where it is captured in a graph.
  mutable DeviceVector<double, Space> Reactions;
};
}

#endif
