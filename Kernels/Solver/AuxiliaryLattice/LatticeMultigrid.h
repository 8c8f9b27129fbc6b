#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEMULTIGRID_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEMULTIGRID_H

#include "Mesh/Mesh.h"
#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"
#include "Solver/AuxiliaryLattice/LatticeSettings.h"
#include "Solver/StiffnessPreconditioner.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * A multigrid cycle for any mesh whose elements are of similar size, in single precision: smoothing
 * on the mesh, by products of its operator, and below it VoxelMultigrid on a lattice of voxels that
 * the mesh fills, with which it exchanges residuals and corrections by trilinear interpolation (the
 * auxiliary space method: Xu, Computing 56, 1996).
 *
 * Moduli of voxels are sums over the elements in them, see MeshLattice, so that no matrix of the
 * mesh is assembled and an update takes little time. A lattice does not represent cracks and gaps
 * narrower than a voxel: there, and where moduli of neighbouring elements differ at random, many
 * iterations are needed, see patience().
 *
 * On several parts the lattice is divided as described at LatticeOfPart, and VoxelMultigrid divides
 * or replicates its levels. All functions are then called by all parts at the same time; the cycle
 * is that of a single part, but for rounding and the start of eigenvalue estimates.
 */
template <class Space>
class LatticeMultigrid : public StiffnessPreconditioner<Space>
{
public:
  /**
   * Builds the lattice; update() must be called before use.
   *
   * @param mesh on several parts that of the part, with ghosts as of MeshOfPart
   * @param frame of the whole mesh
   * @param supports one per unknown, nonzero where a displacement is prescribed
   * @param stiffness, system of it, without springs; both must remain valid, and have the moduli of
   * each update()
   * @throws Error if sizes do not match
   */
  LatticeMultigrid(const Context<Space>& context, const Mesh& mesh, const LatticeFrame& frame,
    double poissonsRatio, const std::vector<std::uint8_t>& supports,
    StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system,
    const LatticeSettings& settings = {});
  ~LatticeMultigrid() override;
  LatticeMultigrid(const LatticeMultigrid&) = delete;
  LatticeMultigrid& operator=(const LatticeMultigrid&) = delete;

  /// @throws SolverBreakdown if the coarsest matrix is not positive definite, or no eigenvalue is
  /// found
  void update(const Vector<Space>& moduli, double largest) override;
  /// Raises the least modulus of voxels and the bound of eigenvalues, three times at most after an
  /// update().
  std::string recover() override;
  int patience(double tolerance) const override;

  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  const Vector<Space, float>& freeUnknowns() const override;

  /// Numbers of unknowns of the mesh, of the voxels, and of coarser levels, of all parts.
  std::vector<std::int64_t> levelSizes() const;

private:
  void updateVoxels();
  void smooth(bool fromZero);

  struct Storage;

  LatticeSettings Settings;
  std::unique_ptr<Storage> Store;
};
}

#endif
