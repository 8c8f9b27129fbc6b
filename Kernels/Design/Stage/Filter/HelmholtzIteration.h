#ifndef TRABECULA_DESIGN_STAGE_FILTER_HELMHOLTZITERATION_H
#define TRABECULA_DESIGN_STAGE_FILTER_HELMHOLTZITERATION_H

#include "Core/Space.h"
#include "Core/Vectors/Vector.h"
#include "Design/Filter/CornerShares.h"
#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/LinearOperator.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/Ladder/PreconditionerLadder.h"
#include "Solver/SolverReport.h"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// The preconditioner of a HelmholtzIteration.
enum class HelmholtzPreconditioner
{
  Auto, ///< on voxels that fill much of a box VoxelBox, else the one that is expected to be fastest
  Diagonal,
  Multigrid, ///< by smoothed aggregation
  VoxelBox   ///< VoxelBoxMultigrid; of voxels on a single part
};

/// The matrix l^2 K + M on a mesh of linear elements.
struct HelmholtzProblem
{
  const Mesh& linear;                ///< nodes without elements are no unknowns
  const VoxelGrid* grid = nullptr;   ///< of the mesh, with its numbers; null for other meshes
  const std::vector<double>& masses; ///< diagonal of M, one per node, length cubed
  double squaredLength;              ///< l^2
  /// Sum of the diagonal of K over that of M, of all parts, inverse length squared.
  double traceRatio;
  HelmholtzPreconditioner preconditioner = HelmholtzPreconditioner::Auto;
};

/**
 * Solves (l^2 K + M) y = b by conjugate gradients on any mesh of linear elements, also on several
 * parts: K of the integrals of grad N_a . grad N_b, M a lumped mass.
 *
 * Preconditioned by the diagonal, iterations grow with l over the size of elements. By smoothed
 * aggregation (AggregationMultigrid) their number is bounded, but each costs several times as much.
 * Voxels that fill a fourth of a box have polynomials and a geometric V-cycle of their own
 * (VoxelBoxMultigrid), with 2 to 10 iterations if bodies are some voxels thick.
 * The matrix does not change and is set up once. Voxels are multiplied without a stored matrix,
 * other elements by an assembled one, which takes a fraction of the time of recomputed products for
 * one unknown a node.
 *
 * A solution depends on nothing before it: if it started from the last one, a resumed run would
 * differ in its last bits.
 */
template <class Space>
class HelmholtzIteration
{
public:
  /// @param layouts of the nodes, one component, and elements of the mesh
  HelmholtzIteration(const OperatorLayouts<Space>& layouts, const HelmholtzProblem& problem);
  ~HelmholtzIteration();
  HelmholtzIteration(const HelmholtzIteration&) = delete;
  HelmholtzIteration& operator=(const HelmholtzIteration&) = delete;

  /// Solves to a relative residual of 1e-11.
  /// @param y initial guess, then solution with ghosts; 0 at nodes without elements
  SolverReport solve(const Vector<Space>& b, Vector<Space>& y);

private:
  HelmholtzPreconditioner choose(const HelmholtzProblem& problem) const;
  void makePreconditioners(const OperatorLayouts<Space>& layouts, const HelmholtzProblem& problem,
    const Vector<Space>& diagonal);

  Vector<Space> SquaredLengths; ///< l^2 of each element
  /// Of voxels, without M; null on other meshes.
  std::unique_ptr<StiffnessOperator<Space>> Voxels;
  std::unique_ptr<LinearOperator<Space>> System;
  std::unique_ptr<PreconditionerLadder<Space>> Preconditioners;
  ConjugateGradient<Space> Solver;
};

/// Iterations that the diagonal is expected to take. @param traceRatio see HelmholtzProblem
double helmholtzIterationsByDiagonal(double squaredLength, double traceRatio);

/// Upper bound of the bytes of a HelmholtzIteration with HelmholtzPreconditioner::Auto, its part of
/// the workspace included. @param shares of the mesh @param box cells of the least box around the
/// voxels of a grid on a single part; 0 for others @param isPart whether there are several parts
std::size_t helmholtzIterationMemory(const Mesh& linear, const CornerShares& shares,
  double squaredLength, const std::array<std::size_t, 3>& box, bool isPart);
}

#endif
