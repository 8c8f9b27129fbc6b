#include "Design/Optimizer/MovingAsymptotes.h"

#include "Core/Parallel.h"
#include "Design/Optimizer/DualInteriorPoint.h"
#include "Design/Optimizer/LargerOf.h"
#include "Design/Optimizer/MovingAsymptotesTerm.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace trabecula
{
template <class Space>
struct MovingAsymptotes<Space>::Subproblem
{
  std::int64_t n; ///< number of variables that this part owns
  int m;
  const double* x;
  const double* lower;
  const double* upper;
  const double* lowerAsymptotes;
  const double* upperAsymptotes;
  const double* df0;
  const double* df;     ///< of the m constraints
  std::int64_t stride;  ///< from one constraint to the next
  const double* lambda; ///< m multipliers
  double* next;         ///< minimizer of the Lagrangian
  double* compliance;   ///< 1 / second derivative of the Lagrangian, 0 where next is at a bound
  MovingAsymptotesSettings settings;
};

template <class Space>
struct MovingAsymptotes<Space>::Workspace
{
  LayoutPointer<Space> variables;
  int m;
  int updates = 0;       ///< number of accepted updates
  bool prepared = false; ///< whether the asymptotes are those of the present x
  Vector<Space> last;
  Vector<Space> beforeLast;
  Vector<Space> lowerAsymptotes;
  Vector<Space> upperAsymptotes;
  Vector<Space> compliance;
  DeviceVector<double, Space> lambda;
  DeviceVector<double, Space> sums; ///< the gradient, then the upper triangle of the curvature

  Workspace(const LayoutPointer<Space>& layout, int constraints)
    : variables(layout), m(constraints), last(layout), beforeLast(layout), lowerAsymptotes(layout),
      upperAsymptotes(layout), compliance(layout),
      lambda(layout->context(), static_cast<std::size_t>(constraints)),
      sums(layout->context(),
        static_cast<std::size_t>(constraints + constraints * (constraints + 1) / 2))
  {
    // These vectors have no effect in the first two updates, but are part of the state.
    for (auto* vector : { &last, &beforeLast, &lowerAsymptotes, &upperAsymptotes })
    {
      vector->zero();
    }
  }
};

namespace detail
{
/// The largest number of sums in a pass over the variables, which is that of two constraints.
constexpr int SumsAPass = 5;

/// The sums of a pass. The terms of each constraint in these sums are computed once.
struct DualEntries
{
  int constraints = 0;
  int constraint[SumsAPass + 1]; ///< their numbers in the problem
  int count = 0;
  int row[SumsAPass];    ///< of each sum, the position of its constraint in the list above
  int column[SumsAPass]; ///< the same for the second one of a pair; -1: the constraint's value
};

/// Returns the term of variable j.
template <class Subproblem>
TRABECULA_FUNCTION MovingAsymptotesTerm termOf(const Subproblem& sub, std::int64_t j)
{
  return { sub.x[j], sub.lowerAsymptotes[j], sub.upperAsymptotes[j], sub.settings.curvature,
    sub.settings.leastCurvature / (sub.upper[j] - sub.lower[j]) };
}

/// Moves the asymptotes to the present x (Svanberg 2007, section 3).
/// @param start one of the first two updates, which do not read last and beforeLast
template <class Space>
void moveAsymptotes(const Context<Space>& context, std::int64_t n,
  const MovingAsymptotesSettings settings, bool start, const double* x, const double* lower,
  const double* upper, const double* last, const double* beforeLast, double* lowerAsymptotes,
  double* upperAsymptotes)
{
  const bool ofMoveLimits = settings.measure == MovingAsymptotesSettings::Measure::MoveLimits;
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t j) {
      const MoveBox box(x[j], lower[j], upper[j], settings.moveLimit);
      const double width = ofMoveLimits ? box.high - box.low : upper[j] - lower[j];
      double below = settings.initialDistance * width;
      double above = below;
      if (!start)
      {
        const double turn = (x[j] - last[j]) * (last[j] - beforeLast[j]);
        const double factor = turn < 0.0 ? settings.decrease : turn > 0.0 ? settings.increase : 1.0;
        const double least = settings.smallestDistance * width;
        const double most = settings.largestDistance * width;
        below = smallerOf(most, largerOf(least, factor * (last[j] - lowerAsymptotes[j])));
        above = smallerOf(most, largerOf(least, factor * (upperAsymptotes[j] - last[j])));
      }
      lowerAsymptotes[j] = x[j] - below;
      upperAsymptotes[j] = x[j] + above;
    });
}

