#include "Design/Response/VibrationPeriod.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Solver/Eigen/StartWaves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace trabecula
{
namespace detail
{
constexpr double PiOfPeriod = 3.14159265358979323846;
/// Modes of the sum, and further ones of which the first tells whether the last of these is
/// repeated.
constexpr int ModesOfPeriod = 6;
constexpr int GuardsOfPeriod = 2;
/// Eigenvalues that differ by less, relatively, are one that is repeated.
constexpr double ClusterOfPeriod = 1e-3;
constexpr double ExponentOfPeriod = 8.0;
/// Modes with less do not contribute to derivatives.
constexpr double LeastWeightOfPeriod = 1e-10;

/// Mass over that of solid material.
TRABECULA_FUNCTION double massShare(double rho)
{
  const double square = rho * rho;
  return rho < 0.1 ? square * square * square * (6e5 - 5e6 * rho) : rho;
}

TRABECULA_FUNCTION double massShareDerivative(double rho)
{
  const double square = rho * rho;
  return rho < 0.1 ? square * square * rho * (36e5 - 35e6 * rho) : 1.0;
}

template <class Space>
void massDensities(const Context<Space>& context, std::int64_t n, const double* solid,
  const double* density, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) { result[p] = solid[p] * massShare(density[p]); });
}

/// Replaces the volumes by the mass of solid material over them. @param measures of material
template <class Space>
void solidMasses(const Context<Space>& context, std::int64_t n, double massDensity,
  const double* measures, double* volumes)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t p) { volumes[p] = massDensity * measures[p] / volumes[p]; });
}

/// derivatives += factor m'(rho) energies
template <class Space>
void addMassDerivatives(const Context<Space>& context, std::int64_t n, double factor,
  const double* solid, const double* density, const double* energies, double* derivatives)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      derivatives[p] += factor * solid[p] * massShareDerivative(density[p]) * energies[p];
    });
}

/// Tolerances of modes that give derivatives of the sum the accuracy of the given one: those of an
/// eigenvalue have the weight (J / lambda)^8. @param values of all modes, ascending
inline std::vector<double> tolerancesOfModes(const std::vector<double>& values, double tolerance)
{
  // Modes remain good enough for the next design, in which they may be the lowest.
  constexpr double loosest = 0.05;
  std::vector<double> tolerances;
  for (const double value : values)
  {
    const double weight = std::pow(values.front() / value, ExponentOfPeriod);
    tolerances.push_back(std::max(tolerance, std::min(loosest, tolerance / weight)));
  }
  return tolerances;
}

/// Number of eigenvalues, at most those of the sum, that do not divide a repeated one.
inline int wholeClusters(const std::vector<double>& values)
{
  const int most = std::min(ModesOfPeriod, static_cast<int>(values.size()));
  for (int count = most; count > 0; --count)
  {
    const auto next = static_cast<std::size_t>(count);
    if (next >= values.size() ||
      values[next] - values[next - 1] > ClusterOfPeriod * values[next - 1])
    {
      return count;
    }
  }
  return most;
}
}

