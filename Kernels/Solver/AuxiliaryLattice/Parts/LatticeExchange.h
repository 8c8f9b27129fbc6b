#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_PARTS_LATTICEEXCHANGE_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_PARTS_LATTICEEXCHANGE_H

#include "Core/Vectors/Vector.h"
#include "Solver/Aggregation/Parts/OwnerSums.h"
#include "Solver/AuxiliaryLattice/Parts/DividedLattice.h"

#include <cstdint>

namespace trabecula
{
/**
 * The exchange between parts of what elements of one part and voxels of another have in common:
 * see LatticeOfPart, in whose order of nodes and voxels raw arrays are.
 *
 * All functions are called by all parts at the same time, but those that return memory.
 */
template <class Space>
class LatticeExchange
{
public:
  LatticeExchange(const Context<Space>& context, const LatticeOfPart& lattice);

  std::int64_t nodes() const { return this->Nodes.owned() + this->Nodes.ghosts(); }
  std::int64_t voxels() const { return this->NumberOfVoxels; }

  /// Copies a correction from the nodes of the grid. @return three components of each node; valid
  /// until the next call of any function
  const float* corrections(const Vector<Space, float>& ofGrid);

  /// Memory for what this part contributes to residuals, three components of each node.
  float* residuals() { return this->Values.data(); }
  /// Adds the residuals of all parts. @param freeOfGrid nonzero on free unknowns; the sums are zero
  /// on others
  void addResiduals(const Vector<Space, float>& freeOfGrid, Vector<Space>& ofGrid);

  /// Memory for what this part contributes to moduli of voxels.
  double* moduli() { return this->Moduli.data(); }
  /// Adds the moduli of all parts.
  void addModuli(Vector<Space>& ofGrid);

private:
  Halo<Space> Nodes;
  std::int64_t NumberOfVoxels;
  OwnerSums<Space> NodeSums;
  OwnerSums<Space> VoxelSums;
  DeviceVector<float, Space> Values; ///< corrections, or residuals
  DeviceVector<float, Space> Sums;   ///< of residuals, at owned nodes
  DeviceVector<double, Space> Moduli;
};
}

#endif
