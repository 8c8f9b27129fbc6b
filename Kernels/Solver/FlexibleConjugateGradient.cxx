#include "Solver/FlexibleConjugateGradient.h"
#include "Core/Parallel.h"
#include "Core/SparseVector.h"
#include "Solver/SolverFailure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula
{
namespace detail
{
/// results = (a.b, c.d) over all unknowns.
template <class Space, class Real>
std::array<double, 2> dots(Reducer<Space>& reducer, std::int64_t n, const double* a, const Real* b,
  const double* c, const double* d, DeviceVector<double, Space>& results)
{
  double* to = results.data();
  reducer.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      sum.v[0] = a[i] * b[i];
      sum.v[1] = c[i] * d[i];
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      to[0] = sum.v[0];
      to[1] = sum.v[1];
    });
  const std::vector<double> values = results.toHost();
  return { values[0], values[1] };
}

/// target = f - q on free unknowns, 0 on prescribed ones; without f, it is zero.
template <class Space>
void differenceOnFree(
  std::int64_t n, const float* free, const double* f, const double* q, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = free[i] != 0.0F ? (f ? f[i] : 0.0) - q[i] : 0.0;
    });
}

/// target = u on prescribed unknowns, 0 on free ones. @return whether u is 0 on free ones, too
template <class Space>
bool takePrescribed(Reducer<Space>& reducer, std::int64_t n, const float* free, const double* u,
  double* target, DeviceVector<double, Space>& results)
{
  double* to = results.data();
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      const bool isFree = free[i] != 0.0F;
      target[i] = isFree ? 0.0 : u[i];
      Sums<1> sum;
      sum.v[0] = isFree && u[i] != 0.0 ? 1.0 : 0.0;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { to[0] = sum.v[0]; });
  return results.toHost()[0] == 0.0;
}

/// u += alpha d, and r -= alpha q on free unknowns; (r.r, r.z) with the new residual.
template <class Space>
std::array<double, 2> step(Reducer<Space>& reducer, std::int64_t n, const float* free, double alpha,
  const double* d, const double* q, const float* z, double* u, double* r,
  DeviceVector<double, Space>& results)
{
  double* to = results.data();
  reducer.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      u[i] += alpha * d[i];
      const double residual = free[i] != 0.0F ? r[i] - alpha * q[i] : 0.0;
      r[i] = residual;
      Sums<2> sum;
      sum.v[0] = residual * residual;
      sum.v[1] = residual * z[i];
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      to[0] = sum.v[0];
      to[1] = sum.v[1];
    });
  const std::vector<double> values = results.toHost();
  return { values[0], values[1] };
}

/// d = z + beta d.
template <class Space>
void turn(std::int64_t n, const float* z, double beta, double* d)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { d[i] = beta != 0.0 ? z[i] + beta * d[i] : z[i]; });
}
}

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
    return detail::dots<Space>(reducer, n, r, r, r, r, this->Results)[0];
  };
  const bool isFromZero = detail::takePrescribed<Space>(reducer, n, free, u, d, this->Results);
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
    const double next = detail::dots<Space>(reducer, n, r, z, r, r, this->Results)[0];
    detail::turn<Space>(n, z, report.iterations > 0 ? (next - rzBefore) / rz : 0.0, d);
    rz = next;
    // Leased after the preconditioner has released its scratch memory.
    const auto product = this->Computing->workspace().template lease<double>(n);
    double* q = product.data();
    A.apply(d, q);
    const std::array<double, 2> products =
      detail::dots<Space>(reducer, n, d, q, d, r, this->Results);
    if (!(products[0] > 0.0) || !(rz > 0.0))
    {
      detail::failToSolve(report.iterations);
    }
    const std::array<double, 2> after = detail::step<Space>(
      reducer, n, free, products[1] / products[0], d, q, z, u, r, this->Results);
    rr = after[0];
    rzBefore = after[1];
  }
}

template class FlexibleConjugateGradient<CompiledSpace>;
}
