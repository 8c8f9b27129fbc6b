#include "Benchmark/Paper/Voxel/PaperVoxelSolver.h"

#include "Benchmark/Paper/Voxel/PaperVoxelKernels.h"
#include "Core/Error.h"
#include "MicroFe/VoxelConditions.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
template <class Space>
PaperVoxelSolver<Space>::PaperVoxelSolver(const Context<Space>& context,
  const VoxelMicroFeProblem& problem, const PaperVoxelSettings& settings)
  : Settings(settings), Grid(problem.image, problem.parts)
{
  const VoxelConditions conditions = makeConditions(problem, this->Grid);
  const MortonOrder order = makeMortonOrder(this->Grid);
  const std::size_t nodes = order.nodes.size();
  std::vector<std::size_t> places(nodes); // along the curve
  for (std::size_t place = 0; place < nodes; ++place)
  {
    places[static_cast<std::size_t>(order.nodes[place])] = place;
  }
  std::vector<std::uint8_t> constrained(nodes, 0);
  std::vector<double> prescribed(3 * nodes, 0.0);
  for (std::size_t n = 0; n < conditions.nodes.size(); ++n)
  {
    const ConstrainedNode& node = conditions.nodes[n];
    const std::size_t place = places[static_cast<std::size_t>(node.node)];
    constrained[place] = node.constrained;
    for (std::size_t d = 0; d < 3; ++d)
    {
      prescribed[3 * place + d] = conditions.displacements.front()[3 * n + d];
    }
  }
  std::vector<double> forces(3 * nodes, 0.0);
  for (std::size_t i = 0; i < conditions.forcedUnknowns.size(); ++i)
  {
    const auto unknown = static_cast<std::size_t>(conditions.forcedUnknowns[i]);
    forces[3 * places[unknown / 3] + unknown % 3] = conditions.forces[i];
  }
  this->Multigrid = std::make_unique<PaperVoxelMultigrid<Space>>(
    context, order, constrained, problem.poissonsRatio, settings);
  const LayoutPointer<Space>& unknowns = this->Multigrid->level(0).matrix->layoutPointer();
  this->Prescribed = Vector<Space>(unknowns, prescribed);
  this->Forces = Vector<Space>(unknowns, forces);
  this->Displacement = Vector<Space>(unknowns);
}

template <class Space>
SolverReport PaperVoxelSolver<Space>::solve()
{
  PaperVoxelLevel<Space>& finest = this->Multigrid->level(0);
  VoxelCurveOperator<Space>& K = *finest.matrix;
  const Context<Space>& context = K.context();
  const std::int64_t n = K.size();
  const double* inverse = finest.inverseDiagonal.data();
  Vector<Space>& u = this->Displacement;
  Vector<Space> r(K.layoutPointer());
  Vector<Space> s(K.layoutPointer()); // preconditioned residual, then the product
  Vector<Space> direction(K.layoutPointer());
  u.copy(this->Prescribed);
  K.apply(u, r);
  detail::residual(context, n, inverse, this->Forces.data(), r.data());
  SolverReport report;
  const double bb = detail::products(context, n, nullptr, r.data(), r.data()).v[1];
  double rr = bb;
  double rz = 0.0;
  for (;; ++report.iterations)
  {
    report.residual = bb > 0.0 ? std::sqrt(rr / bb) : 0.0;
    report.converged = report.residual <= this->Settings.tolerance;
    if (report.converged || report.iterations == this->Settings.maximumIterations)
    {
      context.synchronize();
      return report;
    }
    this->Multigrid->apply(r, s);
    const double next = detail::products(context, n, nullptr, r.data(), s.data()).v[0];
    if (!(next > 0.0))
    {
      throw Error("The paper's multigrid is not positive definite.");
    }
    detail::combine(
      context, n, report.iterations > 0 ? next / rz : 0.0, nullptr, s.data(), direction.data());
    rz = next;
    K.apply(direction, s);
    const double ds = detail::products(context, n, nullptr, direction.data(), s.data()).v[0];
    rr = detail::conjugateStep(
      context, n, inverse, rz / ds, direction.data(), s.data(), u.data(), r.data())
           .v[0];
  }
}

template <class Space>
std::vector<double> PaperVoxelSolver<Space>::displacement() const
{
  const std::vector<double> along = this->Displacement.toHost();
  const std::vector<std::int32_t>& order = this->Multigrid->level(0).matrix->order();
  std::vector<double> result(along.size());
  for (std::size_t i = 0; i < along.size(); ++i)
  {
    result[3 * static_cast<std::size_t>(order[i / 3]) + i % 3] = along[i];
  }
  return result;
}

template class PaperVoxelSolver<CompiledSpace>;
}
