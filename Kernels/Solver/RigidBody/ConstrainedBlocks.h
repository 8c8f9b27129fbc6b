#ifndef TRABECULA_SOLVER_RIGIDBODY_CONSTRAINEDBLOCKS_H
#define TRABECULA_SOLVER_RIGIDBODY_CONSTRAINEDBLOCKS_H

#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Physics/Elasticity.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * Inverses of the blocks of a stiffness that belong to nodes near constrained points, for a
 * smoother.
 *
 * A penalty also makes the diagonal large for nodes behind a constrained face, although smooth
 * fields have hardly any energy in the penalty there: in nearly void material a smoother with the
 * diagonal hardly changes such fields.
 */
template <class Space>
class ConstrainedBlocks
{
public:
  /// Largest number of nodes of a block.
  static constexpr std::size_t MostNodes = 320;

  /// @param discretization must remain valid
  ConstrainedBlocks(const Context<Space>& context,
    const MeshfreeDiscretization<Space>& discretization, double poissonsRatio);

  /// Whether there are no blocks, or none that are positive definite.
  bool isEmpty() const { return this->Blocks == 0 || !this->Usable; }
  /// Computes the inverses. @param moduli of the integration points @param inverseDiagonal of the
  /// stiffness; both in memory of the space
  void update(const double* moduli, const double* inverseDiagonal);
  /// Sets z to the products of the inverses with r on nodes of the blocks, and leaves it unchanged
  /// on others; 3 numbers per node, in memory of the space.
  void apply(const double* r, double* z) const;

  /// Bytes of blocks for a number of nodes.
  static std::size_t memory(std::size_t nodes);

private:
  const Context<Space>* Computing;
  const MeshfreeDiscretization<Space>* Discretization;
  Elasticity Material;
  std::size_t Blocks = 0;
  bool Usable = true;                        ///< positive definite at the last update
  std::int64_t Rows = 0;                     ///< of a block, padded to whole tiles
  DeviceVector<std::int32_t, Space> Nodes;   ///< block after block
  DeviceVector<std::int32_t, Space> Starts;  ///< first node of each block, and the end
  DeviceVector<std::int32_t, Space> BlockOf; ///< of each node of the cloud; -1 of most
  DeviceVector<std::int32_t, Space> PlaceOf; ///< in its block
  DeviceVector<double, Space> Scales;        ///< of their unknowns, block after block
  /// Inverses of the blocks scaled to a diagonal of ones. In single precision those of nearly void
  /// material would not be positive definite.
  DeviceVector<double, Space> Inverses;
};
}

#endif
