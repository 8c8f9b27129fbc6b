#include "Design/Response/OutputDisplacement.h"

#include "Core/Parallel.h"

#include <cmath>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// target = a x + b y; y may be null, and target one of both.
template <class Space>
void combine(const Context<Space>& context, std::int64_t n, double a, const double* x, double b,
  const double* y, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = a * x[i] + (y ? b * y[i] : 0.0); });
}
}

template <class Space>
OutputDisplacement<Space>::OutputDisplacement(const LayoutPointer<Space>& unknowns,
  const LayoutPointer<Space>& materialPoints, const std::vector<double>& weights)
  : Weights(unknowns, weights), Adjoint(unknowns), Trial(unknowns), Displacement(unknowns),
    Combined(unknowns), Energies(materialPoints)
{
  this->Adjoint.zero();
  this->Energies.zero();
}

template <class Space>
bool OutputDisplacement<Space>::isAccurate(ElasticModel<Space>& model, LoadCases<Space>& loads)
{
  const Context<Space>& context = this->Weights.context();
  const std::int64_t n = this->Weights.ownedSize();
  Vector<Space>& residual = this->Combined;
  double output = 0.0;     // l.u
  double correction = 0.0; // v.(f - K u), which is zero for exact solutions
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    const Vector<Space>& u = loads.trial(i);
    model.system().apply(u, residual);
    detail::combine(context, n, -1.0, residual.data(), 0.0, nullptr, residual.data());
    loads[i].forces.addTo(residual);
    output += loads[i].weight * dot(this->Weights, u);
    correction += loads[i].weight * dot(this->Trial, residual);
  }
  return std::abs(correction) <= Accuracy * std::abs(output + correction);
}

template <class Space>
double OutputDisplacement<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const Context<Space>& context = this->Weights.context();
  const std::int64_t n = this->Weights.ownedSize();
  Vector<Space>& u = this->Displacement;
  const Vector<Space>& v = this->Adjoint;
  Vector<Space>& combined = this->Combined;

  u.zero();
  double work = 0.0;
  for (const auto& load : design.loads)
  {
    detail::combine(context, n, 1.0, u.data(), load.weight, load.displacement.data(), u.data());
    work += load.weight * load.forces.dot(v);
  }

  // v.(K u) from quadratic forms: 4 s v.(K u) is that of u + s v minus that of u - s v. s = |u| /
  // |v| avoids loss of either by rounding.
  const double uu = dot(u, u);
  const double vv = dot(v, v);
  const double s = uu > 0.0 && vv > 0.0 ? std::sqrt(uu / vv) : 1.0;
  StiffnessOperator<Space>& stiffness = design.model.stiffness();
  this->Energies.zero();
  detail::combine(context, n, 1.0, u.data(), s, v.data(), combined.data());
  stiffness.addUnitEnergies(combined, 0.25 / s, this->Energies);
  detail::combine(context, n, 1.0, u.data(), -s, v.data(), combined.data());
  stiffness.addUnitEnergies(combined, -0.25 / s, this->Energies);

  return dot(this->Weights, u) + work - dot(design.moduli, this->Energies) -
    design.model.constantEnergy(u, v);
}

template <class Space>
void OutputDisplacement<Space>::restore(const State& state)
{
  this->Adjoint.assign(state.adjoint);
  this->Energies.assign(state.energies);
}

template <class Space>
std::size_t OutputDisplacement<Space>::memory(std::size_t unknowns, std::size_t materialPoints)
{
  return (5 * unknowns + materialPoints) * sizeof(double);
}

template class OutputDisplacement<CompiledSpace>;
}
