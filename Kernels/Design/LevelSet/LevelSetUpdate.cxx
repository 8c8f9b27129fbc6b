#include "Design/LevelSet/LevelSetUpdate.h"

#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// Computes the next value of one variable. @param driver D^zeta
struct LevelSetRule
{
  double moveLimit;
  double leastVariable;

  TRABECULA_FUNCTION double operator()(double x, double driver, double scale) const
  {
    const double wanted = fmin(x + moveLimit, fmax(x - moveLimit, x * driver * scale));
    return fmin(1.0, fmax(leastVariable, wanted));
  }
};

/// Sets state.bound to a fraction of the total of the measures.
template <class Space, class State>
void boundOfVolume(
  const Context<Space>& context, std::int64_t n, const double* measures, double part, State* state)
{
  context.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t p) {
      Sums<1> sum;
      sum.v[0] = measures[p];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { state->bound = part * sum.v[0]; });
}

/// Relative width of the bracket of Lambda at which the search ends.
constexpr double MultiplierTolerance = 1e-13;
/// Logarithms of the ends of the initial bracket, relative to the largest driver. Outside of the
/// bracket, all variables are at their limits.
constexpr double LowestMultiplier = -69.0;
constexpr double HighestMultiplier = 46.0;
/// The number of bisections from the initial bracket to the tolerance.
constexpr int MostHalvings = 51;

/// Computes drivers = D^zeta and the initial bracket of Lambda.
template <class Space, class State>
void startSearch(const Context<Space>& context, std::int64_t n, const std::uint8_t* isDesign,
  const double* dc, const double* dv, double leastDerivative, double damping, double* drivers,
  State* state)
{
  context.reduce(
    n, 0.0, TRABECULA_LAMBDA(std::int64_t i) { return isDesign[i] ? dv[i] : 0.0; }, Maximum(),
    TRABECULA_LAMBDA(double largest) { state->largestDerivative = largest; });
  context.reduce(
    n, 0.0,
    TRABECULA_LAMBDA(std::int64_t i) {
      const bool isKnown = isDesign[i] && dv[i] > leastDerivative * state->largestDerivative;
      const double ratio = isKnown && dc[i] < 0.0 ? -dc[i] / dv[i] : 0.0;
      drivers[i] = ratio > 0.0 ? pow(ratio, damping) : 0.0;
      return ratio;
    },
    Maximum(),
    TRABECULA_LAMBDA(double largest) {
      const double middle = largest > 0.0 ? log(largest) : 0.0;
      state->low = middle + LowestMultiplier;
      state->high = middle + HighestMultiplier;
      state->excessLow = 0.0;
      state->excessHigh = 0.0;
      state->trial = 0.5 * (state->low + state->high);
      state->scale = exp(-damping * state->trial);
      state->steps = 0.0;
      state->done = 0.0;
    });
}

/// Returns the next trial by the ITP method (Oliveira and Takahashi 2020): the root of the secant,
/// moved towards the middle of the bracket, and projected so that at most one step more than by
/// bisection is needed.
template <class State>
TRABECULA_FUNCTION double nextTrial(const State& state)
{
  const double width = state.high - state.low;
  const double middle = 0.5 * (state.low + state.high);
  // The secant needs the excesses at both ends, which are known after the first steps.
  if (!(state.excessLow > 0.0) || !(state.excessHigh < 0.0))
  {
    return middle;
  }
  const double secant = (state.excessLow * state.high - state.excessHigh * state.low) /
    (state.excessLow - state.excessHigh);
  const double side = secant < middle ? 1.0 : -1.0;
  const double truncation = 0.2 / (HighestMultiplier - LowestMultiplier) * width * width;
  const double moved = truncation <= fabs(middle - secant) ? secant + side * truncation : middle;
  const double radius =
    0.5 * MultiplierTolerance * exp2(MostHalvings + 1.0 - state.steps) - 0.5 * width;
  return fabs(moved - middle) <= radius ? moved : middle - side * (radius > 0.0 ? radius : 0.0);
}