template <class Space>
VibrationPeriod<Space>::VibrationPeriod(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
  : SolidMass(input.model.materialPoints()), Densities(input.model.materialPoints()),
    StiffnessEnergies(input.model.materialPoints()), MassEnergies(input.model.materialPoints())
{
  if (!input.model.hasMass())
  {
    throw Error("The vibration period needs a mesh of elements or a patch.");
  }
  const Context<Space>& context = input.measures.context();
  ElasticModel<Space>& model = input.model;
  {
    LeasedVector<Space> centroids(model.materialPoints()->withComponents(3));
    model.stiffness().geometry(this->SolidMass, centroids);
  }
  detail::solidMasses(context, this->SolidMass.size(), settings.parameter("MassDensity", 1.0),
    input.measures.data(), this->SolidMass.data());

  requireNoRigidFaces(input.problem.structure.rigid, "The vibration period");
  // Nodes without elements have no mass, and are left out as supports are.
  std::vector<std::uint8_t> supports = input.problem.structure.supports;
  Vector<Space> diagonal(model.unknowns());
  model.massOfElements().setModuli(this->SolidMass);
  model.massOfElements().diagonal(diagonal);
  diagonal.updateGhosts();
  const std::vector<double> masses = diagonal.toHost();
  supports.resize(masses.size(), 0);
  for (std::size_t i = 0; i < masses.size(); ++i)
  {
    supports[i] = supports[i] || !(masses[i] > 0.0) ? 1 : 0;
  }
  const int block = detail::ModesOfPeriod + detail::GuardsOfPeriod;
  this->Modes = std::make_unique<Lobpcg<Space>>(model.unknowns(), supports, block);
  for (int i = 0; i < block; ++i)
  {
    this->Accepted.emplace_back(model.unknowns());
    this->Accepted.back().zero();
  }
  this->StiffnessEnergies.zero();
  this->MassEnergies.zero();
}

template <class Space>
void VibrationPeriod<Space>::setDensities(ElasticModel<Space>& model, const Vector<Space>& density)
{
  detail::massDensities(density.context(), density.size(), this->SolidMass.data(), density.data(),
    this->Densities.data());
  model.massOfElements().setModuli(this->Densities);
}

/// The forces of stresses that depend on positions alone are the start, as nodes have no positions
/// here.
template <class Space>
void VibrationPeriod<Space>::start(ElasticModel<Space>& model)
{
  const LayoutPointer<Space>& points = model.materialPoints();
  Vector<Space> volumes(points);
  Vector<Space> centroids(points->withComponents(3));
  model.stiffness().geometry(volumes, centroids);
  const std::vector<double> positions = centroids.toHost();
  std::array<double, 6> ends;
  ends.fill(-std::numeric_limits<double>::max());
  for (std::size_t i = 0; i < static_cast<std::size_t>(3 * points->owned()); ++i)
  {
    ends[i % 3] = std::max(ends[i % 3], positions[i]);
    ends[3 + i % 3] = std::max(ends[3 + i % 3], -positions[i]);
  }
  points->context().communicator().maximum(ends.data(), ends.size());
  std::array<double, 3> centre = {};
  double square = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    centre[c] = 0.5 * (ends[c] - ends[3 + c]);
    square += (ends[c] + ends[3 + c]) * (ends[c] + ends[3 + c]);
  }
  Vector<Space> stress(points->withComponents(9));
  for (std::size_t j = 0; j < this->Accepted.size(); ++j)
  {
    setWaves(
      centroids, static_cast<int>(j), centre, square > 0.0 ? std::sqrt(square) : 1.0, stress);
    this->Accepted[j].zero();
    model.stiffness().addTransposedGradients(stress, this->Accepted[j]);
  }
}

template <class Space>
bool VibrationPeriod<Space>::solve(
  const SolvedDesign<Space>& trial, const LoadSolveSettings& settings, Observer& observer)
{
  // Derivatives are more accurate than modes: at 1e-4 their error was measured as 4e-8 to 2e-6 in
  // the Euclidean norm, that of the period as below 1e-9.
  constexpr double overThatOfLoads = 10.0;
  constexpr double loosest = 1e-4;
  constexpr double tightest = 1e-10;
  constexpr int mostIterations = 200;
  const bool isFirst = this->HasModes == 0.0;
  if (isFirst)
  {
    this->start(trial.model);
  }
  for (std::size_t j = 0; j < this->Accepted.size(); ++j)
  {
    Vector<Space> column = this->Modes->vectors().column(static_cast<int>(j));
    column.copy(this->Accepted[j]);
  }
  this->setDensities(trial.model, trial.density);
  MultiVector<Space> none;
  const double tolerance = std::clamp(overThatOfLoads * settings.tolerance, tightest, loosest);
  const EigenSettings ofModes = { detail::ModesOfPeriod, tolerance, mostIterations,
    [tolerance](const std::vector<double>& values)
    { return detail::tolerancesOfModes(values, tolerance); } };
  const EigenReport report = this->Modes->solve(trial.model.system(), trial.model.mass(),
    trial.model.preconditioners().present(), none, ofModes, isFirst, observer);
  if (!report.stopped && !report.converged)
  {
    observer.message(settings.place + (settings.place.empty() ? "" : ": ") +
      "The modes of vibration have not converged in " + countText(report.iterations, "iteration") +
      "; the vibration period is inaccurate.");
  }
  return !report.stopped;
}

