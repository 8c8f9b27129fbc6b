#ifndef TRABECULA_OPERATOR_STIFFNESSOPERATOR_H
#define TRABECULA_OPERATOR_STIFFNESSOPERATOR_H

#include "Core/Device.h"
#include "Mesh/HexMesh.h"
#include "Operator/LinearOperator.h"
#include "Operator/Strategy.h"

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

/**
 * Builds an operator on a mesh.
 *
 * @param poissonsRatio of all elements, in (-1, 0.5).
 * @param strategy Strategy::Auto chooses Congruent where the mesh has few distinct shapes of
 *   elements, with parallel faces, else Recompute. It looks neither at the device nor at its free
 *   memory: on all that were measured these two are the fastest, by a factor of ten on a GPU, and
 *   they take the least memory, a fiftieth of what stored matrices take (Benchmark/README.md).
 * @param reproducible whether all results must have the same bits, run after run on one device.
 * @throws Error if the strategy does not suit the space, reproducibility or the mesh, or before
 *   anything is allocated, if the memory available does not suffice.
 */
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeHex8Operator(const HexMesh& mesh,
  double poissonsRatio, Strategy strategy = Strategy::Auto, bool reproducible = false);

/// Bytes that such an operator takes in its space, at most.
std::size_t hex8OperatorMemory(
  std::size_t nodes, std::size_t elements, Strategy strategy, bool reproducible);

/// @throws Error that says how much is missing, and which strategies take less, if a device's
/// available memory does not suffice.
void checkHex8OperatorMemory(std::size_t nodes, std::size_t elements, Strategy strategy,
  bool reproducible, const Device& device);
}

#endif
