#include "Design/Optimizer/OptimalityCriteria.h"

#include "Core/Parallel.h"
#include "Design/Optimizer/LargerOf.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// Evaluates equations 6 and 7 for one element as a function of lambda^-damping.
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

/// Moves the ends of the bracket to multipliers that were tried, given their volumes.
TRABECULA_FUNCTION void narrowBracket(MultiplierSearch& search, const double* volumes, double bound)
{
  constexpr int tried = MultiplierSearch::Tried;
  int below = 0; // the number of multipliers, in ascending order, whose volumes exceed the bound
  while (below < tried && volumes[below] > bound)
  {
    ++below;
  }
  if (below < tried)
  {
    search.high = search.lambdas[below];
    search.highVolume = volumes[below];
  }
  if (below > 0)
  {
    search.low = search.lambdas[below - 1];
    search.lowVolume = volumes[below - 1];
  }
}

/// Chooses the multipliers to be tried next, in ascending order.
TRABECULA_FUNCTION void divideBracket(
  MultiplierSearch& search, const OptimalityUpdate& rule, double bound)
{
  constexpr double narrow = 1.0;
  const double middle = sqrt(search.low) * sqrt(search.high);
  double* lambdas = search.lambdas;
  lambdas[0] = sqrt(search.low) * sqrt(middle);
  lambdas[1] = middle;
  lambdas[2] = sqrt(middle) * sqrt(search.high);
  const double width = log(search.high / search.low);
  if (width < narrow && search.lowVolume > bound)
  {
    // The volume is a smooth function of the logarithm, whose second derivative is about half of
    // the first one. The error of linear interpolation is then a sixteenth of the square of the
    // width. The middle ensures that the width is at least halved.
    const double share = (search.lowVolume - bound) / (search.lowVolume - search.highVolume);
    const double met = search.low * exp(share * width);
    const double reach = 0.125 * width * width;
    const double before = largerOf(search.low, met * (1.0 - reach));
    const double after = smallerOf(search.high, met * (1.0 + reach));
    lambdas[0] = smallerOf(before, middle);
    lambdas[1] = largerOf(before, smallerOf(after, middle));
    lambdas[2] = largerOf(after, middle);
  }
  for (int t = 0; t < MultiplierSearch::Tried; ++t)
  {
    search.scales[t] = rule.scale(lambdas[t]);
  }
  search.highScale = rule.scale(search.high);
  search.done = search.high / search.low - 1.0 < 1e-14;
}
}

template <class Space>
OptimalityCriteria<Space>::OptimalityCriteria(const Context<Space>& context, double minimumDensity,
  double moveLimit, double damping, double leastRatio)
  : MinimumDensity(minimumDensity), MoveLimit(moveLimit), Damping(damping), LeastRatio(leastRatio),
    State(context, 1)
{
  this->State.zero(); // the padding is copied, too
}

template <class Space>
typename OptimalityCriteria<Space>::Result OptimalityCriteria<Space>::update(
  const Vector<Space>& variables, const Vector<Space, std::uint8_t>& designMask,
  const Vector<Space>& ofObjective, const Vector<Space>& ofVolume, double volume,
  Vector<Space>& result)
{
  designMask.require(variables.layout(), "A mask of design variables");
  ofObjective.require(variables.layout(), "A gradient of the objective");
  ofVolume.require(variables.layout(), "A gradient of the volume");
  result.require(variables.layout(), "A vector of design variables");
  constexpr int Tried = MultiplierSearch::Tried;
  const Context<Space>& context = variables.context();
  const std::int64_t elements = variables.ownedSize();
  const double* x = variables.data();
  const std::uint8_t* isDesign = designMask.data();
  const double* dc = ofObjective.data();
  const double* dv = ofVolume.data();
  double* next = result.data();
  MultiplierSearch* state = this->State.data();
  const detail::OptimalityUpdate rule{ this->MinimumDensity, this->MoveLimit, this->Damping,
    std::pow(this->LeastRatio, this->Damping) };

  // Outside of the bracket, all elements are at their limits.
  context.reduce(
    elements, 0.0,
    TRABECULA_LAMBDA(std::int64_t e) { return isDesign[e] && dc[e] < 0.0 ? -dc[e] / dv[e] : 0.0; },
    Maximum(),
    TRABECULA_LAMBDA(double largest) {
      state->low = largest > 0.0 ? largest * 1e-30 : 1e-30;
      state->high = largest > 0.0 ? largest * 1e30 : 1e30;
      state->lowVolume = volume;
      state->highVolume = volume;
      state->volume = 0.0;
      state->change = 0.0;
      detail::divideBracket(*state, rule, volume);
    });

  // An initial width of 138 needs less than 64 bisections down to rounding, and usually ten passes.
  constexpr int mostPasses = 64;
  // If there are several parts, they wait for each other in every pass, so that it costs nothing to
  // check after each one.
  const int passesAtOnce = Space::Id == ExecutionSpace::Host || context.isDistributed() ? 1 : 12;
  for (int pass = 1; pass <= mostPasses; ++pass)
  {
    context.reduce(
      elements, Sums<Tried>{},
      TRABECULA_LAMBDA(std::int64_t e) {
        Sums<Tried> sum;
        if (!state->done && isDesign[e])
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
        detail::narrowBracket(*state, sum.v, volume);
        detail::divideBracket(*state, rule, volume);
      });
    if (pass % passesAtOnce == 0 && this->State.toHost()[0].done)
    {
      break;
    }
  }

  // The upper end of the bracket satisfies the bound.
  context.reduce(
    elements, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t e) {
      Sums<1> sum;
      next[e] = isDesign[e] ? rule.of(x[e], dc[e], dv[e]).at(state->highScale) : x[e];
      sum.v[0] = isDesign[e] ? dv[e] * next[e] : 0.0;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { state->volume = sum.v[0]; });
  context.reduce(
    elements, 0.0, TRABECULA_LAMBDA(std::int64_t e) { return fabs(next[e] - x[e]); }, Maximum(),
    TRABECULA_LAMBDA(double change) { state->change = change; });
  const MultiplierSearch final = this->State.toHost()[0];
  return { final.change, final.volume };
}

template class OptimalityCriteria<CompiledSpace>;
}