template <class Space>
double VibrationPeriod<Space>::evaluate(const SolvedDesign<Space>& design)
{
  const std::vector<double>& values = this->Modes->values();
  const int count = detail::wholeClusters(values);
  this->First = values.front();
  double sum = 0.0;
  for (int i = 0; i < count; ++i)
  {
    sum += std::pow(this->First / values[static_cast<std::size_t>(i)], detail::ExponentOfPeriod);
  }
  this->Eigenvalue = this->First * std::pow(sum, -1.0 / detail::ExponentOfPeriod);
  this->StiffnessEnergies.zero();
  this->MassEnergies.zero();
  for (int i = 0; i < count; ++i)
  {
    const double value = values[static_cast<std::size_t>(i)];
    const double weight = std::pow(this->Eigenvalue / value, detail::ExponentOfPeriod + 1.0);
    if (weight < detail::LeastWeightOfPeriod)
    {
      continue;
    }
    const Vector<Space> mode = this->Modes->vectors().column(i);
    design.model.stiffness().addUnitEnergies(mode, weight, this->StiffnessEnergies);
    design.model.massOfElements().addUnitEnergies(mode, weight * value, this->MassEnergies);
  }
  return 2.0 * detail::PiOfPeriod / std::sqrt(this->Eigenvalue);
}

template <class Space>
std::vector<double> VibrationPeriod<Space>::furtherColumns() const
{
  return { std::sqrt(this->Eigenvalue) / (2.0 * detail::PiOfPeriod),
    std::sqrt(this->First) / (2.0 * detail::PiOfPeriod) };
}

template <class Space>
void VibrationPeriod<Space>::accept()
{
  for (std::size_t j = 0; j < this->Accepted.size(); ++j)
  {
    this->Accepted[j].copy(this->Modes->vectors().column(static_cast<int>(j)));
  }
  this->HasModes = 1.0;
}

template <class Space>
void VibrationPeriod<Space>::derivativesToDensity(
  const Parametrization<Space>& design, Vector<Space>& result) const
{
  const double factor =
    -detail::PiOfPeriod / (this->Eigenvalue * std::sqrt(this->Eigenvalue)); // dT / dJ
  design.derivativesToDensity(factor, this->StiffnessEnergies, result);
  detail::addMassDerivatives(result.context(), result.ownedSize(), -factor, this->SolidMass.data(),
    design.density().data(), this->MassEnergies.data(), result.data());
}

template <class Space>
NamedVectors<Space> VibrationPeriod<Space>::stateVectors()
{
  NamedVectors<Space> vectors = { { "vibrationStiffness", &this->StiffnessEnergies },
    { "vibrationMass", &this->MassEnergies } };
  for (std::size_t j = 0; j < this->Accepted.size(); ++j)
  {
    vectors.emplace_back("vibrationMode" + std::to_string(j), &this->Accepted[j]);
  }
  return vectors;
}

template <class Space>
NamedScalars VibrationPeriod<Space>::stateScalars()
{
  return { { "vibrationHasModes", &this->HasModes }, { "vibrationEigenvalue", &this->Eigenvalue },
    { "vibrationFirst", &this->First } };
}

template class VibrationPeriod<CompiledSpace>;

#ifndef __CUDACC__
ResponseDescription vibrationPeriodDescription()
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  ResponseDescription description;
  description.name = "VibrationPeriod";
  description.label = "Vibration Period";
  description.unit = "time";
  description.takesLowerBound = false;
  description.needsMass = true;
  description.isOfLoads = false;
  description.leastRatio = 1e-6;
  description.parameters = { "MassDensity" };
  description.columns = [](const ResponseSettings&, const ResponseProblem&) {
    return std::vector<std::string>{ "VibrationPeriod", "Frequency", "FirstFrequency" };
  };
  description.checkProblem =
    [](const ResponseProblem& problem, const ResponseSettings& settings, bool)
  {
    const double density = settings.parameter("MassDensity", 1.0);
    requireInside("The mass density", density, 0.0, false, infinity, false);
    requireScale("The mass density", density);
    checkPointMasses(problem.structure.pointMasses, problem.mesh.numberOfNodes());
  };
  description.checkBound = [](const ResponseProblem&, const ResponseConstraint& constraint)
  {
    requireInside(
      "The bound on the vibration period", constraint.bound, 0.0, false, infinity, false);
    requireScale("The bound on the vibration period", constraint.bound);
  };
  description.memory = [](const ResponseSizes& sizes)
  {
    constexpr std::size_t block = detail::ModesOfPeriod + detail::GuardsOfPeriod;
    // Vectors of the iteration and accepted modes, the operator of the mass, and four vectors of
    // material points with stresses at the start.
    return Lobpcg<HostSpace>::memory(static_cast<std::int64_t>(sizes.unknowns), block, 0) +
      ((block + 12) * sizes.unknowns + 17 * sizes.materialPoints) * sizeof(double);
  };
  return description;
}
#endif
}
