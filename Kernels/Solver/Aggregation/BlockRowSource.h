#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKROWSOURCE_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKROWSOURCE_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Mesh.h"
#include "Operator/Assembled/MatrixAssembly.h"
#include "Operator/Conduction/ConductionMatrix.h"
#include "Operator/PoissonsRatios.h"
#include "Solver/Aggregation/BlockPatterns.h"
#include "Solver/Aggregation/CornerMesh.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
/// A matrix as rows of blocks, of as many rows and columns as a node has unknowns, 3 or 1: what a
/// method must provide for aggregation multigrid.
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

/**
 * Assembles the matrix of a mesh: called for the mesh of a problem, or for the linear elements on
 * the corners of its quadratic ones.
 *
 * @param corners of that mesh, to which supports and what is added to its matrix are to be carried
 * over; null for the problem's own
 */
template <class Space>
using MeshRows = std::function<std::unique_ptr<BlockRowSource<Space>>(
  const Mesh& mesh, const CornerMesh* corners)>;

/// The rows of elasticity of a mesh of finite elements, assembled, with springs on the diagonal.
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

/// The rows of heat conduction of a mesh of finite elements, assembled, one number for each pair of
/// neighbouring nodes, with a film.
template <class Space>
class ConductionRows : public BlockRowSource<Space>
{
public:
  /// @param film matrix added to that of the elements; empty for none
  ConductionRows(const Context<Space>& context, const Mesh& mesh, const HostMatrix& film = {})
    : Matrix(context, mesh, film)
  {
  }

  const BlockPattern<Space>& pattern() const override { return this->Matrix.pattern(); }
  const double* compute(const Vector<Space>& conductivities) override
  {
    return this->Matrix.compute(conductivities);
  }

private:
  ConductionMatrix<Space> Matrix;
};
}

#endif
