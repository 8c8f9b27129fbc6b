#include "Solver/DiagonalIteration.h"

#include "Core/Error.h"
#include "Core/Execution/GraphCapture.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace trabecula
{
namespace detail
{
/// Calls finish on the device with the inner product of the restricted residual and the coarse
/// solution.
template <class Space, class Finish>
void addCoarseDot(
  const Context<Space>& context, const RigidBodyCoarseSpace<Space>& coarse, Finish finish)
{
  const double* restricted = coarse.restricted();
  const double* values = coarse.values();
  context.reduce(
    coarse.rows(), Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = restricted[i] * values[i];
      return sum;
    },
    AddSums(), finish);
}

/// Computes b.b with b = f - q on free unknowns, where q may be null, and resets the number of
/// iterations.
template <class Space, class Scalars>
void startScalars(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  const double* f, const double* q, double tolerance, int maximumIterations, Scalars* s)
{
  context.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      const double b = f[i] - (q ? q[i] : 0.0);
      sum.v[0] = inverseDiagonal[i] != 0.0 ? b * b : 0.0;
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<1>& sum) {
      s->bb = sum.v[0];
      s->threshold = tolerance * tolerance * sum.v[0];
      s->maximumIterations = maximumIterations;
      s->iterations = 0;
      s->done = 0;
      s->broken = 0;
    });
}

/// Performs lines 2, 3, 5 and 6 of Algorithm 1, with q = A u. The residual is zero on constrained
/// unknowns.
template <class Space, class Scalars>
void startResidual(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  const double* f, const double* q, double* r, Scalars* s)
{
  context.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      const double inverse = inverseDiagonal[i];
      const double residual = inverse != 0.0 ? f[i] - q[i] : 0.0;
      r[i] = residual;
      Sums<2> sum;
      sum.v[0] = residual * inverse * residual;
      sum.v[1] = residual * residual;
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      s->rz = sum.v[0];
      s->rr = sum.v[1];
      s->beta = 0.0;
      s->done = sum.v[1] <= s->threshold || s->maximumIterations == 0;
    });
}

/// Performs line 9: computes the step length from d.q, the sum of a[i] b[i]; a null b stands for
/// ones.
template <class Space, class Scalars>
void stepLength(
  const Context<Space>& context, std::int64_t n, const double* a, const double* b, Scalars* s)
{
  context.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = b ? a[i] * b[i] : a[i];
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<1>& sum) {
      if (!s->done)
      {
        s->alpha = s->rz / sum.v[0];
        // The condition is also true for NaN, which counts as a breakdown.
        if (!(sum.v[0] > 0.0) || !(s->rz > 0.0))
        {
          s->broken = 1;
          s->done = 1;
        }
      }
    });
}

/// Computes the coarse part of r.z after the coarse space has solved for r.
template <class Space, class Scalars>
void startCoarse(
  const Context<Space>& context, const RigidBodyCoarseSpace<Space>& coarse, Scalars* s)
{
  addCoarseDot(
    context, coarse, TRABECULA_LAMBDA(const Sums<1>& sum) { s->rz += sum.v[0]; });
}

/// Computes the same within an iteration, followed by line 15.
template <class Space, class Scalars>
void finishCoarse(
  const Context<Space>& context, const RigidBodyCoarseSpace<Space>& coarse, Scalars* s)
{
  addCoarseDot(
    context, coarse, TRABECULA_LAMBDA(const Sums<1>& sum) {
      if (!s->done)
      {
        const double next = s->fineRz + sum.v[0];
        s->beta = next / s->rz;
        s->rz = next;
      }
    });
}

/// Performs lines 10 to 15 and 17: updates the iterate, the residual and, without a coarse space,
/// beta.
template <class Space, class Scalars>
void updateIterate(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  const double* d, const double* q, bool coarse, double* u, double* r, Scalars* s)
{
  context.reduce(
    n, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sum;
      if (!s->done)
      {
        const double alpha = s->alpha;
        const double inverse = inverseDiagonal[i];
        u[i] += alpha * d[i];
        const double residual = inverse != 0.0 ? r[i] - alpha * q[i] : 0.0;
        r[i] = residual;
        sum.v[0] = residual * inverse * residual;
        sum.v[1] = residual * residual;
      }
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<2>& sum) {
      if (!s->done)
      {
        s->fineRz = sum.v[0];
        if (!coarse)
        {
          s->beta = sum.v[0] / s->rz;
          s->rz = sum.v[0];
        }
        s->rr = sum.v[1];
        ++s->iterations;
        s->done = sum.v[1] <= s->threshold || s->iterations >= s->maximumIterations;
      }
    });
}

/// Performs line 16: computes the next direction. A CoarseMotion without aggregates stands for no
/// coarse space.
template <class Space, class Scalars>
void updateDirection(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  const double* r, const CoarseMotion motion, double* d, const Scalars* s)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const double inverse = inverseDiagonal[i];
      double z = inverse * r[i];
      if (motion.aggregateOf && inverse != 0.0)
      {
        z += motion(i / 3, static_cast<int>(i % 3));
      }
      d[i] = z + s->beta * d[i];
    });
}

/// Sets target to u on constrained unknowns and to 0 on free ones. @return whether any entry is
/// nonzero
template <class Space>
bool extractPrescribed(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  const double* u, double* target)
{
  return context.reduce(
           n, 0.0,
           TRABECULA_LAMBDA(std::int64_t i) {
             const double value = inverseDiagonal[i] == 0.0 ? u[i] : 0.0;
             target[i] = value;
             return value < 0.0 ? -value : value;
           },
           Maximum()) != 0.0;
}
}

