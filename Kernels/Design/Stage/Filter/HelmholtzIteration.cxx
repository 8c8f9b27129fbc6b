#include "Design/Stage/Filter/HelmholtzIteration.h"

#include "Core/Parallel.h"
#include "Operator/Conduction/ConductionMatrix.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/Aggregation/AggregationMemory.h"
#include "Solver/Aggregation/AggregationMultigrid.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/KrylovVectors.h"
#include "Solver/VoxelBox/VoxelBoxMultigrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace detail
{
constexpr double HelmholtzTolerance = 1e-11;

/// Expected iterations by the diagonal from which on there is smoothed aggregation. On the host it
/// takes less time from about 60 on hexahedra, 130 on voxels and 190 on tetrahedra
/// (Benchmark/Results/Stages.md); it bounds the time of larger radii.
constexpr double MostIterationsByDiagonal = 90.0;

/// The assembled matrix l^2 K + M.
template <class Space>
class HelmholtzMatrix : public LinearOperator<Space>
{
public:
  HelmholtzMatrix(
    const OperatorLayouts<Space>& layouts, const Mesh& linear, const HostMatrix& masses)
    : LinearOperator<Space>(layouts.unknowns), Matrix(layouts.unknowns->context(), linear, masses)
  {
  }

  ConductionMatrix<Space>& matrix() { return this->Matrix; }

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override
  {
    this->Matrix.multiply(x.ownedSize(), x.data(), y.data());
  }

private:
  ConductionMatrix<Space> Matrix;
};

/// The rows of an assembled matrix that does not change.
template <class Space>
class RowsOfHelmholtz : public BlockRowSource<Space>
{
public:
  explicit RowsOfHelmholtz(const ConductionMatrix<Space>& matrix) : Matrix(&matrix) {}

  const BlockPattern<Space>& pattern() const override { return this->Matrix->pattern(); }
  const double* compute(const Vector<Space>& /*moduli*/) override { return this->Matrix->values(); }

private:
  const ConductionMatrix<Space>* Matrix;
};

/// A diagonal matrix, without rows of nodes that have no mass, which are in no element.
inline HostMatrix diagonalMatrix(const std::vector<double>& masses)
{
  HostMatrix matrix;
  matrix.offsets.push_back(0);
  for (std::size_t i = 0; i < masses.size(); ++i)
  {
    if (masses[i] > 0.0)
    {
      matrix.columns.push_back(static_cast<std::int32_t>(i));
      matrix.values.push_back(masses[i]);
    }
    matrix.offsets.push_back(static_cast<std::int64_t>(matrix.columns.size()));
  }
  return matrix;
}

/// The matrix of voxels with the coefficient l^2.
inline VoxelBoxLaw lawOfHelmholtz(double squaredLength)
{
  return { 1.0, 1.0 / squaredLength };
}

/// Edges of a voxel, from the mesh of a grid.
inline std::array<double, 3> edgesOfVoxel(const Mesh& linear)
{
  std::array<double, 3> edges = { 1.0, 1.0, 1.0 };
  constexpr std::array<std::size_t, 3> along = { 1, 3, 4 }; // neighbours of corner 0
  for (std::size_t d = 0; d < 3 && linear.numberOfElements() > 0; ++d)
  {
    const std::int32_t* corners = linear.element(0);
    edges[d] = linear.points[3 * static_cast<std::size_t>(corners[along[d]]) + d] -
      linear.points[3 * static_cast<std::size_t>(corners[0]) + d];
  }
  return edges;
}

inline std::vector<std::uint8_t> nodesWithoutMass(const std::vector<double>& masses)
{
  std::vector<std::uint8_t> without;
  without.reserve(masses.size());
  for (const double mass : masses)
  {
    without.push_back(mass > 0.0 ? 0 : 1);
  }
  return without;
}

template <class Space>
Vector<Space> constantVector(const LayoutPointer<Space>& layout, double value)
{
  Vector<Space> vector(layout);
  double* values = vector.data();
  forEach(
    vector.context(), vector.size(), TRABECULA_LAMBDA(std::int64_t i) { values[i] = value; });
  return vector;
}
}