/// Computes the minimizer of the Lagrangian for the multipliers of the subproblem, and its
/// compliance.
template <class Space, class Subproblem>
void minimizeLagrangian(const Context<Space>& context, const Subproblem sub)
{
  forEach(
    context, sub.n, TRABECULA_LAMBDA(std::int64_t j) {
      double next = sub.x[j];
      double compliance = 0.0;
      if (sub.upper[j] > sub.lower[j])
      {
        const MovingAsymptotesTerm term = termOf(sub, j);
        double a = term.plus(sub.df0[j]);
        double b = term.minus(sub.df0[j]);
        for (int i = 0; i < sub.m; ++i)
        {
          const double df = sub.df[i * sub.stride + j];
          a += sub.lambda[i] * term.plus(df);
          b += sub.lambda[i] * term.minus(df);
        }
        const double gap = sub.settings.asymptoteGap;
        const MoveBox box(term.x, sub.lower[j], sub.upper[j], sub.settings.moveLimit);
        const double low = largerOf(box.low, term.L + gap * (term.x - term.L));
        const double high = smallerOf(box.high, term.U - gap * (term.U - term.x));
        const double wanted = term.minimizer(a, b);
        next = smallerOf(high, largerOf(low, wanted));
        compliance = next == wanted ? 1.0 / term.secondDerivative(a, b, next) : 0.0;
      }
      sub.next[j] = next;
      sub.compliance[j] = compliance;
    });
}

/// Computes sums[k] = entry k of the gradient and the curvature of the dual, without the terms that
/// do not depend on x.
/// @tparam Most at least the number of entries
template <int Most, class Space, class Subproblem>
void sumDualEntries(
  const Context<Space>& context, const Subproblem sub, const DualEntries entries, double* sums)
{
  context.reduce(
    sub.n, Sums<Most>{},
    TRABECULA_LAMBDA(std::int64_t j) {
      Sums<Most> sum;
      if (sub.upper[j] > sub.lower[j])
      {
        const MovingAsymptotesTerm term = termOf(sub, j);
        const double next = sub.next[j];
        double difference[Most + 1] = {};
        double derivative[Most + 1] = {};
        for (int i = 0; i < Most + 1; ++i)
        {
          if (i < entries.constraints)
          {
            const double df = sub.df[entries.constraint[i] * sub.stride + j];
            difference[i] = term.difference(df, next);
            derivative[i] = term.derivative(df, next);
          }
        }
        for (int k = 0; k < Most; ++k)
        {
          if (k < entries.count)
          {
            sum.v[k] = entries.column[k] < 0
              ? difference[entries.row[k]]
              : sub.compliance[j] * derivative[entries.row[k]] * derivative[entries.column[k]];
          }
        }
      }
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<Most>& sum) {
      for (int k = 0; k < entries.count; ++k)
      {
        sums[k] = sum.v[k];
      }
    });
}

template <class Space>
double largestDifference(
  const Context<Space>& context, std::int64_t n, const double* a, const double* b)
{
  return context.reduce(
    n, 0.0, TRABECULA_LAMBDA(std::int64_t j) { return fabs(a[j] - b[j]); }, Maximum());
}

/// Returns the position of a constraint in the list of a pass. The constraint is added if it is not
/// in the list.
inline int placeOf(int constraint, DualEntries& entries)
{
  for (int i = 0; i < entries.constraints; ++i)
  {
    if (entries.constraint[i] == constraint)
    {
      return i;
    }
  }
  entries.constraint[entries.constraints] = constraint;
  return entries.constraints++;
}

/// Computes all sums, at most SumsAPass in a pass: first the gradient, then the upper triangle by
/// rows.
template <class Space, class Subproblem>
void sumDual(const Context<Space>& context, const Subproblem& sub, double* sums)
{
  DualEntries entries;
  const auto finishPass = [&]
  {
    if (entries.count > 2)
    {
      sumDualEntries<SumsAPass>(context, sub, entries, sums);
    }
    else if (entries.count > 0)
    {
      sumDualEntries<2>(context, sub, entries, sums);
    }
    sums += entries.count;
    entries = DualEntries();
  };
  const auto add = [&](int row, int column)
  {
    entries.row[entries.count] = placeOf(row, entries);
    entries.column[entries.count] = column < 0 ? -1 : placeOf(column, entries);
    if (++entries.count == SumsAPass)
    {
      finishPass();
    }
  };
  for (int i = 0; i < sub.m; ++i)
  {
    add(i, -1);
  }
  for (int i = 0; i < sub.m; ++i)
  {
    for (int k = i; k < sub.m; ++k)
    {
      add(i, k);
    }
  }
  finishPass();
}
}

template <class Space>
MovingAsymptotes<Space>::MovingAsymptotes(
  const LayoutPointer<Space>& variables, int constraints, const MovingAsymptotesSettings& settings)
  : Settings(settings), Work(std::make_unique<Workspace>(variables, constraints))
{
}

template <class Space>
MovingAsymptotes<Space>::~MovingAsymptotes() = default;

