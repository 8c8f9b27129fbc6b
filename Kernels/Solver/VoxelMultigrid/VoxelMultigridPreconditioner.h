#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMULTIGRIDPRECONDITIONER_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMULTIGRIDPRECONDITIONER_H

#include "Operator/Assembled/HostMatrix.h"
#include "Operator/Voxel/VoxelLaw.h"
#include "Operator/Voxel/VoxelOperatorOf.h"
#include "Solver/StiffnessPreconditioner.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * VoxelMultigrid as a preconditioner for the stiffness of a structure on a voxel grid.
 *
 * For designs it is multigrid for another stiffness, whose void has at least a least modulus:
 * bodies surrounded by void have motions of little energy, which single precision cannot resolve.
 * After each breakdown the least modulus becomes ten times as large, which costs some more
 * iterations. For images, whose moduli are constant, it is multigrid for the stiffness itself,
 * without a copy of moduli and bricks.
 *
 * @tparam Components of the field at each node: three in elasticity, one in heat conduction, where
 * the stiffness is the conductivity matrix, its moduli are conductivities, and there may be films
 */
template <class Space, int Components = 3>
class VoxelMultigridPreconditioner : public StiffnessPreconditioner<Space>
{
public:
  /**
   * For designs.
   *
   * @param layouts of the stiffness, of the nodes and elements of the grid
   * @param law of elasticity Poisson's ratio
   * @param supports one per unknown, nonzero where it is prescribed
   * @param takesColumns whether multiple right-hand sides may be solved together: if the system has
   * products with columns in arrangement(); of displacements
   * @param film what is added to the matrix with one unknown a node, as of VoxelMultigrid
   */
  VoxelMultigridPreconditioner(const OperatorLayouts<Space>& layouts, const VoxelGrid& grid,
    const VoxelLaw<Components>& law, const std::vector<std::uint8_t>& supports, bool takesColumns,
    const HostMatrix& film = {});
  /**
   * For images. The first update() alone has an effect: it takes the moduli of the operator.
   *
   * @param K must outlive this object; its moduli no longer change
   * @param grid, law, supports, film as above
   */
  VoxelMultigridPreconditioner(VoxelOperatorOf<Space, Components>& K, const VoxelGrid& grid,
    const VoxelLaw<Components>& law, const std::vector<std::uint8_t>& supports,
    const HostMatrix& film = {});

  void update(const Vector<Space>& moduli, double largest) override;
  std::string recover() override;
  /// The least modulus over the largest; 0 for images.
  double caution() const override { return this->LeastModulus; }
  void setCaution(double caution) override;

  const Vector<Space, float>& apply(const Vector<Space>& r) override
  {
    return this->Multigrid.apply(r);
  }
  const Vector<Space, float>& freeUnknowns() const override
  {
    return this->Multigrid.freeUnknowns();
  }
  Arrangement arrangement() const override { return this->Multigrid.arrangement(); }
  int columnsAtOnce(int wanted) const override;
  MultiVector<Space, float>& applyToColumns(MultiVector<Space>& r, const ColumnSet& active) override
  {
    return this->Multigrid.applyToColumns(r, active);
  }

  /// Unknowns of each level, finest first.
  std::vector<std::int64_t> levelSizes() const { return this->Multigrid.levelSizes(); }

private:
  /// Makes multigrid follow the last moduli, raised to the least modulus.
  void follow();
  /// Whether there is memory for so many columns on all parts, in multigrid and in the solver.
  bool fits(int columns) const;

  std::unique_ptr<VoxelOperatorOf<Space, Components>> Raised; ///< of designs
  VoxelMultigrid<Space, Components> Multigrid;
  bool TakesColumns;
  double LeastModulus; ///< over the largest
  bool IsSetUp = false;
  const Vector<Space>* Moduli = nullptr;
  double Largest = 0.0;
  /// Whether there is memory for so many columns, as found when it was first asked for, before
  /// memory was allocated for others.
  mutable std::array<std::optional<bool>, MostColumns + 1> Fits;
};
}

#endif
