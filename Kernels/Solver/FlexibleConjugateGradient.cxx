#include "Solver/FlexibleConjugateGradient.h"
#include "Core/Parallel.h"
#include "Core/SparseVector.h"
#include "Solver/FlexibleKernels.h"
#include "Solver/SolverFailure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula
{
template <class Space>
FlexibleConjugateGradient<Space>::FlexibleConjugateGradient(
  Context<Space>& context, std::int64_t unknowns)
  : Computing(&context), Residual(context, unknowns), Direction(context, unknowns),
    Results(context, 2)
{
}

template <class Space>
std::size_t FlexibleConjugateGradient<Space>::memory(std::size_t unknowns)
{
  return 2 * unknowns * sizeof(double) + Reducer<Space>::MostPartials * 4 * sizeof(double) + 4096;
}

template <class Space>
SolverReport FlexibleConjugateGradient<Space>::solve(LinearOperator<Space>& A,
  LinearPreconditioner<Space>& preconditioner, const RightHandSide<Space>& f, double* u,
  double tolerance, int maximumIterations, Observer& observer, std::vector<double>& history)
{
  const auto n = static_cast<std::int64_t>(this->Residual.size());
  Reducer<Space> reducer;
  double* results = this->Results.data();
  const auto takeResults = [this]() -> std::array<double, 2>
  {
    const std::vector<double> values = this->Results.toHost();
    return { values[0], values[1] };
  };
  double* r = this->Residual.data();
  double* d = this->Direction.data();
  const float* free = preconditioner.freeUnknowns();
  // r = f - A x on free unknowns; r.r
  const auto residual = [&](const double* x)
  {
    const auto product = this->Computing->workspace().template lease<double>(n);
    A.apply(x, product.data());
    detail::differenceOnFree<Space>(n, free, f.dense, product.data(), r);
    if (f.sparse)
    {
      f.sparse->addTo(r, free);
    }
    detail::dots<Space>(reducer, n, r, r, r, r, results);
    return takeResults()[0];
  };
  detail::takePrescribed<Space>(reducer, n, free, u, d, results);
  const bool isFromZero = takeResults()[0] == 0.0;
  const double bb = residual(d);
  double rr = isFromZero ? bb : residual(u);

  SolverReport report;
  double rz = 0.0;
  double rzBefore = 0.0; // new residual on the preconditioned one before
  for (;; ++report.iterations)
  {
    if (!std::isfinite(rr) || !std::isfinite(bb))
    {
      detail::failToSolve(report.iterations);
    }
    report.residual = bb > 0.0 ? std::sqrt(rr / bb) : std::sqrt(rr);
    history.push_back(report.residual);
    report.converged = rr <= tolerance * tolerance * bb;
    report.stopped = !report.converged && observer.stopRequested();
    if (report.converged || report.stopped || report.iterations >= maximumIterations)
    {
      return report;
    }
    observer.progress(
      std::clamp(std::log(std::min(1.0, report.residual)) / std::log(tolerance), 0.0, 1.0),
      "Solving: " + std::to_string(report.iterations) + " iterations");
    const float* z = preconditioner.apply(r);
    detail::dots<Space>(reducer, n, r, z, r, r, results);
    const double next = takeResults()[0];
    detail::turn<Space>(n, z, report.iterations > 0 ? (next - rzBefore) / rz : 0.0, d);
    rz = next;
    // Leased after the preconditioner has released its scratch memory.
    const auto product = this->Computing->workspace().template lease<double>(n);
    double* q = product.data();
    A.apply(d, q);
    detail::dots<Space>(reducer, n, d, q, d, r, results);
    const std::array<double, 2> products = takeResults();
    if (!(products[0] > 0.0) || !(rz > 0.0))
    {
      detail::failToSolve(report.iterations);
    }
    detail::step<Space>(reducer, n, free, products[1] / products[0], d, q, z, u, r, results);
    const std::array<double, 2> after = takeResults();
    rr = after[0];
    rzBefore = after[1];
  }
}

template class FlexibleConjugateGradient<CompiledSpace>;
}