template <class Space>
DiagonalIteration<Space>::DiagonalIteration(LayoutPointer<Space> layout)
  : Of(std::move(layout)), State(this->Of->context(), 1),
    Partials(this->Of->context(), LinearOperator<Space>::MostPartials)
{
  this->State.zero(); // step lengths are copied before the first one is computed
}

template <class Space>
std::size_t DiagonalIteration<Space>::memory()
{
  return LinearOperator<Space>::MostPartials * sizeof(double) + 4096;
}

template <class Space>
SolverReport DiagonalIteration<Space>::solveWith(RigidBodyCoarseSpace<Space>* coarse,
  LinearOperator<Space>& A, DiagonalPreconditioner<Space>& preconditioner,
  const RightHandSide<Space>& forces, Vector<Space>& solution, double tolerance,
  int maximumIterations, Observer& observer, std::vector<double>& history)
{
  const Context<Space>& context = this->Of->context();
  // Reading the residual requires a synchronization with the device, which sums over several parts
  // perform in any case.
  const int iterationsBetweenReads =
    Space::Id == ExecutionSpace::Host || context.isDistributed() ? 1 : 10;
  const std::int64_t n = this->Of->ownedSize();
  const double* inverseDiagonal = preconditioner.inverseDiagonal().data();
  LeasedVector<Space> residual(this->Of);
  LeasedVector<Space> direction(this->Of);
  LeasedVector<Space> product(this->Of);
  double* r = residual.data();
  double* d = direction.data();
  double* q = product.data();
  double* u = solution.data();
  Scalars* s = this->State.data();
  const double* f = forces.dense ? forces.dense->data() : nullptr;
  if (!f)
  {
    // The residual vector holds the right-hand side until the residual is computed in place.
    residual.zero();
    if (forces.sparse)
    {
      forces.sparse->addTo(residual);
    }
    f = r;
  }

  const bool prescribed = detail::extractPrescribed<Space>(context, n, inverseDiagonal, u, d);
  if (prescribed)
  {
    A.apply(direction, product);
  }
  detail::startScalars<Space>(
    context, n, inverseDiagonal, f, prescribed ? q : nullptr, tolerance, maximumIterations, s);
  A.apply(solution, product);
  detail::startResidual<Space>(context, n, inverseDiagonal, f, q, r, s);
  detail::CoarseMotion motion = {};
  if (coarse)
  {
    coarse->solve(residual);
    detail::startCoarse<Space>(context, *coarse, s);
    motion = coarse->motion();
  }
  // The direction must have finite entries, so that its product with beta = 0 is zero.
  detail::updateDirection<Space>(context, n, inverseDiagonal, r, motion, d, s);

  const auto iterate = [&]
  {
    double* partials = this->Partials.data();
    if (const int sums = A.applyDot(direction, product, partials))
    {
      detail::stepLength<Space>(context, sums, partials, nullptr, s);
    }
    else
    {
      detail::stepLength<Space>(context, n, d, q, s);
    }
    detail::updateIterate<Space>(context, n, inverseDiagonal, d, q, coarse != nullptr, u, r, s);
    if (coarse)
    {
      coarse->solve(residual);
      detail::finishCoarse<Space>(context, *coarse, s);
    }
    detail::updateDirection<Space>(context, n, inverseDiagonal, r, motion, d, s);
  };
  // Parts exchange data in each iteration, which cannot be captured in a graph.
  std::unique_ptr<GraphCapture<Space>> captured;
  if (!context.isDistributed())
  {
    captured = std::make_unique<GraphCapture<Space>>(context, iterate);
  }

  SolverReport report;
  for (;;)
  {
    const Scalars now = this->State.toHost()[0];
    if (now.broken && coarse && std::isfinite(now.rr))
    {
      // The inverse of the coarse matrix is in single precision, which may not be sufficient for
      // nearly disconnected parts. The iterate is still valid, and the diagonal alone continues
      // from it.
      SolverReport rest = this->solveWith(nullptr, A, preconditioner, forces, solution, tolerance,
        maximumIterations - now.iterations, observer, history);
      rest.iterations += now.iterations;
      return rest;
    }
    if (now.broken || !std::isfinite(now.rr) || !std::isfinite(now.bb))
    {
      throw SolverBreakdown("The linear solver broke down after " + std::to_string(now.iterations) +
        " iterations: the stiffness matrix is singular or not positive definite, or numbers became "
        "too large or too small to compute with. Check supports and the shapes of the elements, "
        "raise Minimum Density or Minimum Modulus Ratio, or use units in which Young's modulus and "
        "forces are nearer to 1.");
    }
    report.iterations = now.iterations;
    report.residual = now.bb > 0.0 ? std::sqrt(now.rr / now.bb) : std::sqrt(now.rr);
    history.push_back(report.residual);
    if (now.done)
    {
      report.converged = now.rr <= now.threshold;
      return report;
    }
    if (context.any(observer.stopRequested()))
    {
      report.stopped = true;
      return report;
    }
    const double orders = std::log(std::min(1.0, report.residual)) / std::log(tolerance);
    observer.progress(std::clamp(orders, 0.0, 1.0),
      "Solving: " + std::to_string(report.iterations) + " iterations");
    for (int i = 0; i < iterationsBetweenReads; ++i)
    {
      if (captured)
      {
        captured->launch();
      }
      else
      {
        iterate();
      }
    }
  }
}

template class DiagonalIteration<CompiledSpace>;
}
