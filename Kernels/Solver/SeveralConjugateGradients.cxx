#include "Solver/SeveralConjugateGradients.h"

#include "Core/Parallel.h"
#include "Operator/SeveralVectors.h"
#include "Solver/SolverFailure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace trabecula
{
namespace
{
/// Sums and loops for a number of vectors.
template <int Vectors>
struct VectorLoops
{
  /// A number of each vector.
  using Each = std::array<double, Vectors>;

  /// Terms sums over all unknowns of each vector; add(i, sums) adds those of unknown i. Chunks have
  /// a fixed size, so that results do not depend on the number of threads.
  template <std::size_t Terms, class Add>
  static std::array<Each, Terms> sumOfSeveral(std::int64_t unknowns, const Add& add)
  {
    constexpr std::int64_t Chunk = 1024;
    const std::int64_t chunks = (unknowns + Chunk - 1) / Chunk;
    std::vector<std::array<Each, Terms>> partial(static_cast<std::size_t>(chunks));
#pragma omp parallel for schedule(static) if (chunks >= 8)
    for (std::int64_t c = 0; c < chunks; ++c)
    {
      std::array<Each, Terms> mine = {};
      const std::int64_t end = std::min(unknowns, (c + 1) * Chunk);
      for (std::int64_t i = c * Chunk; i < end; ++i)
      {
        add(i, mine);
      }
      partial[static_cast<std::size_t>(c)] = mine;
    }
    std::array<Each, Terms> sums = {};
    for (const std::array<Each, Terms>& part : partial)
    {
      for (std::size_t t = 0; t < Terms; ++t)
      {
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          sums[t][v] += part[t][v];
        }
      }
    }
    return sums;
  }

  template <class Real>
  static Each dots(std::int64_t unknowns, const double* a, const Real* b)
  {
    return sumOfSeveral<1>(unknowns,
      [a, b](std::int64_t i, std::array<Each, 1>& sums)
      {
        const double* left = a + Vectors * i;
        const Real* right = b + Vectors * i;
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          sums[0][v] += left[v] * double(right[v]);
        }
      })[0];
  }

  /// r = f - A x on free unknowns, with the product in q; r.r
  static Each residualOf(
    SeveralSystem& system, const double* f, const double* x, double* q, double* r)
  {
    system.apply(x, q);
    const float* free = system.freeUnknowns();
    return sumOfSeveral<1>(system.size(),
      [=](std::int64_t i, std::array<Each, 1>& sums)
      {
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          const std::int64_t at = Vectors * i + std::int64_t(v);
          const double residual = free[i] != 0.0F ? (f ? f[at] : 0.0) - q[at] : 0.0;
          r[at] = residual;
          sums[0][v] += residual * residual;
        }
      })[0];
  }

  /// d = z + beta d
  static void turn(std::int64_t unknowns, const float* z, const Each& beta, double* d)
  {
    forEach<HostSpace>(unknowns,
      [=](std::int64_t i)
      {
        const float* from = z + Vectors * i;
        double* to = d + Vectors * i;
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          to[v] = from[v] + beta[v] * to[v];
        }
      });
  }

  /// u += alpha d, and r -= alpha q on free unknowns; r.r and r.z
  static std::array<Each, 2> step(const SeveralSystem& system, const Each& alpha, const double* d,
    const double* q, const float* z, double* u, double* r)
  {
    const float* free = system.freeUnknowns();
    return sumOfSeveral<2>(system.size(),
      [=](std::int64_t i, std::array<Each, 2>& sums)
      {
        const double isFree = free[i] != 0.0F ? 1.0 : 0.0;
        const std::int64_t at = Vectors * i;
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          u[at + std::int64_t(v)] += alpha[v] * d[at + std::int64_t(v)];
          const double residual =
            isFree * (r[at + std::int64_t(v)] - alpha[v] * q[at + std::int64_t(v)]);
          r[at + std::int64_t(v)] = residual;
          sums[0][v] += residual * residual;
          sums[1][v] += residual * double(z[at + std::int64_t(v)]);
        }
      });
  }
  static std::vector<SolverReport> solve(SeveralSystem& system, const double* f, double* u,
    double tolerance, int maximumIterations, Observer& observer,
    SeveralConjugateGradients::Histories& histories)
  {
    const std::int64_t n = system.size();
    const auto size = static_cast<std::size_t>(Vectors * n);
    DeviceVector<double, HostSpace> residuals(size);
    DeviceVector<double, HostSpace> directions(size);
    DeviceVector<double, HostSpace> products(size);
    double* r = residuals.data();
    double* d = directions.data();
    double* q = products.data();
    const float* free = system.freeUnknowns();
    forEach<HostSpace>(
      Vectors * n, [=](std::int64_t i) { d[i] = free[i / Vectors] == 0.0F ? u[i] : 0.0; });
    const Each bb = residualOf(system, f, d, q, r);
    Each rr = residualOf(system, f, u, q, r);
    directions.zero();

    std::vector<SolverReport> reports(Vectors);
    histories.assign(Vectors, {});
    Each rz = {};
    Each rzBefore = {};
    for (int iteration = 0;; ++iteration)
    {
      bool goesOn = false;
      double largest = 0.0;
      for (std::size_t v = 0; v < Vectors; ++v)
      {
        SolverReport& report = reports[v];
        if (report.converged)
        {
          continue;
        }
        if (!std::isfinite(rr[v]) || !std::isfinite(bb[v]))
        {
          detail::failToSolve(iteration);
        }
        report.iterations = iteration;
        report.residual = bb[v] > 0.0 ? std::sqrt(rr[v] / bb[v]) : std::sqrt(rr[v]);
        histories[v].push_back(report.residual);
        report.converged = rr[v] <= tolerance * tolerance * bb[v];
        goesOn = goesOn || !report.converged;
        largest = std::max(largest, report.residual);
      }
      const bool stopped = goesOn && observer.stopRequested();
      if (!goesOn || stopped || iteration >= maximumIterations)
      {
        for (SolverReport& report : reports)
        {
          report.stopped = stopped && !report.converged;
        }
        return reports;
      }
      observer.progress(
        std::clamp(std::log(std::min(1.0, largest)) / std::log(tolerance), 0.0, 1.0),
        "Solving: " + std::to_string(iteration) + " iterations");
      const float* z = system.precondition(r);
      const Each next = dots(n, r, z);
      Each beta = {};
      for (std::size_t v = 0; v < Vectors; ++v)
      {
        beta[v] = iteration > 0 && !reports[v].converged ? (next[v] - rzBefore[v]) / rz[v] : 0.0;
      }
      turn(n, z, beta, d);
      rz = next;
      system.apply(d, q);
      const Each dq = dots(n, d, q);
      const Each dr = dots(n, d, r);
      Each alpha = {};
      for (std::size_t v = 0; v < Vectors; ++v)
      {
        if (reports[v].converged)
        {
          continue;
        }
        if (!(dq[v] > 0.0) || !(rz[v] > 0.0))
        {
          detail::failToSolve(iteration);
        }
        alpha[v] = dr[v] / dq[v];
      }
      const std::array<Each, 2> after = step(system, alpha, d, q, z, u, r);
      rr = after[0];
      rzBefore = after[1];
    }
  }
};
}

std::size_t SeveralConjugateGradients::memory(int vectors, std::size_t unknowns)
{
  return 3 * static_cast<std::size_t>(vectors) * unknowns * sizeof(double);
}

std::vector<SolverReport> SeveralConjugateGradients::solve(SeveralSystem& system, const double* f,
  double* u, double tolerance, int maximumIterations, Observer& observer, Histories& histories)
{
  const auto solver = system.vectors() == FewVectors ? VectorLoops<FewVectors>::solve
                                                     : VectorLoops<SeveralVectors>::solve;
  return solver(system, f, u, tolerance, maximumIterations, observer, histories);
}
}
