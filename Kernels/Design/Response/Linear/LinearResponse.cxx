#include "Design/Response/Linear/LinearResponse.h"

#include "Analysis/Loads/DesignForces.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Computes target = a x + b y. The vector y may be null, and target may be x or y.
template <class Space>
void combine(const Context<Space>& context, std::int64_t n, double a, const double* x, double b,
  const double* y, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = a * x[i] + (y ? b * y[i] : 0.0); });
}
}

template <class Space>
LinearResponse<Space>::LinearResponse(const ResponseSettings& settings,
  const ResponseInput<Space>& input, const std::string& words, std::string suffix)
  : System(input.model.unknowns(), words), Suffix(std::move(suffix)),
    IsOfRegion(settings.region.has_value()), Weights(loadWeightsOf(settings, input.problem)),
    Displacement(input.model.unknowns()), Combined(input.model.unknowns()),
    Energies(input.model.materialPoints())
{
  this->Energies.zero();
}

template <class Space>
bool LinearResponse<Space>::isAccurate(const SolvedDesign<Space>& trial)
{
  LoadCases<Space>& loads = trial.loads;
  const Vector<Space>& linear = this->isReaction() ? this->Motion : this->System.load;
  const Context<Space>& context = linear.context();
  const std::int64_t n = linear.ownedSize();
  Vector<Space>& residual = this->Combined;
  double value = 0.0;      // l.u, or d.(f - K u)
  double correction = 0.0; // v.(f - K u), which vanishes for exact solutions
  double largest = 0.0;    // bound of the value by norms
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    if (this->Weights[i] == 0.0)
    {
      continue;
    }
    const Vector<Space>& u = trial.displacement(i);
    trial.model.system().apply(u, residual);
    detail::combine(context, n, -1.0, residual.data(), 0.0, nullptr, residual.data());
    loads.addForces(i, residual);
    const Vector<Space>& measured = this->isReaction() ? residual : u;
    value += this->Weights[i] * dot(linear, measured);
    if (this->IsOfRegion)
    {
      largest +=
        std::abs(this->Weights[i]) * std::sqrt(dot(linear, linear) * dot(measured, measured));
    }
    correction += this->Weights[i] * dot(this->System.trial, residual);
  }
  return std::abs(correction) <=
    Accuracy * std::max(std::abs(value + correction), LeastShare * largest);
}

template <class Space>
double LinearResponse<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const Context<Space>& context = this->Displacement.context();
  const std::int64_t n = this->Displacement.ownedSize();
  Vector<Space>& u = this->Displacement;
  Vector<Space>& combined = this->Combined;
  std::optional<LeasedVector<Space>> moved;
  if (this->isReaction())
  {
    moved.emplace(u.layoutPointer());
    detail::combine(
      context, n, 1.0, this->System.solution.data(), 1.0, this->Motion.data(), moved->data());
  }
  const Vector<Space>& v = moved ? *moved : this->System.solution;

  u.zero();
  double work = 0.0;
  for (std::size_t i = 0; i < design.loads.size(); ++i)
  {
    if (this->Weights[i] != 0.0)
    {
      detail::combine(
        context, n, 1.0, u.data(), this->Weights[i], design.loads[i].displacement.data(), u.data());
      work += this->Weights[i] * design.loads.workOf(i, v);
    }
  }

  // v.(K u) follows from quadratic forms: 4 s v.(K u) is the form of u + s v minus that of u - s v.
  // The scale s = |u| / |v| avoids loss of either vector by rounding.
  const double uu = dot(u, u);
  const double vv = dot(v, v);
  const double s = uu > 0.0 && vv > 0.0 ? std::sqrt(uu / vv) : 1.0;
  StiffnessOperator<Space>& stiffness = design.model.stiffness();
  this->Energies.zero();
  detail::combine(context, n, 1.0, u.data(), s, v.data(), combined.data());
  stiffness.addUnitEnergies(combined, 0.25 / s, this->Energies);
  detail::combine(context, n, 1.0, u.data(), -s, v.data(), combined.data());
  stiffness.addUnitEnergies(combined, -0.25 / s, this->Energies);

  const double energy = dot(design.moduli, this->Energies);
  const double constant = design.model.constantEnergy(u, v);
  return this->isReaction() ? energy + constant - work
                            : dot(this->System.load, u) + work - energy - constant;
}

template <class Space>
void LinearResponse<Space>::addDerivativesByForces(
  const SolvedDesign<Space>& design, std::size_t /*term*/, Vector<Space>& result) const
{
  const double factor =
    -this->slope() * std::accumulate(this->Weights.begin(), this->Weights.end(), 0.0);
  addScaled(factor, this->System.solutionOf(design.isTrial), result);
  if (this->isReaction())
  {
    addScaled(factor, this->Motion, result);
  }
}

template class LinearResponse<CompiledSpace>;
}