/// Computes the next variables for Lambda.
template <class Space, class State>
void applyLevelSetRule(const Context<Space>& context, std::int64_t n, const LevelSetRule rule,
  const double* x, const std::uint8_t* isDesign, const double* drivers, const State* state,
  double* next)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      next[i] = isDesign[i] ? rule(x[i], drivers[i], state->scale) : x[i];
    });
}

/// Narrows the bracket. The result of the search is its upper end, which satisfies the bound.
template <class Space, class State>
void narrowBracket(const Context<Space>& context, std::int64_t n, const double* measures,
  const double* density, double damping, State* state)
{
  context.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t p) {
      Sums<1> sum;
      sum.v[0] = measures[p] * density[p];
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<1>& sum) {
      if (state->done != 0.0)
      {
        return;
      }
      const double excess = sum.v[0] - state->bound;
      (excess > 0.0 ? state->low : state->high) = state->trial;
      (excess > 0.0 ? state->excessLow : state->excessHigh) = excess;
      state->steps += 1.0;
      state->done = excess == 0.0 || state->high - state->low < MultiplierTolerance ? 1.0 : 0.0;
      state->trial = state->done != 0.0 ? state->high : nextTrial(*state);
      state->scale = exp(-damping * state->trial);
    });
}

template <class Space, class State>
void changeOfVariables(
  const Context<Space>& context, std::int64_t n, const double* x, const double* next, State* state)
{
  context.reduce(
    n, 0.0, TRABECULA_LAMBDA(std::int64_t i) { return fabs(next[i] - x[i]); }, Maximum(),
    TRABECULA_LAMBDA(double change) { state->change = change; });
}
}

template <class Space>
LevelSetUpdate<Space>::LevelSetUpdate(Parametrization<Space>& parametrization,
  const Vector<Space>& measures, const LevelSetUpdateSettings& settings)
  : Design(&parametrization), Measures(&measures), Settings(settings), State(measures.context(), 1)
{
  measures.require(parametrization.density().layout(), "A vector of measures");
  this->State.zero();
}

template <class Space>
double LevelSetUpdate<Space>::update(const Vector<Space>& x,
  const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& dc,
  const std::vector<LinearizedConstraint<Space>>& constraints, Vector<Space>& next)
{
  const Vector<Space>& dv = *constraints.front().gradient;
  const Layout<Space>& layout = this->Design->variables().layout();
  x.require(layout, "A vector of design variables");
  isDesign.require(layout, "A mask of design variables");
  dc.require(layout, "A gradient of the objective");
  dv.require(layout, "A gradient of the volume");
  next.require(layout, "A vector of design variables");
  const Context<Space>& context = layout.context();
  const std::int64_t variables = x.ownedSize();
  const std::int64_t points = this->Measures->ownedSize();
  const double* measures = this->Measures->data();
  const detail::LevelSetRule rule = { this->Settings.moveLimit, this->Settings.leastVariable };
  const double damping = this->Settings.damping;
  Search* state = this->State.data();
  LeasedVector<Space> drivers(x.layoutPointer());
  detail::boundOfVolume(context, points, measures, this->Settings.volumeFraction, state);
  detail::startSearch(context, variables, isDesign.data(), dc.data(), dv.data(),
    LeastVolumeDerivative, damping, drivers.data(), state);
  const auto apply = [&]
  {
    detail::applyLevelSetRule(
      context, variables, rule, x.data(), isDesign.data(), drivers.data(), state, next.data());
  };
  constexpr int together = Space::Id == ExecutionSpace::Host ? 1 : 8;
  for (int step = 0; step < detail::MostHalvings + 3; step += together)
  {
    for (int i = 0; i < together; ++i)
    {
      apply();
      this->Design->evaluateTrial();
      detail::narrowBracket(
        context, points, measures, this->Design->nextDensity().data(), damping, state);
    }
    if (this->State.toHost()[0].done != 0.0)
    {
      break;
    }
  }
  apply();
  detail::changeOfVariables(context, variables, x.data(), next.data(), state);
  return this->State.toHost()[0].change;
}

template class LevelSetUpdate<CompiledSpace>;
}
