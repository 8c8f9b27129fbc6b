#ifndef TRABECULA_SOLVER_RIGIDBODY_CONSTRAINEDBLOCKS_H
#define TRABECULA_SOLVER_RIGIDBODY_CONSTRAINEDBLOCKS_H

#include "Operator/Meshfree/MeshfreeDiscretization.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * Inverses of the blocks of a stiffness that belong to nodes near constrained points, for a
 * smoother.
 *
 * A penalty makes the diagonal large also for nodes behind a constrained face, whose smooth fields
 * have next to no energy in it: where they are of nearly void material, a smoother with the
 * diagonal leaves them as they are.
 */
template <class Space>
class ConstrainedBlocks
{
public:
  /// Nodes of a block at most.
  static constexpr std::size_t MostNodes = 320;

  /// @param discretization must remain valid
  ConstrainedBlocks(const Context<Space>& context,
    const MeshfreeDiscretization<Space>& discretization, double poissonsRatio);

  bool isEmpty() const { return this->Blocks == 0 || !this->Usable; }
  /// For moduli of the points and the inverse diagonal of the stiffness, both in memory of the
  /// space.
  void update(const double* moduli, const double* inverseDiagonal);
  /// z = products of the inverses with r, of nodes of the blocks alone; 3 numbers per node, in
  /// memory of the space.
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
  DeviceVector<std::int32_t, Space> Starts;  ///< into these; one more than blocks
  DeviceVector<std::int32_t, Space> BlockOf; ///< of each node of the cloud; -1 of most
  DeviceVector<std::int32_t, Space> PlaceOf; ///< in its block
  DeviceVector<double, Space> Scales;        ///< of their unknowns, block after block
  /// Of the blocks with a diagonal of ones; rounded to single precision, those of nearly void
  /// material would not be positive definite.
  DeviceVector<double, Space> Inverses;
};
}

#endif
