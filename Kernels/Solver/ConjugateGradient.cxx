#include "Solver/ConjugateGradient.h"
#include "Core/Error.h"
#include "Core/Execution/Recording.h"
#include "Core/Parallel.h"
#include "Core/SparseVector.h"

#include <cmath>

namespace trabecula
{
template <class Space>
struct ConjugateGradient<Space>::Workspace
{
  DeviceVector<Scalars, Space> scalars;
  DeviceVector<double, Space> flag;
  DeviceVector<double, Space> partials; ///< of d.q, where the operator leaves them
  Reducer<Space> reducer;

  explicit Workspace(const Context<Space>& context)
    : scalars(context, 1), flag(context, 1), partials(context, LinearOperator<Space>::MostPartials)
  {
    scalars.zero(); // step lengths are copied before the first one is known
  }
};

namespace detail
{
/// finish(restricted r . values) on the device.
template <class Space, class Finish>
void addCoarseDot(Reducer<Space>& reducer, const RigidBodyCoarseSpace<Space>& coarse, Finish finish)
{
  const double* restricted = coarse.restricted();
  const double* values = coarse.values();
  reducer.reduce(
    coarse.rows(), Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = restricted[i] * values[i];
      return sum;
    },
    AddSums(), finish);
}

/// b.b with b = f - q on free unknowns; q may be null.
template <class Space, class Scalars>
void startScalars(Reducer<Space>& reducer, std::int64_t n, const double* inverseDiagonal,
  const double* f, const double* q, double tolerance, int maximumIterations, Scalars* s)
{
  reducer.reduce(
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

/// Lines 2, 3, 5 and 6 of Algorithm 1; q holds A u. The residual is zero on prescribed unknowns.
template <class Space, class Scalars>
void startResidual(Reducer<Space>& reducer, std::int64_t n, const double* inverseDiagonal,
  const double* f, const double* q, double* r, Scalars* s)
{
  reducer.reduce(
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

/// Line 9: the step length from d.q, the sum of a[i] b[i]; a null b stands for ones.
template <class Space, class Scalars>
void stepLength(
  Reducer<Space>& reducer, std::int64_t n, const double* a, const double* b, Scalars* s)
{
  reducer.reduce(
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
        // Written so that NaN counts as broken.
        if (!(sum.v[0] > 0.0) || !(s->rz > 0.0))
        {
          s->broken = 1;
          s->done = 1;
        }
      }
    });
}

/// The coarse part of r.z, once the coarse space has solved for r.
template <class Space, class Scalars>
void startCoarse(Reducer<Space>& reducer, const RigidBodyCoarseSpace<Space>& coarse, Scalars* s)
{
  addCoarseDot(
    reducer, coarse, TRABECULA_LAMBDA(const Sums<1>& sum) { s->rz += sum.v[0]; });
}

/// The same within an iteration, then line 15.
template <class Space, class Scalars>
void finishCoarse(Reducer<Space>& reducer, const RigidBodyCoarseSpace<Space>& coarse, Scalars* s)
{
  addCoarseDot(
    reducer, coarse, TRABECULA_LAMBDA(const Sums<1>& sum) {
      if (!s->done)
      {
        const double next = s->fineRz + sum.v[0];
        s->beta = next / s->rz;
        s->rz = next;
      }
    });
}

/// Lines 10 to 15 and 17: the iterate, the residual and, without a coarse space, the next beta.
template <class Space, class Scalars>
void updateIterate(Reducer<Space>& reducer, std::int64_t n, const double* inverseDiagonal,
  const double* d, const double* q, bool coarse, double* u, double* r, Scalars* s)
{
  reducer.reduce(
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

/// Line 16: the next direction. CoarseMotion without aggregates means no coarse space.
template <class Space, class Scalars>
void updateDirection(std::int64_t n, const double* inverseDiagonal, const double* r,
  const CoarseMotion motion, double* d, const Scalars* s)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      const double inverse = inverseDiagonal[i];
      double z = inverse * r[i];
      if (motion.aggregateOf && inverse != 0.0)
      {
        z += motion(i / 3, static_cast<int>(i % 3));
      }
      d[i] = z + s->beta * d[i];
    });
}

/// target = u on prescribed unknowns, 0 on free ones. True if any is not zero.
template <class Space>
bool extractPrescribed(Reducer<Space>& reducer, std::int64_t n, const double* inverseDiagonal,
  const double* u, double* target, DeviceVector<double, Space>& flag)
{
  double* result = flag.data();
  reducer.reduce(
    n, 0.0,
    TRABECULA_LAMBDA(std::int64_t i) {
      const double value = inverseDiagonal[i] == 0.0 ? u[i] : 0.0;
      target[i] = value;
      return value < 0.0 ? -value : value;
    },
    Maximum(), TRABECULA_LAMBDA(double largest) { *result = largest; });
  return flag.toHost()[0] != 0.0;
}
}

template <class Space>
ConjugateGradient<Space>::ConjugateGradient(Context<Space>& context, std::int64_t unknowns)
  : Computing(&context), Unknowns(unknowns)
{
}

template <class Space>
ConjugateGradient<Space>::~ConjugateGradient() = default;

template <class Space>
void ConjugateGradient<Space>::release()
{
  this->Work.reset();
  this->Flexible.reset();
}

template <class Space>
std::size_t ConjugateGradient<Space>::memory(std::size_t unknowns)
{
  return 3 * unknowns * sizeof(double) + Reducer<Space>::MostPartials * 4 * sizeof(double) +
    LinearOperator<Space>::MostPartials * sizeof(double) + 4096;
}

template <class Space>
SolverReport ConjugateGradient<Space>::solve(LinearOperator<Space>& A,
  LinearPreconditioner<Space>& preconditioner, const RightHandSide<Space>& f, double* u,
  double tolerance, int maximumIterations, Observer& observer)
{
  this->History.clear();
  if (DiagonalPreconditioner<Space>* diagonal = preconditioner.asDiagonal())
  {
    return this->solveWithDiagonal(A, diagonal->inverseDiagonal(), diagonal->coarse(), f, u,
      tolerance, maximumIterations, observer);
  }
  if (!this->Flexible)
  {
    this->Flexible =
      std::make_unique<FlexibleConjugateGradient<Space>>(*this->Computing, this->Unknowns);
  }
  return this->Flexible->solve(
    A, preconditioner, f, u, tolerance, maximumIterations, observer, this->History);
}

template <class Space>
SolverReport ConjugateGradient<Space>::solveWithDiagonal(LinearOperator<Space>& A,
  const double* inverseDiagonal, RigidBodyCoarseSpace<Space>* coarse,
  const RightHandSide<Space>& forces, double* u, double tolerance, int maximumIterations,
  Observer& observer)
{
  // Reading the residual costs a round trip to the device.
  const int iterationsBetweenLooks = Space::Id == ExecutionSpace::Host ? 1 : 10;
  if (!this->Work)
  {
    this->Work = std::make_unique<Workspace>(*this->Computing);
  }
  Workspace& w = *this->Work;
  const std::int64_t n = this->Unknowns;
  const auto vectors = this->Computing->workspace().template lease<double>(3 * n);
  double* r = vectors.data();
  double* d = r + n;
  double* q = d + n;
  Scalars* s = w.scalars.data();
  const double* f = forces.dense;
  if (!f)
  {
    // The residual is computed from it in place.
    Memory<Space>::zero(r, static_cast<std::size_t>(n) * sizeof(double));
    if (forces.sparse)
    {
      forces.sparse->addTo(r);
    }
    f = r;
  }

  const bool prescribed =
    detail::extractPrescribed<Space>(w.reducer, n, inverseDiagonal, u, d, w.flag);
  if (prescribed)
  {
    A.apply(d, q);
  }
  detail::startScalars<Space>(
    w.reducer, n, inverseDiagonal, f, prescribed ? q : nullptr, tolerance, maximumIterations, s);
  A.apply(u, q);
  detail::startResidual<Space>(w.reducer, n, inverseDiagonal, f, q, r, s);
  detail::CoarseMotion motion = {};
  if (coarse)
  {
    coarse->solve(r);
    detail::startCoarse<Space>(w.reducer, *coarse, s);
    motion = coarse->motion();
  }
  // The direction still holds finite numbers, of which beta = 0 takes none.
  detail::updateDirection<Space>(n, inverseDiagonal, r, motion, d, s);

  Recording<Space> iteration(
    [&]
    {
      double* partials = w.partials.data();
      if (const int sums = A.applyDot(d, q, partials))
      {
        detail::stepLength<Space>(w.reducer, sums, partials, nullptr, s);
      }
      else
      {
        detail::stepLength<Space>(w.reducer, n, d, q, s);
      }
      detail::updateIterate<Space>(w.reducer, n, inverseDiagonal, d, q, coarse != nullptr, u, r, s);
      if (coarse)
      {
        coarse->solve(r);
        detail::finishCoarse<Space>(w.reducer, *coarse, s);
      }
      detail::updateDirection<Space>(n, inverseDiagonal, r, motion, d, s);
    });

  SolverReport report;
  for (;;)
  {
    const Scalars now = w.scalars.toHost()[0];
    if (now.broken && coarse && std::isfinite(now.rr))
    {
      // The inverse of the coarse matrix is in single precision, which may not be sufficient for
      // nearly disconnected parts. The iterate is still valid.
      SolverReport rest = this->solveWithDiagonal(A, inverseDiagonal, nullptr, forces, u, tolerance,
        maximumIterations - now.iterations, observer);
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
    this->History.push_back(report.residual);
    if (now.done)
    {
      report.converged = now.rr <= now.threshold;
      return report;
    }
    if (observer.stopRequested())
    {
      report.stopped = true;
      return report;
    }
    const double orders = std::log(std::min(1.0, report.residual)) / std::log(tolerance);
    observer.progress(std::clamp(orders, 0.0, 1.0),
      "Solving: " + std::to_string(report.iterations) + " iterations");
    for (int i = 0; i < iterationsBetweenLooks; ++i)
    {
      iteration.play();
    }
  }
}

template class ConjugateGradient<CompiledSpace>;
}
