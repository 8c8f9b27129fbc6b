#ifndef TRABECULA_OPERATOR_HEX8OPERATOR_H
#define TRABECULA_OPERATOR_HEX8OPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/ElementOrder.h"
#include "Mesh/HexMesh.h"
#include "Operator/StiffnessOperator.h"

#include <cstdint>

namespace trabecula
{
/**
 * Strategy::Recompute: the stiffness product of the EbE paper, section 3.4.2, with element products
 * recomputed from corner coordinates (see Element/Hex8.h).
 *
 * On the host, sums are made block by block in a fixed colouring: results are the
 * same for every number of threads. On CUDA they are made by atomic additions, whose order is not
 * fixed: results agree to rounding.
 */
template <class Space>
class Hex8Operator : public StiffnessOperator<Space>
{
public:
  /// Copies the mesh to the space. Elements keep their numbers in all arrays.
  Hex8Operator(const HexMesh& mesh, double poissonsRatio);

  void setModuli(const double* moduli) override { this->Moduli = moduli; }

  std::int64_t size() const override { return 3 * this->NumberOfNodes; }
  std::int64_t numberOfNodes() const override { return this->NumberOfNodes; }
  std::int64_t numberOfElements() const override { return this->NumberOfElements; }

  void apply(const double* x, double* y) override;

  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  void geometry(double* volumes, double* centroids) override;
  Strategy strategy() const override { return Strategy::Recompute; }

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
