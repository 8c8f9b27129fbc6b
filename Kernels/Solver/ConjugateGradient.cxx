#include "Solver/ConjugateGradient.h"

#include "Solver/DiagonalIteration.h"
#include "Solver/KrylovVectors.h"
#include "Solver/SolverFailure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Releases the scratch memory of vectors at the end of a scope, also if an exception is thrown.
template <class Space>
class ReleaseVectors
{
public:
  explicit ReleaseVectors(KrylovVectors<Space>& vectors) : Vectors(vectors) {}
  ~ReleaseVectors() { this->Vectors.release(); }
  ReleaseVectors(const ReleaseVectors&) = delete;
  ReleaseVectors& operator=(const ReleaseVectors&) = delete;

private:
  KrylovVectors<Space>& Vectors;
};

/// Iterates all systems simultaneously; each iteration applies the preconditioner once to all of
/// them.
template <class Space>
std::vector<SolverReport> iterate(KrylovVectors<Space>& vectors,
  const LinearSystems<Space>& systems, double tolerance, int maximumIterations, Observer& observer,
  std::vector<std::vector<double>>& histories)
{
  const ReleaseVectors<Space> release(vectors);
  const auto count = systems.u.size();
  std::vector<SolverReport> reports(count);
  const TwoOfEachColumn atStart = vectors.start(systems);
  const EachColumn& bb = atStart[0];
  EachColumn rr = atStart[1];
  EachColumn rz = {};
  EachColumn rzBefore = {}; // product of the new residual and the previous preconditioned residual
  for (int iteration = 0;; ++iteration)
  {
    ColumnSet active;
    double largest = 0.0;
    for (std::size_t v = 0; v < count; ++v)
    {
      SolverReport& report = reports[v];
      if (report.converged)
      {
        continue;
      }
      if (!std::isfinite(rr[v]) || !std::isfinite(bb[v]))
      {
        failToSolve(iteration);
      }
      report.iterations = iteration;
      report.residual = bb[v] > 0.0 ? std::sqrt(rr[v] / bb[v]) : std::sqrt(rr[v]);
      histories[v].push_back(report.residual);
      report.converged = rr[v] <= tolerance * tolerance * bb[v];
      active[v] = !report.converged;
      largest = std::max(largest, report.residual);
    }
    const bool stopped = active.any() && systems.A.layout().context().any(observer.stopRequested());
    if (active.none() || stopped || iteration >= maximumIterations)
    {
      for (SolverReport& report : reports)
      {
        report.stopped = stopped && !report.converged;
      }
      vectors.finish(systems);
      return reports;
    }
    observer.progress(std::clamp(std::log(std::min(1.0, largest)) / std::log(tolerance), 0.0, 1.0),
      "Solving: " + std::to_string(iteration) + " iterations");
    const EachColumn next = vectors.precondition(systems, active);
    EachColumn beta = {};
    for (std::size_t v = 0; v < count; ++v)
    {
      beta[v] = iteration > 0 && active[v] ? (next[v] - rzBefore[v]) / rz[v] : 0.0;
    }
    rz = next;
    const TwoOfEachColumn products = vectors.updateDirection(systems, beta, active); // d.q and d.r
    EachColumn alpha = {};
    for (std::size_t v = 0; v < count; ++v)
    {
      if (!active[v])
      {
        continue;
      }
      if (!(products[0][v] > 0.0) || !(rz[v] > 0.0))
      {
        failToSolve(iteration);
      }
      alpha[v] = products[1][v] / products[0][v];
      if (!std::isfinite(alpha[v]))
      {
        failToSolve(iteration); // stops before the solution becomes undefined
      }
    }
    const TwoOfEachColumn after = vectors.step(systems, alpha, active);
    rr = after[0];
    rzBefore = after[1];
  }
}
}

template <class Space>
ConjugateGradient<Space>::ConjugateGradient(LayoutPointer<Space> layout) : Of(std::move(layout))
{
}

template <class Space>
ConjugateGradient<Space>::~ConjugateGradient() = default;

template <class Space>
void ConjugateGradient<Space>::release()
{
  this->Vectors.reset();
  this->Fused.reset();
}

template <class Space>
std::size_t ConjugateGradient<Space>::memory(std::size_t unknowns)
{
  return workspaceBytes(unknowns) + DiagonalIteration<Space>::memory();
}

template <class Space>
SolverReport ConjugateGradient<Space>::solve(LinearOperator<Space>& A,
  LinearPreconditioner<Space>& preconditioner, const RightHandSide<Space>& f, Vector<Space>& u,
  double tolerance, int maximumIterations, Observer& observer)
{
  return this
    ->solve(A, preconditioner, std::vector<RightHandSide<Space>>{ f },
      std::vector<Vector<Space>*>{ &u }, tolerance, maximumIterations, observer)
    .front();
}

template <class Space>
std::vector<SolverReport> ConjugateGradient<Space>::solve(LinearOperator<Space>& A,
  LinearPreconditioner<Space>& preconditioner, const std::vector<RightHandSide<Space>>& f,
  const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations, Observer& observer)
{
  const auto columns = static_cast<int>(u.size());
  if (columns == 0 || f.size() != u.size() ||
    (columns > 1 && preconditioner.columnsAtOnce(columns) < columns))
  {
    throw Error(
      "The preconditioner does not take " + std::to_string(columns) + " right-hand sides at once.");
  }
  for (const Vector<Space>* solution : u)
  {
    solution->require(A.layout(), "A solution");
  }
  for (const RightHandSide<Space>& one : f)
  {
    if (one.dense)
    {
      one.dense->require(A.layout(), "A right-hand side");
    }
  }
  if (!A.layout().matches(*this->Of))
  {
    throw Error("A solver of systems of " + this->Of->text() + " is given an operator of " +
      A.layout().text() + ".");
  }
  this->Histories.assign(u.size(), {});
  DiagonalPreconditioner<Space>* diagonal = preconditioner.asDiagonal();
  if (diagonal && columns == 1)
  {
    if (!this->Fused)
    {
      this->Fused = std::make_unique<DiagonalIteration<Space>>(this->Of);
    }
    return { this->Fused->solve(
      A, *diagonal, f[0], *u[0], tolerance, maximumIterations, observer, this->Histories[0]) };
  }
  const Arrangement arrangement = columns > 1 ? preconditioner.arrangement() : Arrangement::Apart;
  if (!this->Vectors || !this->Vectors->fits(*this->Of, columns, arrangement))
  {
    this->Vectors.reset();
    this->Vectors = makeKrylovVectors<Space>(this->Of, columns, arrangement);
  }
  std::vector<SolverReport> reports = detail::iterate<Space>(*this->Vectors,
    { A, preconditioner, f, u }, tolerance, maximumIterations, observer, this->Histories);
  if (!this->Vectors->isKept())
  {
    this->Vectors.reset();
  }
  return reports;
}

template class ConjugateGradient<CompiledSpace>;
}