template <class Space>
HelmholtzIteration<Space>::HelmholtzIteration(
  const OperatorLayouts<Space>& layouts, const HelmholtzProblem& problem)
  : SquaredLengths(detail::constantVector(layouts.materialPoints, problem.squaredLength)),
    Solver(layouts.unknowns)
{
  Vector<Space> diagonal(layouts.unknowns);
  if (problem.grid)
  {
    this->Voxels = makeConductionOperator(layouts, *problem.grid);
    this->Voxels->setModuli(this->SquaredLengths);
    auto system = std::make_unique<SpringOperator<Space>>(*this->Voxels, problem.masses);
    this->Voxels->diagonal(diagonal);
    system->addDiagonal(diagonal);
    this->System = std::move(system);
  }
  else
  {
    auto system = std::make_unique<detail::HelmholtzMatrix<Space>>(
      layouts, problem.linear, detail::diagonalMatrix(problem.masses));
    system->matrix().compute(this->SquaredLengths);
    system->matrix().diagonal(diagonal.size(), diagonal.data());
    this->System = std::move(system);
  }
  this->makePreconditioners(layouts, problem, diagonal);
}

template <class Space>
HelmholtzIteration<Space>::~HelmholtzIteration() = default;

/// The one place where the preconditioner is chosen. On voxels with a hole VoxelBox takes as long
/// as the diagonal at half an edge, less than half from 4 edges, and less than smoothed aggregation
/// at any radius (Benchmark/Results/Stages.md).
template <class Space>
HelmholtzPreconditioner HelmholtzIteration<Space>::choose(const HelmholtzProblem& problem) const
{
  if (problem.preconditioner != HelmholtzPreconditioner::Auto)
  {
    return problem.preconditioner;
  }
  const Layout<Space>& nodes = this->System->layout();
  if (problem.grid && !nodes.context().isDistributed() &&
    fillsVoxelBox(boxOfVoxels(*problem.grid).cells, static_cast<std::size_t>(nodes.size())))
  {
    return HelmholtzPreconditioner::VoxelBox;
  }
  return helmholtzIterationsByDiagonal(problem.squaredLength, problem.traceRatio) >
      detail::MostIterationsByDiagonal
    ? HelmholtzPreconditioner::Multigrid
    : HelmholtzPreconditioner::Diagonal;
}

template <class Space>
void HelmholtzIteration<Space>::makePreconditioners(const OperatorLayouts<Space>& layouts,
  const HelmholtzProblem& problem, const Vector<Space>& diagonal)
{
  using Pointer = std::unique_ptr<StiffnessPreconditioner<Space>>;
  std::vector<Rung<Space>> rungs;
  const HelmholtzPreconditioner chosen = this->choose(problem);
  if (chosen == HelmholtzPreconditioner::VoxelBox)
  {
    const auto make = [&layouts, &problem]() -> Pointer
    {
      return std::make_unique<VoxelBoxMultigrid<Space>>(layouts, *problem.grid,
        detail::lawOfHelmholtz(problem.squaredLength), std::vector<std::uint8_t>());
    };
    rungs.push_back({ "multigrid in a box of voxels", make });
  }
  if (chosen == HelmholtzPreconditioner::Multigrid)
  {
    // It is built at once or never.
    const auto make = [this, &problem]() -> Pointer
    {
      const MeshRows<Space> rows = [this, &problem](const Mesh& mesh,
                                     const CornerMesh*) -> std::unique_ptr<BlockRowSource<Space>>
      {
        if (this->Voxels)
        {
          return std::make_unique<ConductionRows<Space>>(
            this->SquaredLengths.context(), mesh, detail::diagonalMatrix(problem.masses));
        }
        return std::make_unique<detail::RowsOfHelmholtz<Space>>(
          static_cast<detail::HelmholtzMatrix<Space>&>(*this->System).matrix());
      };
      return std::make_unique<AggregationMultigrid<Space>>(this->System->layoutPointer(),
        problem.linear, rows, detail::nodesWithoutMass(problem.masses), FinestProducts<Space>());
    };
    rungs.push_back({ "multigrid by smoothed aggregation", make });
  }
  // A later replacement finds the diagonal with the matrix.
  auto kept = std::make_shared<Vector<Space>>(diagonal.layoutPointer());
  kept->copy(diagonal);
  rungs.push_back({ "the diagonal",
    [kept]() -> Pointer { return std::make_unique<DiagonalPreconditioner<Space>>(*kept); } });
  this->Preconditioners =
    std::make_unique<PreconditionerLadder<Space>>(diagonal.context(), std::move(rungs));
  this->Preconditioners->update(this->SquaredLengths, problem.squaredLength);
}

