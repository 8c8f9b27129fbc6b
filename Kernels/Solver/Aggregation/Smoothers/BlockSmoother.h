#ifndef TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_BLOCKSMOOTHER_H
#define TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_BLOCKSMOOTHER_H

#include "Core/Context.h"
#include "Core/Vectors/Halo.h"
#include "Solver/Aggregation/BlockPatterns.h"
#include "Solver/Aggregation/Smoothers/BlockJacobi.h"
#include "Solver/Aggregation/Smoothers/LevelSmoother.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace trabecula
{
/// Smoothing by a stored matrix of blocks with the inverses of its diagonal blocks (block Jacobi).
template <class Space>
class BlockSmoother : public LevelSmoother<Space>
{
public:
  /// @param block unknowns of a node: 1, 3 or 6 @param pattern must remain valid
  /// @param halo of the nodes, if the pattern has rows of the part's own nodes only; null for none
  BlockSmoother(const Context<Space>& context, int block, const BlockPattern<Space>& pattern,
    std::shared_ptr<const Halo<Space>> halo = nullptr);

  /**
   * Copies the values of a matrix, rounded to single precision, and inverts its diagonal blocks.
   *
   * @param values blocks row by row
   * @param constrained one per unknown, nonzero for those that the smoother does not change.
   * Unknowns that depend on others of their node or have no stiffness are treated as constrained
   */
  void setMatrix(const double* values, const std::uint8_t* constrained);

  const BlockJacobi<Space>& jacobi() const override { return this->Jacobi; }
  void step(
    const float* d, float keep, float factor, float* r, float* next, float* x) const override;
  void subtract(const float* d, float* r) const override;
  void multiply(const float* x, float* y) const override;

private:
  /// Calls Finish with the product of each row of blocks with x.
  template <template <int> class Finish, class... Arguments>
  void multiplyRows(const float* x, const Arguments&... arguments) const;

  const BlockPattern<Space>* Pattern;
  std::shared_ptr<const Halo<Space>> Exchange;
  BlockJacobi<Space> Jacobi;
  DeviceVector<float, Space> Values; ///< in the order of multiplyBlockRows()
};
}

#endif
