#ifndef TRABECULA_OPERATOR_HEX8OPERATOR_H
#define TRABECULA_OPERATOR_HEX8OPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/ElementOrder.h"
#include "Mesh/HexMesh.h"
#include "Operator/LinearOperator.h"

#include <cstdint>

namespace trabecula
{
/**
 * Matrix-free y = K(E) x of linear elasticity on eight-node hexahedra (EbE paper, section 3.4.2),
 * with element products recomputed from corner coordinates (see Element/Hex8.h).
 *
 * Vectors have three unknowns per node, interleaved: u0x u0y u0z u1x ... All pointers are to memory
 * of the space. On the host, sums are made block by block in a fixed colouring: results are the
 * same for every number of threads. On CUDA they are made by atomic additions, whose order is not
 * fixed: results agree to rounding.
 */
template <class Space>
class Hex8Operator : public LinearOperator<Space>
{
public:
  /// Copies the mesh to the space. Elements keep their numbers in all arrays.
  Hex8Operator(const HexMesh& mesh, double poissonsRatio);

  /// Young's moduli, one per element, which later products use. Not copied.
  void setModuli(const double* moduli) { this->Moduli = moduli; }

  std::int64_t size() const override { return 3 * this->NumberOfNodes; }
  std::int64_t numberOfNodes() const { return this->NumberOfNodes; }
  std::int64_t numberOfElements() const { return this->NumberOfElements; }

  void apply(const double* x, double* y) override;

  /// The diagonal of K(E), one value per unknown.
  void diagonal(double* d);

  /// energies[e] += weight * u_e.(K_e u_e) for a Young's modulus of one.
  void addUnitEnergies(const double* u, double weight, double* energies);

  /// Volumes by Gauss quadrature and centroids (3 per element) as means of the corners.
  void geometry(double* volumes, double* centroids);

  /// Bytes that an operator on this mesh takes, at most.
  static std::size_t memory(std::size_t nodes, std::size_t elements);

private:
  std::int64_t NumberOfNodes = 0;
  std::int64_t NumberOfElements = 0;
  double PoissonsRatio = 0.0;
  const double* Moduli = nullptr;
  ColouredBlocks Blocks; ///< of positions in Order; host only
  DeviceVector<double, Space> Points;
  DeviceVector<std::int32_t, Space> Connectivity; ///< 8 per position in Order
  DeviceVector<std::int32_t, Space> Order;        ///< element at each position
};
}

#endif
