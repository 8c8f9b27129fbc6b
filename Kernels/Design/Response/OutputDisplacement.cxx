#include "Design/Response/OutputDisplacement.h"

#include "Core/Parallel.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// target = a x + b y; y may be null, and target one of both.
template <class Space>
void combine(std::int64_t n, double a, const double* x, double b, const double* y, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = a * x[i] + (y ? b * y[i] : 0.0); });
}
}

template <class Space>
OutputDisplacement<Space>::OutputDisplacement(
  Context<Space>& context, const std::vector<double>& weights, std::size_t materialPoints)
  : Computing(&context), Weights(context, weights), Adjoint(context, weights.size()),
    Trial(context, weights.size()), Displacement(context, weights.size()),
    Combined(context, weights.size()), Energies(context, materialPoints)
{
  this->Adjoint.zero();
  this->Energies.zero();
}

template <class Space>
bool OutputDisplacement<Space>::isAccurate(ElasticModel<Space>& model, LoadCases<Space>& loads)
{
  const std::int64_t n = this->unknowns();
  double* residual = this->Combined.data();
  double output = 0.0;     // l.u
  double correction = 0.0; // v.(f - K u), which is zero for exact solutions
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    const double* u = loads.trial(i);
    model.system().apply(u, residual);
    detail::combine<Space>(n, -1.0, residual, 0.0, nullptr, residual);
    loads[i].forces.addTo(residual);
    output += loads[i].weight * this->Computing->dot(n, this->Weights.data(), u);
    correction += loads[i].weight * this->Computing->dot(n, this->Trial.data(), residual);
  }
  return std::abs(correction) <= Accuracy * std::abs(output + correction);
}

template <class Space>
double OutputDisplacement<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const std::int64_t n = this->unknowns();
  double* u = this->Displacement.data();
  const double* v = this->Adjoint.data();
  Context<Space>& context = *this->Computing;

  this->Displacement.zero();
  double work = 0.0;
  for (const auto& load : design.loads)
  {
    detail::combine<Space>(n, 1.0, u, load.weight, load.displacement.data(), u);
    work += load.weight * load.forces.dot(v);
  }

  // v.(K u) from quadratic forms: 4 s v.(K u) is that of u + s v minus that of u - s v. s = |u| /
  // |v| avoids loss of either by rounding.
  const double uu = context.dot(n, u, u);
  const double vv = context.dot(n, v, v);
  const double s = uu > 0.0 && vv > 0.0 ? std::sqrt(uu / vv) : 1.0;
  StiffnessOperator<Space>& stiffness = design.model.stiffness();
  this->Energies.zero();
  detail::combine<Space>(n, 1.0, u, s, v, this->Combined.data());
  stiffness.addUnitEnergies(this->Combined.data(), 0.25 / s, this->Energies.data());
  detail::combine<Space>(n, 1.0, u, -s, v, this->Combined.data());
  stiffness.addUnitEnergies(this->Combined.data(), -0.25 / s, this->Energies.data());

  return context.dot(n, this->Weights.data(), u) + work -
    context.dot(stiffness.numberOfMaterialPoints(), design.moduli, this->Energies.data()) -
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
