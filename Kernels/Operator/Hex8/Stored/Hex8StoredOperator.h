#ifndef TRABECULA_OPERATOR_HEX8_STORED_HEX8STOREDOPERATOR_H
#define TRABECULA_OPERATOR_HEX8_STORED_HEX8STOREDOPERATOR_H

#include "Operator/Hex8/Hex8Operator.h"

namespace trabecula
{
/**
 * The strategies of the EbE paper, sections 3.4 and 4, and Strategy::Coloured: products with stored
 * element matrices, 4608 bytes each, for a Young's modulus of one; moduli replace the paper's
 * penalized densities. On CUDA, Nbn to Ebe64 are Algorithms 2 to 6 as published, over the elements
 * in the mesh's order with 512 (504) threads per block.
 */
template <class Space>
class Hex8StoredOperator : public Hex8Operator<Space>
{
public:
  Hex8StoredOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh, double poissonsRatio,
    bool reproducible, Strategy strategy);

  Strategy strategy() const override { return this->Chosen; }

  static std::size_t memory(
    std::size_t nodes, std::size_t elements, Strategy strategy, bool reproducible);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  int productDot(const Vector<Space>& x, Vector<Space>& y, double* partials) override;

private:
  Strategy Chosen;
  /// Elements in the order of products: the mesh's, by colours, or that of Hex8Operator for Ebe on
  /// the host.
  DeviceVector<std::int32_t, Space> StoredOrder;
  DeviceVector<std::int32_t, Space> StoredConnectivity; ///< C: 8 per position in StoredOrder
  /// K: 24 rows of 24 per position; row 3 a + i belongs to component i of corner a.
  DeviceVector<double, Space> Matrices;
  std::vector<std::int32_t> ColourStarts; ///< Coloured only
  // C_rev, Nbn only; see NodeElements.
  DeviceVector<std::int64_t, Space> NodeStarts;
  DeviceVector<std::int32_t, Space> NodeElementNumbers;
  DeviceVector<std::uint8_t, Space> NodeCorners;
};
}

#endif
