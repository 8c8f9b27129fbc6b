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
/// A matrix of square blocks, each with as many rows as a node has unknowns, 3 or 1. This is what a
/// discretization must provide for aggregation multigrid.
template <class Space>
class BlockRowSource
{
public:
  virtual ~BlockRowSource() = default;
  /// Pattern of the blocks. A row has its diagonal block, or no block at all.
  virtual const BlockPattern<Space>& pattern() const = 0;
  /// Computes the blocks, row by row, for moduli of the material points. The result is in memory of
  /// the space, and valid until the next call.
  virtual const double* compute(const Vector<Space>& moduli) = 0;
};

/**
 * Assembles the matrix of a mesh: called for the mesh of a problem, or for the linear elements on
 * the corners of its quadratic ones.
 *
 * @param corners relation between the problem's own mesh and that of the corners, by which
 * additional terms of the matrix are transferred; null for the problem's own mesh
 */
template <class Space>
using MeshRows = std::function<std::unique_ptr<BlockRowSource<Space>>(
  const Mesh& mesh, const CornerMesh* corners)>;

/// The assembled stiffness matrix of elasticity of a mesh of finite elements, with springs on the
/// diagonal.
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

/// The assembled matrix of heat conduction of a mesh of finite elements, with films: one number for
/// each pair of neighbouring nodes.
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
