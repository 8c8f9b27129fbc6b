#include "Design/Optimizer/OptimalityCriteria.h"
#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
template <class Space>
struct OptimalityCriteria<Space>::Workspace
{
  DeviceVector<Bisection, Space> state{ 1 };
  Reducer<Space> reducer;

  Workspace() { state.zero(); } // its padding is copied too
};

namespace detail
{
/// As fmax and fmin of a number a, which are calls on processors.
TRABECULA_FUNCTION double largerOf(double a, double b)
{
  return b > a ? b : a;
}
TRABECULA_FUNCTION double smallerOf(double a, double b)
{
  return b < a ? b : a;
}

/// Equations 6 and 7 for one element.
struct OptimalityUpdate
{
  double minimumDensity;
  double moveLimit;
  double damping;
  double leastRatio;

  TRABECULA_FUNCTION double operator()(double x, double dc, double dv, double lambda) const
  {
    const double lower = largerOf(minimumDensity, x - moveLimit);
    const double upper = smallerOf(1.0, x + moveLimit);
    const double b = largerOf(leastRatio, dc < 0.0 ? -dc / (lambda * dv) : 0.0);
    const double wanted = x * (damping == 0.5 ? sqrt(b) : pow(b, damping));
    return smallerOf(upper, largerOf(lower, wanted));
  }
};
}

template <class Space>
OptimalityCriteria<Space>::OptimalityCriteria(
  double minimumDensity, double moveLimit, double damping, double leastRatio)
  : MinimumDensity(minimumDensity), MoveLimit(moveLimit), Damping(damping), LeastRatio(leastRatio),
    Work(std::make_unique<Workspace>())
{
}

template <class Space>
OptimalityCriteria<Space>::~OptimalityCriteria() = default;

template <class Space>
typename OptimalityCriteria<Space>::Result OptimalityCriteria<Space>::update(std::int64_t elements,
  const double* x, const std::uint8_t* isDesign, const double* dc, const double* dv, double volume,
  double* next)
{
  Bisection* state = this->Work->state.data();
  Reducer<Space>& reducer = this->Work->reducer;
  const detail::OptimalityUpdate rule{ this->MinimumDensity, this->MoveLimit, this->Damping,
    this->LeastRatio };

  // The bracket contains every multiplier for which some element is not at its limits.
  reducer.reduce(
    elements, 0.0,
    TRABECULA_LAMBDA(std::int64_t e) { return isDesign[e] && dc[e] < 0.0 ? -dc[e] / dv[e] : 0.0; },
    Maximum(),
    TRABECULA_LAMBDA(double largest) {
      state->low = largest > 0.0 ? largest * 1e-30 : 1e-30;
      state->high = largest > 0.0 ? largest * 1e30 : 1e30;
      state->lambda = sqrt(state->low) * sqrt(state->high);
      state->volume = 0.0;
      state->change = 0.0;
      state->done = 0;
    });

  // A logarithmic width of 138 needs less than 64 bisections down to rounding.
  for (int step = 0; step < 64; ++step)
  {
    reducer.reduce(
      elements, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t e) {
        Sums<1> sum;
        if (isDesign[e] && !state->done)
        {
          sum.v[0] = dv[e] * rule(x[e], dc[e], dv[e], state->lambda);
        }
        return sum;
      },
      AddSums(),
      TRABECULA_LAMBDA(const Sums<1>& sum) {
        if (!state->done)
        {
          (sum.v[0] > volume ? state->low : state->high) = state->lambda;
          state->lambda = sqrt(state->low) * sqrt(state->high);
          state->done = state->high / state->low - 1.0 < 1e-14;
        }
      });
    if (Space::Id == ExecutionSpace::Host && this->Work->state.toHost()[0].done)
    {
      break;
    }
  }

  // The upper end of the bracket satisfies the bound.
  reducer.reduce(
    elements, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t e) {
      Sums<1> sum;
      next[e] = isDesign[e] ? rule(x[e], dc[e], dv[e], state->high) : x[e];
      sum.v[0] = isDesign[e] ? dv[e] * next[e] : 0.0;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { state->volume = sum.v[0]; });
  reducer.reduce(
    elements, 0.0, TRABECULA_LAMBDA(std::int64_t e) { return fabs(next[e] - x[e]); }, Maximum(),
    TRABECULA_LAMBDA(double change) { state->change = change; });
  const Bisection final = this->Work->state.toHost()[0];
  return { final.change, final.volume };
}

template class OptimalityCriteria<CompiledSpace>;
}
