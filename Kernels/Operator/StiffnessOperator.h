#ifndef TRABECULA_OPERATOR_STIFFNESSOPERATOR_H
#define TRABECULA_OPERATOR_STIFFNESSOPERATOR_H

#include "Core/Device.h"
#include "Mesh/HexMesh.h"
#include "Operator/Hex8/Strategy.h"
#include "Operator/LinearOperator.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace trabecula
{
/**
 * y = K(E) x of linear elasticity on eight-node hexahedra, for Young's moduli E that change: what
 * a model of a structure sees, whichever Strategy makes the products.
 *
 * Vectors have three unknowns per node, interleaved: u0x u0y u0z u1x ... All pointers are to memory
 * of the space. Nodes and elements keep the mesh's numbers in all arrays. On the host, results are
 * the same for every number of threads.
 */
template <class Space>
class StiffnessOperator : public LinearOperator<Space>
{
public:
  /// Young's moduli, one per element, which later products use. Called again when they change, and
  /// they stay there: an operator may copy them, or not.
  virtual void setModuli(const double* moduli) = 0;

  virtual std::int64_t numberOfNodes() const = 0;
  virtual std::int64_t numberOfElements() const = 0;

  /// The diagonal of K(E), one value per unknown.
  virtual void diagonal(double* d) = 0;

  /// energies[e] += weight * u_e.(K_e u_e) for a Young's modulus of one.
  virtual void addUnitEnergies(const double* u, double weight, double* energies) = 0;

  /// Volumes by Gauss quadrature and centroids (3 per element) as means of the corners.
  virtual void geometry(double* volumes, double* centroids) = 0;

  /// What makes the products; never Strategy::Auto.
  virtual Strategy strategy() const = 0;

  /// Why, where Strategy::Auto had the choice: a sentence; else empty.
  std::string reason;
};
}

#endif
