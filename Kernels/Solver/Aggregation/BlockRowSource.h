#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKROWSOURCE_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKROWSOURCE_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Mesh.h"
#include "Operator/Assembled/MatrixAssembly.h"
#include "Operator/PoissonsRatios.h"
#include "Solver/Aggregation/BlockPatterns.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// A stiffness matrix as rows of 3 x 3 blocks: what a method must provide for aggregation
/// multigrid.
template <class Space>
class BlockRowSource
{
public:
  virtual ~BlockRowSource() = default;
  /// Of the blocks; each row has its diagonal block, or none at all.
  virtual const BlockPattern<Space>& pattern() const = 0;
  /// Blocks row by row for moduli of the material points, valid until the next call.
  virtual const double* compute(const Vector<Space>& moduli) = 0;
};

/// The rows of a mesh of finite elements, assembled, with springs on the diagonal.
template <class Space>
class ElementRows : public BlockRowSource<Space>
{
public:
  /// @param springs one per unknown, force per length; empty means none
  ElementRows(const Context<Space>& context, const Mesh& mesh, const PoissonsRatios& ratios,
    const std::vector<double>& springs);

  const BlockPattern<Space>& pattern() const override { return this->Matrix.neighbours(); }
  const double* compute(const Vector<Space>& moduli) override;

private:
  ElementRows(const Context<Space>& context, const Mesh& mesh, const PoissonsRatios& ratios,
    const std::vector<double>& springs, std::vector<ElementGroup<Space>> groups);

  AssembledMatrix<Space> Matrix;
  MatrixAssembly<Space> Assembly;
  DeviceVector<double, Space> Springs;
};
}

#endif
