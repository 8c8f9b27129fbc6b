#include "Design/Optimizer/OptimalityCriteria.h"
#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
template <class Space>
struct OptimalityCriteria<Space>::Workspace
{
  DeviceVector<Search, Space> state{ 1 };
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

/// Equations 6 and 7 for one element, as a function of lambda^-damping.
struct OptimalityOfElement
{
  double lower;
  double upper;
  double least;
  double factor;

  TRABECULA_FUNCTION double at(double scale) const
  {
    return smallerOf(upper, largerOf(lower, largerOf(least, factor * scale)));
  }
};

struct OptimalityUpdate
{
  double minimumDensity;
  double moveLimit;
  double damping;
  double least; ///< leastRatio^damping

  TRABECULA_FUNCTION double power(double base) const
  {
    return damping == 0.5 ? sqrt(base) : pow(base, damping);
  }
  TRABECULA_FUNCTION double scale(double lambda) const { return 1.0 / this->power(lambda); }
  TRABECULA_FUNCTION OptimalityOfElement of(double x, double dc, double dv) const
  {
    return { largerOf(minimumDensity, x - moveLimit), smallerOf(1.0, x + moveLimit), x * least,
      dc < 0.0 ? x * this->power(-dc / dv) : 0.0 };
  }
};

/// Divides the bracket of a search evenly in the logarithm.
template <class Search, int Tried>
TRABECULA_FUNCTION void divideBracket(Search& search, const OptimalityUpdate& rule)
{
  double* lambdas = search.lambdas;
  for (int step = (Tried + 1) / 2; step > 0; step /= 2)
  {
    for (int t = step - 1; t < Tried; t += 2 * step)
    {
      const double below = t < step ? search.low : lambdas[t - step];
      const double above = t + step < Tried ? lambdas[t + step] : search.high;
      lambdas[t] = sqrt(below) * sqrt(above);
    }
  }
  for (int t = 0; t < Tried; ++t)
  {
    search.scales[t] = rule.scale(lambdas[t]);
  }
  search.highScale = rule.scale(search.high);
  search.done = search.high / search.low - 1.0 < 1e-14;
}
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
  Search* state = this->Work->state.data();
  Reducer<Space>& reducer = this->Work->reducer;
  const detail::OptimalityUpdate rule{ this->MinimumDensity, this->MoveLimit, this->Damping,
    std::pow(this->LeastRatio, this->Damping) };

  // The bracket contains every multiplier for which some element is not at its limits.
  reducer.reduce(
    elements, 0.0,
    TRABECULA_LAMBDA(std::int64_t e) { return isDesign[e] && dc[e] < 0.0 ? -dc[e] / dv[e] : 0.0; },
    Maximum(),
    TRABECULA_LAMBDA(double largest) {
      state->low = largest > 0.0 ? largest * 1e-30 : 1e-30;
      state->high = largest > 0.0 ? largest * 1e30 : 1e30;
      state->volume = 0.0;
      state->change = 0.0;
      detail::divideBracket<Search, Tried>(*state, rule);
    });

  // A logarithmic width of 138 needs less than 64 bisections down to rounding.
  constexpr int bisections = Tried == 1 ? 1 : 2;
  static_assert(Tried + 1 == 1 << bisections, "the bracket is halved so often");
  for (int step = 0; step < 64; step += bisections)
  {
    reducer.reduce(
      elements, Sums<Tried>{},
      TRABECULA_LAMBDA(std::int64_t e) {
        Sums<Tried> sum;
        if (isDesign[e] && !state->done)
        {
          const detail::OptimalityOfElement element = rule.of(x[e], dc[e], dv[e]);
          for (int t = 0; t < Tried; ++t)
          {
            sum.v[t] = dv[e] * element.at(state->scales[t]);
          }
        }
        return sum;
      },
      AddSums(),
      TRABECULA_LAMBDA(const Sums<Tried>& sum) {
        if (state->done)
        {
          return;
        }
        int below = 0; // of those tried, ascending, the first so many need too much volume
        while (below < Tried && sum.v[below] > volume)
        {
          ++below;
        }
        state->high = below < Tried ? state->lambdas[below] : state->high;
        state->low = below > 0 ? state->lambdas[below - 1] : state->low;
        detail::divideBracket<Search, Tried>(*state, rule);
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
      next[e] = isDesign[e] ? rule.of(x[e], dc[e], dv[e]).at(state->highScale) : x[e];
      sum.v[0] = isDesign[e] ? dv[e] * next[e] : 0.0;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { state->volume = sum.v[0]; });
  reducer.reduce(
    elements, 0.0, TRABECULA_LAMBDA(std::int64_t e) { return fabs(next[e] - x[e]); }, Maximum(),
    TRABECULA_LAMBDA(double change) { state->change = change; });
  const Search final = this->Work->state.toHost()[0];
  return { final.change, final.volume };
}

template class OptimalityCriteria<CompiledSpace>;
}