template <class Space>
SolverReport HelmholtzIteration<Space>::solve(const Vector<Space>& b, Vector<Space>& y)
{
  constexpr int most = 20000;
  Observer silent;
  const SolverReport report = this->Preconditioners->solve(this->Solver, *this->System,
    { RightHandSide<Space>(b) }, { &y }, detail::HelmholtzTolerance, most, silent)[0];
  y.updateGhosts();
  return report;
}

template class HelmholtzIteration<CompiledSpace>;

#ifndef __CUDACC__
double helmholtzIterationsByDiagonal(double squaredLength, double traceRatio)
{
  // The Rayleigh quotient of a constant bounds the smallest eigenvalue of D^-1 A; the largest one
  // is about 1.5. Then there is the usual bound of conjugate gradients.
  constexpr double largest = 1.5;
  const double smallest = 1.0 / (1.0 + squaredLength * traceRatio);
  return 0.5 * std::sqrt(largest / smallest) * std::log(2.0 / detail::HelmholtzTolerance);
}

std::size_t helmholtzIterationMemory(const Mesh& linear, const CornerShares& shares,
  double squaredLength, const std::array<std::size_t, 3>& box, bool isPart)
{
  constexpr int manyParts = 64; // more take no more memory
  const int parts = isPart ? manyParts : 1;
  const auto assembly = [](const Mesh& mesh, const NeighbourCounts& counts)
  { return ConductionMatrix<HostSpace>::memory(mesh, counts); };
  const std::size_t nodes = linear.numberOfNodes();
  // The diagonal, its inverse and the values of the elements.
  const std::size_t bytes = 2 * nodes * sizeof(double) + linear.numberOfElements() * sizeof(double);
  const std::array<std::int32_t, 3> cells = { static_cast<std::int32_t>(box[0]),
    static_cast<std::int32_t>(box[1]), static_cast<std::int32_t>(box[2]) };
  if (!isPart && cells[0] > 0 && fillsVoxelBox(cells, nodes))
  {
    return bytes + conductionOperatorMemory(linear) + SpringOperator<HostSpace>::memory(nodes) +
      ConjugateGradient<HostSpace>::memory(nodes) +
      krylovMemory<HostSpace>(static_cast<std::int64_t>(nodes), 1, Arrangement::Apart) +
      VoxelBoxMultigrid<HostSpace>::memory(nodes, linear.numberOfElements(), cells,
        detail::edgesOfVoxel(linear), detail::lawOfHelmholtz(squaredLength));
  }
  const double volume = std::accumulate(shares.volumes.begin(), shares.volumes.end(), 0.0);
  // The mean over all parts may be above that of this one.
  constexpr double margin = 2.0;
  const double expected = margin *
    helmholtzIterationsByDiagonal(
      squaredLength, volume > 0.0 ? shares.traceOfLaplacian / volume : 0.0);
  const bool mayHaveMultigrid = expected > detail::MostIterationsByDiagonal;
  // On voxels products need less than an assembled matrix, which multigrid has on all meshes.
  const std::size_t matrix = std::max(assembly(linear, countNeighbours(linear)),
    conductionOperatorMemory(linear) + SpringOperator<HostSpace>::memory(nodes));
  return bytes + ConjugateGradient<HostSpace>::memory(nodes) +
    (mayHaveMultigrid
        ? std::max(aggregationMemory(linear, 1, assembly, {}, ExecutionSpace::Host, parts),
            aggregationMemory(linear, 1, assembly, {}, ExecutionSpace::Cuda, parts)) +
          conductionOperatorMemory(linear) + SpringOperator<HostSpace>::memory(nodes)
        : matrix);
}
#endif
}
