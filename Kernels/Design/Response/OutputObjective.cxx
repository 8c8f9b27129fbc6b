#include "Design/Response/OutputObjective.h"
#include "Core/Parallel.h"
#include "Core/SparseVector.h"

#include <cmath>

namespace trabecula
{
template <class Space>
struct OutputObjective<Space>::Workspace
{
  std::int64_t unknowns;
  DeviceVector<double, Space> weights;
  DeviceVector<double, Space> adjoint;
  DeviceVector<double, Space> trial;
  DeviceVector<double, Space> displacement; ///< weighted sum over load cases
  DeviceVector<double, Space> combined;
  DeviceVector<double, Space> energies;
  DeviceVector<double, Space> result{ 1 };
  Reducer<Space> reducer;

  Workspace(const std::vector<double>& l, std::size_t elements)
    : unknowns(static_cast<std::int64_t>(l.size())), weights(l), adjoint(l.size()), trial(l.size()),
      displacement(l.size()), combined(l.size()), energies(elements)
  {
    this->adjoint.zero();
    this->energies.zero();
  }
};

namespace detail
{
/// target = a x + b y; y may be null, and target one of both.
template <class Space>
void combine(std::int64_t n, double a, const double* x, double b, const double* y, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = a * x[i] + (y ? b * y[i] : 0.0); });
}

template <class Space>
double product(Reducer<Space>& reducer, std::int64_t n, const double* a, const double* b,
  DeviceVector<double, Space>& storage)
{
  double* result = storage.data();
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = a[i] * b[i];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
  return storage.toHost()[0];
}
}

template <class Space>
OutputObjective<Space>::OutputObjective(const std::vector<double>& weights, std::size_t elements)
  : Work(std::make_unique<Workspace>(weights, elements))
{
}

template <class Space>
OutputObjective<Space>::~OutputObjective() = default;

template <class Space>
const double* OutputObjective<Space>::weights() const
{
  return this->Work->weights.data();
}

template <class Space>
double* OutputObjective<Space>::trial()
{
  this->Work->trial.copy(this->Work->adjoint);
  return this->Work->trial.data();
}

template <class Space>
void OutputObjective<Space>::accept()
{
  this->Work->adjoint.swap(this->Work->trial);
}

template <class Space>
typename OutputObjective<Space>::Estimate OutputObjective<Space>::estimate(
  const std::vector<Load>& loads, LinearOperator<Space>& stiffness)
{
  Workspace& w = *this->Work;
  double* residual = w.combined.data();
  Estimate result{ 0.0, 0.0 };
  for (const Load& load : loads)
  {
    stiffness.apply(load.displacement, residual);
    detail::combine<Space>(w.unknowns, -1.0, residual, 0.0, nullptr, residual);
    load.forces->addTo(residual);
    result.output += load.weight *
      detail::product<Space>(w.reducer, w.unknowns, w.weights.data(), load.displacement, w.result);
    result.correction += load.weight *
      detail::product<Space>(w.reducer, w.unknowns, w.trial.data(), residual, w.result);
  }
  return result;
}

template <class Space>
double OutputObjective<Space>::evaluate(const std::vector<Load>& loads, const double* moduli,
  StiffnessOperator<Space>& stiffness, const SprungOperator<Space>& springs)
{
  Workspace& w = *this->Work;
  const std::int64_t n = w.unknowns;
  double* u = w.displacement.data();
  const double* v = w.adjoint.data();
  const auto product = [&](std::int64_t size, const double* a, const double* b)
  { return detail::product<Space>(w.reducer, size, a, b, w.result); };

  w.displacement.zero();
  double work = 0.0;
  for (const Load& load : loads)
  {
    detail::combine<Space>(n, 1.0, u, load.weight, load.displacement, u);
    work += load.weight * load.forces->dot(v);
  }

  // v.(K u) from quadratic forms, as any stiffness has them: 4 s v.(K u) is that of u + s v less
  // that of u - s v. With s = |u| / |v| neither of both is lost in the other.
  const double uu = product(n, u, u);
  const double vv = product(n, v, v);
  const double s = uu > 0.0 && vv > 0.0 ? std::sqrt(uu / vv) : 1.0;
  w.energies.zero();
  detail::combine<Space>(n, 1.0, u, s, v, w.combined.data());
  stiffness.addUnitEnergies(w.combined.data(), 0.25 / s, w.energies.data());
  detail::combine<Space>(n, 1.0, u, -s, v, w.combined.data());
  stiffness.addUnitEnergies(w.combined.data(), -0.25 / s, w.energies.data());

  const auto elements = static_cast<std::int64_t>(w.energies.size());
  return product(n, w.weights.data(), u) + work - product(elements, moduli, w.energies.data()) -
    springs.energy(u, v);
}

template <class Space>
const double* OutputObjective<Space>::energies() const
{
  return this->Work->energies.data();
}

template <class Space>
typename OutputObjective<Space>::State OutputObjective<Space>::state() const
{
  return { this->Work->adjoint.toHost(), this->Work->energies.toHost() };
}

template <class Space>
void OutputObjective<Space>::restore(const State& state)
{
  this->Work->adjoint.assign(state.adjoint);
  this->Work->energies.assign(state.energies);
}

template <class Space>
std::size_t OutputObjective<Space>::memory(std::size_t unknowns, std::size_t elements)
{
  return (5 * unknowns + elements) * sizeof(double) +
    Reducer<Space>::MostPartials * Reducer<Space>::LargestValue + 4096;
}

template class OutputObjective<CompiledSpace>;
}
