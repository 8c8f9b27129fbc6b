#include "Design/LevelSet/LevelSetUpdate.h"

#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
template <class Space>
struct LevelSetUpdate<Space>::Workspace
{
  explicit Workspace(Context<Space>& context) : state(context, 1) { this->state.zero(); }

  DeviceVector<Bisection, Space> state;
  Reducer<Space> reducer;
};

namespace detail
{
/// The next value of one variable. @param driver D^zeta
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

/// state.bound = part of the total of the measures
template <class Space, class State>
void boundOfVolume(
  Reducer<Space>& reducer, std::int64_t n, const double* measures, double part, State* state)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t p) {
      Sums<1> sum;
      sum.v[0] = measures[p];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { state->bound = part * sum.v[0]; });
}

/// drivers = D^zeta, and the bracket of Lambda for which some variable is not at its limits.
template <class Space, class State>
void startBisection(Reducer<Space>& reducer, std::int64_t n, const std::uint8_t* isDesign,
  const double* dc, const double* dv, double leastDerivative, double damping, double* drivers,
  State* state)
{
  reducer.reduce(
    n, 0.0, TRABECULA_LAMBDA(std::int64_t i) { return isDesign[i] ? dv[i] : 0.0; }, Maximum(),
    TRABECULA_LAMBDA(double largest) { state->largestDerivative = largest; });
  reducer.reduce(
    n, 0.0,
    TRABECULA_LAMBDA(std::int64_t i) {
      const bool isKnown = isDesign[i] && dv[i] > leastDerivative * state->largestDerivative;
      const double ratio = isKnown && dc[i] < 0.0 ? -dc[i] / dv[i] : 0.0;
      drivers[i] = ratio > 0.0 ? pow(ratio, damping) : 0.0;
      return ratio;
    },
    Maximum(),
    TRABECULA_LAMBDA(double largest) {
      state->low = largest > 0.0 ? largest * 1e-30 : 1e-30;
      state->high = largest > 0.0 ? largest * 1e20 : 1e20;
      state->lambda = sqrt(state->low) * sqrt(state->high);
      state->scale = pow(state->lambda, -damping);
      state->done = 0.0;
    });
}

/// next for Lambda.
template <class Space, class State>
void applyLevelSetRule(std::int64_t n, const LevelSetRule rule, const double* x,
  const std::uint8_t* isDesign, const double* drivers, const State* state, double* next)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      next[i] = isDesign[i] ? rule(x[i], drivers[i], state->scale) : x[i];
    });
}

/// Halves the bracket; in the end Lambda is its upper end, which meets the bound.
template <class Space, class State>
void bisect(Reducer<Space>& reducer, std::int64_t n, const double* measures, const double* density,
  double damping, State* state)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t p) {
      Sums<1> sum;
      sum.v[0] = measures[p] * density[p];
      return sum;
    },
    AddSums(),
    TRABECULA_LAMBDA(const Sums<1>& sum) {
      if (state->done == 0.0)
      {
        (sum.v[0] > state->bound ? state->low : state->high) = state->lambda;
        state->done = state->high / state->low - 1.0 < 1e-13 ? 1.0 : 0.0;
        state->lambda = state->done == 0.0 ? sqrt(state->low) * sqrt(state->high) : state->high;
        state->scale = pow(state->lambda, -damping);
      }
    });
}

template <class Space, class State>
void changeOfVariables(
  Reducer<Space>& reducer, std::int64_t n, const double* x, const double* next, State* state)
{
  reducer.reduce(
    n, 0.0, TRABECULA_LAMBDA(std::int64_t i) { return fabs(next[i] - x[i]); }, Maximum(),
    TRABECULA_LAMBDA(double change) { state->change = change; });
}
}

template <class Space>
LevelSetUpdate<Space>::LevelSetUpdate(Context<Space>& context,
  Parametrization<Space>& parametrization, const double* measures,
  const LevelSetUpdateSettings& settings)
  : Computing(&context), Design(&parametrization), Measures(measures), Settings(settings),
    Work(std::make_unique<Workspace>(context))
{
}

template <class Space>
LevelSetUpdate<Space>::~LevelSetUpdate() = default;

template <class Space>
double LevelSetUpdate<Space>::update(const double* x, const std::uint8_t* isDesign,
  const double* dc, const std::vector<LinearizedConstraint>& constraints, double* next)
{
  const std::int64_t variables = this->Design->numberOfVariables();
  const std::int64_t points = this->Design->numberOfMaterialPoints();
  const detail::LevelSetRule rule = { this->Settings.moveLimit, this->Settings.leastVariable };
  const double damping = this->Settings.damping;
  Bisection* state = this->Work->state.data();
  Reducer<Space>& reducer = this->Work->reducer;
  const auto drivers =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(variables));
  detail::boundOfVolume<Space>(
    reducer, points, this->Measures, this->Settings.volumeFraction, state);
  detail::startBisection<Space>(reducer, variables, isDesign, dc, constraints.front().gradient,
    LeastVolumeDerivative, damping, drivers.data(), state);
  // A logarithmic width of 115 needs 51 bisections for the tolerance.
  for (int step = 0; step < 56; ++step)
  {
    detail::applyLevelSetRule<Space>(variables, rule, x, isDesign, drivers.data(), state, next);
    this->Design->evaluateTrial();
    detail::bisect<Space>(
      reducer, points, this->Measures, this->Design->nextDensity(), damping, state);
    if (Space::Id == ExecutionSpace::Host && this->Work->state.toHost()[0].done != 0.0)
    {
      break;
    }
  }
  detail::applyLevelSetRule<Space>(variables, rule, x, isDesign, drivers.data(), state, next);
  detail::changeOfVariables<Space>(reducer, variables, x, next, state);
  return this->Work->state.toHost()[0].change;
}

template class LevelSetUpdate<CompiledSpace>;
}
