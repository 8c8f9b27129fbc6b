#ifndef TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINETRANSFER_H
#define TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINETRANSFER_H

#include "Core/Context.h"
#include "Operator/Isogeometric/SplineRows.h"
#include "Solver/SplineMultigrid/SplineProlongation.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// A BandMatrix for kernels.
struct BandView
{
  const std::int32_t* first;
  const std::int32_t* starts;
  const float* values;
};

/// Prolongation from a coarse grid of control points to a fine one, in homogeneous coordinates: a
/// tensor product of the prolongations of each direction. For kernels.
struct TransferView
{
  RowLayoutOfGrid fine;
  RowLayoutOfGrid coarse;
  BandView rows[3];    ///< of each direction: coarse functions of a fine one
  BandView columns[3]; ///< fine functions of a coarse one
};

/// Prolongation, restriction and Galerkin products between two levels, see TransferView.
template <class Space>
class SplineTransfer
{
public:
  // Vectors and matrices are in memory of the space. Their lengths follow from the grids.

  SplineTransfer() = default;
  SplineTransfer(const Context<Space>& context, const RowLayoutOfGrid& fine,
    const RowLayoutOfGrid& coarse, const std::array<BandMatrix, 3>& prolongations);

  TransferView view() const;

  /// coarse = P^T fine, zero where the inverse of the coarse diagonal is zero.
  void restrictTo(const float* fine, const float* coarseInverse, float* coarse) const;
  /// d = P coarse, zero where the inverse of the fine diagonal is zero; x += d.
  void prolongTo(const float* coarse, const float* fineInverse, float* d, float* x) const;
  /**
   * coarse = P^T fine P, direction by direction (Galerkin). Directions that are not coarsened take
   * no time.
   *
   * @param scratch scratchFloats() numbers
   */
  void galerkin(const float* fine, float* scratch, float* coarse) const;
  /// Length of the scratch memory of galerkin().
  std::size_t scratchFloats() const;
  /// Adds P^T S P to a coarse matrix for the diagonal S of the fine unknowns.
  void addDiagonal(const float* fine, float* coarse) const;

private:
  struct Band
  {
    DeviceVector<std::int32_t, Space> first;
    DeviceVector<std::int32_t, Space> starts;
    DeviceVector<float, Space> values;
    BandView view() const { return { first.data(), starts.data(), values.data() }; }
  };
  /// Grids between fine and coarse, in the order of directions that change.
  struct Step
  {
    int direction;
    RowLayoutOfGrid to;
  };
  std::vector<Step> steps() const;

  const Context<Space>* Computing = nullptr;
  RowLayoutOfGrid Fine;
  RowLayoutOfGrid Coarse;
  std::array<Band, 3> Rows;
  std::array<Band, 3> Columns;
};
}

#endif
