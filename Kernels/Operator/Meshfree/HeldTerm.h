#ifndef TRABECULA_OPERATOR_MESHFREE_HELDTERM_H
#define TRABECULA_OPERATOR_MESHFREE_HELDTERM_H

#include "Element/Hex8.h"
#include "Operator/Meshfree/ShapeLists.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Nitsche's terms on held faces, for the solid material.
struct NitscheFlux
{
  std::vector<double> weights; ///< 3 per point: w_q of components that are held, length squared
  std::vector<double> normals; ///< 3 per point: unit vectors that point outwards
  double modulus = 0.0;        ///< Young's, force per area
};

/**
 * Points where displacements are held by a penalty (Lu et al. 2021, eqs. 11 to 13) or by springs:
 * they add sum over points of Phi_i Phi_j M to the stiffness, M being diagonal.
 */
struct HeldPoints
{
  std::vector<double> places; ///< 3 per point, length
  /// M, 3 per point, force per length: alpha w_q of components that are held on a face, the
  /// constant of a spring.
  std::vector<double> stiffness;
  NitscheFlux flux; ///< empty without Nitsche's terms; else of all points

  std::size_t size() const { return this->places.size() / 3; }
};

/// The part K_0 of a stiffness that does not depend on moduli, from held points.
template <class Space>
class HeldTerm
{
public:
  HeldTerm() = default;
  /// @throws Error naming the first point out of reach of the nodes
  HeldTerm(Context<Space>& context, const NodeCloud<Space>& cloud, const HeldPoints& points,
    double poissonsRatio);

  bool isEmpty() const { return this->Stiffness.size() == 0; }
  const ShapeLists<Space>& shapes() const { return this->Shapes; }
  /// Those that reach held points, ascending.
  const DeviceVector<std::int32_t, Space>& nodes() const { return this->Nodes; }
  /// M of HeldPoints, 3 per point.
  const double* stiffness() const { return this->Stiffness.data(); }

  /// y += K_0 x
  void add(const double* x, double* y) const;
  /// d += the diagonal of K_0
  void addDiagonal(double* d) const;
  /// a.(K_0 b)
  double energy(Context<Space>& context, const double* a, const double* b) const;
  /// f += the forces by which points are held at displacements given, 3 per point, length.
  void addForces(
    Context<Space>& context, const std::vector<double>& displacements, double* f) const;

private:
  ShapeLists<Space> Shapes;
  DeviceVector<std::int32_t, Space> Nodes;
  DeviceVector<double, Space> Stiffness;
  DeviceVector<double, Space> FluxWeights;
  DeviceVector<double, Space> Normals;
  hex8::UnitMaterial Solid = {}; ///< Lame's constants of Nitsche's terms
  /// Scratch of add(), which may be recorded and may not allocate then.
  mutable DeviceVector<double, Space> Reactions;
};
}

#endif
