#include "Design/Optimizer/DesignUpdate.h"

#include "Core/Parallel.h"
#include "Core/Vectors/MultiVector.h"
#include "Design/Optimizer/MovingAsymptotes.h"
#include "Design/Optimizer/OptimalityCriteria.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace trabecula
{
template <class Space>
struct DesignUpdate<Space>::Workspace
{
  LayoutPointer<Space> variables;
  DesignUpdateSettings settings;
  std::optional<OptimalityCriteria<Space>> criteria;

  // These members are used by the method of moving asymptotes.
  std::optional<MovingAsymptotes<Space>> asymptotes;
  bool started = false; ///< whether the bounds are set
  Vector<Space> lower;
  Vector<Space> upper;
  Vector<Space> df0;
  MultiVector<Space> df; ///< of the constraints

  Workspace(const LayoutPointer<Space>& layout, const DesignUpdateSettings& given)
    : variables(layout), settings(given)
  {
    if (given.optimizer == Optimizer::OptimalityCriteria)
    {
      this->criteria.emplace(
        layout->context(), given.minimumDensity, given.moveLimit, given.damping, given.leastRatio);
      return;
    }
    MovingAsymptotesSettings constants;
    constants.measure = MovingAsymptotesSettings::Measure::MoveLimits;
    constants.moveLimit = given.moveLimit / (1.0 - given.minimumDensity);
    // The derivatives scale with 1 / number of elements of all parts. The added curvature must
    // scale likewise: it is a thousandth of the mean |dc x|.
    auto elements = static_cast<double>(layout->owned());
    layout->context().sumOverParts(&elements, 1);
    constants.leastCurvature = 1e-3 * ObjectiveScale / elements;
    this->asymptotes.emplace(layout, given.constraints, constants);
    this->lower = Vector<Space>(layout);
    this->upper = Vector<Space>(layout);
    this->df0 = Vector<Space>(layout);
    this->df = MultiVector<Space>(layout, given.constraints, Arrangement::Apart);
  }
};

namespace detail
{
/// Sets the bounds of the variables; passive elements are fixed.
template <class Space>
void setBounds(const Context<Space>& context, std::int64_t n, double minimumDensity,
  const double* x, const std::uint8_t* isDesign, double* lower, double* upper)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      lower[e] = isDesign[e] ? minimumDensity : x[e];
      upper[e] = isDesign[e] ? 1.0 : x[e];
    });
}

/// Returns the sum of a_e b_e over design elements.
template <class Space>
double dotOfDesign(const Context<Space>& context, std::int64_t n, const double* a, const double* b,
  const std::uint8_t* isDesign)
{
  return context
    .reduce(
      n, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t e) {
        Sums<1> sum;
        sum.v[0] = isDesign[e] ? a[e] * b[e] : 0.0;
        return sum;
      },
      AddSums())
    .v[0];
}

/// Returns sums over design elements: the volume, the volume if all are solid, and |dc x|.
template <class Space>
Sums<3> sumDesign(const Context<Space>& context, std::int64_t n, const double* x,
  const std::uint8_t* isDesign, const double* dc, const double* dv)
{
  return context.reduce(
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
    AddSums());
}

template <class Space>
void scaleInto(const Context<Space>& context, std::int64_t n, double factor, const double* source,
  double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { target[e] = factor * source[e]; });
}
}

template <class Space>
DesignUpdate<Space>::DesignUpdate(
  const LayoutPointer<Space>& variables, const DesignUpdateSettings& settings)
  : Work(std::make_unique<Workspace>(variables, settings))
{
}

template <class Space>
DesignUpdate<Space>::~DesignUpdate() = default;

template <class Space>
double DesignUpdate<Space>::update(const Vector<Space>& x,
  const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& dc,
  const std::vector<LinearizedConstraint<Space>>& constraints, Vector<Space>& next)
{
  Workspace& w = *this->Work;
  x.require(*w.variables, "A vector of design variables");
  isDesign.require(*w.variables, "A mask of design variables");
  dc.require(*w.variables, "A gradient of the objective");
  for (const LinearizedConstraint<Space>& constraint : constraints)
  {
    constraint.gradient->require(*w.variables, "A gradient of a constraint");
  }
  if (!w.criteria)
  {
    return this->updateByMovingAsymptotes(x, isDesign, dc, constraints, next);
  }
  const LinearizedConstraint<Space>& volume = constraints.front();
  // The bound for free variables is the total bound minus the volume of fixed ones.
  const double bound = -volume.excess +
    detail::dotOfDesign(
      x.context(), x.ownedSize(), volume.gradient->data(), x.data(), isDesign.data());
  return w.criteria->update(x, isDesign, dc, *volume.gradient, bound, next).densityChange;
}

template <class Space>
double DesignUpdate<Space>::updateByMovingAsymptotes(const Vector<Space>& x,
  const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& dc,
  const std::vector<LinearizedConstraint<Space>>& constraints, Vector<Space>& next)
{
  Workspace& w = *this->Work;
  const Context<Space>& context = x.context();
  const std::int64_t n = x.ownedSize();
  if (!w.started)
  {
    detail::setBounds(context, n, w.settings.minimumDensity, x.data(), isDesign.data(),
      w.lower.data(), w.upper.data());
    w.started = true;
  }
  const LinearizedConstraint<Space>* largest = nullptr;
  for (const LinearizedConstraint<Space>& constraint : constraints)
  {
    if (constraint.isMinimized && (!largest || constraint.excess > largest->excess))
    {
      largest = &constraint;
    }
  }
  const auto scaleOfObjective = [&](const Vector<Space>& gradient)
  {
    const double sum =
      detail::sumDesign(context, n, x.data(), isDesign.data(), gradient.data(), gradient.data())
        .v[2];
    return sum > 0.0 ? ObjectiveScale / sum : 1.0;
  };
  const double objectiveScale = scaleOfObjective(largest ? *largest->gradient : dc);
  std::vector<double> values;
  std::vector<double> shares;
  for (const LinearizedConstraint<Space>& constraint : constraints)
  {
    const double* gradient = constraint.gradient->data();
    double scale = constraint.isMinimized ? 1.0 / objectiveScale : constraint.scale;
    if (scale == 0.0)
    {
      const Sums<3> sums =
        detail::sumDesign(context, n, x.data(), isDesign.data(), dc.data(), gradient);
      // The lower limit avoids a vanishing scale for a bound of zero.
      scale = std::max(-constraint.excess + sums.v[0], 1e-3 * sums.v[1]);
    }
    scale *= constraint.sign;
    Vector<Space> scaled = w.df.column(static_cast<int>(values.size()));
    detail::scaleInto(context, n, 1.0 / scale, gradient, scaled.data());
    values.push_back(constraint.excess / scale);
    shares.push_back(constraint.isMinimized ? 1.0 : 0.0);
  }
  detail::scaleInto(context, n, objectiveScale, dc.data(), w.df0.data());
  if (!largest)
  {
    shares.clear();
  }
  return w.asymptotes->update(x, w.lower, w.upper, w.df0, values, w.df, next, shares).change;
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
  const auto stride =
    static_cast<std::size_t>(strideOfColumns(static_cast<std::int64_t>(elements)));
  return optimizer == Optimizer::OptimalityCriteria
    ? sizeof(MultiplierSearch)
    : (3 * elements + constraints * stride) * sizeof(double) +
      MovingAsymptotes<Space>::memory(elements, constraints);
}

template class DesignUpdate<CompiledSpace>;
}
