#include "Design/Optimizer/DesignUpdate.h"
#include "Core/Parallel.h"
#include "Design/Optimizer/MovingAsymptotes.h"
#include "Design/Optimizer/OptimalityCriteria.h"

#include <cmath>
#include <optional>

namespace trabecula
{
template <class Space>
struct DesignUpdate<Space>::Workspace
{
  Context<Space>* context;
  std::int64_t elements;
  DesignUpdateSettings settings;
  std::optional<OptimalityCriteria<Space>> criteria;

  // Of moving asymptotes.
  std::optional<MovingAsymptotes<Space>> asymptotes;
  bool started = false; ///< bounds are set
  DeviceVector<double, Space> lower;
  DeviceVector<double, Space> upper;
  DeviceVector<double, Space> df0;
  DeviceVector<double, Space> df;
  DeviceVector<Sums<3>, Space> sums;
  Reducer<Space> reducer;

  Workspace(Context<Space>& computing, std::int64_t n, const DesignUpdateSettings& given)
    : context(&computing), elements(n), settings(given)
  {
    if (given.optimizer == Optimizer::OptimalityCriteria)
    {
      this->criteria.emplace(
        given.minimumDensity, given.moveLimit, given.damping, given.leastRatio);
      return;
    }
    MovingAsymptotesSettings constants;
    constants.measure = MovingAsymptotesSettings::Measure::MoveLimits;
    constants.moveLimit = given.moveLimit / (1.0 - given.minimumDensity);
    // Derivatives scale with 1 / number of elements, and so must the curvature added: a thousandth
    // of the mean |dc x|.
    constants.leastCurvature = 1e-3 * ObjectiveScale / static_cast<double>(n);
    this->asymptotes.emplace(n, given.constraints, constants);
    this->lower = DeviceVector<double, Space>(computing, n);
    this->upper = DeviceVector<double, Space>(computing, n);
    this->df0 = DeviceVector<double, Space>(computing, n);
    this->df = DeviceVector<double, Space>(computing, given.constraints * n);
    this->sums = DeviceVector<Sums<3>, Space>(computing, 1);
  }
};

namespace detail
{
/// Bounds of the variables; passive elements are fixed.
template <class Space>
void setBounds(std::int64_t n, double minimumDensity, const double* x, const std::uint8_t* isDesign,
  double* lower, double* upper)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) {
      lower[e] = isDesign[e] ? minimumDensity : x[e];
      upper[e] = isDesign[e] ? 1.0 : x[e];
    });
}

/// Sums over design elements: volume, volume of the full solid, and |dc x|.
template <class Space>
void sumDesign(Reducer<Space>& reducer, std::int64_t n, const double* x,
  const std::uint8_t* isDesign, const double* dc, const double* dv, Sums<3>* result)
{
  reducer.reduce(
    n, Sums<3>{},
    TRABECULA_LAMBDA(std::int64_t e) {
      Sums<3> sum;
      if (isDesign[e])
      {
        sum.v[0] = dv[e] * x[e];
        sum.v[1] = dv[e];
        sum.v[2] = fabs(dc[e] * x[e]);
      }
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<3>& sum) { *result = sum; });
}

template <class Space>
void scaleInto(std::int64_t n, double factor, const double* source, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { target[e] = factor * source[e]; });
}
}

template <class Space>
DesignUpdate<Space>::DesignUpdate(
  Context<Space>& context, std::int64_t elements, const DesignUpdateSettings& settings)
  : Work(std::make_unique<Workspace>(context, elements, settings))
{
}

template <class Space>
DesignUpdate<Space>::~DesignUpdate() = default;

template <class Space>
double DesignUpdate<Space>::update(const double* x, const std::uint8_t* isDesign, const double* dc,
  const std::vector<LinearizedConstraint>& constraints, double* next)
{
  Workspace& w = *this->Work;
  if (!w.criteria)
  {
    return this->updateByMovingAsymptotes(x, isDesign, dc, constraints, next);
  }
  const LinearizedConstraint& volume = constraints.front();
  // The bound for free variables: the total bound minus the volume of fixed ones.
  const double bound = -volume.excess + w.context->dot(w.elements, volume.gradient, x, isDesign);
  return w.criteria->update(w.elements, x, isDesign, dc, volume.gradient, bound, next)
    .densityChange;
}

template <class Space>
double DesignUpdate<Space>::updateByMovingAsymptotes(const double* x, const std::uint8_t* isDesign,
  const double* dc, const std::vector<LinearizedConstraint>& constraints, double* next)
{
  Workspace& w = *this->Work;
  if (!w.started)
  {
    detail::setBounds<Space>(
      w.elements, w.settings.minimumDensity, x, isDesign, w.lower.data(), w.upper.data());
    w.started = true;
  }
  std::vector<double> values;
  for (const LinearizedConstraint& constraint : constraints)
  {
    double scale = constraint.scale;
    if (scale == 0.0)
    {
      detail::sumDesign<Space>(
        w.reducer, w.elements, x, isDesign, dc, constraint.gradient, w.sums.data());
      const Sums<3> sums = w.sums.toHost()[0];
      // Avoids a vanishing scale for a zero bound.
      scale = std::max(-constraint.excess + sums.v[0], 1e-3 * sums.v[1]);
    }
    detail::scaleInto<Space>(w.elements, 1.0 / scale, constraint.gradient,
      w.df.data() + static_cast<std::int64_t>(values.size()) * w.elements);
    values.push_back(constraint.excess / scale);
  }
  detail::sumDesign<Space>(w.reducer, w.elements, x, isDesign, dc, dc, w.sums.data());
  const double sum = w.sums.toHost()[0].v[2];
  const double objectiveScale = sum > 0.0 ? ObjectiveScale / sum : 1.0;
  detail::scaleInto<Space>(w.elements, objectiveScale, dc, w.df0.data());
  return w.asymptotes
    ->update(x, w.lower.data(), w.upper.data(), w.df0.data(), values, w.df.data(), next)
    .change;
}

template <class Space>
void DesignUpdate<Space>::accept()
{
  if (this->Work->asymptotes)
  {
    this->Work->asymptotes->accept();
  }
}

template <class Space>
MovingAsymptotesState DesignUpdate<Space>::state() const
{
  return this->Work->asymptotes ? this->Work->asymptotes->state() : MovingAsymptotesState();
}

template <class Space>
void DesignUpdate<Space>::restore(const MovingAsymptotesState& state)
{
  if (this->Work->asymptotes)
  {
    this->Work->asymptotes->restore(state);
  }
}

template <class Space>
std::size_t DesignUpdate<Space>::memory(
  std::size_t elements, Optimizer optimizer, std::size_t constraints)
{
  const std::size_t reducer = Reducer<Space>::MostPartials * Reducer<Space>::LargestValue + 4096;
  return optimizer == Optimizer::OptimalityCriteria
    ? 2 * reducer
    : 2 * reducer + (3 + constraints) * elements * sizeof(double) +
      MovingAsymptotes<Space>::memory(elements, constraints);
}

template class DesignUpdate<CompiledSpace>;
}