template <class Space>
void MovingAsymptotes<Space>::prepare(
  const Vector<Space>& x, const Vector<Space>& lower, const Vector<Space>& upper)
{
  Workspace& w = *this->Work;
  detail::moveAsymptotes(x.context(), x.ownedSize(), this->Settings, w.updates < 2, x.data(),
    lower.data(), upper.data(), w.last.data(), w.beforeLast.data(), w.lowerAsymptotes.data(),
    w.upperAsymptotes.data());
  w.beforeLast.swap(w.last);
  w.last.copy(x);
  w.prepared = true;
}

template <class Space>
typename MovingAsymptotes<Space>::Result MovingAsymptotes<Space>::update(const Vector<Space>& x,
  const Vector<Space>& lower, const Vector<Space>& upper, const Vector<Space>& df0,
  const std::vector<double>& f, const MultiVector<Space>& df, Vector<Space>& next,
  const std::vector<double>& shares)
{
  Workspace& w = *this->Work;
  const Layout<Space>& variables = *w.variables;
  const Context<Space>& context = variables.context();
  x.require(variables, "A vector of design variables");
  lower.require(variables, "A vector of lower bounds");
  upper.require(variables, "A vector of upper bounds");
  df0.require(variables, "A gradient of the objective");
  next.require(variables, "A vector of design variables");
  if (static_cast<int>(f.size()) != w.m || df.columns() != w.m || !df.layout().matches(variables) ||
    df.arrangement() != Arrangement::Apart)
  {
    throw Error("Gradients of " + std::to_string(w.m) + " constraints should have " +
      variables.text() + ", in columns that are apart.");
  }
  if (!w.prepared)
  {
    this->prepare(x, lower, upper);
  }
  const Subproblem sub{ variables.ownedSize(), w.m, x.data(), lower.data(), upper.data(),
    w.lowerAsymptotes.data(), w.upperAsymptotes.data(), df0.data(), df.data(),
    strideOfColumns(variables.size()), w.lambda.data(), next.data(), w.compliance.data(),
    this->Settings };
  const std::size_t m = f.size();
  Result result;
  const auto evaluate = [&](const std::vector<double>& lambda)
  {
    w.lambda.assign(lambda);
    detail::minimizeLagrangian(context, sub);
    detail::sumDual(context, sub, w.sums.data());
    const std::vector<double> sums = w.sums.toHost();
    DualPoint point{ std::vector<double>(m), std::vector<double>(m * m) };
    result.constraints.resize(m);
    std::size_t entry = m;
    for (std::size_t i = 0; i < m; ++i)
    {
      result.constraints[i] = f[i] + sums[i];
      for (std::size_t k = i; k < m; ++k, ++entry)
      {
        point.curvature[i * m + k] = point.curvature[k * m + i] = sums[entry];
      }
      // y_i minimizes its own part of the Lagrangian.
      const double y =
        std::max(0.0, lambda[i] - this->Settings.linearPenalty) / this->Settings.quadraticPenalty;
      point.gradient[i] = result.constraints[i] - y;
      point.curvature[i * m + i] += y > 0.0 ? 1.0 / this->Settings.quadraticPenalty : 0.0;
    }
    return point;
  };
  const DualSolution solution = maximizeDual(w.m, evaluate, this->Settings.tolerance, shares);
  result.multipliers = solution.multipliers;
  result.residual = solution.residual;
  result.evaluations = solution.evaluations;
  result.change = detail::largestDifference(context, variables.ownedSize(), next.data(), x.data());
  return result;
}

template <class Space>
void MovingAsymptotes<Space>::accept()
{
  this->Work->updates += this->Work->prepared ? 1 : 0;
  this->Work->prepared = false;
}

template <class Space>
std::vector<double> MovingAsymptotes<Space>::lowerAsymptotes() const
{
  return this->Work->lowerAsymptotes.toHost();
}

template <class Space>
std::vector<double> MovingAsymptotes<Space>::upperAsymptotes() const
{
  return this->Work->upperAsymptotes.toHost();
}

template <class Space>
MovingAsymptotesState MovingAsymptotes<Space>::state() const
{
  const Workspace& w = *this->Work;
  return { w.updates, w.prepared, w.last.toHost(), w.beforeLast.toHost(),
    w.lowerAsymptotes.toHost(), w.upperAsymptotes.toHost() };
}

template <class Space>
void MovingAsymptotes<Space>::restore(const MovingAsymptotesState& state)
{
  Workspace& w = *this->Work;
  w.updates = state.updates;
  w.prepared = state.prepared;
  w.last.assign(state.last);
  w.beforeLast.assign(state.beforeLast);
  w.lowerAsymptotes.assign(state.lowerAsymptotes);
  w.upperAsymptotes.assign(state.upperAsymptotes);
}

template <class Space>
std::size_t MovingAsymptotes<Space>::memory(std::size_t variables, std::size_t constraints)
{
  const std::size_t small = constraints * (constraints + 5) / 2;
  return (5 * variables + small) * sizeof(double);
}

template class MovingAsymptotes<CompiledSpace>;
}
